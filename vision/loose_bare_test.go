package vision

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// TestBanksAreFoundAmongAClothsSpots reads tables whose spots outnumber the letters, so that those of banks are no marks.
func TestBanksAreFoundAmongAClothsSpots(t *testing.T) {
	reader := NewReader(letterNet(t))
	for _, s := range stillScenes(t, filepath.Join(filepath.Dir(stillsFolder), "banks")) {
		obs, err := reader.Still(s.picture, s.camera(), s.set())
		var n looseShares
		wrong := compareBanks(&stillReading{s, obs, err}, &n)
		if n.banks.right != n.banks.of || n.banks.of == 0 {
			t.Errorf("%s: %v %s", s.name, err, wrong)
		}
	}
}

// tableFromAbove is a structure of one tile, and a picture of its table from straight above.
func tableFromAbove(cloth rgb) (*raster, *structure) {
	const size = 600
	r := &raster{w: size, h: size, bgr: make([]uint8, 3*size*size), gray: make([]uint8, size*size)}
	s := &structure{pose: pose{
		cam: calibration.Pinhole(size, size, 600), sizes: sizesOf(&calibration.Tileset{SideMM: 24, ThicknessMM: 5, PitchMM: 24}),
		x: vec3{1, 0, 0}, y: vec3{0, 1, 0}, z: vec3{0, 0, 1}, t: vec3{0, 0, 500},
	}, cells: stacks{engine.Place{}: 1}}
	for i := range s.cells {
		e := &placeEvidence{best: 1}
		e.view[0].plastic = rgb{60, 60, 200}
		s.evidence = map[engine.Place]*placeEvidence{i: e}
	}
	r.paint(s, cloth, 0, 0, math.Inf(1))
	return r, s
}

// paint gives all that lies nearer to a place on bareLevel than half a number of pitches, along both axes, a color.
func (r *raster) paint(s *structure, c rgb, col, row, wide float64) {
	for y := range r.h {
		for x := range r.w {
			at, _ := s.onLevel(engine.Point{X: float64(x), Y: float64(y)}, bareLevel)
			if math.Abs(at.X-col) <= wide/2 && math.Abs(at.Y-row) <= wide/2 {
				for k := range c {
					r.bgr[3*(y*r.w+x)+k] = uint8(c[k])
				}
			}
		}
	}
}

func TestABareTopIsAPatchOfItsPlayersColorAndOfItsSize(t *testing.T) {
	red, white, green := rgb{60, 60, 200}, rgb{220, 220, 220}, rgb{70, 150, 60}
	for _, c := range []struct {
		name  string
		cloth rgb
		patch rgb
		wide  float64
		best  map[engine.Color]*bankFound
		want  bool
	}{
		{"a patch of a tile's size may be a bank's top", white, red, 1, nil, true},
		{"a cloth of that color is none", red, red, 1, nil, false},
		{"nor is the middle of what is much larger than a tile", white, red, 5, nil, false},
		{"nor what is much smaller", white, red, 0.4, nil, false},
		{"the color of nobody at the table is no bank's", white, green, 1, nil, false},
		{"whose bank is sure is not looked for", white, red, 1, map[engine.Color]*bankFound{engine.Red: {odds: 5}}, false},
		{"whose bank is doubtful is", white, red, 1, map[engine.Color]*bankFound{engine.Red: {odds: 1}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, s := tableFromAbove(c.cloth)
			r.paint(s, c.patch, 4, 3, c.wide)
			places := r.barePlaces(s, nil, c.best, &playerColors{seen: s.plastics(nil, hue{})})
			found := slices.ContainsFunc(places, func(p barePlace) bool { return dist(p.at, engine.Point{X: 4, Y: 3}) < bareStep })
			if found != c.want || c.cloth == red && len(places) > 0 {
				t.Errorf("%d places are found; at 4, 3: %v, want %v", len(places), found, c.want)
			}
		})
	}
}

func TestAPlayersColorIsThatOfItsTilesOrOfItsPlasticUnderTheLamp(t *testing.T) {
	pale := hue{0.2, 0.15}                                                     // tiles of a purple that is near to gray
	cloth := hue{plasticHues[2].mean[0] - 0.05, plasticHues[2].mean[1] - 0.05} // nearly yellow
	colors := playerColors{seen: map[engine.Color][]hue{engine.Purple: {pale}, engine.Yellow: {{plasticHues[2].mean[0] + 0.3, plasticHues[2].mean[1]}}}}
	onCloth := colors
	onCloth.table = []hue{cloth}
	for _, c := range []struct {
		name  string
		of    *playerColors
		color engine.Color
		hue   hue
		want  bool
	}{
		{"as its other tiles are", &colors, engine.Purple, pale, true},
		{"as the plastic is in other light", &colors, engine.Yellow, plasticHues[2].mean, true},
		{"another's", &colors, engine.Yellow, plasticHues[3].mean, false},
		{"the lamp's own", &colors, engine.Yellow, hue{}, false},
		{"as the cloth is, and the tiles are not quite", &onCloth, engine.Yellow, plasticHues[2].mean, false},
		{"as the tiles are, and the cloth is not quite", &onCloth, engine.Yellow, colors.seen[engine.Yellow][0], true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.of.has(c.color, c.hue); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

func TestAFaceBetweenTwoTilesIsNone(t *testing.T) {
	_, s := tableFromAbove(rgb{})
	at := func(col, row float64) looseFace { return looseFace{pose: s.poseAt(col, row, 0), level: 1} }
	row := []looseFace{at(4, 0), at(5.1, 0)}
	for _, c := range []struct {
		name string
		face looseFace
		want bool
	}{
		{"half on either", at(4.55, 0.4), true},
		{"the next of the row", at(6.2, 0), false},
		{"beside one, as a stack that hides some of it", at(4, 0.7), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.face.between(row); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
