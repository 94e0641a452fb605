package pipeline_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"tilewatch/cmd/internal/pipeline"
	"tilewatch/vision/motion"
)

// TestWhatWasMeasuredWronglyIsToldOnce has eyes that find, one after the other, that camera and tiles are others.
func TestWhatWasMeasuredWronglyIsToldOnce(t *testing.T) {
	s := &spot{open: true}
	var told []pipeline.Reason
	w := pipeline.Watch[int, int]{Source: pictures(t, 12), Gate: motion.NewGate(), Eyes: s, Follower: s, Pace: pipeline.Pace{Often: time.Millisecond, Rarely: time.Millisecond}}
	w.Strange = func() (all []pipeline.Reason) {
		if s.looks > 2 {
			all = append(all, pipeline.OtherCamera)
		}
		if s.looks > 4 {
			all = append(all, pipeline.OtherTiles)
		}
		return all
	}
	err := w.Run(t.Context(), pipeline.Alone(func(event pipeline.Event) error {
		if h, ok := event.(pipeline.Held); ok && h.Type == "profile" {
			if told = append(told, h.Reason); h.Message == "" || h.Frame < 0 {
				t.Errorf("told %+v", h)
			}
		}
		return nil
	}), pipeline.Reports{})
	if want := []pipeline.Reason{pipeline.OtherCamera, pipeline.OtherTiles}; errors.Join(err, w.Gate.Close()) != nil || !slices.Equal(told, want) {
		t.Errorf("told %v after %d looks, want %v: %v", told, s.looks, want, err)
	}
}
