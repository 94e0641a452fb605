// Package focus measures how sharp a picture is: by how many pixels an edge takes from dark to light. Of a sharp picture that is about two; a
// Gaussian blur of s pixels makes it about two s (the step's height over its steepest slope, of edges that lie every way).
package focus

import (
	"image"
	"slices"
)

const (
	edgeLeast  = 40 // gray levels from dark to light: a lower step may be noise
	edgesLeast = 12 // fewer say nothing
	sharpPart  = 4  // one edge in so many is sharper than the answer: those that rows and columns cross aslant look wider
)

// Width is how many pixels an edge takes in a part of a picture; 0: it has too few edges.
func Width(gray *image.Gray, part image.Rectangle) float64 {
	part = part.Intersect(gray.Bounds())
	var widths []float64
	for y := part.Min.Y; y < part.Max.Y; y++ {
		widths = runs(widths, gray.Pix[gray.PixOffset(part.Min.X, y):], 1, part.Dx())
	}
	for x := part.Min.X; x < part.Max.X; x++ {
		widths = runs(widths, gray.Pix[gray.PixOffset(x, part.Min.Y):], gray.Stride, part.Dy())
	}
	if len(widths) < edgesLeast {
		return 0
	}
	slices.Sort(widths)
	return widths[len(widths)/sharpPart]
}

// runs appends the widths of the edges along a line of pixels, so many apart: where they only rise or only fall, by enough.
func runs(widths []float64, pixels []uint8, apart, n int) []float64 {
	start, steepest := 0, 0
	for i := 1; i <= n; i++ {
		step := 0
		if i < n {
			step = int(pixels[i*apart]) - int(pixels[(i-1)*apart])
		}
		if step*steepest > 0 {
			if step*step > steepest*steepest {
				steepest = step
			}
			continue
		}
		if rise := int(pixels[(i-1)*apart]) - int(pixels[start*apart]); rise >= edgeLeast || rise <= -edgeLeast {
			widths = append(widths, float64(rise)/float64(steepest))
		}
		start, steepest = i-1, step
	}
	return widths
}
