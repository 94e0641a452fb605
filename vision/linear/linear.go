// Package linear solves the small systems of linear equations that fitting lattices and boards to a picture comes down to.
package linear

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Solve solves n equations, each a row of n coefficients and the right side. False if they have no single solution; the rows stay as
// they are.
func Solve(rows [][]float64) ([]float64, bool) {
	n := len(rows)
	a, b := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	for i, row := range rows {
		a.SetRow(i, row[:n])
		b.SetVec(i, row[n])
	}
	var x mat.VecDense
	// Equations in pixels are badly conditioned by nature: what can be solved at all is.
	var condition mat.Condition
	if err := x.SolveVec(a, b); err != nil && (!errors.As(err, &condition) || math.IsInf(float64(condition), 1)) {
		return nil, false
	}
	return x.RawVector().Data, true
}
