package racks

import (
	"math"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/visible"
	"tilewatch/vision/picture"
)

func TestTheCameraSeesTheSidesThatFaceIt(t *testing.T) {
	_, above := tableWith()
	slanted := slantedTable(nil)
	for _, c := range []struct {
		name string
		s    *hypothesis.Hypothesis
		most int
	}{{"obliquely two or one", slanted, 2}, {"far to the side from above", above, 2}} {
		t.Run(c.name, func(t *testing.T) {
			v := bankHypothesis{Pose: c.s.PoseAt(6, 3, 0.1), level: 5}
			sides, seen := v.visibleSides()
			if len(sides) == 0 || len(sides) > c.most || seen <= 0 {
				t.Errorf("%d sides are seen, %.1f pixels a tile", len(sides), seen)
			}
			ec, er, _ := v.Eye()
			for _, w := range sides {
				if w.axes[0][0]*ec+w.axes[0][1]*er <= 0 {
					t.Errorf("a side that faces %v is seen, the eye is at %.1f, %.1f", w.axes[0], ec, er)
				}
			}
		})
	}
	_, _, height := above.Eye()
	col, row, _ := above.Eye()
	v := bankHypothesis{Pose: above.PoseAt(col, row, 0), level: 3}
	if sides, _ := v.visibleSides(); len(sides) != 0 {
		t.Errorf("from %.0f tiles straight above %d sides are seen", height, len(sides))
	}
}

func TestASidesTintIsBetweenTheLightsAndTheTiles(t *testing.T) {
	top := TopFace{plastic: playersPlastic(0), shift: hue.Hue{}}
	dark := top.plastic
	for k := range dark {
		dark[k] = dark[k]/2 + (hue.HueFloor/2 - hue.HueFloor) // half as bright, of the same hue
	}
	for _, c := range []struct {
		name  string
		color picture.BGR
		want  [3]float64
		near  float64
	}{
		{"the tile's own color", top.plastic, [3]float64{1, 0, 0}, 1e-9},
		{"the same in the shade", dark, [3]float64{1, 0, math.Log(0.5)}, 0.1},
		{"a gray as bright", picture.BGR{130, 130, 130}, [3]float64{0, 0, 0}, 0.2},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := top.relativeTint(c.color)
			for k := range got {
				if math.Abs(got[k]-c.want[k]) > c.near {
					t.Errorf("its tint is %.3f, want %.3f", got, c.want)
					break
				}
			}
		})
	}
	if other := top.relativeTint(playersPlastic(3)); math.Abs(other[0]-1) < 0.5 {
		t.Errorf("another player's color has the tint %.2f", other)
	}
}

func TestADrawnTileIsAsLargeAsItsPoseHasIt(t *testing.T) {
	tile := looseTile{col: 6, row: 3, turn: 0.2, color: playersPlastic(2)}
	r, s := tableWith(tile)
	for _, c := range []struct {
		name  string
		level float64 // that the face is taken to lie on: the higher, the larger it would look
		want  float64 // pitches
	}{
		{"on its own level", 1, 0},
		{"taken for one that lies nine levels higher, it is too small", 10, -0.5 * 24 / 24.4 * (1 - 450.0/495)},
	} {
		t.Run(c.name, func(t *testing.T) {
			at, _ := hypothesis.OnLevel(&s.Pose, s.Pixel(tile.col, tile.row, 1), c.level)
			p := s.PoseAt(at.X, at.Y, tile.turn)
			out, weight := measureSize(r, &p, c.level)
			if math.Abs(out-c.want) > 0.012 || weight < 0.45 {
				t.Errorf("its sides lie %.4f pitches outward, want %.4f; %.2f of them are visible", out, c.want, weight)
			}
		})
	}
	p := s.PoseAt(6, 8.5, 0)
	if out, weight := measureSize(r, &p, 1); weight > 0.3 {
		t.Errorf("where nothing lies a size of %.3f is measured, with a weight of %.2f", out, weight)
	}
}

func TestAroundATileIsTheTable(t *testing.T) {
	tile := looseTile{col: 6, row: 3, color: playersPlastic(2)}
	r, s := tableWith(tile, looseTile{col: 7.1, row: 3, color: playersPlastic(2)})
	p := s.PoseAt(6, 3, 0)
	if got := visible.RingColor(r, &p, tableRadius, 0); picture.ColorGap(got, picture.BGR{130, 130, 130}) > 5 {
		t.Errorf("around it the color is %.0f, want the table's", got)
	}
}

func TestAStackOfAnyHeightHasAllFeatures(t *testing.T) {
	tile := looseTile{col: 6, row: 3, color: playersPlastic(2)}
	r, s := tableWith(tile)
	f := hypothesis.LooseFace{Pose: s.PoseAt(6, 3, 0), Level: 1, Col: 6, Row: 3, Color: engine.PlayerColors[2], Plastic: tile.color, Score: 3}
	top := MeasureTop(r, s, &f, MeasureSurroundings(r, nil, hue.Hue{}))
	for level := LowestBank; level <= highestBank; level++ {
		x, v := BankFeatures(r, s, &top, level)
		if slices.ContainsFunc(x[:], func(x float32) bool { return math.IsNaN(float64(x)) || math.Abs(float64(x)) > 40 }) {
			t.Errorf("at level %d the features are %v", level, x)
		}
		if v.level != level || x[BankInputs-MapInputs-1] != float32(level) {
			t.Errorf("of a stack of %d the features say %g", level, x[BankInputs-MapInputs-1])
		}
		if off := picture.Dist(v.Pixel(0, 0, float64(level)), s.Pixel(6, 3, 1)); off > 1.5 {
			t.Errorf("the top of a stack of %d is seen %.2f pixels off the face", level, off)
		}
	}
}
