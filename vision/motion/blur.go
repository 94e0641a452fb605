package motion

import (
	"slices"
	"time"
)

// A frame that is less sharp than the one before it shows all edges elsewhere: it is passed over, and the sharp ones between such frames
// are compared with each other. A lens loses sharpness everywhere: the cells are compared one by one, and a hand covers few of them.
const (
	// blurredShare is the energy of a blurred cell's edges, of what they had before, in three of four cells. A Gaussian blur of 2.5 pixels
	// of a picture of 1280 leaves .62 at most, the first frame of a lens that hunts for its focus .89, a camera that sways or trembles .97
	// and more (the films of testdata in the rooms of source/disturb).
	blurredShare = 0.92
	// blurredFor is how long blurred frames are passed over: a lens hunts for .8 s, and the picture may stay as it is.
	blurredFor = time.Second
	// edgesLeast is the mean squared step from pixel to pixel, gray levels, of a cell that has edges, and cellsLeast the cells it takes.
	edgesLeast, cellsLeast = 30, 12
)

// blurred says whether the frame shows what the one before did, less sharp.
func (v *view) blurred() bool {
	v.sharp, v.sharpThen = v.edges(v.sharpThen[:0]), v.sharp
	if len(v.then) != len(v.now) || len(v.sharpThen) != len(v.sharp) {
		return false
	}
	v.ratios = v.ratios[:0]
	for cell, e := range v.sharpThen {
		if e >= edgesLeast {
			v.ratios = append(v.ratios, v.sharp[cell]/e)
		}
	}
	if len(v.ratios) < cellsLeast {
		return false
	}
	slices.Sort(v.ratios)
	gain := v.gainSince()
	return v.ratios[len(v.ratios)*3/4] < blurredShare*gain[1]*gain[1] && v.medianChange(gain) < motionLeast
}

// edges appends the mean squared step from pixel to pixel of each cell of every other row.
func (v *view) edges(out []float32) []float32 {
	columns, rows := v.w/cellSide, v.h/cellSide
	for row := range rows {
		for column := range columns {
			sum := 0
			for y := row * cellSide; y < (row+1)*cellSide; y += 2 {
				i := 3*(y*v.w+column*cellSide) + 1
				for range cellSide - 1 {
					d := int(v.now[i+3]) - int(v.now[i])
					sum += d * d
					i += 3
				}
			}
			out = append(out, float32(sum)/(cellSide/2*(cellSide-1)))
		}
	}
	return out
}

// passOver makes the frame before the newest one again.
func (v *view) passOver() {
	v.now, v.then, v.gained = v.then, v.now, false
	v.sharp, v.sharpThen = v.sharpThen, v.sharp
	v.edge = v.was
}
