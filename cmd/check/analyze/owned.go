package main

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// ownedTypes are the types whose fields only their own package writes, by its path: others ask it to, by a method that keeps who did so and why.
// Fields stay readable for all.
var ownedTypes = map[string][]string{
	"tilewatch/vision/nabit/hypothesis": {"Evidence", "Hypothesis"},
}

// owned finds fields of those types that another package writes. Tests may.
var owned = &analysis.Analyzer{
	Name:     "owned",
	Doc:      "refuses writes to the fields of types that have one owner",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run:      findWrites,
}

func findWrites(pass *analysis.Pass) (any, error) {
	report := func(e ast.Expr) {
		if name := ownedIn(pass, e); name != "" && !strings.HasSuffix(pass.Fset.Position(e.Pos()).Filename, "_test.go") {
			pass.Reportf(e.Pos(), "a field of %s is written outside its package: give that a method", name)
		}
	}
	pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Preorder([]ast.Node{(*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil), (*ast.CallExpr)(nil)}, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				report(e)
			}
		case *ast.IncDecStmt:
			report(n.X)
		case *ast.CallExpr:
			if len(n.Args) > 0 && changesFirst(pass, n.Fun) {
				report(n.Args[0])
			}
		}
	})
	return nil, nil
}

// changesFirst reports whether a function changes the map that is its first argument.
func changesFirst(pass *analysis.Pass, f ast.Expr) bool {
	switch f := ast.Unparen(f).(type) {
	case *ast.Ident:
		_, builtin := pass.TypesInfo.Uses[f].(*types.Builtin)
		return builtin && (f.Name == "delete" || f.Name == "clear")
	case *ast.SelectorExpr:
		in := pass.TypesInfo.Uses[f.Sel]
		return in != nil && in.Pkg() != nil && in.Pkg().Path() == "maps" && slices.Contains([]string{"Copy", "DeleteFunc", "Insert"}, f.Sel.Name)
	}
	return false
}

// ownedIn names the owned type of another package of which an expression is a field, or a part of one; empty if there is none.
func ownedIn(pass *analysis.Pass, e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return ownedIn(pass, e.X)
	case *ast.StarExpr:
		return ownedIn(pass, e.X)
	case *ast.SelectorExpr:
		if s := pass.TypesInfo.Selections[e]; s != nil && s.Kind() == types.FieldVal {
			of := s.Recv()
			if p, is := of.Underlying().(*types.Pointer); is {
				of = p.Elem()
			}
			if named, is := types.Unalias(of).(*types.Named); is && named.Obj().Pkg() != nil && named.Obj().Pkg() != pass.Pkg && slices.Contains(ownedTypes[named.Obj().Pkg().Path()], named.Obj().Name()) {
				return named.Obj().Pkg().Name() + "." + named.Obj().Name()
			}
		}
		if whole, is := ast.Unparen(e.X).(*ast.SelectorExpr); is {
			if s := pass.TypesInfo.Selections[whole]; s != nil && s.Obj().(*types.Var).Embedded() {
				return "" // what is embedded is a thing of its own
			}
		}
		return ownedIn(pass, e.X)
	}
	return ""
}
