// Package ndjsontest reads the test data that are kept as compressed lines of JSON.
package ndjsontest

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"

	"tilewatch/engine/ndjson"
)

// Read is all of a file of one T a line, compressed by gzip.
func Read[T any](t testing.TB, name string) []T {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []T
	for lines := ndjson.NewReader(plain, ndjson.MaxLine); ; {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		var one T
		if err == nil {
			err = json.Unmarshal(line, &one)
		}
		if err != nil {
			t.Fatalf("%s, line %d: %v", name, lines.Number(), err)
		}
		all = append(all, one)
	}
}
