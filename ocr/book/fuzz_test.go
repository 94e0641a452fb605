package book

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// FuzzOpen reads anything as a glyph book. What is taken is kept again, and read the same.
func FuzzOpen(f *testing.F) {
	good, err := json.Marshal(file{Version: version, Prints: prints, Letters: map[string][][]byte{"A": {make([]byte, len(print{}))}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(`{"version":1,"prints":1,"letters":{"AB":[[]]}}`))
	f.Add([]byte(`{"version":1,"letters":{"A":["AA=="]}}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "book.json")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := Open(path)
		if b == nil {
			t.Fatal("no book at all")
		}
		if err != nil {
			if b.Letters() != 0 {
				t.Error("a damaged book has letters")
			}
			return
		}
		if err := b.Save(); err != nil {
			t.Fatal(err)
		}
		again, err := Open(path)
		if err != nil || again.Letters() != b.Letters() {
			t.Errorf("%d letters became %d, %v", b.Letters(), again.Letters(), err)
		}
	})
}
