package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"tilewatch/engine/atomicfile"
)

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func files(t *testing.T, folder string) int {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func TestWriteReplacesTheFileAndItsMode(t *testing.T) {
	name := filepath.Join(t.TempDir(), "links.key")
	for _, c := range []struct {
		text string
		mode fs.FileMode
	}{{"the first", 0o644}, {"second", 0o600}, {"", 0o600}} {
		if err := atomicfile.Write(name, []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := read(t, name); got != c.text || info.Mode().Perm()&^c.mode != 0 {
			t.Errorf("%q with mode %v, want %q with %v", got, info.Mode(), c.text, c.mode)
		}
		if n := files(t, filepath.Dir(name)); n != 1 {
			t.Errorf("%d files in the folder, not 1", n)
		}
	}
}

func TestAFileThatFailsLeavesAllAsItWas(t *testing.T) {
	name := filepath.Join(t.TempDir(), "book")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	wrong := errors.New("no more room")
	err := atomicfile.Fill(name, 0o600, func(f *os.File) error {
		if _, err := f.WriteString("half of the n"); err != nil {
			t.Error(err)
		}
		if got := read(t, name); got != "old" {
			t.Errorf("a reader finds %q while the file is written", got)
		}
		return wrong
	})
	if !errors.Is(err, wrong) {
		t.Errorf("the error is %v, want %v", err, wrong)
	}
	if got := read(t, name); got != "old" {
		t.Errorf("the file holds %q afterwards", got)
	}
	if n := files(t, filepath.Dir(name)); n != 1 {
		t.Errorf("%d files in the folder, not 1", n)
	}
}

func TestFoldersAreAsPrivateAsTheFile(t *testing.T) {
	for file, folder := range map[fs.FileMode]fs.FileMode{0o600: 0o700, 0o644: 0o755} {
		at := filepath.Join(t.TempDir(), "a", "b")
		if err := atomicfile.Write(filepath.Join(at, "file"), nil, file); err != nil {
			t.Fatal(err)
		}
		for _, dir := range []string{at, filepath.Dir(at)} {
			if info, err := os.Stat(dir); err != nil || info.Mode().Perm()&^folder != 0 || info.Mode().Perm()&0o700 != 0o700 {
				t.Errorf("for a file of mode %v the folder is %v, want %v (%v)", file, info.Mode(), folder, err)
			}
		}
	}
}

func TestALinkStays(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "file"), filepath.Join(t.TempDir(), "link")
	if err := errors.Join(os.WriteFile(file, []byte("old"), 0o600), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(link, []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Errorf("the link is %v now (%v)", info.Mode(), err)
	}
	if got := read(t, file); got != "new" {
		t.Errorf("the link leads to %q", got)
	}
}

func TestWhatIsNoFileIsNotReplaced(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "folder")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{folder, os.DevNull} {
		if err := atomicfile.Write(name, []byte("new"), 0o600); err == nil {
			t.Errorf("%q was replaced", name)
		}
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is %v (%v)", os.DevNull, info.Mode(), err)
	}
}

func TestReplaceTakesAFileOfOthers(t *testing.T) {
	folder := t.TempDir()
	fresh, name := filepath.Join(folder, "fresh"), filepath.Join(folder, "name")
	if err := errors.Join(os.WriteFile(fresh, []byte("new"), 0o600), os.WriteFile(name, []byte("old"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Replace(fresh, name); err != nil {
		t.Fatal(err)
	}
	if got := read(t, name); got != "new" || files(t, folder) != 1 {
		t.Errorf("%q in %d files", got, files(t, folder))
	}
	if err := atomicfile.Replace(fresh, name); !errors.Is(err, fs.ErrNotExist) || read(t, name) != "new" {
		t.Errorf("a file that is gone: %v, and %q", err, read(t, name))
	}
}
