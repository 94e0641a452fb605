package lexicon

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The tests have the lists that are files of their own, as the program has them that stands in bin.
func init() { os.Setenv(FolderVariable, "../../share/tilewatch/words") }

func TestAListThatIsAFileOfItsOwn(t *testing.T) {
	if l, err := Open("german"); err != nil || l.Language() != "de" || !slices.Contains(NamesFor("nabit"), "german") {
		t.Fatalf("%v, error %v; there are %v", l, err, NamesFor("nabit"))
	}
	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, "german.words"), []byte("Hund"), 0o600); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]string{"": FolderVariable, t.TempDir(): fs.ErrNotExist.Error(), damaged: "not an encoded word list"} {
		t.Setenv(FolderVariable, folder)
		for _, text := range []string{"", "= german\n+ zyx"} {
			_, err := Open("german")
			if text != "" {
				_, err = LoadFor("nabit", strings.NewReader(text))
			}
			if err == nil || !strings.Contains(err.Error(), want) && want != fs.ErrNotExist.Error() || !strings.Contains(err.Error(), "install") {
				t.Errorf("in %q: error %v", folder, err)
			}
		}
		if folder != damaged && slices.Contains(NamesFor("nabit"), "german") {
			t.Errorf("in %q the list is offered", folder)
		}
	}
}
