package tileface

import (
	"fmt"

	"tilewatch/engine"
)

// The classifier says how much a face looks like a tile that lies exactly at a place and on a level: here two places of a drawn table, one with a
// tile and one without.
func Example() {
	pose := drawnPose(35)
	raster := drawnTable(&pose, map[engine.Place]drawnTile{{}: {height: 2, color: drawnYellow}}, plainCloth)
	for _, at := range []engine.Place{{}, {Row: 1, Col: 1}} {
		for level := 1; level <= 2; level++ {
			face := SampleFaceClosely(raster, &pose, at, float64(level))
			fmt.Printf("row %d, column %d, level %d: a tile is likely: %v\n", at.Row, at.Col, level, FineClassifier().Score(face.Features()) > 0)
		}
	}
	// Output:
	// row 0, column 0, level 1: a tile is likely: false
	// row 0, column 0, level 2: a tile is likely: true
	// row 1, column 1, level 1: a tile is likely: false
	// row 1, column 1, level 2: a tile is likely: false
}
