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
	"sync"
	"testing"

	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/nn/unet"
)

// A border forbids imports to a folder and all below it.
type border struct {
	name    string
	folders []string // "." is everything
	except  []string // folders to which it does not apply
	tests   bool     // tests keep to it too
	forbid  []string // import paths, with all below them; one that ends in /. is that package alone; "!" before one: but for this, with all below it
	why     string
}

var native = []string{"C", "gocv.io/x/gocv", "github.com/otiai10/gosseract"}

var borders = []border{
	{"engine knows no pixels, browsers or cameras", []string{"engine"}, nil, true,
		append([]string{"tilewatch/vision", "tilewatch/ocr", "tilewatch/calibration", "tilewatch/web", "tilewatch/cmd"}, native...),
		"rules, journal and advice run without a camera, on machines without OpenCV"},
	{"the engine's vocabulary imports none of ours", []string{"engine/*.go"}, nil, false, []string{"tilewatch"},
		"everything is built on it, so it is built on nothing"},
	{"evidence decides nothing", []string{"engine/nabit/follow/evidence", "engine/nabit/follow/bank"}, nil, false, []string{"tilewatch/engine/nabit/follow"},
		"what the camera says must be testable without a believed game"},
	{"the record asks no picture", []string{"engine/nabit/follow/record"}, nil, false,
		[]string{"tilewatch/engine/nabit/follow/evidence", "tilewatch/engine/nabit/follow/hypothesis", "tilewatch/engine/nabit/follow/review"},
		"people and pictures change the same record, by the same events"},
	{"web sees no picture", []string{"web"}, nil, true,
		append([]string{"tilewatch/vision", "tilewatch/ocr", "tilewatch/calibration", "tilewatch/cmd"}, native...),
		"the pages are tested and shown on machines without OpenCV; what they need is plain data"},
	{"web knows no game's pages", []string{"web"}, []string{"web/games", "web/webtest"}, false, []string{"tilewatch/web/games"},
		"games enter by web.Options.Games; a further one must touch nothing else"},
	{"the rooms of web know no server", []string{"web/access", "web/board", "web/command", "web/desk", "web/frame", "web/games", "web/invite", "web/parts", "web/scoreboard",
		"web/setup", "web/sheets", "web/stream", "web/svg", "web/text", "web/viewer", "web/webtest"}, nil, false, []string{"tilewatch/web/."},
		"the server is built on them, and they are tested without it"},
	{"a game's pages are known by those who run games", []string{"."}, []string{"web/games", "web/webtest", "cmd/internal/games"}, false,
		[]string{"tilewatch/web/games"}, "everybody else draws a state through its scoreboard.Game"},
	{"OpenCV and Tesseract have three doors", []string{"."}, []string{"vision", "ocr", "calibration"}, true, native,
		"a Mat must never escape to code that does not know when to close it"},
	{"vision decides no rules", []string{"vision"}, nil, false,
		[]string{"tilewatch/engine/nabit", "tilewatch/engine/reading", "tilewatch/engine/lexicon", "tilewatch/web", "tilewatch/cmd"},
		"it says what it sees; the engine decides"},
	{"ocr knows letters only", []string{"ocr"}, nil, false,
		[]string{"tilewatch/engine/nabit", "tilewatch/engine/reading", "tilewatch/vision", "!tilewatch/vision/nn", "tilewatch/web", "tilewatch/cmd"},
		"a letter reader that knew the board could not be tested on letters; the neural networks of vision/nn know neither letters nor tables"},
	{"neural networks know neither letters nor tables", []string{"vision/nn"}, nil, true,
		[]string{"tilewatch", "!tilewatch/vision/nn", "!tilewatch/vision/parallel", "gocv.io/x/gocv", "github.com/otiai10/gosseract"},
		"letters, faces, edges and cards are all judged by them"},
	{"the road for live play knows no single game", []string{"cmd/internal/pipeline", "cmd/internal/table", "cmd/internal/game", "cmd/internal/photo"}, nil, false,
		[]string{"tilewatch/engine/nabit", "tilewatch/engine/reading", "tilewatch/engine/snag", "tilewatch/engine/dabble",
			"tilewatch/engine/tabit", "tilewatch/vision/snag", "tilewatch/vision/dabble", "tilewatch/vision/tabit", "tilewatch/vision/nabit",
			"tilewatch/vision/letters", "tilewatch/web/games", "tilewatch/cmd/internal/games"},
		"one watch loop, one desk and one keeper serve all games; a game's definition says what more it can do"},
	{"vision's libraries know no game", []string{"vision/blob", "vision/camerapose", "vision/geom", "vision/gridfit", "vision/homography", "vision/jpegs", "vision/kernel", "vision/lattice",
		"vision/linear", "vision/motion", "vision/nn", "vision/number", "vision/parallel", "vision/picture", "vision/pointgrid", "vision/resample", "vision/source", "vision/tileface"}, nil, false,
		[]string{"tilewatch/vision/nabit", "tilewatch/vision/letters", "tilewatch/vision/dabble", "tilewatch/vision/snag", "tilewatch/vision/tabit", "tilewatch/vision/train"},
		"they serve all games alike, and are tested without any"},
	{"eyes that see do not learn", []string{"vision", "ocr"}, []string{"vision/nn/fit", "vision/train", "ocr/train"}, false,
		[]string{"tilewatch/vision/nn/fit", "tilewatch/vision/train", "tilewatch/ocr/train"},
		"what trains is made for a developer's machine; the program only reads weights"},
	known("snag"), known("dabble"), known("tabit", "vision/train/tabit"),
	known("nabit", "vision/train/nabit",
		"cmd/accuracy", "cmd/internal/letters/mirror.go"), // they judge and use its readings of letters
	alone("nabit"), alone("letters"), alone("dabble"), alone("snag"), alone("tabit"),
	{"calibration is below what uses it", []string{"calibration"}, nil, false,
		[]string{"tilewatch/vision", "!tilewatch/vision/geom", "!tilewatch/vision/gridfit", "!tilewatch/vision/homography",
			"!tilewatch/vision/pointgrid", "tilewatch/ocr", "tilewatch/web", "tilewatch/cmd", "tilewatch/engine/nabit"},
		"vision and the wizards are built on it; the geometry below both knows neither cameras nor pictures"},
}

// known is the border around a game: its rules, its eyes and its pages, the definition that joins them, and more folders of its own.
func known(game string, more ...string) border {
	return border{game + " is known by its own folders", []string{"."},
		append(more, "engine/"+game, "vision/"+game, "web/games/"+game, "web/webtest", "cmd/internal/games/"+game), false,
		[]string{"tilewatch/engine/" + game, "tilewatch/vision/" + game, "tilewatch/web/games/" + game}, "a further game must touch nothing else but its line in cmd/internal/games/all.go"}
}

// alone is the border around a game's eyes: what two games need belongs in a library.
func alone(game string) border {
	var others []string
	for _, other := range []string{"nabit", "letters", "dabble", "snag", "tabit"} {
		if other != game {
			others = append(others, "tilewatch/vision/"+other)
		}
	}
	return border{"the eyes of " + game + " know no other game's", []string{"vision/" + game}, nil, true, others, "what two games need is a library below both"}
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
					if b.forbids(imported) {
						t.Errorf("%s imports %s: %s", file.path, imported, b.why)
					}
				}
			}
		})
	}
}

// TestBordersNameWhatIsThere: an exemption of a folder that is gone waits for somebody to make one of that name.
func TestBordersNameWhatIsThere(t *testing.T) {
	for _, b := range borders {
		for _, missing := range b.missing(".") {
			t.Errorf("%s: there is no %s", b.name, missing)
		}
	}
}

// missing are the folders and packages of ours that the border names and the tree does not hold.
func (b border) missing(tree string) []string {
	folders := slices.Concat(b.folders, b.except)
	for _, f := range b.forbid {
		if at := strings.TrimSuffix(strings.TrimPrefix(f, "!"), "/."); under(at, module) {
			folders = append(folders, "."+strings.TrimPrefix(at, module))
		}
	}
	return slices.DeleteFunc(folders, func(folder string) bool {
		found, err := filepath.Glob(filepath.Join(tree, filepath.FromSlash(folder)))
		return err == nil && len(found) > 0
	})
}

func TestMissingFoldersAreFound(t *testing.T) {
	tree := t.TempDir()
	for _, folder := range []string{"engine", "web"} {
		if err := os.Mkdir(filepath.Join(tree, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	b := border{folders: []string{".", "engine", "engine/*.go"}, except: []string{"web", "live"}, forbid: []string{"C", module + "/web/.", "!" + module + "/vision"}}
	if got, want := b.missing(tree), []string{"engine/*.go", "live", "./vision"}; !slices.Equal(got, want) {
		t.Errorf("%q are missing, want %q", got, want)
	}
}

// TestBordersNoForkByName looks for the forks that a game's definition replaces.
func TestBordersNoForkByName(t *testing.T) {
	games := []string{`"nabit"`, `"snag"`, `"dabble"`, `"tabit"`}
	for _, file := range goFiles(t) {
		if !under(file.path, "cmd") && !under(file.path, "web") || strings.HasSuffix(file.path, "_test.go") {
			continue
		}
		ast.Inspect(file.syntax, func(n ast.Node) bool {
			compared, ok := n.(*ast.BinaryExpr)
			if !ok || compared.Op != token.EQL && compared.Op != token.NEQ {
				return true
			}
			for _, side := range []ast.Expr{compared.X, compared.Y} {
				switch side := side.(type) {
				case *ast.BasicLit:
					if slices.Contains(games, side.Value) {
						t.Errorf("%s compares with %s: what a game can do its definition says (game.Game)", file.path, side.Value)
					}
				case *ast.SelectorExpr:
					if in, ok := side.X.(*ast.Ident); ok && in.Name == "record" && side.Sel.Name == "Kind" {
						t.Errorf("%s compares with record.Kind: what a game can do its definition says (game.Game)", file.path)
					}
				}
			}
			return true
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

// forbids says whether the border forbids an import.
func (b border) forbids(imported string) bool {
	return slices.ContainsFunc(b.forbid, func(f string) bool { return under(imported, f) || imported+"/." == f }) &&
		!slices.ContainsFunc(b.forbid, func(f string) bool { but, ok := strings.CutPrefix(f, "!"); return ok && under(imported, but) })
}

// under says whether name is the folder or import path, or lies below it.
func under(name, top string) bool { return name == top || strings.HasPrefix(name, top+"/") }

type goFile struct {
	path   string // with slashes, from the module's root
	syntax *ast.File
}

// sources has the positions of all files that goFiles and openHouse read.
var sources = token.NewFileSet()

// goFiles are all Go files of the module. They are parsed once for all tests.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	files, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var parsed = sync.OnceValues(func() (files []goFile, err error) {
	err = filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(name) != ".go":
			return nil
		}
		syntax, err := parser.ParseFile(sources, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		files = append(files, goFile{filepath.ToSlash(name), syntax})
		return err
	})
	return files, err
})

// TestGamesEnterThroughOneDoor reads the list of the program's games: each of its lines is the call of a package's Define, and nothing else in
// the list says more of one game than of another.
func TestGamesEnterThroughOneDoor(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "cmd/internal/games/all.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var games []string
	ast.Inspect(file, func(n ast.Node) bool {
		list, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		for _, line := range list.Elts {
			call, ok := line.(*ast.CallExpr)
			if !ok || len(call.Args) > 0 {
				t.Errorf("a line of the list is %T, not a call without arguments", line)
				continue
			}
			if door, ok := call.Fun.(*ast.SelectorExpr); !ok || door.Sel.Name != "Define" {
				t.Errorf("line %d of the list calls something else than Define", len(games)+1)
			} else if game, ok := door.X.(*ast.Ident); ok {
				games = append(games, game.Name)
			}
		}
		return false
	})
	if want := []string{"nabit", "snag", "dabble", "tabit"}; !slices.Equal(games, want) {
		t.Errorf("the list has %q, want %q", games, want)
	}
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

// TestEveryNetworkHasItsProvenance holds every NAME.bin to be a neural network that says where it comes from, with the same in NAME.md for
// people, and a line in the ledger of trainings.
func TestEveryNetworkHasItsProvenance(t *testing.T) {
	found := 0
	ledger, err := os.ReadFile(fit.Ledger)
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), "."):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(name) != ".bin":
			return nil
		}
		found++
		file, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		made, err := provenanceOf(file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return nil
		}
		page, err := os.ReadFile(strings.TrimSuffix(name, ".bin") + ".md")
		if err != nil {
			t.Errorf("%s has no page that says where it comes from: %v", name, err)
		}
		if !strings.Contains(string(ledger), "\n| "+filepath.ToSlash(name)+" | ") {
			t.Errorf("%s has no line in %s", name, fit.Ledger)
		}
		for _, part := range []string{made.Data, made.Command, made.Commit, made.Score} {
			if part == "" || strings.Contains(part, nn.NotRecorded) || !strings.Contains(string(page), part) {
				t.Errorf("%s: its page does not say %q", name, part)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found == 0 {
		t.Error("no networks found")
	}
}

// provenanceOf reads a network of either kind.
func provenanceOf(file []byte) (nn.Provenance, error) {
	if _, made, err := unet.Read(file); err == nil {
		return made, nil
	}
	n, err := nn.Read(file)
	if err != nil {
		return nn.Provenance{}, err
	}
	return n.Provenance, nil
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
