package tilewatch_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mibk/dupl/job"
	"github.com/mibk/dupl/syntax"
)

// mostTwice is how many nodes of the syntax may stand in two places.
const mostTwice = 100

// TestNothingIsWrittenTwice looks for pieces of code outside tests that differ in names and values alone, in the whole tree (a suffix tree of its
// syntax, by dupl).
func TestNothingIsWrittenTwice(t *testing.T) {
	var files []string
	for _, name := range tracked(t) {
		if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			files = append(files, name)
		}
	}
	for _, places := range clones(files, mostTwice) {
		t.Errorf("%s are alike: let one serve", strings.Join(places, ", "))
	}
}

func TestWhatIsWrittenTwiceIsFound(t *testing.T) {
	const code = `package p

func %s(%[1]ss []int) (sum int) {
	for _, %[1]s := range %[1]ss {
		sum += %[1]s
	}
	return sum
}
`
	var files []string
	for _, name := range []string{"apple", "pear"} {
		files = append(files, filepath.Join(t.TempDir(), name+".go"))
		if err := os.WriteFile(files[len(files)-1], fmt.Appendf(nil, code, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if found := clones(files, 20); len(found) != 1 || len(found[0]) != 2 || !strings.HasSuffix(found[0][1], "pear.go:1") {
		t.Errorf("found %q", found)
	}
}

// clones are the places of each piece of code of at least so many nodes that stands more than once.
func clones(files []string, nodes int) (all [][]string) {
	names := make(chan string)
	go func() {
		for _, name := range files {
			names <- name
		}
		close(names)
	}()
	tree, read, done := job.BuildTree(job.Parse(names))
	<-done
	tree.Update(&syntax.Node{Type: -1}) // the end
	places := map[string]map[string]bool{}
	for match := range tree.FindDuplOver(nodes) {
		found := syntax.FindSyntaxUnits(*read, match, nodes)
		for _, piece := range found.Frags {
			if places[found.Hash] == nil {
				places[found.Hash] = map[string]bool{}
			}
			places[found.Hash][place(piece[0])] = true
		}
	}
	for _, at := range places {
		if len(at) > 1 {
			all = append(all, slices.Sorted(maps.Keys(at)))
		}
	}
	return all
}

// place is the file and line where a node begins.
func place(n *syntax.Node) string {
	text, err := os.ReadFile(n.Filename)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s:%d", n.Filename, 1+bytes.Count(text[:n.Pos], []byte("\n")))
}
