package racks

import (
	"math"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
)

func TestAPixelsRayMeetsALevel(t *testing.T) {
	s := slantedTable(nil)
	for _, at := range [][3]float64{{0, 0, 0}, {3, -2, 1}, {-4.5, 2.25, 4}, {1, 1, 11}} {
		got, ok := hypothesis.OnLevel(&s.Pose, s.Pixel(at[0], at[1], at[2]), at[2])
		if !ok || picture.Dist(got, engine.Point{X: at[0], Y: at[1]}) > 1e-9 {
			t.Errorf("what is seen of %v is met at %v", at, got)
		}
	}
	plane := camerapose.NewPlane(calibration.Pinhole(1280, 720, 600), 1.35, math.Pi/2)
	grazing := camerapose.PoseOf(&plane, engine.Point{}, engine.Point{X: 0.05}, camerapose.SizesOf(nil))
	if at, ok := hypothesis.OnLevel(&grazing, engine.Point{X: 640, Y: -200}, 1); ok {
		t.Errorf("a pixel above the horizon meets the table at %v", at)
	}
}

func TestPixelStepsFollowTheTable(t *testing.T) {
	s := slantedTable(nil)
	at := s.Pixel(2, 1, 1)
	right, down := hypothesis.PixelSteps(&s.Pose, at)
	if got := s.Pixel(2+10*right.X, 1+10*right.Y, 1); math.Abs(got.X-at.X-10) > 0.3 || math.Abs(got.Y-at.Y) > 0.3 {
		t.Errorf("ten pixels to the right lead to %v, from %v", got, at)
	}
	if got := s.Pixel(2+10*down.X, 1+10*down.Y, 1); math.Abs(got.X-at.X) > 0.3 || math.Abs(got.Y-at.Y-10) > 0.3 {
		t.Errorf("ten pixels down lead to %v, from %v", got, at)
	}
}

func TestALooseTilesPoseIsItsPlaceTurned(t *testing.T) {
	s := slantedTable(nil)
	for _, turn := range []float64{0, 0.3, -0.7} {
		p := s.PoseAt(3, 2, turn)
		sin, cos := math.Sincos(turn)
		for _, c := range [][2]float64{{0, 0}, {1, 0}, {0, 1}} {
			got, want := p.Pixel(c[0], c[1], 1), s.Pixel(3+c[0]*cos-c[1]*sin, 2+c[0]*sin+c[1]*cos, 1)
			if picture.Dist(got, want) > 1e-6 {
				t.Errorf("turned by %g, %v is seen at %v, want %v", turn, c, got, want)
			}
		}
		if got := orientationOf(s, &p); math.Abs(camerapose.Quarter(got-turn)) > 1e-9 {
			t.Errorf("turned by %g, its orientation is %g", turn, got)
		}
	}
}

func TestStackPointsAreWhereStacksStandAndWhereTheirTopsAppear(t *testing.T) {
	s := slantedTable(lattice.Levels{{}: 1, {Col: 5}: 4})
	ends := stackPoints(s)
	if len(ends) != 3 {
		t.Fatalf("a tile and a stack have %d ends, want 3", len(ends))
	}
	top, _ := hypothesis.OnLevel(&s.Pose, s.Pixel(5, 0, 4), 1)
	for _, c := range []struct {
		name string
		at   engine.Point
		want bool
	}{
		{"on the tile", engine.Point{}, false},
		{"a pitch beside it", engine.Point{X: 1}, false},
		{"two pitches beside it", engine.Point{Y: 2}, true},
		{"where the stack's top is seen", top, false},
		{"far away", engine.Point{X: -20}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := clearOf(ends, c.at); got != c.want {
				t.Errorf("clear of stacks: %v, want %v", got, c.want)
			}
		})
	}
}

func TestAHueIsAPlayersOrNobodys(t *testing.T) {
	lamp := hue.Hue{0.1, -0.2}
	for i, color := range engine.PlayerColors {
		m := hue.PlasticHues[i].Mean
		if got, ok := colorOfHue(hue.Hue{m[0] + lamp[0], m[1] + lamp[1]}, lamp); !ok || got != color {
			t.Errorf("the plastic of %v under a tinted lamp is %v: %v", color, got, ok)
		}
	}
	for _, c := range []struct {
		name string
		h    hue.Hue
	}{
		{"the lamp's own", lamp}, {"nearly gray", hue.Hue{lamp[0] + 0.2, lamp[1] - 0.1}}, {"a blue that no player has", hue.Hue{-1, 1.5}},
	} {
		if got, ok := colorOfHue(c.h, lamp); ok || got != engine.NoColor {
			t.Errorf("%s is %v", c.name, got)
		}
	}
}

func TestADrawnLooseTileIsFoundAtItsLetter(t *testing.T) {
	for _, turn := range []float64{0, 0.3, -0.6} {
		tile := looseTile{col: 6, row: 3, turn: turn, color: playersPlastic(2)}
		r, s := tableWith(tile)
		f, ok := faceAtMark(r, s, letterOf(s, &tile), hue.Hue{})
		if !ok || math.Hypot(f.Col-6, f.Row-3) > 0.03 || math.Abs(camerapose.Quarter(f.Turn-turn)) > 0.03 || f.Color != engine.PlayerColors[2] {
			t.Errorf("a tile turned by %g is found: %v, at %.3f, %.3f, turned by %.3f, %v", turn, ok, f.Col, f.Row, f.Turn, f.Color)
		}
	}
	for _, c := range []struct {
		name string
		tile looseTile
		at   looseTile
	}{
		{"plain table", looseTile{col: 6, row: 3, color: playersPlastic(2)}, looseTile{col: 9, row: 6, color: picture.BGR{130, 130, 130}}},
		{"a tile of nobody's color", looseTile{col: 6, row: 3, color: picture.BGR{190, 190, 190}}, looseTile{col: 6, row: 3, color: picture.BGR{190, 190, 190}}},
		{"a tile of the structure", looseTile{col: 6, row: 3, color: playersPlastic(2)}, looseTile{color: playersPlastic(0)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, s := tableWith(c.tile)
			if f, ok := faceAtMark(r, s, letterOf(s, &c.at), hue.Hue{}); ok {
				t.Errorf("it is a loose tile at %.2f, %.2f", f.Col, f.Row)
			}
		})
	}
}

func TestLooseFacesAreOncePerTileAndTheSurestFirst(t *testing.T) {
	tiles := []looseTile{{col: 5, row: 2, color: playersPlastic(1)}, {col: 8, row: 4, turn: 0.4, color: playersPlastic(2)}}
	r, s := tableWith(tiles...)
	for i := range tiles {
		m := letterOf(s, &tiles[i])
		s.Marks = append(s.Marks, m)
		m.At.X += 0.45 * m.Size // a second mark on the same tile
		s.Marks = append(s.Marks, m)
	}
	faces := LooseFaces(r, s, hue.Hue{})
	if len(faces) != len(tiles) || !slices.IsSortedFunc(faces, func(a, b hypothesis.LooseFace) int {
		if a.Score > b.Score {
			return -1
		}
		return 1
	}) {
		t.Errorf("of %d tiles %d faces are found", len(tiles), len(faces))
	}
	if a, b := &faces[0], &faces[len(faces)-1]; math.Abs(a.Apart(b)-math.Hypot(3, 2)) > 0.05 {
		t.Errorf("they are %.2f pitches apart, want %.2f", a.Apart(b), math.Hypot(3, 2))
	}
}
