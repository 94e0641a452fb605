package lattice

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/letterstest"
)

var above = homography.Map{50, 0, 300, 0, 50, 200, 0, 0}

// on is the lattice of candidates at places.
func on(m homography.Map, places []engine.Place, size float64) *Lattice {
	l := &Lattice{Candidates: letterstest.Standing(m, places, size), Lattice: gridfit.Lattice{Cells: map[engine.Place]int{}, Map: m}}
	for i, p := range places {
		l.Cells[p] = i
	}
	return l
}

func row(n int) (places []engine.Place) {
	for i := range n {
		places = append(places, engine.Place{Col: i})
	}
	return places
}

func group(places []engine.Place) Group {
	g := Group{}
	for _, p := range places {
		g[p] = true
	}
	return g
}

func TestGroups(t *testing.T) {
	words, line := group(letterstest.Crossing()), group(row(7))
	if !words.Crosses() || line.Crosses() {
		t.Error("crossing words run both ways, a row does not")
	}
	if words.Size() != float64(len(words)) || line.Size() != RowScore*7 {
		t.Errorf("sizes %.1f and %.1f", words.Size(), line.Size())
	}
	if low, high := words.Bounds(); low != (engine.Place{}) || high != (engine.Place{Row: 6, Col: 6}) {
		t.Errorf("bounds %v to %v", low, high)
	}
	if part := group([]engine.Place{{Row: 3}}); !part.PartOf(words) || group([]engine.Place{{Row: 20}}).PartOf(words) {
		t.Error("parts")
	}
	if !line.Around(engine.Place{Row: 2, Col: 8}) || line.Around(engine.Place{Row: 3, Col: 3}) {
		t.Error("near places")
	}
}

func TestTheBetterOfTwoLatticesOfOneBoardStays(t *testing.T) {
	first := on(above, letterstest.Crossing(), 24)
	turned := on(above, letterstest.Crossing(), 24)
	turned.Map, turned.Cells, turned.Rank = first.Map.Turned(), map[engine.Place]int{}, 2
	for p, i := range first.Cells {
		turned.Cells[engine.Place{Row: p.Col, Col: -p.Row}] = i
	}
	part := on(above, letterstest.Crossing(), 24)
	for p := range part.Cells {
		if p.Row > 3 {
			delete(part.Cells, p)
		}
	}
	finer := on(above, letterstest.Crossing(), 24)
	finer.Map, finer.Cells = homography.Map{25, 0, 300, 0, 25, 200, 0, 0}, map[engine.Place]int{}
	for p, i := range first.Cells {
		finer.Cells[engine.Place{Row: 2 * p.Row, Col: 2 * p.Col}] = i
	}
	found := withNew(withNew(withNew(withNew(nil, first), turned), part), finer)
	if len(found) != 2 || found[0] != turned || found[1] != finer {
		t.Errorf("%d stay, want the turned one, whose rank is higher, and that of half the step", len(found))
	}
}

func TestMeasuresOfALattice(t *testing.T) {
	l := on(above, letterstest.Crossing(), 24)
	if p := l.MedianPitch(); math.Abs(p-50) > 1e-9 {
		t.Errorf("pitch %.2f", p)
	}
	if s := l.medianSize(); math.Abs(s-0.48) > 0.01 {
		t.Errorf("letters are %.2f steps high", s)
	}
	if !l.DarkInk() || l.LetterHeight() < 0.4 || l.LetterHeight() > 0.5 {
		t.Errorf("dark %v, height %.2f", l.DarkInk(), l.LetterHeight())
	}
	if d := l.Direction(engine.Place{}); d != 0 {
		t.Errorf("letters are read in direction %d", d)
	}
	if q, ok := l.Nearest(engine.Point{X: 404, Y: 253}); !ok || q != (engine.Place{Row: 1, Col: 2}) {
		t.Errorf("nearest place %v, %v", q, ok)
	}
	if _, ok := l.Nearest(engine.Point{X: 425, Y: 225}); ok {
		t.Error("between places there is one")
	}
	f := l.Frame(1, 2)
	if m := f.Point(0, 0); geom.Dist(m, engine.Point{X: 400, Y: 250}) > 1e-6 {
		t.Errorf("the frame's middle is %v", m)
	}
}

func TestALatticeTurnedByAQuarter(t *testing.T) {
	l := on(above, row(5), 24)
	turned := l.Turned()
	for _, p := range row(5) {
		if d := geom.Dist(turned.At(p.Turn(1).Row, p.Turn(1).Col), l.At(p.Row, p.Col)); d > 1e-9 {
			t.Errorf("%v moves by %.1f pixels", p, d)
		}
	}
}

func TestSeedsAreVotedFor(t *testing.T) {
	all := letterstest.Standing(above, letterstest.Crossing(), 24)
	found := Find(all)
	if len(found) == 0 {
		t.Fatal("no lattice")
	}
	right := gridfit.Seed{U: engine.Point{X: 50}, V: engine.Point{Y: 50}}
	if !found[0].explains(&right) {
		t.Error("its own seed is not explained")
	}
	for _, tt := range []struct {
		rule string
		a    engine.Point
		want bool
	}{
		{"a step to the right", engine.Point{X: 50}, true},
		{"to the left", engine.Point{X: -50}, true},
		{"down", engine.Point{Y: 48}, true},
		{"two steps", engine.Point{X: 100}, false},
		{"a diagonal", engine.Point{X: 50, Y: 50}, false},
	} {
		if got := sameStep(tt.a, right.U, right.V); got != tt.want {
			t.Errorf("%s: %v", tt.rule, got)
		}
	}
}

func TestWhatIsOfOneSet(t *testing.T) {
	by := footprintOf(engine.Point{X: 50}, engine.Point{Y: 50})
	base := letterstest.Standing(above, row(1), 24)[0]
	for _, tt := range []struct {
		rule   string
		change func(c *candidate.Candidate)
		want   bool
	}{
		{"the same", func(*candidate.Candidate) {}, true},
		{"a wide letter", func(c *candidate.Candidate) { c.W = 34 }, true},
		{"a title's letter", func(c *candidate.Candidate) { c.W, c.H = 50, 60 }, false},
		{"of the other polarity", func(c *candidate.Candidate) { c.Dark = false }, false},
		{"no letter in that direction", func(c *candidate.Candidate) { c.Letter[0] = 0 }, false},
	} {
		other := base
		tt.change(&other)
		if got := sameSet(&base, &other, by, 0); got != tt.want {
			t.Errorf("%s: %v", tt.rule, got)
		}
	}
	near := base
	near.At.X += 0.9 * base.W
	if clear(&base, &near) {
		t.Error("letters that touch are on neighboring tiles")
	}
	if near.At.X += base.W; !clear(&base, &near) {
		t.Error("letters two widths apart are not")
	}
}

func TestLettersBetweenPlacesLowerIsolation(t *testing.T) {
	l := on(above, letterstest.Crossing(), 24)
	g := group(letterstest.Crossing())
	if got := l.Isolation(g, true, 0.48); got != 1 {
		t.Errorf("without letters between: %.2f", got)
	}
	shifted := above.Shifted(0.5, 0)
	last := 1.0
	for n := 4; n <= 12; n += 4 {
		l.Candidates = append(l.Candidates[:len(g)], letterstest.Standing(shifted, letterstest.Crossing()[:n], 24)...)
		got := l.Isolation(g, true, 0.48)
		if got >= last {
			t.Errorf("%d letters between: %.2f, not less than %.2f", n, got, last)
		}
		last = got
	}
	for i := len(g); i < len(l.Candidates); i++ {
		l.Candidates[i].Ink = 20
	}
	if got := l.Isolation(g, true, 0.48); got != 1 {
		t.Errorf("faint marks between: %.2f", got)
	}
}

func TestScoreOfALattice(t *testing.T) {
	words, apart := on(above, letterstest.Crossing(), 24), on(above, []engine.Place{{}, {Row: 2}, {Col: 2}, {Row: 2, Col: 2}}, 24)
	if unknown := words.score(); math.Abs(unknown-words.Candidates[0].OnBody()*float64(len(letterstest.Crossing()))) > 1e-9 {
		t.Errorf("letters of which nobody knows whether they stand on bodies count %.1f", unknown)
	}
	for _, l := range []*Lattice{words, apart} {
		for i := range l.Candidates {
			l.Candidates[i].Body = math.Inf(1)
		}
	}
	if got, want := words.score(), float64(len(letterstest.Crossing())); math.Abs(got-want) > 1e-9 {
		t.Errorf("letters side by side count %.1f, want %.0f", got, want)
	}
	if got := apart.score(); math.Abs(got-4*loneScore) > 1e-9 {
		t.Errorf("letters apart count %.1f, want %.1f", got, 4*loneScore)
	}
	if small := on(above, letterstest.Crossing(), 9); small.score() > 0.2*words.score() {
		t.Errorf("small letters count %.1f", small.score())
	}
}
