package nabit

import (
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/tilemap"
)

// Preload reads the map's network and fills in the largest table, which the first picture would wait for otherwise.
func Preload() {
	tilemap.Preload()
	candidate.OrientationBins()
}
