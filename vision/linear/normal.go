package linear

import "slices"

// Normal are the normal equations of a linear least-squares problem, summed up equation by equation.
type Normal struct{ rows [][]float64 } // n rows of n coefficients and the right side

// NewNormal has n unknowns and no equations.
func NewNormal(n int) *Normal {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n+1)
	}
	return &Normal{rows}
}

// Add adds the equation row * x = value, with a weight: the inverse of its variance.
func (n *Normal) Add(row []float64, value, weight float64) {
	last := len(n.rows)
	for i, a := range row {
		if a == 0 {
			continue
		}
		for j, b := range row {
			n.rows[i][j] += weight * a * b
		}
		n.rows[i][last] += weight * a * value
	}
}

// AddOne adds an equation in one unknown, x[i] = value, with a weight: a prior, or with value 0 a ridge.
func (n *Normal) AddOne(i int, value, weight float64) {
	n.rows[i][i] += weight
	n.rows[i][len(n.rows)] += weight * value
}

// Damped is a copy whose diagonal is larger by a share of itself (Marquardt's damping).
func (n *Normal) Damped(share float64) *Normal {
	damped := &Normal{make([][]float64, len(n.rows))}
	for i, row := range n.rows {
		damped.rows[i] = slices.Clone(row)
		damped.rows[i][i] *= 1 + share
	}
	return damped
}

// Solve is the least-squares solution; false if the equations do not determine one.
func (n *Normal) Solve() ([]float64, bool) { return Solve(n.rows) }
