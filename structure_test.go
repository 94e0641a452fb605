package tilewatch_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Bounds on what a stranger must learn at once (house style 23b), in lines of production code.
const (
	mostLines      = 3000 // of a package
	mostCycleLines = 1200 // of files of one package that all need each other
)

// larger are the packages that may be larger, or have a larger cycle of files, and why.
var larger = map[string]string{
	"engine/nabit/follow": "a NAB-IT! game under way, and the doubts about it, change together",
}

// TestRoomsAreSmall names every package that is too large, and every package whose files need each other in too large a circle.
func TestRoomsAreSmall(t *testing.T) {
	house := openHouse(t)
	for folder, why := range larger {
		if house.rooms[folder] == nil {
			t.Errorf("there is no %s, which is exempt (%s)", folder, why)
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(house.rooms)) {
		room, err := house.room(folder)
		if err != nil {
			t.Errorf("%s: %v", folder, err)
			continue
		}
		n, cycle := sum(room.lines), room.largestCycle()
		if why := larger[folder]; why != "" {
			if n <= mostLines && sum(cycle) <= mostCycleLines {
				t.Errorf("%s needs no exemption (%s)", folder, why)
			}
			continue
		}
		if n > mostLines {
			t.Errorf("%s has %d lines, more than %d: split it into packages", folder, n, mostLines)
		}
		if sum(cycle) > mostCycleLines {
			t.Errorf("%s has a cycle of %d lines in %d files, more than %d lines: %s",
				folder, sum(cycle), len(cycle), mostCycleLines, strings.Join(slices.Sorted(maps.Keys(cycle)), " "))
		}
	}
}

func sum(lines map[string]int) (total int) {
	for _, n := range lines {
		total += n
	}
	return total
}

// A room is a package with the references between its files.
type room struct {
	files []*ast.File
	types *types.Package
	lines map[string]int             // of each production file, by its base name
	needs map[string]map[string]bool // the files that each file refers to
	uses  map[*ast.Ident]types.Object
}

// A house type-checks the module's packages, in the order of their imports. It takes the packages of others from the go command's export
// data, and leaves out the native ones, whose headers a machine may lack: no type of ours hides behind theirs.
type house struct {
	rooms  map[string]*room // by folder, with slashes
	others types.Importer
}

const module = "tilewatch"

// openHouse is the house for all tests.
func openHouse(t *testing.T) *house {
	t.Helper()
	h, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

var opened = sync.OnceValues(func() (*house, error) {
	files, err := parsed()
	if err != nil {
		return nil, err
	}
	h := &house{rooms: map[string]*room{}}
	imported := map[string]bool{}
	for _, file := range files {
		folder, name := path.Split(file.path)
		folder = path.Clean(folder)
		if match, err := build.Default.MatchFile(filepath.FromSlash(folder), name); err != nil || !match {
			continue
		}
		isTest := strings.HasSuffix(name, "_test.go")
		for _, spec := range file.syntax.Imports {
			at := strings.Trim(spec.Path.Value, `"`)
			if known := !isTest || !strings.Contains(at, "."); known && !under(at, module) && !isNative(at) { // tests: the standard library alone
				imported[at] = true
			}
		}
		if isTest {
			continue
		}
		r := h.rooms[folder]
		if r == nil {
			r = &room{lines: map[string]int{}, needs: map[string]map[string]bool{}}
			h.rooms[folder] = r
		}
		r.files = append(r.files, file.syntax)
		r.lines[name] = sources.File(file.syntax.Pos()).LineCount()
	}
	h.others, err = exported(slices.Sorted(maps.Keys(imported)))
	return h, err
})

// exported imports those packages from the export data that the go command keeps in its cache.
func exported(paths []string) (types.Importer, error) {
	list := exec.Command("go", append([]string{"list", "-deps", "-export", "-f", `{{.ImportPath}}={{.Export}}`}, paths...)...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	files := map[string]string{}
	for _, line := range strings.Fields(string(out)) {
		at, file, _ := strings.Cut(line, "=")
		files[at] = file
	}
	return importer.ForCompiler(sources, "gc", func(at string) (io.ReadCloser, error) {
		if files[at] == "" {
			return nil, fmt.Errorf("there is no export data of %s", at)
		}
		return os.Open(files[at])
	}), nil
}

func isNative(at string) bool {
	return slices.ContainsFunc(native, func(n string) bool { return under(at, n) })
}

// Import makes the house an importer of all packages.
func (h *house) Import(at string) (*types.Package, error) {
	switch {
	case isNative(at):
		fake := types.NewPackage(at, path.Base(at))
		fake.MarkComplete()
		return fake, nil
	case under(at, module):
		r, err := h.room(strings.TrimPrefix(strings.TrimPrefix(at, module), "/"))
		if err != nil {
			return nil, err
		}
		return r.types, nil
	}
	return h.others.Import(at)
}

// room type-checks the package in the folder, once. Errors of type are ignored: they come from the native packages that are left out.
func (h *house) room(folder string) (*room, error) {
	r := h.rooms[folder]
	if r == nil {
		return nil, errors.New("no package")
	}
	if r.types != nil {
		return r, nil
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	r.uses = info.Uses
	config := types.Config{Importer: h, FakeImportC: true, Error: func(error) {}}
	r.types, _ = config.Check(path.Join(module, folder), sources, r.files, info)
	for ident, object := range info.Uses {
		r.refer(ident, object)
	}
	return r, nil
}

// refer notes that one file needs another.
func (r *room) refer(ident *ast.Ident, object types.Object) {
	if object.Pkg() != r.types || !outlivesFile(object) {
		return
	}
	from, to := base(ident.Pos()), base(object.Pos())
	if r.needs[from] == nil {
		r.needs[from] = map[string]bool{}
	}
	if r.lines[to] > 0 && from != to {
		r.needs[from][to] = true
	}
}

// outlivesFile reports whether other files can refer to the object: it is declared by the package, or a field or method.
func outlivesFile(o types.Object) bool {
	if v, ok := o.(*types.Var); ok && v.IsField() {
		return true
	}
	if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil {
		return true
	}
	return o.Parent() == o.Pkg().Scope()
}

func base(at token.Pos) string { return filepath.Base(sources.Position(at).Filename) }

// largestCycle returns the files, with their lines, of the strongly connected component with the most lines (Tarjan 1972); none where
// no two files need each other.
func (r *room) largestCycle() map[string]int {
	t := tarjan{needs: r.needs, index: map[string]int{}, low: map[string]int{}, open: map[string]bool{}}
	for _, file := range slices.Sorted(maps.Keys(r.lines)) {
		if t.index[file] == 0 {
			t.visit(file)
		}
	}
	var largest map[string]int
	for _, component := range t.components {
		lines := map[string]int{}
		for _, file := range component {
			lines[file] = r.lines[file]
		}
		if len(lines) > 1 && sum(lines) > sum(largest) {
			largest = lines
		}
	}
	return largest
}

type tarjan struct {
	needs      map[string]map[string]bool
	index, low map[string]int
	open       map[string]bool
	stack      []string
	components [][]string
}

func (t *tarjan) visit(v string) {
	n := len(t.index) + 1
	t.index[v], t.low[v], t.open[v] = n, n, true
	begin := len(t.stack)
	t.stack = append(t.stack, v)
	for _, w := range slices.Sorted(maps.Keys(t.needs[v])) {
		switch {
		case t.index[w] == 0:
			t.visit(w)
			t.low[v] = min(t.low[v], t.low[w])
		case t.open[w]:
			t.low[v] = min(t.low[v], t.index[w])
		}
	}
	if t.low[v] == t.index[v] {
		component := slices.Clone(t.stack[begin:])
		t.stack = t.stack[:begin]
		for _, w := range component {
			t.open[w] = false
		}
		t.components = append(t.components, component)
	}
}

func TestTheLargestCycleIsFound(t *testing.T) {
	r := &room{
		lines: map[string]int{"a": 10, "b": 20, "c": 30, "d": 500, "e": 1, "f": 2},
		needs: map[string]map[string]bool{"a": {"b": true}, "b": {"c": true}, "c": {"a": true, "d": true}, "d": {"e": true}, "e": {"f": true}, "f": {"e": true}},
	}
	if got := slices.Sorted(maps.Keys(r.largestCycle())); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("the largest cycle is %v", got)
	}
	r.needs["c"] = nil
	r.needs["f"] = nil
	if got := r.largestCycle(); got != nil {
		t.Errorf("without a cycle there is %v", got)
	}
}
