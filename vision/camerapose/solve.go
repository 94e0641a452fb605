package camerapose

// #cgo noescape accumulate
// #cgo nocallback accumulate
// #include "normal.h"
import "C"

import (
	"math"
	"unsafe"
)

// This file is the package's own small dense solver; the package doc says why it is not gonum.

// NormalEquations are the normal equations of least squares: the lower half of a symmetric matrix, and the
// right-hand side.
type NormalEquations struct {
	A       [len(Delta{})]Delta
	B       Delta
	Numbers int // of unknowns
}

// Residual is an error of a fit with its weight and its derivatives; those beyond the unknowns are 0.
type Residual struct {
	Error, Weight float64
	Slope         Delta
}

// Together is how many residuals are worth collecting for AddAll: few enough for the stack.
const Together = 64

// AddAll adds residuals. It runs in C, whose compiler vectorizes it: fits spend most of their time here.
func (n *NormalEquations) AddAll(all []Residual) {
	if len(all) > 0 {
		C.accumulate((*C.residual)(unsafe.Pointer(&all[0])), C.int64_t(len(all)), C.int32_t(n.Numbers), (*C.double)(&n.A[0][0]), (*C.double)(&n.B[0]))
	}
}

// Add adds one residual with its weight and its derivatives.
func (n *NormalEquations) Add(residual, weight float64, slope *Delta) {
	for x, s := range slope[:n.Numbers] {
		if k := weight * s; k != 0 {
			n.B[x] -= k * residual
			row := &n.A[x]
			for y, s := range slope[:x+1] {
				row[y] += k * s
			}
		}
	}
}

// Mirror copies the lower half of the matrix to the upper half.
func (n *NormalEquations) Mirror() {
	for x := range n.Numbers {
		for y := x + 1; y < n.Numbers; y++ {
			n.A[x][y] = n.A[y][x]
		}
	}
}

// singular is the least pivot of a regular system.
const singular = 1e-14

// Solve solves the first equations of a symmetric system by Gaussian elimination with partial pivoting. It
// overwrites the system. False if the system is singular.
func Solve(a *[len(Delta{})]Delta, b Delta, numbers int) (Delta, bool) {
	for i := range numbers {
		pivot := i
		for r := i + 1; r < numbers; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[pivot][i]) {
				pivot = r
			}
		}
		if math.Abs(a[pivot][i]) < singular {
			return b, false
		}
		a[i], a[pivot], b[i], b[pivot] = a[pivot], a[i], b[pivot], b[i]
		for r := i + 1; r < numbers; r++ {
			k := a[r][i] / a[i][i]
			for c := i; c < numbers; c++ {
				a[r][c] -= k * a[i][c]
			}
			b[r] -= k * b[i]
		}
	}
	for i := numbers - 1; i >= 0; i-- {
		for c := i + 1; c < numbers; c++ {
			b[i] -= a[i][c] * b[c]
		}
		b[i] /= a[i][i]
	}
	return b, true
}

// Solve3 solves a system of three equations by Cramer's rule.
func Solve3(a [3][3]float64, b [3]float64) (x [3]float64) {
	c0, c1, c2 := Vec3{a[0][0], a[1][0], a[2][0]}, Vec3{a[0][1], a[1][1], a[2][1]}, Vec3{a[0][2], a[1][2], a[2][2]}
	d := 1 / c0.Dot(c1.Cross(c2))
	return [3]float64{Vec3(b).Dot(c1.Cross(c2)) * d, c0.Dot(Vec3(b).Cross(c2)) * d, c0.Dot(c1.Cross(Vec3(b))) * d}
}

// Cholesky3 is the lower triangular Cholesky factor of a positive definite matrix; false if the matrix is not positive definite.
func Cholesky3(a [3][3]float64) (l [3][3]float64, ok bool) {
	for i := range 3 {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if i != j {
				l[i][j] = sum / l[j][j]
				continue
			}
			if !(sum > 0) {
				return l, false
			}
			l[i][i] = math.Sqrt(sum)
		}
	}
	return l, true
}
