package tileface

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

func TestAHomographyTakesTheSquaresCornersToTheQuadrilaterals(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for range 50 {
		var q engine.Quad
		for i, c := range [4][2]float64{{0, 0}, {100, 0}, {100, 100}, {0, 100}} {
			q[i] = engine.Point{X: 300 + c[0] + 50*rng.Float64(), Y: 200 + c[1] + 50*rng.Float64()}
		}
		s := SquareOver(q)
		for i, c := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
			if got := s.Pixel(c[0], c[1]); picture.Dist(got, q[i]) > 1e-9 {
				t.Errorf("corner %d of %v is taken to %v", i, q, got)
			}
		}
		// Straight lines stay straight: the diagonals meet where the middle is taken.
		mid := s.Pixel(0, 0)
		for i := range 2 {
			a, b := q[i], q[i+2]
			if off := ((mid.X-a.X)*(b.Y-a.Y) - (mid.Y-a.Y)*(b.X-a.X)) / picture.Dist(a, b); math.Abs(off) > 1e-9 {
				t.Errorf("the middle of %v is taken %.6f pixels off a diagonal", q, off)
			}
		}
	}
}

func TestAFacesSquareIsAsItsPoseProjectsIt(t *testing.T) {
	p := drawnPose(40)
	s := SquareOf(&p, engine.Place{Row: 1, Col: 2}, 3)
	for _, c := range [][2]float64{{0, 0}, {0.3, -0.2}, {-0.5, 0.5}, {0.7, 0.7}} {
		if got, want := s.Pixel(c[0], c[1]), p.Pixel(2+c[0], 1+c[1], 3); picture.Dist(got, want) > 1e-9 {
			t.Errorf("%v is at %v, the pose has it at %v", c, got, want)
		}
	}
}

func TestADrawnFaceShowsItsColorAndItsLetter(t *testing.T) {
	for _, degrees := range []float64{0, 30, 50} {
		p := drawnPose(degrees)
		r := drawnTable(&p, map[engine.Place]drawnTile{{}: {1, drawnYellow}}, plainCloth)
		v := SampleFace(r, &p, engine.Place{}, 1)
		if !v.Inside || picture.ColorGap(v.Plastic, drawnYellow) > 4 {
			t.Errorf("at %g degrees the plastic is %.0f, want %.0f", degrees, v.Plastic, drawnYellow)
		}
		// The T covers 0.0825 of a pitch squared, and all of it lies within the face.
		if v.Plain < 0.7 || v.Plain > 0.97 || v.Ink < 0.05 {
			t.Errorf("at %g degrees %.2f of the face is plain, %.2f of its middle ink", degrees, v.Plain, v.Ink)
		}
		if picture.ColorGap(v.inkTone, drawnInk) > 40 {
			t.Errorf("at %g degrees the ink is %.0f, want about %.0f", degrees, v.inkTone, drawnInk)
		}
		if math.Abs(v.inkAt[0]) > 0.04 || v.inkAt[1] > 0.05 || v.inkAt[1] < -0.15 {
			t.Errorf("at %g degrees the ink's middle is %.2f, want a little above the face's", degrees, v.inkAt)
		}
	}
}

func TestADrawnFaceHasEdgesWhereItEnds(t *testing.T) {
	p := drawnPose(20)
	neighbor := map[engine.Place]drawnTile{{}: {1, drawnYellow}, {Col: 1}: {1, drawnYellow}}
	r := drawnTable(&p, neighbor, plainCloth)
	face, cloth := SampleFace(r, &p, engine.Place{}, 1), SampleFace(r, &p, engine.Place{Row: 3, Col: -1}, 1)
	for side := range 4 {
		most, least := slices.Max(face.edges[side][:]), slices.Max(cloth.edges[side][:])
		if side != 1 && (most < 0.5 || least > 0.1 || face.step[side] < 0.5) {
			t.Errorf("side %d of a tile changes by %.2f, of cloth by %.2f; beyond it the color differs by %.2f", side, most, least, face.step[side])
		}
		if side == 1 && face.step[side] > 0.3 {
			t.Errorf("beyond the side where its like lies the color differs by %.2f", face.step[side])
		}
	}
}

func TestWhatLiesBelowAFaceIsItsOwnSideOrNot(t *testing.T) {
	p := drawnPose(50)
	r := drawnTable(&p, map[engine.Place]drawnTile{{}: {2, drawnRed}}, plainCloth)
	tile := SampleFace(r, &p, engine.Place{}, 2)
	seen := 0
	for side, away := range tile.away {
		if away > -0.5 {
			continue
		}
		seen++
		if tile.below[side] > 0.3 {
			t.Errorf("below side %d of a red tile, its own side's color differs by %.2f", side, tile.below[side])
		}
	}
	if seen == 0 {
		t.Errorf("the camera, tilted by 50 degrees, sees no side: %.2f", tile.away)
	}
}

func TestSidesFaceAwayAsTheEyeStands(t *testing.T) {
	for _, c := range []struct {
		name    string
		degrees float64
		check   func(away [4]float64) bool
	}{
		{"seen obliquely, the side opposite of one that faces away faces the camera", 50, func(a [4]float64) bool {
			return a[0]*a[2] < 0 && a[1]*a[3] < 0 && math.Abs(a[0]+a[2]) < 0.2 && math.Abs(a[1]+a[3]) < 0.2
		}},
		{"seen obliquely, some side faces the camera wholly", 50, func(a [4]float64) bool { return slices.Min(a[:]) < -0.9 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := drawnPose(c.degrees)
			var v FaceProfile
			s := SquareOf(&p, engine.Place{}, 1)
			v.setAway(&p, engine.Place{}, 1, &s)
			if !c.check(v.away) {
				t.Errorf("sides face away by %.2f", v.away)
			}
		})
	}
	// Above a place the eye sees all of its sides alike.
	p := drawnPose(0)
	col, row, _ := p.Eye()
	at := engine.Place{Row: int(math.Round(row)), Col: int(math.Round(col))}
	p.T = p.T.Add(p.X.Scale((col - float64(at.Col)) * p.Pitch)).Add(p.Y.Scale((row - float64(at.Row)) * p.Pitch))
	var v FaceProfile
	s := SquareOf(&p, at, 1)
	if v.setAway(&p, at, 1, &s); slices.Max(v.away[:]) > 1e-9 {
		t.Errorf("under the eye, sides face away by %.6f", v.away)
	}
}

func TestHiddenSidesLookLikeTheOthers(t *testing.T) {
	v := FaceProfile{step: [4]float64{1, 2, 3, 90}, Here: [4]float64{-1, 0, 1, 50}, below: [4]float64{0.1, 0.2, 0.3, 0.4}}
	for side := range v.edges {
		v.edges[side][3] = float64(side)
	}
	one := v
	one.BorrowSides([4]bool{false, false, false, true})
	if one.step != [4]float64{1, 2, 3, 2} || one.Here != [4]float64{-1, 0, 1, 0} || one.below != [4]float64{0.1, 0.2, 0.3, 0} || one.edges[3][3] != 1 {
		t.Errorf("a hidden side takes step %v, likelihood %v, strip %v and edges %v", one.step, one.Here, one.below, one.edges[3])
	}
	none, all := v, v
	none.BorrowSides([4]bool{})
	all.BorrowSides([4]bool{true, true, true, true})
	if none.step != v.step || all.step != v.step || all.edges != v.edges {
		t.Error("where none is hidden, or all are, sides change")
	}
}

func TestChromaLeavesBrightnessOut(t *testing.T) {
	bright, dark := chroma(picture.BGR{120, 160, 200}), chroma(picture.BGR{60, 80, 100})
	if math.Abs(bright[0]-dark[0]) > 0.02 || math.Abs(bright[1]-dark[1]) > 0.02 || math.Abs(bright[2]-2*dark[2]) > 0.05 {
		t.Errorf("twice as bright, %.3f becomes %.3f", dark, bright)
	}
	if red, gray := chroma(picture.BGR{50, 50, 200}), chroma(picture.BGR{100, 100, 100}); red[0] < gray[0]+0.2 {
		t.Errorf("red has a share of red of %.2f, gray of %.2f", red[0], gray[0])
	}
}
