package vision

import (
	"errors"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// foundLine is a line of so many stacks under a pose, whose faces show letters and whose edges have this likelihood on average.
func foundLine(n int, edges float64) *structure {
	p := pose{cam: calibration.Pinhole(1280, 720, 1000), sizes: sizesOf(nil), x: vec3{1, 0, 0}, y: vec3{0, 1, 0}, z: vec3{0, 0, 1}, t: vec3{0, 0, 500}}
	s := &structure{pose: p, cells: stacks{}, evidence: map[engine.Place]*placeEvidence{}, edges: edges * float64(n)}
	for col := range n {
		at := engine.Place{Col: col}
		e := evidenceOf(8)
		e.view[0].ink, e.view[0].plastic = 0.2, rgb{60, 160, 50}
		s.cells[at], s.evidence[at] = 1, e
	}
	return s
}

func TestTheSearchKeepsTheBest(t *testing.T) {
	rest := func() plan { return new(finder).plan(careful, utmost) }
	for _, c := range []struct {
		name string
		best *structure
		next *structure
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
			h := &hunt{finder: new(finder), best: c.best}
			left, sure := h.better(c.next, rest())
			if sure != c.sure || len(left) != c.left || len(h.best.cells) != c.size {
				t.Errorf("sure %v, %d attempts left, the best has %d cells; want %v, %d, %d", sure, len(left), len(h.best.cells), c.sure, c.left, c.size)
			}
		})
	}
}

func TestWhatHasNoLettersIsTakenIfThereIsNothingElse(t *testing.T) {
	unread, read := foundLine(5, 4), foundLine(3, 4)
	h := &hunt{finder: new(finder), unread: unread}
	if h.takeUnread(); h.best != unread {
		t.Error("nothing else was found, and what has no letters is not taken")
	}
	h = &hunt{finder: new(finder), unread: unread, best: read}
	if h.takeUnread(); h.best != read {
		t.Error("something else was found, and what has no letters is taken")
	}
}

func TestNoTilesAreAnError(t *testing.T) {
	none := func(s structure) bool { return len(s.cells) < 4 }
	for _, c := range []struct {
		name string
		best *structure
		want error
	}{
		{"nothing", nil, errNoTiles},
		{"what is known to be something else", foundLine(3, 9), errNoTiles},
		{"a structure", foundLine(5, 9), nil},
	} {
		h := &hunt{finder: new(finder), none: none, best: c.best}
		if s, err := h.result(); !errors.Is(err, c.want) || err == nil && s != c.best {
			t.Errorf("%s: %v, %v; want the error %v", c.name, s, err, c.want)
		}
	}
}
