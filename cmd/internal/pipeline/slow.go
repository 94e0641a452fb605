package pipeline

import (
	"fmt"
	"image"
	"math"
	"time"
)

// TooSlow is the reason of a "slow" line: the camera gives so few pictures that turns appear later.
const TooSlow Reason = "too_slow"

// rateOver is the time over which the camera's pictures are counted.
const rateOver = 8 * time.Second

// rate counts the camera's pictures.
type rate struct {
	from  time.Duration // the beginning of the count
	first int           // the picture that came then
	told  bool          // that the camera is slow
}

// pace reports once that the camera is slow, and when it no longer is. slow is what the gate makes of its pictures.
func (w *Watch[H, L]) pace(slow bool) error {
	r := &w.rate
	passed := w.last.Time - r.from
	if passed < rateOver {
		return nil
	}
	each := passed / time.Duration(max(1, w.last.Frame-r.first))
	r.from, r.first = w.last.Time, w.last.Frame
	if slow = slow && each > slowest; slow == r.told {
		return nil
	}
	r.told = slow
	if !slow {
		return w.table.Report(w.held("slow", "", image.Rectangle{}, "the camera is fast enough again"))
	}
	return w.table.Report(w.held("slow", TooSlow, image.Rectangle{}, fmt.Sprintf("the camera is slow, %s: turns appear later", often(each))))
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
