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
	var p [Classes]float64
	most := classes[0]
	for _, v := range classes {
		most = max(most, v)
	}
	for i, v := range classes {
		p[i] = math.Exp(float64(v - most))
	}
	b, l := p[Letter]+p[Blank], p[Loose]+p[Bank]
	return bounded(b+l, p[Table]+p[Side]), bounded(b, l)
}

// bounded is the logarithm of a ratio, within the bounds of a point.
func bounded(a, b float64) float32 {
	const tiny = 1e-30
	return float32(min(max(math.Log((a+tiny)/(b+tiny)), -oddsMost), oddsMost))
}

// logSoftmax turns log-odds into log-probabilities, in place.
func logSoftmax(v []float64) {
	most := math.Inf(-1)
	for _, x := range v {
		most = max(most, x)
	}
	sum := 0.0
	for _, x := range v {
		sum += math.Exp(x - most)
	}
	log := most + math.Log(sum)
	for i := range v {
		v[i] -= log
	}
}
