package main

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/stylecheck"
	"honnef.co/go/tools/unused"
)

// staticchecks are what staticcheck runs when nothing is configured: all but the checks that it calls non-default.
func staticchecks() []*analysis.Analyzer {
	all := []*analysis.Analyzer{nothingUnused}
	for _, a := range slices.Concat(simple.Analyzers, staticcheck.Analyzers, stylecheck.Analyzers) {
		if !a.Doc.NonDefault {
			all = append(all, named(a.Analyzer))
		}
	}
	return all
}

// named lets the analyzer say its name behind each finding: "go vet" shows only the message.
func named(a *analysis.Analyzer) *analysis.Analyzer {
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		report := pass.Report
		pass.Report = func(d analysis.Diagnostic) {
			d.Message += " (" + a.Name + ")"
			report(d)
		}
		return run(pass)
	}
	return a
}

// nothingUnused reports what staticcheck's U1000 finds, which by itself only returns it. The go command gives a package together with the
// tests in it, so what these use is used.
var nothingUnused = &analysis.Analyzer{
	Name:     "unused",
	Doc:      "finds unused code (staticcheck's U1000)",
	Requires: []*analysis.Analyzer{unused.Analyzer.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		found := pass.ResultOf[unused.Analyzer.Analyzer].(unused.Result)
		for _, object := range found.Unused {
			pass.Report(analysis.Diagnostic{Pos: pos(pass, object.Position), Message: fmt.Sprintf("%s %s is unused (U1000)", object.Kind, object.Name)})
		}
		return nil, nil
	},
}

// pos is where in the pass's files the position is.
func pos(pass *analysis.Pass, at token.Position) token.Pos {
	for _, file := range pass.Files {
		if f := pass.Fset.File(file.Pos()); f.Name() == at.Filename {
			return f.Pos(at.Offset)
		}
	}
	return token.NoPos
}
