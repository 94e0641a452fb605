package source

import (
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

// Decoding is most of the cost of a table at rest, so an idle camera decodes fewer pictures. The limits are hand-set: a
// lower idleMaxMoved or idleNoise keeps a noisy camera from ever being idle.
const (
	idleAfter    = 3 * time.Second        // without motion: the camera is idle
	idleInterval = 150 * time.Millisecond // between two pictures of an idle camera; the first motion ends it
	// A picture has changed when more than idleMaxMoved points of the grid, 0.3 percent, differ by more than idleNoise.
	idleColumns, idleRows = 96, 54
	idleNoise             = 15 // gray levels, mean of four pixels
	idleMaxMoved          = idleColumns * idleRows * 3 / 1000
)

// idleDetector notices that a camera's pictures stay the same. The zero value is ready.
type idleDetector struct {
	grid       [idleRows][idleColumns]uint8
	known      bool
	lastMotion time.Time     // time of the last change
	newest     time.Time     // time of the newest picture
	period     time.Duration // between the camera's pictures, a running mean
}

// observe takes the newest picture, after so many skipped ones.
func (d *idleDetector) observe(mat *gocv.Mat, now time.Time, skipped int) {
	if gap := now.Sub(d.newest) / time.Duration(skipped+1); d.known && gap < time.Second {
		d.period += (gap - d.period) / 8
	}
	d.newest = now
	if d.changed(mat) || !d.known {
		d.known, d.lastMotion = true, now
	}
}

// idle says whether nothing has changed for idleAfter.
func (d *idleDetector) idle() bool { return d.known && d.newest.Sub(d.lastMotion) >= idleAfter }

// wait is how long the caller may wait for the next picture.
func (d *idleDetector) wait(now time.Time) time.Duration {
	if !d.idle() {
		return 0
	}
	return idleInterval - now.Sub(d.newest)
}

// skip is how many of the camera's next pictures to skip.
func (d *idleDetector) skip() int {
	if !d.idle() || d.period <= 0 {
		return 0
	}
	return max(0, min(int((idleInterval+d.period/4)/d.period), maxSkipped)-1)
}

// maxSkipped bounds the pictures that one Grab waits for, so that a lost camera shows soon.
const maxSkipped = 8

// changed compares the picture with the one before, and keeps it.
func (d *idleDetector) changed(mat *gocv.Mat) bool {
	pixels, err := mat.DataPtrUint8()
	w, h := mat.Cols(), mat.Rows()
	if err != nil || w < picture.MinSide || h < picture.MinSide || len(pixels) < 3*w*h {
		return true
	}
	moved := 0
	for i := range d.grid {
		row := pixels[3*w*((2*i+1)*h/(2*idleRows)):]
		for j := range d.grid[i] {
			at := 3*min((2*j+1)*w/(2*idleColumns), w-4) + 1 // green stands for brightness
			mean := uint8((int(row[at]) + int(row[at+3]) + int(row[at+6]) + int(row[at+9])) / 4)
			if gap := int(mean) - int(d.grid[i][j]); gap > idleNoise || gap < -idleNoise {
				moved++
			}
			d.grid[i][j] = mean
		}
	}
	return moved > idleMaxMoved
}
