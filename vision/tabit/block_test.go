package tabit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/tabit"
	"tilewatch/vision/homography"
)

// cardAt is a quad of a card's shape, upright, its middle at x, y.
func cardAt(x, y, side float64) quad {
	w, h := side/2, 1.3*side/2
	q := quad{corner: [4]engine.Point{{X: x - w, Y: y - h}, {X: x + w, Y: y - h}, {X: x + w, Y: y + h}, {X: x - w, Y: y + h}}}
	q.mid, q.area = diagonalIntersection(q.corner), area(q.corner[:])
	return q
}

// seatOf are the quads of a seat's eight boxes, 50 pixels apart, the rows 70.
func seatOf(x, y float64) (all []quad) {
	for i := range 8 {
		all = append(all, cardAt(x+50*float64(i%4), y+70*float64(i/4), 40))
	}
	return all
}

func TestQuadsOfOnePlaceAreOneSpot(t *testing.T) {
	for _, tt := range []struct {
		rule  string
		quads []quad
		want  []int // quads of each spot
	}{
		{"a card and its box", []quad{cardAt(100, 100, 40), cardAt(101, 99, 48)}, []int{2}},
		{"neighbors", []quad{cardAt(100, 100, 40), cardAt(150, 100, 40)}, []int{1, 1}},
		{"a small thing on a card", []quad{cardAt(100, 100, 40), cardAt(100, 100, 15)}, []int{1, 1}},
		{"the middles half a side apart", []quad{cardAt(100, 100, 40), cardAt(120, 100, 40)}, []int{1, 1}},
		{"nothing", nil, nil},
	} {
		var got []int
		for _, s := range mergeQuads(tt.quads) {
			got = append(got, len(s.quads))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: spots of %v quads, want %v", tt.rule, got, tt.want)
		}
	}
}

func TestTheMiddleOfASpotIsTheMeanOfItsQuads(t *testing.T) {
	spots := mergeQuads([]quad{cardAt(100, 100, 40), cardAt(103, 100, 40), cardAt(100, 103, 40)})
	if len(spots) != 1 || math.Abs(spots[0].mid.X-101) > 1e-9 || math.Abs(spots[0].mid.Y-101) > 1e-9 {
		t.Errorf("%d spots, the first at %v", len(spots), spots[0].mid)
	}
}

func TestFourSpotsInLineAreARow(t *testing.T) {
	line := func(xs ...float64) (all []quad) {
		for _, x := range xs {
			all = append(all, cardAt(x, 100, 40))
		}
		return all
	}
	bent := line(100, 150, 200, 250)
	bent[3] = cardAt(250, 125, 40)
	for _, tt := range []struct {
		rule    string
		quads   []quad
		lenient bool
		want    int
	}{
		{"four", line(100, 150, 200, 250), false, 1},
		{"five hold two rows", line(100, 150, 200, 250, 300), false, 2},
		{"three are none", line(100, 150, 200), false, 0},
		{"three and a gap are none", line(100, 150, 250), false, 0},
		{"a gap is allowed on demand", line(100, 150, 250), true, 1},
		{"too far apart", line(100, 180, 260, 340), false, 0},
		{"the last one is out of line", bent, false, 0},
		{"a much larger one", append(line(100, 150, 200), cardAt(250, 100, 80)), false, 0},
	} {
		g := newGrid(mergeQuads(tt.quads))
		g.lenient = tt.lenient
		sets := map[[4]float64]bool{} // a row may be found from both ends if it has a gap
		for _, r := range g.rows() {
			var xs [4]float64
			for k, i := range r.at {
				xs[k] = math.Round(g.spots[i].mid.X)
			}
			if all := g.spots[r.at[3]].mid.X; all > 300 || xs[0] < 100 || xs[3] < 100 || xs[0] > 300 {
				continue // continued beyond the line's end
			}
			slices.Sort(xs[:])
			sets[xs] = true
		}
		if len(sets) != tt.want {
			t.Errorf("%s: %d rows (%v), want %d", tt.rule, len(sets), sets, tt.want)
		}
	}
}

func TestTwoRowsAreTheBlockOfASeat(t *testing.T) {
	g := newGrid(mergeQuads(seatOf(100, 100)))
	blocks := g.blocks(g.rows())
	if len(blocks) == 0 {
		t.Fatal("no block")
	}
	for _, b := range blocks {
		inner, outer := g.spots[b[0][0]].mid, g.spots[b[1][0]].mid
		right := g.offset(b[0][0], b[0][3])
		// The player sits beyond the outer row: "right" is theirs if it turns clockwise into the way towards them.
		if right.X*(outer.Y-inner.Y)-right.Y*(outer.X-inner.X) <= 0 {
			t.Errorf("the block %v is mirrored", b)
		}
		seen := map[int]bool{}
		for _, i := range slices.Concat(b[0][:], b[1][:]) {
			seen[i] = true
		}
		if len(seen) != 8 {
			t.Errorf("the block %v has %d spots", b, len(seen))
		}
	}
	for name, moved := range map[string]func(q []quad){
		"shifted by a third of a step": func(q []quad) {
			for i := 4; i < 8; i++ {
				q[i] = cardAt(q[i].mid.X+18, q[i].mid.Y, 40)
			}
		},
		"two steps apart": func(q []quad) {
			for i := 4; i < 8; i++ {
				q[i] = cardAt(q[i].mid.X, q[i].mid.Y+60, 40)
			}
		},
	} {
		quads := seatOf(100, 100)
		moved(quads)
		g := newGrid(mergeQuads(quads))
		if blocks := g.blocks(g.rows()); len(blocks) > 0 {
			t.Errorf("rows %s are a block: %v", name, blocks)
		}
	}
}

// truthBoard is a board in perspective, and its spots with noise.
func truthBoard(noise float64) board {
	rng := rand.New(rand.NewPCG(11, 12))
	b := board{layout: layout{2.9, 4.3}, lens: newLens(nil, 1920, 1080)}
	b.plane.Map = [8]float64{70, -12, 960, 9, 52, 540, 0.008, 0.03}
	for i := range boxes {
		p := b.pixel(b.layout.at(siteOf(i)))
		b.spots = append(b.spots, spot{mid: engine.Point{X: p.X + noise*rng.NormFloat64(), Y: p.Y + noise*rng.NormFloat64()}})
		b.spotAt[i], b.assigned = i, i+1
	}
	return b
}

func TestTheFitFindsLayoutAndPlane(t *testing.T) {
	for _, noise := range []float64{0, 0.5} {
		truth := truthBoard(noise)
		b := truth
		b.layout, b.plane.Map[0], b.plane.Map[2] = usual, 72, 965
		before := b.rmsResidual()
		b.fit()
		if b.residual > before/5 || b.residual > 0.005+0.03*noise {
			t.Errorf("noise of %.1f pixels: the residual falls from %.4f to %.4f steps only", noise, before, b.residual)
		}
		// The usual ratio of the plane's scale to the layout is free only to a prior: compare pictures of boxes.
		for i := range boxes {
			s := siteOf(i)
			got, want := b.pixel(b.layout.at(s)), truth.pixel(truth.layout.at(s))
			if d := math.Hypot(got.X-want.X, got.Y-want.Y); d > 1+2*noise {
				t.Errorf("noise of %.1f pixels: box %d is %.2f pixels off", noise, i, d)
			}
		}
	}
}

func TestAnOutlierMovesTheBoardLittle(t *testing.T) {
	b := truthBoard(0)
	b.spots[5].mid.X += 15
	far := b.pixel(b.layout.at(siteOf(20)))
	b.fit()
	if got := b.pixel(b.layout.at(siteOf(20))); math.Hypot(got.X-far.X, got.Y-far.Y) > 0.6 {
		t.Errorf("the box on the other side moves from %v to %v", far, got)
	}
}

func TestTheTopSeatIsTheOneAtThePicturesTop(t *testing.T) {
	for want, axes := range [4][2]engine.Point{
		{{X: -70}, {Y: -70}}, // the board's x and y in the picture
		{{Y: 70}, {X: -70}},
		{{X: 70}, {Y: 70}},
		{{Y: -70}, {X: 70}},
	} {
		b := board{layout: usual, lens: newLens(nil, 1920, 1080)}
		b.plane.Map = homography.Affine(engine.Point{X: 960, Y: 540}, axes[0], axes[1])
		if got := b.top(); got != want {
			t.Errorf("axes %v: seat %d is at the top, want %d", axes, got, want)
		}
	}
}

func TestACardLiesNearItsBox(t *testing.T) {
	for _, tt := range []struct {
		rule         string
		dx, dy, want float64 // steps; want is the farther axis
	}{
		{"in its place", 0, 0, 0},
		{"a little right", 0.05, 0, 0.05},
		{"a little low", 0, 0.08, 0.08},
		{"no farther than a card may", 0.3, 0, cardSlack},
	} {
		b := truthBoard(0)
		at := b.layout.at(siteOf(3))
		p := b.pixel(engine.Point{X: at.X + tt.dx, Y: at.Y + tt.dy})
		b.spots[3].quads = []quad{{mid: p}}
		got := b.card(3)
		if d := max(math.Abs(got.X-at.X), math.Abs(got.Y-at.Y)); math.Abs(d-tt.want) > 0.004 {
			t.Errorf("%s: the card is %.3f steps off its box, want %.3f", tt.rule, d, tt.want)
		}
	}
	b := truthBoard(0)
	b.spotAt[3] = -1
	if got := b.card(3); got != b.layout.at(siteOf(3)) {
		t.Errorf("a box without a spot has its card at %v", got)
	}
}

func TestLikelyLayouts(t *testing.T) {
	for rule, tt := range map[string]struct {
		layout
		want bool
	}{
		"the usual one":             {usual, true},
		"rows one step apart":       {layout{2.8, 3.8}, false},
		"rows two steps apart":      {layout{2.8, 4.8}, false},
		"the rows near the middle":  {layout{1.5, 2.9}, false},
		"the rows far from it":      {layout{4, 5.4}, false},
		"a board with a wide frame": {layout{3.1, 4.6}, true},
	} {
		if tt.likely() != tt.want {
			t.Errorf("%s: likely is %v", rule, !tt.want)
		}
	}
}

func TestExamplesDecideWhatACardShows(t *testing.T) {
	var known [len(tabit.Pictures)]*Vector
	known[0], known[1], known[2] = printed(true, 0, 1).features, printed(false, 0, 1).features, medal([3]float32{20, 40, 130}, false).features
	for k := range known {
		box := tabit.Box{Picture: -4, Pictures: [3]float64{-1, -1, -1}}
		box.Pictures[(k+1)%3] = 0 // the network is wrong
		compareExamples(&box, known[k], &known)
		if best := slices.Index(box.Pictures[:], slices.Max(box.Pictures[:])); best != k {
			t.Errorf("example %d is read as picture %d: %.1f", k, best, box.Pictures)
		}
		if box.Picture < 0 {
			t.Errorf("example %d is hardly a picture: %.1f", k, box.Picture)
		}
	}
}

func TestExamplesMustNotBeEmptyBoxes(t *testing.T) {
	var look tabit.Look
	for row := range look.Boxes[lowerSide] {
		for k := range look.Boxes[lowerSide][row] {
			b := &look.Boxes[lowerSide][row][k]
			b.Empty, b.Picture, b.Letter, b.Down = 0, -9, -9, -9
		}
	}
	if row, ok := exampleRow(&look); ok {
		t.Errorf("row %d of an empty board holds examples", row)
	}
	for row, odds := range []float64{-1, -5} {
		for k := range 3 {
			b := &look.Boxes[lowerSide][row][k]
			b.Empty, b.Picture, b.Letter = -9, 0, odds
		}
	}
	if row, ok := exampleRow(&look); !ok || row != 1 {
		t.Errorf("the examples lie in row %d (%v), want the one with fewer letters", row, ok)
	}
}
