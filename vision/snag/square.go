package snag

import (
	"tilewatch/engine"
)

// square is one square of the board being judged.
type square struct {
	number       int
	col, row     float64
	ground       color   // of its middle, print left out
	ink          color   // of the print
	stroke       float64 // how wide the print's strokes are, pitches
	corners      float64 // how many of its four corners have the ground's color
	numberOffset engine.Point
	printed      bool    // whether off is known: where the number stands from the square's middle, pitches
	logOdds      float64 // log-likelihood ratio of a tile against the bare print
}

const (
	middlePart = 0.36  // half the side of the middle part, pitches
	middleGrid = 30    // samples a side
	cornerAt   = 0.462 // how far from the middle the corners are looked at: a tile leaves them free, the printed line lies beyond
	cornerWide = 0.012
)
