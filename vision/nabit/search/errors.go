package search

import (
	"tilewatch/vision/picture"
)

// ErrNoTiles means that the search found no structure.
var ErrNoTiles = &picture.Error{Code: picture.NoTiles, Message: "no linked letter tiles found: show the whole table from closer, in better light"}
