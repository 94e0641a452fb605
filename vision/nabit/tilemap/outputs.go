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

// The network's outputs: first the classes, then the colors and the levels, which it learns beside them; the map does not use these two.
const (
	firstColor = int(Classes)
	Colors     = 5 // of the players, then a bank's gray
	firstLevel = firstColor + Colors
	Levels     = 5
	Outputs    = firstLevel + Levels
)

// Groups are the outputs that exclude each other: of each group one is true.
func Groups(outputs []float32) (classes, colors, levels []float32) {
	return outputs[:firstColor], outputs[firstColor:firstLevel], outputs[firstLevel:Outputs]
}

// LogSoftmax turns log-odds into log-probabilities.
func LogSoftmax(from, to []float32) {
	most := float32(math.Inf(-1))
	for _, v := range from {
		most = max(most, v)
	}
	sum := 0.0
	for _, v := range from {
		sum += math.Exp(float64(v - most))
	}
	log := most + float32(math.Log(sum))
	for i, v := range from {
		to[i] = v - log
	}
}
