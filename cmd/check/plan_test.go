package main

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

func TestWhatGoroutinesShare(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"arithmetic", "import \"math\"\nfunc f() float64 { return math.Pi }", false},
		{"what is made once", "import \"sync\"\nvar table = sync.OnceValue(func() int { return 1 })", false},
		{"a goroutine", "func f() { go f() }", true},
		{"a lock", "import \"sync\"\ntype t struct { m sync.Mutex }", true},
		{"a lock by another name", "import lock \"sync\"\ntype t struct { m lock.RWMutex }", true},
		{"a count", "import \"sync/atomic\"\nvar n atomic.Int64", true},
		{"a channel", "type t struct { c chan int }", true},
		{"waiting for a context", "import \"context\"\nfunc f(ctx context.Context) { <-ctx.Done() }", true},
		{"a group", "import \"golang.org/x/sync/errgroup\"\nvar g errgroup.Group", true},
		{"a package of ours with the name of a lock's", "import \"m/sync\"\nvar m sync.Mutex", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, err := parser.ParseFile(token.NewFileSet(), "f.go", "package p\n"+c.text, 0)
			if err != nil {
				t.Fatal(err)
			}
			if got := shares(file); got != c.want {
				t.Errorf("shares is %v, want %v", got, c.want)
			}
		})
	}
}

func TestEachPackageRunsInItsPass(t *testing.T) {
	test := []string{"p_test.go"}
	packages := []pkg{
		{ImportPath: "tilewatch/engine/rules", TestGoFiles: test},
		{ImportPath: "tilewatch/web", XTestGoFiles: test, shares: true},
		{ImportPath: "tilewatch/web/bare", shares: true},
		{ImportPath: "tilewatch/cmd/user", TestGoFiles: test, uses: true},
		{ImportPath: "tilewatch/vision/source", TestGoFiles: test, shares: true},
		{ImportPath: "tilewatch/vision/eyes", TestGoFiles: test, shares: true, races: true},
		{ImportPath: "tilewatch/vision/marks", TestGoFiles: test, shares: true},
	}
	var got []string
	for _, p := range plan(packages) {
		got = append(got, strings.Join(append(p.flags[:len(p.flags)-1:len(p.flags)-1], p.packages...), " "))
	}
	want := []string{
		"-race tilewatch/web tilewatch/cmd/user tilewatch/vision/source",
		"-race -run=^TestRace tilewatch/vision/eyes",
		"tilewatch/engine/rules tilewatch/vision/eyes tilewatch/vision/marks",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the passes are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// unraced are the packages in which goroutines share something and that no raced test reaches: neither is theirs, nor do they lie below
// a package whose tests are raced.
func unraced(packages []pkg) (left []string) {
	below := map[string]bool{}
	for _, p := range packages {
		if p.races || p.raced() {
			below[p.ImportPath] = true
			for _, at := range slices.Concat(p.Deps, p.TestImports, p.XTestImports) {
				below[at] = true
			}
		}
	}
	for _, p := range packages {
		if p.shares && !below[p.ImportPath] {
			left = append(left, p.folder())
		}
	}
	return left
}

func TestWhatNoRacedTestReachesIsNamed(t *testing.T) {
	test := []string{"p_test.go"}
	packages := []pkg{
		{ImportPath: "tilewatch/web", TestGoFiles: test, shares: true, Deps: []string{"tilewatch/web/bare"}},
		{ImportPath: "tilewatch/web/bare", shares: true},
		{ImportPath: "tilewatch/web/alone", shares: true},
		{ImportPath: "tilewatch/vision/eyes", TestGoFiles: test, races: true, Deps: []string{"tilewatch/vision/marks"}},
		{ImportPath: "tilewatch/vision/marks", TestGoFiles: test, shares: true},
		{ImportPath: "tilewatch/vision/heights", TestGoFiles: test, shares: true},
	}
	if got, want := unraced(packages), []string{"web/alone", "vision/heights"}; !slices.Equal(got, want) {
		t.Errorf("unraced are %q, want %q", got, want)
	}
}

// TestAllThatIsSharedIsRaced reads the module itself: a package that begins to start goroutines or to hold locks must not be left out.
func TestAllThatIsSharedIsRaced(t *testing.T) {
	packages, err := load("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range unraced(packages) {
		t.Errorf("goroutines share something in %s, and no test runs it with the race detector: give it, or a package that uses it, a test named TestRace...", folder)
	}
	raced := strings.Join(plan(packages)[0].packages, " ") + " "
	for _, folder := range []string{"web", "cmd/internal/table", "cmd/internal/pipeline", "cmd/internal/club", "cmd/internal/queue", "cmd/internal/helper",
		"cmd/internal/observe", "engine/journal", "engine/journal/sqlite", "vision/source", "vision/parallel"} {
		if !strings.Contains(raced, module+"/"+folder+" ") {
			t.Errorf("%s is not raced", folder)
		}
	}
	for _, folder := range slices.Concat(reading, notReading) {
		if !slices.ContainsFunc(packages, func(p pkg) bool { return under(p.folder(), folder) }) {
			t.Errorf("%s is named as reading pictures or not, and is no folder with packages", folder)
		}
	}
}
