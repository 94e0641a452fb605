package source

import (
	"gocv.io/x/gocv"
)

// Limits of a picture without colors, all hand-set. Higher ones take a table of gray tiles for a night picture.
const (
	maxGrayChroma = 2    // gray levels between the channels of a gray pixel, at most
	grayOutliers  = 500  // one sample in so many may have a color: cameras write the time into their pictures
	graySamples   = 4000 // pixels looked at, about
)

// RequireColor is the source for a game whose tiles belong to players by color. It holds back pictures without
// color, as cameras give at night, from the first on and reports a fault. The caller closes it in place of the
// source.
func RequireColor(s Source) Source {
	var gray streak
	return &filter{Source: s, reject: func(frame *Frame) (fault string, held bool) {
		lasts := gray.length(colorless(&frame.Mat), frame.Time)
		if gray.on && (lasts >= blackTolerance || frame.Photo) {
			fault = "the camera's picture has no colors, so nobody can tell whose a tile is: switch its night or black-and-white mode off, or put on a light"
		}
		return fault, gray.on
	}}
}

// colorless says whether a picture of three channels has no color in a sample of its pixels.
func colorless(mat *gocv.Mat) bool {
	pixels, err := mat.DataPtrUint8()
	if err != nil || mat.Channels() != 3 {
		return false // not contiguous: no judgment
	}
	step := 3 * (max(1, len(pixels)/3/graySamples) | 1)
	colored := 0
	for i := 0; i+2 < len(pixels); i += step {
		if b, g, r := pixels[i], pixels[i+1], pixels[i+2]; max(b, g, r)-min(b, g, r) > maxGrayChroma {
			if colored++; colored > graySamples/grayOutliers {
				return false
			}
		}
	}
	return len(pixels) > 0
}
