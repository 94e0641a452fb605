package nn

import "math"

// The table of TanhTable runs from -tanhRange to tanhRange, as in forward.c.
const (
	tanhRange = 6
	tanhSteps = 3072
)

var tanhTable = func() (table [tanhSteps + 2]float32) {
	for i := range table {
		table[i] = float32(math.Tanh(2*tanhRange*float64(i)/tanhSteps - tanhRange))
	}
	return table
}()
