package source

import (
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

// How a camera is spared whose picture does not change: decoding is most of what a table at rest costs.
const (
	restAfter = 3 * time.Second        // without motion
	restEvery = 150 * time.Millisecond // is between two pictures then; the first in which something moves ends the rest
	// A picture has moved when so many of the grid's points differ by more than noise.
	restColumns, restRows = 96, 54
	restNoise             = 15 // gray levels, mean of four pixels
	restMoved             = restColumns * restRows * 3 / 1000
)

// rest notices that a camera's pictures stay the same. The zero value is ready.
type rest struct {
	grid   [restRows][restColumns]uint8
	known  bool
	moved  time.Time     // when something last did
	seen   time.Time     // the newest picture
	period time.Duration // between the camera's own pictures, a running mean
}

// see takes the newest picture, before which so many were passed over.
func (r *rest) see(mat *gocv.Mat, now time.Time, passed int) {
	if gap := now.Sub(r.seen) / time.Duration(passed+1); r.known && gap < time.Second {
		r.period += (gap - r.period) / 8
	}
	r.seen = now
	if r.differs(mat) || !r.known {
		r.known, r.moved = true, now
	}
}

// on says whether the camera may rest.
func (r *rest) on() bool { return r.known && r.seen.Sub(r.moved) >= restAfter }

// wait is how long the next picture is not needed yet.
func (r *rest) wait(now time.Time) time.Duration {
	if !r.on() {
		return 0
	}
	return restEvery - now.Sub(r.seen)
}

// pass is how many of the camera's next pictures are not needed.
func (r *rest) pass() int {
	if !r.on() || r.period <= 0 {
		return 0
	}
	return max(0, min(int((restEvery+r.period/4)/r.period), maxPassed)-1)
}

// maxPassed keeps a camera that is lost from being asked in vain for long.
const maxPassed = 8

// differs compares the picture with the one before, and keeps it.
func (r *rest) differs(mat *gocv.Mat) bool {
	pixels, err := mat.DataPtrUint8()
	w, h := mat.Cols(), mat.Rows()
	if err != nil || w < picture.MinSide || h < picture.MinSide || len(pixels) < 3*w*h {
		return true
	}
	moved := 0
	for i := range r.grid {
		row := pixels[3*w*((2*i+1)*h/(2*restRows)):]
		for j := range r.grid[i] {
			at := 3*min((2*j+1)*w/(2*restColumns), w-4) + 1 // green stands for brightness
			mean := uint8((int(row[at]) + int(row[at+3]) + int(row[at+6]) + int(row[at+9])) / 4)
			if gap := int(mean) - int(r.grid[i][j]); gap > restNoise || gap < -restNoise {
				moved++
			}
			r.grid[i][j] = mean
		}
	}
	return moved > restMoved
}
