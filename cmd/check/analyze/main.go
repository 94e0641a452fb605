// Command analyze is the one analysis of the code: what go vet looks for and what staticcheck looks for, in one pass.
//
//	go vet -vettool=analyze PACKAGES
//
// The go command calls it once for each package and keeps what it found in the build cache: a package is typed once for all
// analyzers, from the compiler's export data of what it imports, and again only when something in it changed.
package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	analyzers := slices.Concat(vet, staticchecks())
	if unit := os.Args[len(os.Args)-1]; strings.HasSuffix(unit, ".cfg") && onlyFacts(unit) {
		analyzers = slices.DeleteFunc(analyzers, func(a *analysis.Analyzer) bool { return len(a.FactTypes) == 0 })
	}
	unitchecker.Main(analyzers...)
}

// onlyFacts reports whether the unit is a dependency, of which only facts are wanted: which of its functions print, never return, and so on.
// Without this unitchecker runs there whatever uses facts, nearly all of staticcheck.
func onlyFacts(unit string) bool {
	text, err := os.ReadFile(unit)
	if err != nil {
		return false // unitchecker says what is wrong
	}
	var config unitchecker.Config
	return json.Unmarshal(text, &config) == nil && config.VetxOnly
}
