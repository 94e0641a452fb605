package tilewatch_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestCommentsNameWhatIsThere looks up each name of the forms package.Name and package.Type.Name in a comment. It knows the packages that the
// file imports and the module's own; a qualifier that names several needs the name in one of them.
func TestCommentsNameWhatIsThere(t *testing.T) {
	house := openHouse(t)
	d := directory{byName: map[string][]scope{}, byPath: map[string]scope{}}
	for _, folder := range slices.Sorted(maps.Keys(house.rooms)) {
		r, err := house.room(folder)
		if err != nil {
			t.Fatal(err)
		}
		d.add(path.Join(module, folder), scope{r.types, map[string]bool{}})
	}
	files := goFiles(t)
	for _, file := range files {
		if at := path.Join(module, path.Dir(file.path)); strings.HasSuffix(file.path, "_test.go") && d.byPath[at].types != nil {
			declared(file.syntax, d.byPath[at].tests)
		}
	}
	d.others = func(at string) *types.Package {
		p, err := house.Import(at)
		if err != nil || isNative(at) {
			return nil
		}
		return p
	}
	for _, file := range files {
		for _, missing := range d.missing(file.syntax) {
			t.Error(missing)
		}
	}
}

// A scope is what a package exports: by its files, and by its tests' files to each other.
type scope struct {
	types *types.Package
	tests map[string]bool
}

// A directory finds packages.
type directory struct {
	byName map[string][]scope               // ours
	byPath map[string]scope                 // ours
	others func(path string) *types.Package // nil: unknown
}

func (d *directory) add(at string, s scope) {
	d.byPath[at] = s
	d.byName[s.types.Name()] = append(d.byName[s.types.Name()], s)
}

// declared adds the names that a file declares at its top level.
func declared(file *ast.File, names map[string]bool) {
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			names[decl.Name.Name] = true
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						names[name.Name] = true
					}
				}
			}
		}
	}
}

// qualified finds names with their qualifiers; a path before one, or a letter, makes it something else.
var qualified = regexp.MustCompile(`(?:^|[^\w./-])([a-z]\w*)\.([A-Z]\w*)(?:\.([A-Z]\w*))?`)

// missing are the names in the file's comments that do not exist, with their positions.
func (d *directory) missing(file *ast.File) (all []string) {
	imports := d.imports(file)
	for _, group := range file.Comments {
		for _, comment := range group.List {
			for _, at := range qualified.FindAllStringSubmatchIndex(comment.Text, -1) {
				part := func(n int) string {
					if at[2*n] < 0 {
						return ""
					}
					return comment.Text[at[2*n]:at[2*n+1]]
				}
				scopes := slices.Concat(imports[part(1)], d.byName[part(1)])
				if len(scopes) > 0 && !slices.ContainsFunc(scopes, func(s scope) bool { return s.has(part(2), part(3)) }) {
					where := sources.Position(comment.Pos() + token.Pos(at[2]))
					all = append(all, fmt.Sprintf("%s:%d: there is no %s", where.Filename, where.Line, comment.Text[at[2]:at[1]]))
				}
			}
		}
	}
	return all
}

// imports are the packages that a file imports, by the names that it gives them.
func (d *directory) imports(file *ast.File) map[string][]scope {
	all := map[string][]scope{}
	for _, spec := range file.Imports {
		at, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		s, ours := d.byPath[at]
		if !ours {
			s = scope{types: d.others(at)}
		}
		if s.types == nil {
			continue
		}
		all[s.types.Name()] = append(all[s.types.Name()], s)
		if spec.Name != nil {
			all[spec.Name.Name] = append(all[spec.Name.Name], s)
		}
	}
	return all
}

// has reports whether the package exports the name, and that a field or method, if it is not "".
func (s scope) has(name, member string) bool {
	if s.tests[name] {
		return true
	}
	object := s.types.Scope().Lookup(name)
	if object == nil || member == "" {
		return object != nil
	}
	if _, ok := object.(*types.Func); ok {
		return false
	}
	found, _, _ := types.LookupFieldOrMethod(object.Type(), true, s.types, member)
	return found != nil
}

func TestNamesThatAreGoneAreFound(t *testing.T) {
	const source = `// Package page names shelf.Book, shelf.Book.Title, shelf.Books and shelf.Book.Author.
package page

import (
	"fmt"
	old "attic"
	"elsewhere"
)

// See attic.Trunk and old.Trunk, but old.Chest is gone: fmt.Println, fmt.Print1.
func F() {} /* elsewhere.Thing is anybody's; nowhere.Thing too, and so are README.Md, a/shelf.Nothing, myshelf.Nothing. */

// It shows shelf.Fixture.X, which only tests have.
//
// And shelf.Read.Title
`
	file, err := parser.ParseFile(sources, "page.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	made := func(at, text string) *types.Package {
		syntax, err := parser.ParseFile(sources, at+".go", text, 0)
		if err != nil {
			t.Fatal(err)
		}
		p, err := new(types.Config).Check(at, sources, []*ast.File{syntax}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	d := directory{byName: map[string][]scope{}, byPath: map[string]scope{}}
	d.add("shelf", scope{made("shelf", "package shelf; type Page struct{ Title string }; type Book struct{ Page }; func Read() {}"), map[string]bool{"Fixture": true}})
	others := map[string]*types.Package{"attic": made("attic", "package attic; type Trunk int"), "fmt": made("fmt", "package fmt; func Println() {}")}
	d.others = func(at string) *types.Package { return others[at] }
	want := []string{"page.go:1: there is no shelf.Books", "page.go:1: there is no shelf.Book.Author", "page.go:10: there is no old.Chest",
		"page.go:10: there is no fmt.Print1", "page.go:15: there is no shelf.Read.Title"}
	if got := d.missing(file); !slices.Equal(got, want) {
		t.Errorf("missing are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
