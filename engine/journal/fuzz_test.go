package journal_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"tilewatch/engine/journal"
)

// seeds are files that the fuzzers begin with, beside those in testdata.
func seeds(t testing.TB) []string {
	whole := exported(t, 3)
	return []string{whole, without(whole), whole + whole, whole[:len(whole)-30], strings.Replace(whole, `"n":2`, `"n":9`, 1), "", "{}", "\ufeff" + whole}
}

// FuzzImport reads anything as a file. Whatever can be read comes out as a file that is read as the same game, and
// that is written as the same bytes.
func FuzzImport(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		r := journal.NewReader(bytes.NewReader(file))
		for {
			g, err := r.Next()
			if err != nil && !errors.Is(err, io.EOF) && err.Error() == "" {
				t.Error("an error without a word")
			}
			if len(g.Events) > 0 || err == nil {
				same(t, g)
			}
			if err != nil {
				return
			}
		}
	})
}

func same(t *testing.T, g journal.Game) {
	t.Helper()
	var first, second bytes.Buffer
	if err := journal.Write(&first, g); err != nil {
		t.Fatal(err)
	}
	j := journal.NewMemory()
	again, err := journal.NewReader(bytes.NewReader(first.Bytes())).Next()
	if err == nil {
		_, err = journal.Import(t.Context(), j, again)
	}
	if err == nil {
		again, err = journal.Load(t.Context(), j, g.Game)
	}
	if err == nil {
		err = journal.Write(&second, again)
	}
	if err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatalf("%v, written as\n%s\nand then as\n%s", err, first.Bytes(), second.Bytes())
	}
}
