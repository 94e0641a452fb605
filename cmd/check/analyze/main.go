// Command analyze is the one analysis of the code: what go vet, staticcheck and errorlint look for, in one pass.
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

	"codeberg.org/polyfloyd/go-errorlint/errorlint"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	analyzers := append(slices.Concat(vet, staticchecks()), owned, named(errorlint.NewAnalyzer()))
	if unit := os.Args[len(os.Args)-1]; strings.HasSuffix(unit, ".cfg") && onlyFacts(unit) {
		analyzers = withFacts(analyzers)
	}
	unitchecker.Main(analyzers...)
}

// onlyFacts reports whether the unit is a dependency, of which only facts are wanted: which of its functions print, never return, and so on.
func onlyFacts(unit string) bool {
	text, err := os.ReadFile(unit)
	if err != nil {
		return false // unitchecker says what is wrong
	}
	var config unitchecker.Config
	return json.Unmarshal(text, &config) == nil && config.VetxOnly
}

// withFacts are those of the analyzers that find facts, and of those that they require: most of staticcheck's checks only use what these
// find, and unitchecker would run them all.
func withFacts(analyzers []*analysis.Analyzer) (found []*analysis.Analyzer) {
	seen := map[*analysis.Analyzer]bool{}
	var look func(*analysis.Analyzer)
	look = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		if len(a.FactTypes) > 0 {
			found = append(found, a)
		}
		for _, required := range a.Requires {
			look(required)
		}
	}
	for _, a := range analyzers {
		look(a)
	}
	return found
}
