package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// module is the path that all packages begin with.
const module = "tilewatch"

// reading are the folders whose tests read pictures and films, with the packages below them that do not.
var (
	reading    = []string{"cmd/internal/calibrate", "cmd/internal/doctor", "cmd/internal/games", "cmd/internal/letters", "cmd/tilewatch", "ocr", "vision"}
	notReading = []string{"vision/nn", "vision/parallel", "vision/source"}
)

// A pkg is a package of the module, as "go list -json" describes it, and what check reads in its files.
type pkg struct {
	ImportPath                                   string
	Dir                                          string
	GoFiles, CgoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports           []string
	Deps                                         []string

	shares bool // goroutines share something in it
	uses   bool // it imports a package in which they do
	races  bool // it has tests named TestRace...
}

func (p pkg) folder() string {
	return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
}

func (p pkg) tested() bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }

// reads reports whether the package's tests read pictures.
func (p pkg) reads() bool {
	in := func(folder string) bool { return under(p.folder(), folder) }
	return slices.ContainsFunc(reading, in) && !slices.ContainsFunc(notReading, in)
}

// under reports whether name is the folder, or lies below it.
func under(name, folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") }

func names(packages []pkg) (paths []string) {
	for _, p := range packages {
		paths = append(paths, p.ImportPath)
	}
	return paths
}

// load lists the packages of the module in the folder, with the files that are for the race detector alone.
func load(folder string) ([]pkg, error) {
	list := exec.Command("go", "list", "-race", "-json=ImportPath,Dir,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports,Deps", "./...")
	list.Dir = folder
	var stderr bytes.Buffer
	list.Stderr = &stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &stderr)
	}
	var packages []pkg
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			markUses(packages)
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if err := p.read(); err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

func markUses(packages []pkg) {
	shared := map[string]bool{}
	for _, p := range packages {
		shared[p.ImportPath] = p.shares
	}
	for i, p := range packages {
		packages[i].uses = slices.ContainsFunc(p.Imports, func(at string) bool { return shared[at] })
	}
}

// raced reports whether all of the package's tests run with the race detector.
func (p pkg) raced() bool { return p.tested() && !p.reads() && (p.shares || p.uses) }

// read looks into the package's files.
func (p *pkg) read() error {
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.TestGoFiles, p.XTestGoFiles) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if strings.HasSuffix(name, "_test.go") {
			p.races = p.races || hasRaceTests(file)
		} else {
			p.shares = p.shares || shares(file)
		}
	}
	return nil
}

func hasRaceTests(file *ast.File) bool {
	return slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		return ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "TestRace")
	})
}

// guards are what code uses that more than one goroutine runs. A sync.Once of any kind is not among them: it is written so that its
// use cannot go wrong.
var guards = map[string][]string{
	"sync":                           {"Mutex", "RWMutex", "Cond", "Map", "Pool", "WaitGroup"},
	"sync/atomic":                    nil, // all of it
	"golang.org/x/sync/errgroup":     nil,
	"golang.org/x/sync/semaphore":    nil,
	"golang.org/x/sync/singleflight": nil,
}

// shares reports whether the file starts goroutines, holds locks, counts atomically, or sends over channels.
func shares(file *ast.File) bool {
	imported := map[string]string{} // import paths, by the names that the file has for them
	for _, spec := range file.Imports {
		at, _ := strconv.Unquote(spec.Path.Value)
		name := at[strings.LastIndex(at, "/")+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imported[name] = at
	}
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SendStmt, *ast.SelectStmt, *ast.ChanType:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				all, guarded := guards[imported[x.Name]]
				found = found || guarded && (all == nil || slices.Contains(all, n.Sel.Name))
			}
		}
		return !found
	})
	return found
}

// A pass is one call of go test.
type pass struct {
	why      string
	flags    []string
	packages []string
}

// raced reports whether the pass runs with the race detector.
func (p pass) raced() bool { return slices.Contains(p.flags, "-race") }

func (p pass) arguments() []string { return slices.Concat(p.flags, p.packages) }

func (p pass) String() string {
	return fmt.Sprintf("go test %s: %d packages, %s", strings.Join(p.flags, " "), len(p.packages), p.why)
}

// plan divides the packages among the passes. Those without packages are left out.
func plan(packages []pkg) []pass {
	raced := pass{"in which goroutines share something", []string{"-race", "-timeout=10m"}, nil}
	small := pass{"a small picture for each", []string{"-race", "-run=^TestRace", "-timeout=10m"}, nil}
	plain := pass{"all others", []string{"-timeout=15m"}, nil}
	for _, p := range packages {
		switch {
		case !p.tested():
		case p.reads():
			plain.packages = append(plain.packages, p.ImportPath)
			if p.races {
				small.packages = append(small.packages, p.ImportPath)
			}
		case p.raced():
			raced.packages = append(raced.packages, p.ImportPath)
		default:
			plain.packages = append(plain.packages, p.ImportPath)
		}
	}
	return slices.DeleteFunc([]pass{raced, small, plain}, func(p pass) bool { return len(p.packages) == 0 })
}
