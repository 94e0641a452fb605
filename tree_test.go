package tilewatch_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// topLevel is what may lie at the top of the tree: the rooms, the papers, how it is built and checked, and tests of the house itself.
var topLevel = []string{
	"calibration", "cmd", "engine", "ocr", "share", "testdata", "vision", "web",
	"CHANGELOG.md", "LICENSE", "README.md",
	".changes", ".ci", ".dist", ".gitignore", "Makefile", "go.mod", "go.sum",
	"*_test.go",
}

// mostBytes is the size of a file outside testdata: a clone of the tree has every version of it.
const mostBytes = 1 << 20

// large are the files that may be larger, and why.
var large = map[string]string{
	"vision/nabit/tilemap/tilemap.bin":        "the weights of a network that sees whole pictures are a part of the program",
	"engine/lexicon/definitions/wordnet.defs": "WordNet's definitions, packed, are a part of the program; engine/lexicon/definitions bounds them",
}

func TestTheTreeHoldsWhatBelongsToIt(t *testing.T) {
	for _, stray := range strays(t, ".", tracked(t)) {
		t.Error(stray)
	}
	for name, why := range large {
		if info, err := os.Stat(name); err != nil || info.Size() <= mostBytes {
			t.Errorf("%s needs no exemption (%s): %v", name, why, err)
		}
	}
}

// tracked are the files in git's index. Where there is no git, they are all but those that .gitignore names.
func tracked(t *testing.T) []string {
	t.Helper()
	if out, err := exec.Command("git", "ls-files", "-z").Output(); err == nil && len(out) > 0 {
		return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	}
	files, err := unignored(".")
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// unignored walks the tree. It knows the two kinds of lines that our .gitignore has: /folder/ and a pattern of names.
func unignored(tree string) (files []string, err error) {
	ignore, err := os.ReadFile(filepath.Join(tree, ".gitignore"))
	if err != nil {
		return nil, err
	}
	patterns := append(strings.Fields(string(ignore)), "/.git/", ".git")
	ignored := func(name string, entry fs.DirEntry) bool {
		return slices.ContainsFunc(patterns, func(p string) bool {
			if folder, ok := strings.CutPrefix(p, "/"); ok {
				return entry.IsDir() && folder == name+"/"
			}
			matched, _ := path.Match(p, path.Base(name))
			return matched
		})
	}
	err = fs.WalkDir(os.DirFS(tree), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ignored(name, entry) && entry.IsDir():
			return fs.SkipDir
		case !ignored(name, entry) && !entry.IsDir():
			files = append(files, name)
		}
		return nil
	})
	return files, err
}

// strays says of each file what is wrong with it.
func strays(t *testing.T, tree string, files []string) (all []string) {
	t.Helper()
	unknown := map[string]bool{}
	for _, name := range files {
		top, _, _ := strings.Cut(name, "/")
		if !slices.ContainsFunc(topLevel, func(p string) bool { matched, _ := path.Match(p, top); return matched }) {
			unknown[top] = true
		}
		size, head, err := headOf(filepath.Join(tree, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed, but not from the index yet
		case err != nil:
			t.Fatal(err)
		case compiled(name, head):
			all = append(all, name+" is a compiled program: its source belongs into the tree, and it into bin")
		case size > mostBytes && !slices.Contains(strings.Split(path.Dir(name), "/"), "testdata") && large[name] == "":
			all = append(all, fmt.Sprintf("%s has %d bytes, more than %d: move it to a testdata folder, or say in large why it is needed", name, size, mostBytes))
		}
	}
	for _, top := range slices.Sorted(maps.Keys(unknown)) {
		all = append(all, top+" is not of the agreed top level")
	}
	return all
}

// headOf is the size of a file and its first kilobyte. A link has no content of its own.
func headOf(name string) (size int64, head []byte, err error) {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return 0, nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		return 0, nil, err
	}
	defer file.Close()
	head, err = io.ReadAll(io.LimitReader(file, 1<<10))
	return info.Size(), head, err
}

// magics begin programs, libraries and objects: ELF, Mach-O (both orders, 32 and 64 bits, and several in one, which is Java's class, too),
// WebAssembly, and archives of objects. What Windows runs has its magic further on.
var magics = []string{"\x7fELF", "\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe", "\x00asm", "!<arch>\n"}

// compiledNames end what compilers write, whatever is in it.
var compiledNames = []string{".a", ".class", ".dll", ".dylib", ".exe", ".o", ".pyc", ".so", ".test"}

func compiled(name string, head []byte) bool {
	return slices.Contains(compiledNames, path.Ext(name)) || windows(head) ||
		slices.ContainsFunc(magics, func(m string) bool { return bytes.HasPrefix(head, []byte(m)) })
}

// windows reports whether a file is a Portable Executable: DOS's magic, and at 60 the place of its own.
func windows(head []byte) bool {
	if len(head) < 64 || !bytes.HasPrefix(head, []byte("MZ")) {
		return false
	}
	at := uint64(binary.LittleEndian.Uint32(head[60:]))
	return at < uint64(len(head)) && bytes.HasPrefix(head[at:], []byte("PE\x00\x00"))
}

func TestStraysAreFound(t *testing.T) {
	portable := append([]byte("MZ"), make([]byte, 126)...)
	portable[60] = 100
	copy(portable[100:], "PE\x00\x00")
	big := make([]byte, mostBytes+1)
	for _, c := range []struct {
		name    string
		content []byte
		want    string // "": it belongs
	}{
		{"web/page.go", []byte("package web\n"), ""},
		{"more_test.go", nil, ""},
		{"main.go", nil, "agreed top level"},
		{"tools/x.go", nil, "agreed top level"},
		{"web/large", big, "more than 1048576"},
		{"web/full", big[1:], ""},
		{"web/testdata/film/large", big, ""},
		{"web/testdata2/large", big, "more than 1048576"},
		{"engine/lexicon/definitions/wordnet.defs", big, ""},
		{"web/elf", []byte("\x7fELF\x02\x01\x01"), "compiled"},
		{"web/testdata/elf", []byte("\x7fELF\x02\x01\x01"), "compiled"},
		{"web/mach", []byte("\xcf\xfa\xed\xfe\x07"), "compiled"},
		{"web/portable", portable, "compiled"},
		{"web/mz.txt", []byte("MZ are the initials of Mark Zbikowski, who thought of the format; this text begins with them, and is none."), ""},
		{"web/objects", []byte("!<arch>\nx.o"), "compiled"},
		{"web/x.o", nil, "compiled"},
		{"web/web.test", nil, "compiled"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := t.TempDir()
			write(t, filepath.Join(tree, filepath.FromSlash(c.name)), c.content)
			write(t, filepath.Join(tree, ".gitignore"), []byte("/bin/\n*.prof\n"))
			write(t, filepath.Join(tree, "bin", "program"), big)
			write(t, filepath.Join(tree, "web", "cpu.prof"), big)
			files, err := unignored(tree)
			if err != nil {
				t.Fatal(err)
			}
			if want := []string{".gitignore", c.name}; !slices.Equal(files, want) {
				t.Fatalf("the files are %q, want %q", files, want)
			}
			got := strings.Join(strays(t, tree, append(files, "web/removed")), "; ")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func write(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
