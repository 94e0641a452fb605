package search

import (
	"errors"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
)

// foundLine is a line of so many stacks under a pose, whose faces show letters and whose edges have this likelihood on average.
func foundLine(n int, edges float64) *hypothesis.Hypothesis {
	p := camerapose.Pose{Cam: calibration.Pinhole(1280, 720, 1000), Sizes: camerapose.SizesOf(nil), X: camerapose.Vec3{1, 0, 0}, Y: camerapose.Vec3{0, 1, 0}, Z: camerapose.Vec3{0, 0, 1}, T: camerapose.Vec3{0, 0, 500}}
	s := &hypothesis.Hypothesis{Pose: p, Cells: lattice.Levels{}, Evidence: map[engine.Place]*hypothesis.Evidence{}, EdgeScore: edges * float64(n)}
	for col := range n {
		at := engine.Place{Col: col}
		e := evidenceOf(8)
		e.Face[0].Ink, e.Face[0].Plastic = 0.2, picture.BGR{60, 160, 50}
		s.Cells[at], s.Evidence[at] = 1, e
	}
	return s
}

func TestTheSearchKeepsTheBest(t *testing.T) {
	for _, c := range []struct {
		name string
		best *hypothesis.Hypothesis
		next *hypothesis.Hypothesis
		size int
		sure bool
	}{
		{"what is seen well is sure", nil, foundLine(10, 9), 10, true},
		{"what is not is looked for again", nil, foundLine(10, 4), 10, false},
		{"more tiles of the same kind replace fewer", foundLine(8, 4), foundLine(10, 4), 10, false},
		{"fewer do not replace more", foundLine(10, 4), foundLine(8, 4), 10, false},
		{"the same again is no surer", foundLine(10, 4), foundLine(10, 4), 10, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := &hunt{Finder: new(Finder), best: c.best}
			if sure := h.keepBetter(c.next); sure != c.sure || len(h.best.Cells) != c.size {
				t.Errorf("sure: %v, the best has %d cells; want %v, %d", sure, len(h.best.Cells), c.sure, c.size)
			}
		})
	}
}

func TestNoTilesAreAnError(t *testing.T) {
	none := func(s hypothesis.Hypothesis) bool { return len(s.Cells) < 4 }
	for _, c := range []struct {
		name string
		best *hypothesis.Hypothesis
		want error
	}{
		{"nothing", nil, ErrNoTiles},
		{"what is known to be something else", foundLine(3, 9), ErrNoTiles},
		{"a structure", foundLine(5, 9), nil},
	} {
		h := &hunt{Finder: new(Finder), none: none, best: c.best}
		if s, err := h.result(); !errors.Is(err, c.want) || err == nil && s != c.best {
			t.Errorf("%s: %v, %v; want the error %v", c.name, s, err, c.want)
		}
	}
}
