package vision

import (
	"math"
	"slices"
	"testing"

	"tilewatch/engine"
)

func TestStacksComeInOrder(t *testing.T) {
	s := stacks{{Row: 1}: 1, {Row: -1, Col: 5}: 2, {Row: 1, Col: -1}: 3, {}: 4}
	want := []engine.Place{{Row: -1, Col: 5}, {}, {Row: 1, Col: -1}, {Row: 1}}
	if got := s.places(); !slices.Equal(got, want) {
		t.Errorf("places come as %v, want %v", got, want)
	}
}

func TestEachSideLeadsToTheNeighborThatItFaces(t *testing.T) {
	for side, axes := range sideAxes {
		step := sideSteps[side]
		if float64(step.Col) != axes[0][0] || float64(step.Row) != axes[0][1] || axes[0][0]*axes[1][0]+axes[0][1]*axes[1][1] != 0 {
			t.Errorf("side %d faces %v, its neighbor lies at %v", side, axes[0], step)
		}
	}
}

// drawnBoard is a small board with stacks, under which a pose is well known.
func drawnBoard() map[engine.Place]drawnTile {
	return map[engine.Place]drawnTile{
		{}: {1, drawnYellow}, {Col: 1}: {1, drawnRed}, {Col: 2}: {2, drawnGreen}, {Row: 1, Col: 1}: {1, drawnYellow}, {Row: -1, Col: 1}: {1, drawnRed},
	}
}

// heightsOf are the stacks of a drawn board.
func heightsOf(board map[engine.Place]drawnTile) stacks {
	s := stacks{}
	for at, tile := range board {
		s[at] = tile.height
	}
	return s
}

func TestSightsLieOnTheEdgesThatAreDrawn(t *testing.T) {
	p := drawnPose(30)
	board := drawnBoard()
	r := drawnTable(&p, board, plainCloth)
	sights := r.borderSights(&p, heightsOf(board), narrowLocator())
	if len(sights) < 5*6 {
		t.Fatalf("of five tiles %d half sides are seen", len(sights))
	}
	far := 0
	for _, s := range sights {
		off, _, n := p.residuals(&s)
		if n != 1 {
			t.Fatal("an edge has two residuals")
		}
		if math.Abs(off) > 3 {
			far++
		}
		if size := math.Hypot(s.nx, s.ny); math.Abs(size-1) > 1e-9 {
			t.Errorf("a normal is %.6f long", size)
		}
	}
	if far > len(sights)/10 {
		t.Errorf("%d of %d edges are more than three standard deviations off", far, len(sights))
	}
}

func TestASideBelowAHigherNeighborIsNotLookedFor(t *testing.T) {
	p := drawnPose(45)
	var v borderView
	r := drawnTable(&p, map[engine.Place]drawnTile{{}: {1, drawnYellow}}, plainCloth)
	r.border(&v, &p, engine.Place{}, 1, WideStep)
	near, far := -1, -1
	for side := range 4 {
		if v.lift[2*side] < 0 {
			near = side
		} else {
			far = side
		}
	}
	alone := len(r.faceSights(&p, stacks{{}: 1}, engine.Place{}, wideLocator()))
	for _, c := range []struct {
		name   string
		side   int
		height int
		fewer  bool
	}{
		{"a higher one towards the camera hides it", near, 3, true},
		{"one as high does not", near, 1, false},
		{"nor does a higher one behind it", far, 3, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := len(r.faceSights(&p, stacks{{}: 1, sideSteps[c.side]: c.height}, engine.Place{}, wideLocator()))
			if (got < alone) != c.fewer {
				t.Errorf("%d half sides are seen, alone %d", got, alone)
			}
		})
	}
}

func TestAPoseIsFittedToDrawnEdges(t *testing.T) {
	for _, c := range []struct {
		name    string
		degrees float64
		off     motion
		most    float64 // pitches
	}{
		{"from above", 10, motion{0, 0, 0.01, 1, -1, 3}, 0.02},
		{"obliquely", 40, motion{0.01, 0, 0.02, 1.2, 0, 4}, 0.02},
	} {
		t.Run(c.name, func(t *testing.T) {
			truth := drawnPose(c.degrees)
			board := drawnBoard()
			r, cells := drawnTable(&truth, board, plainCloth), heightsOf(board)
			p := truth.moved(c.off, truth.space(1, 0, 1))
			before := p.apart(&truth, cells)
			for _, l := range []*locator{wideLocator(), wideLocator(), narrowLocator(), narrowLocator()} {
				p.fit(r.borderSights(&p, cells, l), 0, 10)
			}
			// The distance is told worse than what lies across the view: what counts is where faces are seen.
			for at, level := range cells {
				a, b := p.face(at, float64(level)), truth.face(at, float64(level))
				for i := range a {
					if off := dist(a[i], b[i]) / truth.scale(at); off > c.most {
						t.Errorf("a corner of %v is %.4f pitches off, the pose began %.3f off", at, off, before)
					}
				}
			}
		})
	}
}

func TestEdgesAreLikelierUnderTheRightPose(t *testing.T) {
	p := drawnPose(30)
	board := drawnBoard()
	r, cells := drawnTable(&p, board, plainCloth), heightsOf(board)
	right := r.borderLikelihood(&p, cells)
	if right < float64(5*len(cells)) {
		t.Errorf("under the right pose the edges' likelihood is %.1f", right)
	}
	for _, by := range []float64{-0.1, -0.04, 0.04, 0.1} {
		q := p.moved(motion{3: by * p.pitch * p.x[0], 4: by * p.pitch * p.x[1], 5: by * p.pitch * p.x[2]}, vec3{})
		if got := r.borderLikelihood(&q, cells); got > right-5 {
			t.Errorf("%+.2f pitches aside the edges' likelihood is %.1f, in place %.1f", by, got, right)
		}
	}
	higher := heightsOf(board)
	higher[engine.Place{Col: 2}] = 3
	if got := r.borderLikelihood(&p, higher); got > right-2 {
		t.Errorf("with a stack a tile too high the edges' likelihood is %.1f, with the right one %.1f", got, right)
	}
}

func TestEdgesAreSeenAroundATileAndNotAroundCloth(t *testing.T) {
	p := drawnPose(30)
	r := drawnTable(&p, map[engine.Place]drawnTile{{}: {1, drawnYellow}}, plainCloth)
	if got := r.edgesSeen(&p, engine.Place{}, 1); got < 7 {
		t.Errorf("around a tile %.1f of 8 half sides are seen", got)
	}
	if got := r.edgesSeen(&p, engine.Place{Row: -2}, 1); got > 1.5 {
		t.Errorf("around plain cloth %.1f of 8 half sides are seen", got)
	}
	if got := r.edgesSeen(&p, engine.Place{Row: 50}, 1); got != 0 {
		t.Errorf("out of the picture %.1f half sides are seen", got)
	}
}

func TestAFaceSettlesWhereItsEdgesAre(t *testing.T) {
	truth := drawnPose(30)
	r := drawnTable(&truth, map[engine.Place]drawnTile{{}: {1, drawnYellow}}, plainCloth)
	turn := truth.z.scale(0.06)
	for _, c := range []struct {
		name string
		off  motion
		most float64 // pitches
	}{
		{"a face in place stays", motion{}, 0.02},
		{"a face that lies aside", motion{3: 2.5 * truth.x[0], 4: 2.5 * truth.x[1], 5: 2.5 * truth.x[2]}, 0.02},
		{"a face that is turned", motion{turn[0], turn[1], turn[2]}, 0.02},
		{"both", motion{turn[0], turn[1], turn[2], 2 * truth.y[0], 2 * truth.y[1], 2 * truth.y[2]}, 0.025},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := truth.moved(c.off, truth.space(0, 0, 1))
			for range 3 {
				r.settle(&p, 1, wideLocator())
			}
			a, b := p.face(engine.Place{}, 1), truth.face(engine.Place{}, 1)
			for i := range a {
				if off := dist(a[i], b[i]) / truth.scale(engine.Place{}); off > c.most {
					t.Errorf("corner %d ends %.4f pitches off", i, off)
				}
			}
			if p.z.dot(truth.z) < 1-1e-12 {
				t.Error("the table turns with the face")
			}
		})
	}
	p := truth
	if r.settle(&p, 1, wideLocator()); p.apart(&truth, stacks{{}: 1}) > 0.03 {
		t.Errorf("a face in place moves by %.3f pitches", p.apart(&truth, stacks{{}: 1}))
	}
}

func TestPosesAreAsFarApartAsTheirFarthestFaces(t *testing.T) {
	p := drawnPose(30)
	q := p
	q.t = p.t.add(p.x.scale(0.5 * p.pitch))
	if got := p.apart(&q, stacks{{}: 1, {Col: 3}: 2}); math.Abs(got-0.5) > 1e-9 {
		t.Errorf("shifted by half a pitch they are %.4f apart", got)
	}
	turned := p.moved(motion{0.01 * p.z[0], 0.01 * p.z[1], 0.01 * p.z[2]}, p.space(0, 0, 1))
	if got := p.apart(&turned, stacks{{}: 1, {Col: 10}: 1}); math.Abs(got-0.1) > 1e-3 {
		t.Errorf("turned by a hundredth about one tile, ten pitches from it they are %.4f apart, want 0.1", got)
	}
}
