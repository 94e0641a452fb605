package tilewatch_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// onlyTested are the functions that no command reaches, as deadcode names them, or folders of such, and why they stay.
var onlyTested = map[string]string{}

// TestNoFunctionIsDead asks deadcode for functions that no command reaches. What only tests call belongs into tests; packages that only tests
// import are theirs. It type-checks all that the program is built of, for 45 seconds of one core, and so runs where it is asked for.
func TestNoFunctionIsDead(t *testing.T) {
	if os.Getenv("DEADCODE") == "" {
		t.Skip("DEADCODE=1 runs it; make check does")
	}
	tags := ""
	for flag := range strings.FieldsSeq(os.Getenv("GOFLAGS")) {
		if of, ok := strings.CutPrefix(flag, "-tags="); ok {
			tags = of // deadcode overrides GOFLAGS with its own
		}
	}
	tool := exec.Command("go", "tool", "deadcode", "-tags="+tags, "./...")
	tool.Env = append(os.Environ(), "GOGC=400") // 27 seconds instead of 52, for up to 3 GB
	tool.Stderr = os.Stderr
	out, err := tool.Output()
	if err != nil {
		t.Fatalf("go tool deadcode: %v", err)
	}
	for _, wrong := range unreached(string(out), roomsOf(goFiles(t)).linked(), onlyTested) {
		t.Error(wrong)
	}
}

// TestNoRoomIsDead names packages that neither a command nor a test imports.
func TestNoRoomIsDead(t *testing.T) {
	for _, folder := range roomsOf(goFiles(t)).unused() {
		t.Errorf("%s: nothing imports this package", folder)
	}
}

// rooms are packages by their folders.
type rooms map[string]*imports

// imports are what a package imports, of ours, by folder.
type imports struct {
	main        bool
	declares    bool // something besides a doc
	code, tests map[string]bool
}

func roomsOf(files []goFile) rooms {
	all := rooms{}
	for _, file := range files {
		folder := path.Dir(file.path)
		r := all[folder]
		if r == nil {
			r = &imports{code: map[string]bool{}, tests: map[string]bool{}}
			all[folder] = r
		}
		to := r.code
		if strings.HasSuffix(file.path, "_test.go") {
			to = r.tests
		} else {
			r.main = file.syntax.Name.Name == "main"
			r.declares = r.declares || len(file.syntax.Decls) > 0
		}
		for _, spec := range file.syntax.Imports {
			if at, err := strconv.Unquote(spec.Path.Value); err == nil && strings.HasPrefix(at, module+"/") {
				to[strings.TrimPrefix(at, module+"/")] = true
			}
		}
	}
	return all
}

// linked are the folders of the packages that commands are built of.
func (all rooms) linked() map[string]bool {
	linked := map[string]bool{}
	for folder, r := range all {
		if r.main {
			all.link(folder, linked)
		}
	}
	return linked
}

func (all rooms) link(folder string, linked map[string]bool) {
	r := all[folder]
	if r == nil || linked[folder] {
		return
	}
	linked[folder] = true
	for imported := range r.code {
		all.link(imported, linked)
	}
}

// unused are the folders of packages with code that are no command's and that no test of another one imports.
func (all rooms) unused() (unused []string) {
	used := all.linked()
	for folder, r := range all {
		for imported := range r.tests {
			if imported != folder {
				all.link(imported, used)
			}
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(all)) {
		if all[folder].declares && !used[folder] {
			unused = append(unused, folder)
		}
	}
	return unused
}

// unreached reads what deadcode prints, "path:line:column: unreachable func: Name" for each function, and says what is wrong: functions of
// linked packages, and exemptions that are no longer needed.
func unreached(printed string, linked map[string]bool, exempt map[string]string) (wrong []string) {
	stale := maps.Clone(exempt)
	for line := range strings.Lines(printed) {
		line = strings.TrimSpace(line)
		at, name, ok := strings.Cut(line, ": unreachable func: ")
		if !ok {
			wrong = append(wrong, "deadcode says: "+line)
			continue
		}
		file, _, _ := strings.Cut(at, ":")
		folder := path.Dir(file)
		door := folder + ": " + name
		delete(stale, folder)
		delete(stale, door)
		if linked[folder] && exempt[folder] == "" && exempt[door] == "" {
			wrong = append(wrong, line+": no command reaches it: delete it, or move it to the tests that use it")
		}
	}
	for _, door := range slices.Sorted(maps.Keys(stale)) {
		wrong = append(wrong, fmt.Sprintf("%s needs no exemption: %s", door, exempt[door]))
	}
	return wrong
}

func TestDeadFunctionsAreFound(t *testing.T) {
	printed := "engine/dabble/values.go:20:6: unreachable func: Usual\nweb/webtest/film.go:16:6: unreachable func: FilmTruth\n" +
		"vision/nabit/tilemap/tilemap.go:57:6: unreachable func: Map.Board\nvision/picture/raster.go:93:6: unreachable func: WithPixels\n" +
		"vision/picture/raster.go:99:6: unreachable func: WithMore\n"
	linked := map[string]bool{"engine/dabble": true, "vision/nabit/tilemap": true, "vision/picture": true}
	exempt := map[string]string{"vision/nabit/tilemap": "it is new", "vision/picture: WithPixels": "for tests", "web: Old": "of old"}
	got := unreached(printed, linked, exempt)
	want := []string{"engine/dabble/values.go:20:6: ", "vision/picture/raster.go:99:6: ", "web: Old needs no exemption"}
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("wrong are %q, want %q", got, want)
	}
	set := func(folders ...string) map[string]bool {
		m := map[string]bool{}
		for _, f := range folders {
			m[f] = true
		}
		return m
	}
	all := rooms{
		".": {false, false, nil, set("engine")}, "cmd/x": {true, true, set("engine"), set("webtest")},
		"engine": {false, true, set("engine/sub"), set("engine", "fixture")}, "engine/sub": {false, true, nil, nil},
		"webtest": {false, true, set("poll"), nil}, "poll": {false, true, nil, nil}, "fixture": {false, true, nil, nil},
		"attic": {false, true, set("chest"), set("attic")}, "chest": {false, true, nil, nil},
	}
	if got := slices.Sorted(maps.Keys(all.linked())); !slices.Equal(got, []string{"cmd/x", "engine", "engine/sub"}) {
		t.Errorf("linked are %q", got)
	}
	if got := all.unused(); !slices.Equal(got, []string{"attic", "chest"}) {
		t.Errorf("unused are %q", got)
	}
}
