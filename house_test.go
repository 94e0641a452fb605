// Package tilewatch_test holds the tests of the house itself: which room may use which door.
package tilewatch_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A border forbids imports to a folder and all below it.
type border struct {
	name    string
	folders []string // "." is everything
	except  []string // folders to which it does not apply
	tests   bool     // tests keep to it too
	forbid  []string // import paths, with all below them
	why     string
}

var native = []string{"C", "gocv.io/x/gocv", "github.com/otiai10/gosseract"}

var borders = []border{
	{"engine knows no pixels, browsers or cameras", []string{"engine"}, nil, true,
		append([]string{"tilewatch/vision", "tilewatch/ocr", "tilewatch/calibration", "tilewatch/web", "tilewatch/cmd"}, native...),
		"rules, journal and advice run without a camera, on machines without OpenCV"},
	{"the engine's vocabulary imports none of ours", []string{"engine/*.go"}, nil, false, []string{"tilewatch"},
		"everything is built on it, so it is built on nothing"},
	{"web sees no picture", []string{"web"}, nil, true,
		append([]string{"tilewatch/vision", "tilewatch/ocr", "tilewatch/calibration", "tilewatch/cmd"}, native...),
		"the pages are tested and shown on machines without OpenCV; what they need is plain data"},
	{"OpenCV and Tesseract have three doors", []string{"."}, []string{"vision", "ocr", "calibration"}, true, native,
		"a Mat must never escape to code that does not know when to close it"},
	{"vision decides no rules", []string{"vision"}, nil, false,
		[]string{"tilewatch/engine/nabit", "tilewatch/engine/reading", "tilewatch/engine/follow", "tilewatch/engine/lexicon", "tilewatch/web", "tilewatch/cmd"},
		"it says what it sees; the engine decides"},
	{"ocr knows letters only", []string{"ocr"}, nil, false,
		[]string{"tilewatch/engine/nabit", "tilewatch/engine/reading", "tilewatch/engine/follow", "tilewatch/vision", "tilewatch/web", "tilewatch/cmd"},
		"a letter reader that knew the board could not be tested on letters"},
	{"vision's libraries know no game", []string{"vision/blob", "vision/geom", "vision/homography", "vision/linear", "vision/pointgrid"}, nil, true,
		[]string{"tilewatch/vision/letters", "tilewatch/vision/dabble", "tilewatch/vision/snag", "tilewatch/vision/tabit", "tilewatch/ocr", "tilewatch/calibration"},
		"they serve all games alike, and are tested without any"},
	known("snag"), known("dabble"), known("tabit"),
	{"calibration is below what uses it", []string{"calibration"}, nil, false,
		[]string{"tilewatch/vision", "tilewatch/ocr", "tilewatch/web", "tilewatch/cmd", "tilewatch/engine/nabit"},
		"vision and the wizards are built on it"},
}

// known is the border around a game: its rules and its eyes, its page, and the one line that joins them.
func known(game string) border {
	return border{game + " is known by its own folders and one line", []string{"."},
		[]string{"engine/" + game, "vision/" + game, "web/" + game + "*.go", "cmd/internal/games/all.go"}, false,
		[]string{"tilewatch/engine/" + game, "tilewatch/vision/" + game}, "a further game must touch nothing else"}
}

func TestBorders(t *testing.T) {
	files := goFiles(t)
	for _, b := range borders {
		t.Run(b.name, func(t *testing.T) {
			for _, file := range files {
				if !b.holds(file.path) {
					continue
				}
				for _, spec := range file.syntax.Imports {
					imported, err := strconv.Unquote(spec.Path.Value)
					if err != nil {
						t.Fatal(err)
					}
					if slices.ContainsFunc(b.forbid, func(f string) bool { return under(imported, f) }) {
						t.Errorf("%s imports %s: %s", file.path, imported, b.why)
					}
				}
			}
		})
	}
}

func (b border) holds(file string) bool {
	in := func(folder string) bool {
		if matched, _ := path.Match(folder, file); matched {
			return true
		}
		return folder == "." || under(file, folder)
	}
	return (b.tests || !strings.HasSuffix(file, "_test.go")) && slices.ContainsFunc(b.folders, in) && !slices.ContainsFunc(b.except, in)
}

// under says whether name is the folder or import path, or lies below it.
func under(name, top string) bool { return name == top || strings.HasPrefix(name, top+"/") }

type goFile struct {
	path   string // with slashes, from the module's root
	syntax *ast.File
}

// goFiles are all Go files of the module.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(name) != ".go":
			return nil
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		files = append(files, goFile{filepath.ToSlash(name), syntax})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestEveryPackageHasExactlyOneDoc(t *testing.T) {
	docs := map[string][]string{}
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file.path, "_test.go") && path.Dir(file.path) != "." {
			continue
		}
		folder := path.Dir(file.path)
		if _, known := docs[folder]; !known {
			docs[folder] = nil
		}
		if file.syntax.Doc != nil {
			docs[folder] = append(docs[folder], file.path)
			name := path.Base(folder)
			begins := []string{"Package " + file.syntax.Name.Name + " "}
			if file.syntax.Name.Name == "main" {
				begins = []string{"Command " + name + " ", strings.ToUpper(name[:1]) + name[1:] + " "}
			}
			text := file.syntax.Doc.Text()
			if !slices.ContainsFunc(begins, func(b string) bool { return strings.HasPrefix(text, b) }) {
				t.Errorf("%s: the package doc begins %.40q, not as one of %q", file.path, text, begins)
			}
		}
	}
	for folder, in := range docs {
		if len(in) != 1 {
			t.Errorf("package in %s has %d package docs, not 1: %v", folder, len(in), in)
		}
	}
}

// TestEngineAndWebNeedNoCompilerButGo asks the go command itself, so packages of others count too.
func TestEngineAndWebNeedNoCompilerButGo(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-test", "-f", `{{if and (not .Standard) .CgoFiles}}{{.ImportPath}}{{end}}`, "./engine/...", "./web/...")
	list.Env = append(os.Environ(), "CGO_ENABLED=1", "GOFLAGS=")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	if native := strings.Fields(string(out)); len(native) > 0 {
		t.Errorf("engine or web depend on packages with C code: %v", native)
	}
}
