package camerapose

import (
	"math"
)

// tableSteps gives linear interpolation an error below 1e-7, for the functions below.
const tableSteps = 2048

// lookupTable holds a function's values from 0 to 1. The search evaluates these functions ten thousands of times
// per picture.
type lookupTable [tableSteps + 2]float64

// tabulate fills a table with a function's values.
func tabulate(f func(float64) float64) *lookupTable {
	t := new(lookupTable)
	for i := range t {
		t[i] = f(float64(i) / tableSteps)
	}
	return t
}

// at interpolates the function at x, 0 to 1, linearly.
func (t *lookupTable) at(x float64) float64 {
	k := int(x * tableSteps)
	return t[k] + (x*tableSteps-float64(k))*(t[k+1]-t[k])
}

var (
	atanTable = tabulate(func(x float64) float64 { return math.Atan(x) / (math.Pi / 2) })
	logTable  = tabulate(math.Log1p)
)

// QuarterOf is the direction of a vector modulo a quarter turn, in quarter turns, to within 1e-7.
func QuarterOf(x, y float64) float64 {
	opposed := x < 0 != (y < 0)
	x, y = math.Abs(x), math.Abs(y)
	if y > x {
		x, y, opposed = y, x, !opposed
	}
	steep := y / x
	if !(steep <= 1) {
		return 0 // the zero vector
	}
	turn := atanTable.at(steep)
	if opposed {
		return 1 - turn
	}
	return turn
}

// RoughLog is the natural logarithm of a positive number, to within 1e-7.
func RoughLog(x float64) float64 {
	const mantissa, one = 52, 1023
	bits := math.Float64bits(x)
	exponent := int(bits>>mantissa) - one
	rest := math.Float64frombits(bits&(1<<mantissa-1) | one<<mantissa)
	return float64(exponent)*math.Ln2 + logTable.at(rest-1)
}
