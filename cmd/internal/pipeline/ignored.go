package pipeline

import (
	"fmt"
	"image"
	"slices"
	"time"
)

// lookRound is how often the watch asks the gate what it takes for background.
const lookRound = time.Second

// beside is how near two regions are that count as one, pixels: what moves in place wanders a little.
const beside = 100

// background reports what the gate has learned to ignore since, each part of the picture once.
func (w *Watch[H, L]) background() error {
	if w.last.Time-w.asked < lookRound {
		return nil
	}
	w.asked = w.last.Time
	for _, r := range w.Gate.Ignored() {
		if slices.ContainsFunc(w.told, func(t image.Rectangle) bool { return t.Inset(-beside).Overlaps(r) }) {
			continue
		}
		w.told = append(w.told, r)
		err := w.table.Report(Ignored{"ignored", w.last.Frame, seconds(w.last.Time), regionOf(r),
			fmt.Sprintf("something keeps moving at %d,%d in the picture; it is ignored", (r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2)})
		if err != nil {
			return err
		}
	}
	return nil
}
