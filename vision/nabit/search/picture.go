package search

import (
	"tilewatch/vision/picture"
)

var ErrNoTiles = &picture.Error{Code: picture.NoTiles, Message: "no linked letter tiles were found: show the whole table from closer, in more light"}
