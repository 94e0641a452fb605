package search

import (
	"fmt"

	"tilewatch/vision/picture"
)

// TilePitches are the pitches that the measurement of an unknown tile set tries, in mm, commonest first.
var TilePitches = []float64{24.3, 21.5, 27, 19, 30}

// The layout that a measurement needs: InRow tiles in a row, and a stack of OnEnd tiles on one end of it.
const InRow, OnEnd = 5, 5

// ErrNoLayout means that the search found no such layout.
var ErrNoLayout = &picture.Error{Code: picture.NoTiles, Message: fmt.Sprintf("no row of %d tiles with a stack of %d at one end found: lay it next to the board, letters up, with nothing else near", InRow, OnEnd)}
