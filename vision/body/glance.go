package body

import (
	_ "embed"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/picture"
)

//go:embed glance.bin
var glanceFile []byte

// A glance shows less of a claimed tile, and in fewer pixels.
const (
	glanceSide  = 20
	glanceReach = 0.7
)

var glances = eye{net: netOf("glance.bin", &glanceFile, glanceSide), side: glanceSide, reach: glanceReach, together: 64}

// usualLetter is the longer side of the box around a letter in a picture, in sides of its tile.
const usualLetter = 0.535

// Glances say of marks, by their middles and the longer sides of their boxes, how much they look like letters on bodies, however they are turned: log-odds
// where nearly as many are as are not. A glance takes a fraction of a look's time.
func Glances(r *picture.Raster, middles []engine.Point, long []float64) ([]float64, error) {
	claims := make([]engine.Quad, len(middles))
	for i, at := range middles {
		claims[i] = Glanced(at, long[i])
	}
	return glances.logRatios(r, claims)
}

// Glanced is the face that a glance takes to be around a mark.
func Glanced(middle engine.Point, long float64) engine.Quad {
	return geom.Square(middle, long/usualLetter/2, 0)
}
