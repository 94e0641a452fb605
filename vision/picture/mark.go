package picture

import (
	blobs "tilewatch/vision/blob"
)

// nthSmallest is what would be at a place if all were sorted. It changes their order.
func nthSmallest(all []float64, place int) float64 { return blobs.Quickselect(all, place) }
