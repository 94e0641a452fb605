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
	rest := func() plan { return newPlan(hypothesis.CarefulEffort, hypothesis.UtmostEffort, excluded{}) }
	for _, c := range []struct {
		name string
		best *hypothesis.Hypothesis
		next *hypothesis.Hypothesis
		size int
		sure bool
		left int
	}{
		{"what is seen well is sure", nil, foundLine(10, 9), 10, true, 3},
		{"what is not is looked for again", nil, foundLine(10, 4), 10, false, 3},
		{"more tiles of the same kind replace fewer", foundLine(8, 4), foundLine(10, 4), 10, false, 3},
		{"fewer do not replace more", foundLine(10, 4), foundLine(8, 4), 10, false, 3},
		{"what was seen before leaves only what hardly shows", foundLine(10, 4), foundLine(10, 4), 10, false, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := &hunt{Finder: new(Finder), best: c.best}
			left, sure := h.keepBetter(c.next, rest())
			if sure != c.sure || len(left) != c.left || len(h.best.Cells) != c.size {
				t.Errorf("sure %v, %d attempts left, the best has %d cells; want %v, %d, %d", sure, len(left), len(h.best.Cells), c.sure, c.left, c.size)
			}
		})
	}
}

func TestWhatHasNoLettersIsTakenIfThereIsNothingElse(t *testing.T) {
	unread, read := foundLine(5, 4), foundLine(3, 4)
	h := &hunt{Finder: new(Finder), unread: unread}
	if h.takeUnread(); h.best != unread {
		t.Error("nothing else was found, and what has no letters is not taken")
	}
	h = &hunt{Finder: new(Finder), unread: unread, best: read}
	if h.takeUnread(); h.best != read {
		t.Error("something else was found, and what has no letters is taken")
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
