package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestMain lets the go command run the test itself as the tool.
func TestMain(m *testing.M) {
	if os.Getenv("ANALYZE") != "" {
		ownedTypes["example.test/m/other"] = []string{"Owned"}
		main()
	}
	os.Exit(m.Run())
}

// planted are faults, one for each kind of analyzer: those that read one function, those that follow values, those that count uses in a
// package with its tests, and those that must know what another package's functions do.
var planted = []struct{ name, code, want string }{
	{"vet: a verb for another type", `func F() { fmt.Printf("%d", "x") }`, "Printf format %d has arg"},
	{"vet: a verb in what prints elsewhere", `func F() { other.Printf("%d", "x") }`, "Printf format %d has arg"},
	{"vet: a copied lock", `func F(m sync.Mutex) {}`, "passes lock by value"},
	{"vet: a context that is never ended", `func F() { c, _ := context.WithCancel(context.Background()); _ = c }`, "should be called, not discarded"},
	{"vet: a test's end in a goroutine", `func F(t *testing.T) { go func() { t.Fatal() }() }`, `call to \(\*testing.T\).Fatal from a non-test goroutine`},
	{"vet: a tag that is none", "type T struct { A int `json:a` }", "not compatible with reflect.StructTag.Get"},
	{"vet: code that is never reached", `func F() int { return 1; println(); return 2 }`, "unreachable code"},
	{"vet: a result that is not used", `func F() { fmt.Sprint("x") }`, "result of fmt.Sprint call not used"},
	{"staticcheck: a pattern that does not compile", `var F = regexp.MustCompile("[")`, `missing closing .*\(SA1000\)`},
	{"staticcheck: what is deprecated elsewhere", `var F = other.Old`, "other.Old is deprecated"},
	{"staticcheck: a value never read", `func F() int { x := other.Pure(1); x = other.Pure(2); return x }`, "this value of x is never used"},
	{"staticcheck: a pure function elsewhere, called for nothing", `func F() { other.Pure(1) }`, "Pure doesn't have side effects and its return value is ignored"},
	{"staticcheck: never nil elsewhere", `func F() bool { return other.New() == nil }`, "this comparison is never true"},
	{"staticcheck: nil is looked into", `func F(p *int) int { if p == nil { println() }; return *p }`, "possible nil pointer dereference"},
	{"simple: a loop that copies", `func F(a, b []int) { for i := range a { b[i] = a[i] } }`, "should (use copy|copy)"},
	{"style: an error with a capital", `func F() error { return errors.New("Broken thing") }`, "error strings should not be capitalized"},
	{"errorlint: an error compared that may be wrapped", `func F(err error) bool { return err == errors.ErrUnsupported }`, `comparing with == will fail on wrapped errors.*\(errorlint\)`},
	{"unused: a function", `func f() {}`, `func f is unused \(U1000\)`},
	{"unused: a field", `type T struct { f int }`, `field f is unused`},
	{"owned: a field that another package writes", `func F(o *other.Owned) { o.At[1].N++ }`, "a field of other.Owned is written outside its package"},
	{"owned: a map of it that another package empties", `func F(o *other.Owned) { delete(o.All, 1) }`, "a field of other.Owned is written outside its package"},
	{"nothing: what a test uses, and an owned field that is read", `func used() { var o other.Owned; println(o.All[1]) }`, ""},
}

const otherPackage = `// Package other is for faults that a package's users make.
package other

import "example.test/m/other/deep"

// Printf prints.
func Printf(format string, a ...any) { deep.Printf(format, a...) }

// Old is old.
//
// Deprecated: it is old.
var Old = 1

// Pure adds one.
func Pure(x int) int { return deep.Pure(x) }

// Owned is written by its package alone.
type Owned struct {
	All map[int]int
	At  []struct{ N int }
}

// New makes one.
func New() any {
	var none *int
	return none
}
`

const deepPackage = `// Package deep is for what those do that other calls.
package deep

import "fmt"

// Printf prints.
func Printf(format string, a ...any) { fmt.Printf(format, a...) }

// Pure adds one.
func Pure(x int) int { return x + 1 }
`

// TestPlantedFaultsAreFound analyzes the packages with faults and the deepest one; the one between is a dependency, of which only facts are
// wanted.
func TestPlantedFaultsAreFound(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "go.mod", "module example.test/m\n\ngo 1.25.0\n")
	write(t, folder, "other/other.go", otherPackage)
	write(t, folder, "other/deep/deep.go", deepPackage)
	imports := []string{"context", "errors", "fmt", "example.test/m/other", "regexp", "sync", "testing"}
	for i, fault := range planted {
		at := "p" + string(rune('a'+i))
		text := "// Package " + at + " has a fault.\npackage " + at + "\n\n"
		for _, path := range imports {
			if strings.Contains(fault.code, path[strings.LastIndex(path, "/")+1:]+".") {
				text += "import \"" + path + "\"\n"
			}
		}
		write(t, folder, "faults/"+at+"/p.go", text+fault.code+"\n")
		if fault.want == "" {
			write(t, folder, "faults/"+at+"/p_test.go", "package "+at+"\n\nimport \"testing\"\n\nfunc TestUsed(*testing.T) { used() }\n")
		}
	}
	said := analyzed(t, folder)
	for i, fault := range planted {
		t.Run(fault.name, func(t *testing.T) {
			lines := slices.DeleteFunc(strings.Split(said, "\n"), func(line string) bool {
				return !strings.Contains(line, "p"+string(rune('a'+i))+string(filepath.Separator))
			})
			found := strings.Join(lines, "\n")
			if (fault.want == "") != (found == "") || !regexp.MustCompile(fault.want).MatchString(found) {
				t.Errorf("found %q, want %q", found, fault.want)
			}
		})
	}
	if t.Failed() {
		t.Logf("go vet said:\n%s", said)
	}
}

// analyzed is what the tool says of all packages in the folder.
func analyzed(t *testing.T, folder string) string {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("go", "vet", "-vettool="+self, "./faults/...", "./other/deep")
	c.Dir = folder
	c.Env = append(os.Environ(), "ANALYZE=1")
	out, err := c.CombinedOutput()
	if err == nil {
		t.Errorf("go vet is content with planted faults")
	}
	return string(out)
}

// TestVetsAnalyzersAreAllThere asks Go 1.26 for the analyzers of its own vet. Another Go may know others.
func TestVetsAnalyzersAreAllThere(t *testing.T) {
	if version := runtime.Version(); !strings.HasPrefix(version, "go1.26") {
		t.Skipf("the list is that of Go 1.26, and this is %s", version)
	}
	out, err := exec.Command("go", "tool", "vet", "help").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(out), "Registered analyzers:")
	list, _, _ = strings.Cut(list, "By default")
	var theirs, ours []string
	for _, line := range regexp.MustCompile(`(?m)^    (\w+) `).FindAllStringSubmatch(list, -1) {
		theirs = append(theirs, line[1])
	}
	for _, a := range vet {
		ours = append(ours, a.Name)
	}
	slices.Sort(theirs)
	slices.Sort(ours)
	if len(theirs) == 0 {
		t.Fatalf("go tool vet help names none:\n%s", out)
	}
	for _, name := range theirs {
		if !slices.Contains(ours, name) {
			t.Errorf("go vet runs %s, and the analysis does not", name)
		}
	}
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
