package source

import (
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

// How a camera is spared whose picture does not change: decoding is most of what a table at rest costs.
const (
	idleAfter    = 3 * time.Second        // without motion
	idleInterval = 150 * time.Millisecond // is between two pictures then; the first in which something moves ends the rest
	// A picture has moved when so many of the grid's points differ by more than noise.
	idleColumns, idleRows = 96, 54
	idleNoise             = 15 // gray levels, mean of four pixels
	idleMaxMoved          = idleColumns * idleRows * 3 / 1000
)

// rest notices that a camera's pictures stay the same. The zero value is ready.
type idleDetector struct {
	grid       [idleRows][idleColumns]uint8
	known      bool
	lastMotion time.Time     // when something last did
	newest     time.Time     // the newest picture
	period     time.Duration // between the camera's own pictures, a running mean
}

// see takes the newest picture, before which so many were passed over.
func (r *idleDetector) observe(mat *gocv.Mat, now time.Time, passed int) {
	if gap := now.Sub(r.newest) / time.Duration(passed+1); r.known && gap < time.Second {
		r.period += (gap - r.period) / 8
	}
	r.newest = now
	if r.changed(mat) || !r.known {
		r.known, r.lastMotion = true, now
	}
}

// on says whether the camera may rest.
func (r *idleDetector) idle() bool { return r.known && r.newest.Sub(r.lastMotion) >= idleAfter }

// wait is how long the next picture is not needed yet.
func (r *idleDetector) wait(now time.Time) time.Duration {
	if !r.idle() {
		return 0
	}
	return idleInterval - now.Sub(r.newest)
}

// pass is how many of the camera's next pictures are not needed.
func (r *idleDetector) skip() int {
	if !r.idle() || r.period <= 0 {
		return 0
	}
	return max(0, min(int((idleInterval+r.period/4)/r.period), maxSkipped)-1)
}

// maxPassed keeps a camera that is lost from being asked in vain for long.
const maxSkipped = 8

// differs compares the picture with the one before, and keeps it.
func (r *idleDetector) changed(mat *gocv.Mat) bool {
	pixels, err := mat.DataPtrUint8()
	w, h := mat.Cols(), mat.Rows()
	if err != nil || w < picture.MinSide || h < picture.MinSide || len(pixels) < 3*w*h {
		return true
	}
	moved := 0
	for i := range r.grid {
		row := pixels[3*w*((2*i+1)*h/(2*idleRows)):]
		for j := range r.grid[i] {
			at := 3*min((2*j+1)*w/(2*idleColumns), w-4) + 1 // green stands for brightness
			mean := uint8((int(row[at]) + int(row[at+3]) + int(row[at+6]) + int(row[at+9])) / 4)
			if gap := int(mean) - int(r.grid[i][j]); gap > idleNoise || gap < -idleNoise {
				moved++
			}
			r.grid[i][j] = mean
		}
	}
	return moved > idleMaxMoved
}
