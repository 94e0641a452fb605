package source

import (
	"gocv.io/x/gocv"
)

// How pictures without colors are known.
const (
	grayGap    = 2   // between the channels of a pixel that has no color, at most
	grayPixels = 500 // one in so many may have one all the same: cameras write the time into their pictures
	grayLooks  = 4000
)

// InColor is the source for a game in which colors tell whose a tile is: pictures without any, as cameras give at night, are held back
// from the first on, and that is told. The caller closes it in place of the source.
func RequireColor(s Source) Source {
	var gray spell
	return &sieve{Source: s, wrong: func(frame *Frame) (fault string, held bool) {
		lasts := gray.lasts(colorless(&frame.Mat), frame.Time)
		if gray.on && lasts >= blackAfter {
			fault = "the camera's picture has no colors, so nobody can tell whose a tile is: switch its night or black-and-white mode off, or put on a light"
		}
		return fault, gray.on
	}}
}

// colorless says whether a picture of three channels has no color, as far as some thousand pixels of it tell.
func colorless(mat *gocv.Mat) bool {
	pixels, err := mat.DataPtrUint8()
	if err != nil || mat.Channels() != 3 {
		return false // in pieces: nothing to say against it
	}
	step := 3 * (max(1, len(pixels)/3/grayLooks) | 1)
	colored := 0
	for i := 0; i+2 < len(pixels); i += step {
		if b, g, r := pixels[i], pixels[i+1], pixels[i+2]; max(b, g, r)-min(b, g, r) > grayGap {
			if colored++; colored > grayLooks/grayPixels {
				return false
			}
		}
	}
	return len(pixels) > 0
}
