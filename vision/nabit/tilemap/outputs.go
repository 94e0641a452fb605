package tilemap

import "math"

// Class is what a point of the picture shows.
type Class int

// The classes, in the order of the network's outputs.
const (
	Table  Class = iota // the table and whatever is no tile
	Letter              // the face of a board's tile that shows a letter
	Blank               // the face of a board's tile without a letter
	Side                // a side of a board's tile
	Loose               // a tile on a rack or anywhere else
	Bank                // a bank's tiles
	Classes
)

// The network's outputs: the classes, the colors and the levels, of each group one is true, and last the heat of a face's middle.
const (
	firstColor = int(Classes)
	Colors     = 5 // of the players, then a bank's gray
	firstLevel = firstColor + Colors
	Levels     = 5
	heat       = firstLevel + Levels
	Outputs    = heat + 1
)

// oddsMost bounds the log-odds of a point: one point must not outweigh all others of its face.
const oddsMost = 8

// odds are the log-odds of any tile's face against the table and sides, and of a tile being the board's against one on a rack or anywhere else.
func odds(classes *[Classes]float32) (tile, board float32) {
	onBoard, beside := logAdd(classes[Letter], classes[Blank]), logAdd(classes[Loose], classes[Bank])
	return bounded(logAdd(onBoard, beside) - logAdd(classes[Table], classes[Side])), bounded(onBoard - beside)
}

// bounded is a log-ratio within the bounds of a point.
func bounded(ratio float32) float32 { return min(max(ratio, -oddsMost), oddsMost) }

// logAdd is the logarithm of the sum of two numbers given by their logarithms, to a millionth: it looks up by how much the sum exceeds the larger one.
func logAdd(a, b float32) float32 {
	if a < b {
		a, b = b, a
	}
	x := (a - b) * excessSteps
	if !(x < excessSteps*excessRange) {
		return a
	}
	k := int(x)
	return a + excess[k] + (x-float32(k))*(excess[k+1]-excess[k])
}

// The table's differences of logarithms, and its entries for each nat: linear interpolation between these errs by less than a millionth.
const (
	excessRange = 16
	excessSteps = 256
)

// excess is log(1 + e^-d) for the differences d.
var excess = func() (table [excessRange*excessSteps + 1]float32) {
	for i := range table {
		table[i] = float32(math.Log1p(math.Exp(-float64(i) / excessSteps)))
	}
	return table
}()
