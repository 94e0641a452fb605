package snag

import (
	"tilewatch/engine"
)

// square is one square of the board with its measures.
type square struct {
	number       int
	col, row     float64
	ground       color        // color of its middle without the print
	ink          color        // of the print
	stroke       float64      // how wide the print's strokes are, pitches
	corners      float64      // how many of its corners have the ground's color
	numberOffset engine.Point // where the number stands from the middle, pitches
	logOdds      float64      // of a tile against the bare board
}

// Where a square is sampled.
const (
	middlePart = 0.36  // half the side of the middle part, pitches
	middleGrid = 30    // samples along each side
	cornerAt   = 0.462 // distance of the corners from the middle: a tile leaves them free, and the printed line lies beyond
	cornerWide = 0.012
)
