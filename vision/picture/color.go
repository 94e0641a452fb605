package picture

import (
	"tilewatch/vision/blob"
)

// Spread is how colored a sample is: the gap between its largest and smallest channel.
func Spread(c BGR) float64 { return max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

// ColorGap is the largest difference of a channel.
func ColorGap(a, b BGR) float64 { return blob.ColorGap(a, b) }

// nthSmallest is what would be at a place if all were sorted. It changes their order.
func nthSmallest(all []float64, place int) float64 { return blob.Quickselect(all, place) }
