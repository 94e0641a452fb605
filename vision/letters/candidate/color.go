package candidate

import (
	"math"

	"tilewatch/vision/blob"
)

// Tint is a color on scales where one plastic in changing light has a standard deviation of 1: hue counts more than brightness.
type Tint [3]float64

// TintOf is a color's tint.
func TintOf(c [3]float64) Tint {
	const floor, hueSpread, lightSpread = 12, 0.035, 0.12
	green := math.Log(c[1] + floor)
	return Tint{(math.Log(c[0]+floor) - green) / hueSpread, (math.Log(c[2]+floor) - green) / hueSpread, math.Log(blob.Luma(c)+floor) / lightSpread}
}

// Distance is the squared distance of two tints.
func (t Tint) Distance(o Tint) float64 {
	blue, red, light := t[0]-o[0], t[1]-o[1], t[2]-o[2]
	return blue*blue + red*red + light*light
}

// ColorDistance is the squared distance of two colors' tints.
func ColorDistance(a, b [3]float64) float64 { return TintOf(a).Distance(TintOf(b)) }

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
