package hypothesis

import (
	"maps"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

func TestAWordGrowsFromOneOfItsTiles(t *testing.T) {
	p := drawnPose()
	for _, c := range []struct {
		name  string
		cells lattice.Levels
		from  engine.Place
	}{
		{"a word from its first tile", wordRow, engine.Place{}},
		{"a crossing from an arm", crossing, engine.Place{Row: -1, Col: 2}},
		{"a tile alone", lattice.Levels{{}: 1}, engine.Place{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := draw(&p, c.cells)
			s := hypothesisOf(p, lattice.Levels{c.from: 1})
			g := Grow(r, tileface.FineClassifier(), s)
			if s.Keep(&g); !maps.Equal(s.Cells, c.cells) {
				t.Errorf("it grows to %v, want %v", s.Cells, c.cells)
			}
			if s.Score <= 0 || s.Score > CellScoreCap*float64(len(s.Cells))+2 {
				t.Errorf("%d cells score %.1f", len(s.Cells), s.Score)
			}
		})
	}
}

func TestABridgedPlaceIsWeakAtLeast(t *testing.T) {
	p := drawnPose()
	cells := maps.Clone(wordRow)
	delete(cells, engine.Place{Col: 2})
	r := draw(&p, cells)
	s := hypothesisOf(p, lattice.Levels{{}: 1})
	s.Bridged = lattice.Levels{{Col: 2}: 1}
	g := Grow(r, tileface.FineClassifier(), s)
	if s.Keep(&g); !maps.Equal(s.Cells, wordRow) {
		t.Errorf("across a bridged place it grows to %v, want %v", s.Cells, wordRow)
	}
	if e := s.Evidence[engine.Place{Col: 2}]; e.Tile != BridgeTile || e.Complete {
		t.Errorf("the bridge has %.1f, complete %v; want %d and to be evaluated again", e.Tile, e.Complete, BridgeTile)
	}
}

func TestTheLargestPartStays(t *testing.T) {
	s := hypothesisOf(drawnPose(), nil)
	g := Growth{Kept: lattice.Levels{}, Weak: lattice.Levels{}, Faint: lattice.Levels{}}
	for _, col := range []int{0, 1, 2, 5, 6} {
		e := &Evidence{Tile: 5, Best: 1}
		s.Evidence[engine.Place{Col: col}] = e
		g.Sort(engine.Place{Col: col}, e)
	}
	if s.Keep(&g); len(s.Cells) != 3 || s.Cells[engine.Place{Col: 5}] != 0 {
		t.Errorf("of parts of three and two %v stays", s.Cells)
	}
}

func TestTwoHypothesesOfOneStructureAreOne(t *testing.T) {
	p := drawnPose()
	s := hypothesisOf(p, wordRow)
	for _, c := range []struct {
		name          string
		other         *Hypothesis
		overlap       int
		covers, equal bool
	}{
		{"itself", s, 5, true, true},
		{"the same, counted from another tile", hypothesisOf(shifted(p, 2, 0), lattice.Levels{{Col: -2}: 1, {Col: -1}: 1, {}: 1, {Col: 1}: 1, {Col: 2}: 1}), 5, true, true},
		{"a part of it", hypothesisOf(p, lattice.Levels{{}: 1, {Col: 1}: 1}), 2, true, false},
		{"one that shares a tile", hypothesisOf(p, lattice.Levels{{}: 1, {Row: 1}: 1, {Row: 2}: 1}), 1, false, false},
		{"a row beside it", hypothesisOf(shifted(p, 0, 1), wordRow), 0, false, false},
		{"another height", hypothesisOf(p, lattice.Levels{{}: 1, {Col: 1}: 1, {Col: 2}: 1, {Col: 3}: 1, {Col: 4}: 3}), 5, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := s.Overlap(c.other); got != c.overlap {
				t.Errorf("they share %d faces, want %d", got, c.overlap)
			}
			if s.Covers(c.other) != c.covers || s.Same(c.other) != c.equal {
				t.Errorf("covers %v, same %v; want %v, %v", s.Covers(c.other), s.Same(c.other), c.covers, c.equal)
			}
		})
	}
	for i, q := range s.FaceMiddles() {
		if !s.ShowsFaceAt(q) {
			t.Errorf("face %d is not shown at its own middle", i)
		}
	}
	if far := p.Pixel(0, 2, 1); s.ShowsFaceAt(far) {
		t.Error("a face is shown two rows off")
	}
}

func TestARackIsALineOfOneColor(t *testing.T) {
	blue := picture.BGR{160, 70, 60}
	for _, c := range []struct {
		name   string
		cells  lattice.Levels
		others int // tiles of another color
		want   bool
	}{
		{"five in a row", wordRow, 0, true},
		{"five in a row, one of another color", wordRow, 1, true},
		{"five in a row of two colors", wordRow, 2, false},
		{"a crossing", crossing, 0, false},
		{"eight in a row", lattice.Levels{{}: 1, {Col: 1}: 1, {Col: 2}: 1, {Col: 3}: 1, {Col: 4}: 1, {Col: 5}: 1, {Col: 6}: 1, {Col: 7}: 1}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := hypothesisOf(drawnPose(), c.cells)
			for i, at := range s.Cells.Places() {
				e := &Evidence{Best: 1}
				if e.Face[0].Plastic = plastic; i < c.others {
					e.Face[0].Plastic = blue
				}
				s.Evidence[at] = e
			}
			if got := s.MayBeRack(); got != c.want {
				t.Errorf("may be a rack: %v, want %v", got, c.want)
			}
		})
	}
}
