package tileface

import (
	"math"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/picture"
)

func TestStacksComeInOrder(t *testing.T) {
	s := lattice.Levels{{Row: 1}: 1, {Row: -1, Col: 5}: 2, {Row: 1, Col: -1}: 3, {}: 4}
	want := []engine.Place{{Row: -1, Col: 5}, {}, {Row: 1, Col: -1}, {Row: 1}}
	if got := s.Places(); !slices.Equal(got, want) {
		t.Errorf("places come as %v, want %v", got, want)
	}
}

func TestEachSideLeadsToTheNeighborThatItFaces(t *testing.T) {
	for side, axes := range SideAxes {
		step := lattice.SideSteps[side]
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
func heightsOf(board map[engine.Place]drawnTile) lattice.Levels {
	s := lattice.Levels{}
	for at, tile := range board {
		s[at] = tile.height
	}
	return s
}

func TestCorrespondencesLieOnTheDrawnEdges(t *testing.T) {
	p := drawnPose(30)
	board := drawnBoard()
	r := drawnTable(&p, board, plainCloth)
	observations := EdgeCorrespondences(r, &p, heightsOf(board), NarrowEdgeNet())
	if len(observations) < 5*6 {
		t.Fatalf("of five tiles %d half sides are seen", len(observations))
	}
	far := 0
	for _, s := range observations {
		off, _, n := p.Residuals(&s)
		if n != 1 {
			t.Fatal("an edge has two residuals")
		}
		if math.Abs(off) > 3 {
			far++
		}
		if size := math.Hypot(s.Nx, s.Ny); math.Abs(size-1) > 1e-9 {
			t.Errorf("a normal is %.6f long", size)
		}
	}
	if far > len(observations)/10 {
		t.Errorf("%d of %d edges are more than three standard deviations off", far, len(observations))
	}
}

func TestASideBelowAHigherNeighborIsNotLookedFor(t *testing.T) {
	p := drawnPose(45)
	var v BorderProfile
	r := drawnTable(&p, map[engine.Place]drawnTile{{}: {1, drawnYellow}}, plainCloth)
	SampleBorder(r, &v, &p, engine.Place{}, 1, WideStep)
	near, far := -1, -1
	for side := range 4 {
		if v.Lift[2*side] < 0 {
			near = side
		} else {
			far = side
		}
	}
	alone := len(faceCorrespondences(nil, r, &p, lattice.Levels{{}: 1}, engine.Place{}, WideEdgeNet()))
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
			got := len(faceCorrespondences(nil, r, &p, lattice.Levels{{}: 1, lattice.SideSteps[c.side]: c.height}, engine.Place{}, WideEdgeNet()))
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
		off     camerapose.Delta
		most    float64 // pitches
	}{
		{"from above", 10, camerapose.Delta{0, 0, 0.01, 1, -1, 3}, 0.02},
		{"obliquely", 40, camerapose.Delta{0.01, 0, 0.02, 1.2, 0, 4}, 0.02},
	} {
		t.Run(c.name, func(t *testing.T) {
			truth := drawnPose(c.degrees)
			board := drawnBoard()
			r, cells := drawnTable(&truth, board, plainCloth), heightsOf(board)
			p := truth.Moved(c.off, truth.Camera(1, 0, 1))
			before := MaxDisplacement(&p, &truth, cells)
			for _, l := range []*EdgeNet{WideEdgeNet(), WideEdgeNet(), NarrowEdgeNet(), NarrowEdgeNet()} {
				p.Fit(EdgeCorrespondences(r, &p, cells, l), 0, 10)
			}
			// The distance is less certain than the position across the view: only the pixels of the faces count.
			for at, level := range cells {
				a, b := p.Face(at, float64(level)), truth.Face(at, float64(level))
				for i := range a {
					if off := picture.Dist(a[i], b[i]) / truth.Scale(at); off > c.most {
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
	right := EdgeLogLikelihood(r, &p, cells)
	if right < float64(5*len(cells)) {
		t.Errorf("under the right pose the edges' likelihood is %.1f", right)
	}
	for _, by := range []float64{-0.1, -0.04, 0.04, 0.1} {
		q := p.Moved(camerapose.Delta{3: by * p.Pitch * p.X[0], 4: by * p.Pitch * p.X[1], 5: by * p.Pitch * p.X[2]}, camerapose.Vec3{})
		if got := EdgeLogLikelihood(r, &q, cells); got > right-5 {
			t.Errorf("%+.2f pitches aside the edges' likelihood is %.1f, in place %.1f", by, got, right)
		}
	}
	higher := heightsOf(board)
	higher[engine.Place{Col: 2}] = 3
	if got := EdgeLogLikelihood(r, &p, higher); got > right-2 {
		t.Errorf("with a stack a tile too high the edges' likelihood is %.1f, with the right one %.1f", got, right)
	}
}

func TestEdgesAreSeenAroundATileAndNotAroundCloth(t *testing.T) {
	p := drawnPose(30)
	r := drawnTable(&p, map[engine.Place]drawnTile{{}: {1, drawnYellow}}, plainCloth)
	if got := VisibleEdges(r, &p, engine.Place{}, 1); got < 7 {
		t.Errorf("around a tile %.1f of 8 half sides are seen", got)
	}
	if got := VisibleEdges(r, &p, engine.Place{Row: -2}, 1); got > 1.5 {
		t.Errorf("around plain cloth %.1f of 8 half sides are seen", got)
	}
	if got := VisibleEdges(r, &p, engine.Place{Row: 50}, 1); got != 0 {
		t.Errorf("out of the picture %.1f half sides are seen", got)
	}
}

func TestAFaceSettlesWhereItsEdgesAre(t *testing.T) {
	truth := drawnPose(30)
	r := drawnTable(&truth, map[engine.Place]drawnTile{{}: {1, drawnYellow}}, plainCloth)
	turn := truth.Z.Scale(0.06)
	for _, c := range []struct {
		name string
		off  camerapose.Delta
		most float64 // pitches
	}{
		{"a face in place stays", camerapose.Delta{}, 0.02},
		{"a face that lies aside", camerapose.Delta{3: 2.5 * truth.X[0], 4: 2.5 * truth.X[1], 5: 2.5 * truth.X[2]}, 0.02},
		{"a face that is turned", camerapose.Delta{turn[0], turn[1], turn[2]}, 0.02},
		{"both", camerapose.Delta{turn[0], turn[1], turn[2], 2 * truth.Y[0], 2 * truth.Y[1], 2 * truth.Y[2]}, 0.025},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := truth.Moved(c.off, truth.Camera(0, 0, 1))
			for range 3 {
				AlignFace(r, &p, 1, WideEdgeNet())
			}
			a, b := p.Face(engine.Place{}, 1), truth.Face(engine.Place{}, 1)
			for i := range a {
				if off := picture.Dist(a[i], b[i]) / truth.Scale(engine.Place{}); off > c.most {
					t.Errorf("corner %d ends %.4f pitches off", i, off)
				}
			}
			if p.Z.Dot(truth.Z) < 1-1e-12 {
				t.Error("the table turns with the face")
			}
		})
	}
	p := truth
	if AlignFace(r, &p, 1, WideEdgeNet()); MaxDisplacement(&p, &truth, lattice.Levels{{}: 1}) > 0.03 {
		t.Errorf("a face in place moves by %.3f pitches", MaxDisplacement(&p, &truth, lattice.Levels{{}: 1}))
	}
}

func TestPosesAreAsFarApartAsTheirFarthestFaces(t *testing.T) {
	p := drawnPose(30)
	q := p
	q.T = p.T.Add(p.X.Scale(0.5 * p.Pitch))
	if got := MaxDisplacement(&p, &q, lattice.Levels{{}: 1, {Col: 3}: 2}); math.Abs(got-0.5) > 1e-9 {
		t.Errorf("shifted by half a pitch they are %.4f apart", got)
	}
	turned := p.Moved(camerapose.Delta{0.01 * p.Z[0], 0.01 * p.Z[1], 0.01 * p.Z[2]}, p.Camera(0, 0, 1))
	if got := MaxDisplacement(&p, &turned, lattice.Levels{{}: 1, {Col: 10}: 1}); math.Abs(got-0.1) > 1e-3 {
		t.Errorf("turned by a hundredth about one tile, ten pitches from it they are %.4f apart, want 0.1", got)
	}
}
