package search

import (
	"fmt"

	"tilewatch/vision/picture"
)

// TilePitches are what tiles are tried for whose size nobody knows, millimetres.
var TilePitches = []float64{24.3, 21.5, 27, 19, 30}

// The layout to be measured: so many in a row, and so many on one end.
const InRow, OnEnd = 5, 5

var ErrNoLayout = &picture.Error{Code: picture.NoTiles, Message: fmt.Sprintf("no row of %d tiles with a stack of %d on one end is seen: lay it beside the board, letters up, with nothing else near it", InRow, OnEnd)}
