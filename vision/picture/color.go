package picture

import (
	"tilewatch/vision/blob"
)

// FaceSize is the side of the face that the letter reader takes, pixels.
const FaceSize = 48

// Spread is how colorful a sample is: its largest less its smallest channel.
func Spread(c BGR) float64 { return max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

// ColorGap is the largest difference of two samples over the channels.
func ColorGap(a, b BGR) float64 { return blob.ColorGap(a, b) }

// nthSmallest is the value at a place of the sorted order (quickselect). It reorders all.
func nthSmallest(all []float64, place int) float64 { return blob.Quickselect(all, place) }
