package tilewatch_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"
)

// theFileDoor is the only package that may rename files: it alone sees to it that the new file, and its name, outlive a loss of power.
const theFileDoor = "engine/atomicfile"

// renames are the functions and methods of others that put one file in the place of another. Each package is named for its import path.
var renames = map[string][]string{
	"os":                    {"Rename"}, // also of os.Root
	"syscall":               {"Rename", "Renameat"},
	"golang.org/x/sys/unix": {"Rename", "Renameat", "Renameat2"},
}

func TestFilesAreReplacedInOneWay(t *testing.T) {
	house := openHouse(t)
	found := 0
	for _, folder := range slices.Sorted(maps.Keys(house.rooms)) {
		room, err := house.room(folder)
		if err != nil {
			t.Fatal(err)
		}
		for at, what := range room.renaming() {
			if found++; folder != theFileDoor {
				t.Errorf("%s calls %s: replace files by %s", sources.Position(at), what, theFileDoor)
			}
		}
	}
	if found == 0 {
		t.Errorf("nobody renames a file, not even %s: this test is blind", theFileDoor)
	}
}

// renaming are the places in which the room renames a file.
func (r *room) renaming() map[token.Pos]string {
	places := map[token.Pos]string{}
	for ident, object := range r.uses {
		if f, ok := object.(*types.Func); ok && f.Pkg() != nil && slices.Contains(renames[f.Pkg().Path()], f.Name()) {
			places[ident.Pos()] = f.FullName()
		}
	}
	return places
}

func TestRenamesAreFound(t *testing.T) {
	const source = `package p

import move "os"

type name string

func (name) Rename(string, string) error { return nil }

func f(r *move.Root) {
	_ = move.Rename("a", "b")
	_ = r.Rename("a", "b")
	_ = name("").Rename("a", "b")
	later := move.Rename
	_ = later("a", "b")
}
`
	file, err := parser.ParseFile(sources, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := &room{uses: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{Importer: openHouse(t)}).Check("p", sources, []*ast.File{file}, &types.Info{Uses: r.uses}); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for at, what := range r.renaming() {
		lines = append(lines, what+" "+strings.TrimPrefix(sources.Position(at).String(), "p.go:"))
	}
	slices.Sort(lines)
	if want := []string{"(*os.Root).Rename 11:8", "os.Rename 10:11", "os.Rename 13:16"}; !slices.Equal(lines, want) {
		t.Errorf("found %q, want %q", lines, want)
	}
}
