package pipeline

import (
	"fmt"
	"image"
	"math"
	"time"
)

// The reasons of a "slow" line: turns appear later, or are missed.
const (
	TooSlow    Reason = "too_slow"   // the camera gives few pictures
	Overloaded Reason = "overloaded" // the camera gives enough, and this computer cannot look at all of them
)

// rateOver is the time over which the camera's pictures are counted: a shorter burst of work, as at the start, is not worth a word.
const rateOver = 8 * time.Second

// rate counts the camera's pictures, those that were looked at for motion, and those that were read.
type rate struct {
	from    time.Duration // the beginning of the count
	first   int           // the picture that came then
	seen    int           // pictures that were looked at since
	dropped int           // that came too fast to be looked at, by the source's count
	before  int           // dropped, at the beginning
	read    int           // pictures that were read since
	reading time.Duration // how long that took
	told    Reason        // what is slow; empty: nothing
}

// again begins a new count.
func (r *rate) again(now time.Duration, frame int) {
	*r = rate{from: now, first: frame, dropped: r.dropped, before: r.dropped, told: r.told}
}

// look counts a picture.
func (r *rate) look(dropped int) {
	r.seen++
	r.dropped = dropped
}

// Between two pictures that are looked at, or read. A table of which more is seen loses no turn, whatever is dropped: a camera may give 60
// pictures a second. What lies between the two bounds changes nothing, so that nothing flickers.
const (
	overloaded = time.Second / 2 // as long or longer: the computer is too slow, if it drops a fair share
	unloaded   = time.Second / 3 // shorter: it is fast enough
	fairShare  = 0.25            // of the pictures that came
)

// each is the time from one picture to the next that this computer has time for. While the table lies as it was read, few are read.
func (r *rate) each(passed time.Duration) time.Duration {
	return max(passed/time.Duration(max(1, r.seen)), r.reading/time.Duration(max(1, r.read)))
}

// overloaded says whether the computer is too slow.
func (r *rate) overloaded(passed, camera time.Duration) bool {
	bound, each := overloaded, r.each(passed)
	if r.told == Overloaded {
		bound = unloaded
	}
	return each >= bound && float64(each-camera) >= fairShare*float64(each)
}

// pace reports once that the camera or this computer is slow, and when it no longer is. slow is what the gate makes of the pictures.
func (w *Watch[H, L]) pace(slow bool) error {
	r := &w.rate
	passed := w.last.Time - r.from
	if passed < rateOver {
		return nil
	}
	camera := passed / time.Duration(max(1, w.last.Frame-r.first))
	each, before := r.each(passed), r.told
	switch tooSlow := r.overloaded(passed, camera); {
	case tooSlow:
		r.told = Overloaded
	case slow && camera > slowest:
		r.told = TooSlow
	default:
		r.told = ""
	}
	r.again(w.last.Time, w.last.Frame)
	if r.told == before {
		return nil
	}
	h := w.held("slow", r.told, image.Rectangle{}, "")
	switch {
	case r.told == TooSlow:
		h.Message = fmt.Sprintf("the camera is slow, %s: turns appear later", often(camera))
	case r.told == Overloaded:
		h.Reads, h.Of = perSecond(each), perSecond(camera)
		h.Percent = int(math.Round(100 * (1 - h.Reads/h.Of)))
		h.Message = fmt.Sprintf("this computer is too slow for its camera: it reads %v of %v pictures a second, and turns appear later or are missed: close other programs", h.Reads, h.Of)
	case before == Overloaded:
		h.Message = "this computer keeps up with its camera again"
	default:
		h.Message = "the camera is fast enough again"
	}
	return w.table.Report(h)
}

// perSecond is how many pictures that is, to a tenth where there are few.
func perSecond(each time.Duration) float64 {
	if n := 1 / each.Seconds(); n < 5 {
		return math.Round(10*n) / 10
	}
	return math.Round(1 / each.Seconds())
}

// slowest is the time between two pictures of a camera that is not slow, at most. A quick camera whose picture rests is looked at as
// rarely, but it counts its pictures.
const slowest = time.Second / 3

// often says how often pictures come.
func often(each time.Duration) string {
	switch n := math.Round(1 / each.Seconds()); {
	case n > 1:
		return fmt.Sprintf("%.0f pictures a second", n)
	case each < 3*time.Second/2:
		return "1 picture a second"
	}
	return fmt.Sprintf("1 picture in %.0f seconds", math.Round(each.Seconds()))
}
