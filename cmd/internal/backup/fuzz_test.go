package backup

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"tilewatch/engine/journal"
)

// FuzzRestore restores anything. What is refused leaves nothing behind, and nothing is ever written beside the folder.
func FuzzRestore(f *testing.F) {
	j, folder := journal.NewMemory(), f.TempDir()
	if err := j.Create(f.Context(), journal.Header{Game: "g", Kind: "nabit"}, journal.Entry{Payload: json.RawMessage(`{"type":"start"}`)}); err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "links.key"), []byte("key"), 0o600); err != nil {
		f.Fatal(err)
	}
	var whole bytes.Buffer
	if _, err := Write(f.Context(), &whole, j, folder, func(string) {}); err != nil {
		f.Fatal(err)
	}
	f.Add(whole.Bytes())
	f.Add(whole.Bytes()[:whole.Len()/2])
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := Check(bytes.NewReader(data)); err != nil {
			return
		}
		above := t.TempDir()
		into := filepath.Join(above, "data")
		if _, err := Restore(t.Context(), bytes.NewReader(data), journal.NewMemory(), into, func(string) {}); err != nil {
			return // what the system does not take, like a name that is too long
		}
		beside, err := fs.Glob(os.DirFS(above), "*")
		if err != nil || len(beside) != 1 {
			t.Errorf("beside the folder there are %v, %v", beside, err)
		}
	})
}
