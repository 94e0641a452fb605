// Package linear solves the small least-squares problems to which fitting a lattice or a board to a picture comes down:
//
//	Solve                n linear equations (LU decomposition, gonum)
//	Normal               the normal equations of a linear least-squares problem
//	LevenbergMarquardt   a nonlinear least-squares problem, by damped Gauss-Newton steps
//
// Poses of NAB-IT!'s lattice are fitted thousands of times a picture and have a solver without allocation of their own, in
// vision/camerapose. Matrices are slices of rows in double precision, of up to some ten unknowns.
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
	// Equations in pixels are badly conditioned by nature: any solution counts but that of a singular matrix.
	var condition mat.Condition
	if err := x.SolveVec(a, b); err != nil && (!errors.As(err, &condition) || math.IsInf(float64(condition), 1)) {
		return nil, false
	}
	return x.RawVector().Data, true
}

// Inverse is the inverse of a square matrix; false if it has none.
func Inverse(a [][]float64) ([][]float64, bool) {
	inverse := make([][]float64, len(a))
	for i := range inverse {
		inverse[i] = make([]float64, len(a))
	}
	for k := range a {
		rows := make([][]float64, len(a))
		for i := range rows {
			rows[i] = append(append(make([]float64, 0, len(a)+1), a[i]...), 0)
		}
		rows[k][len(a)] = 1
		column, ok := Solve(rows)
		if !ok {
			return nil, false
		}
		for i, v := range column {
			inverse[i][k] = v
		}
	}
	return inverse, true
}
