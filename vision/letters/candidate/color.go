package candidate

import (
	"math"

	"tilewatch/vision/blob"
)

// ColorDistance is the squared distance of two colors in standard deviations of one plastic in changing light: hue counts more than
// brightness.
func ColorDistance(a, b [3]float64) float64 {
	const floor, hueSpread, lightSpread = 12, 0.035, 0.12
	log := func(c [3]float64, k int) float64 { return math.Log((c[k] + floor) / (c[1] + floor)) }
	blue, red := (log(a, 0)-log(b, 0))/hueSpread, (log(a, 2)-log(b, 2))/hueSpread
	light := math.Log((blob.Luma(a)+floor)/(blob.Luma(b)+floor)) / lightSpread
	return blue*blue + red*red + light*light
}

// MedianColor is the median of each channel.
func MedianColor(of [][3]float64) (median [3]float64) {
	channel := make([]float64, len(of))
	for c := range median {
		for i := range of {
			channel[i] = of[i][c]
		}
		median[c] = blob.UpperMedian(channel)
	}
	return median
}

// SameColor is the squared distance within which two colors are of one kind of tile.
const SameColor = 14.0
