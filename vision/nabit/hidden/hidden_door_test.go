package hidden

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
)

var (
	red   = picture.BGR{50, 50, 200}
	cloth = picture.BGR{120, 130, 110}
)

// behindAStack draws a row of tiles with a stack in it, seen obliquely, and behind the stack a tile of the row's color, if it is there.
func behindAStack(t *testing.T, high int, thereToo bool) (d *scenetest.Drawing, behind engine.Place) {
	t.Helper()
	d = scenetest.NewDrawing(50*math.Pi/180, cloth)
	_, row, _ := d.S.Eye()
	back := -int(math.Copysign(1, row)) // away from the eye
	behind = engine.Place{Row: back}
	if thereToo {
		d.Stack(behind, 1, red)
		d.Letter(behind, 1)
	}
	for col := -2; col <= 2; col++ {
		at, level := engine.Place{Col: col}, 1
		if col == 0 {
			level = high
		}
		d.Stack(at, level, red)
		d.Letter(at, level)
	}
	d.Soften()
	var err error
	if d.S.Map, err = tilemap.Of(d.Raster); err != nil {
		t.Fatal(err)
	}
	for col := -2; col <= 2; col++ {
		level := 1
		if col == 0 {
			level = high
		}
		d.Evaluate(engine.Place{Col: col}, level).Tile = 8 // cells are certain
	}
	for col := -2; col <= 2; col++ {
		if e := d.Evaluate(engine.Place{Row: 4 * back, Col: col}, 0); e.Tile > -6 {
			t.Fatalf("the table is drawn badly: log-likelihood ratio %.1f", e.Tile)
		}
	}
	return d, behind
}

func TestFindOccluded(t *testing.T) {
	for _, c := range []struct {
		name string
		high int
		tile bool
	}{
		{"a tile half hidden by a stack is found", 3, true},
		{"behind the same stack nothing is found on cloth", 3, false},
		{"a tile that a lower stack hides less is found", 2, true},
		{"behind the lower stack nothing is found on cloth", 2, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, behind := behindAStack(t, c.high, c.tile)
			hides := d.S.MaskOf(behind, 1)
			if seen := hides.Visible(1); seen < minVisible || seen > maxVisible {
				t.Fatalf("%.2f of the place behind is visible: the stack does not half hide it", seen)
			}
			before := len(d.S.Cells)
			FindOccluded(d.Raster, d.S)
			want := 0
			if c.tile {
				want = 1
			}
			if got := d.S.Cells[behind]; got != want {
				t.Errorf("behind the stack lies a tile at level %d, want %d (visible %.2f, evidence %+.1f)", got, want, hides.Visible(1), d.S.Evidence[behind].Tile)
			}
			if more := len(d.S.Cells) - before; more != want {
				t.Errorf("%d cells are found, want %d: %v", more, want, d.S.Cells)
			}
		})
	}
}

func TestFindOccludedNeedsHuesToCompareWith(t *testing.T) {
	d, behind := behindAStack(t, 3, true)
	for at := range d.S.Evidence {
		if d.S.Cells[at] == 0 {
			delete(d.S.Evidence, at) // the table's
		}
	}
	if FindOccluded(d.Raster, d.S); d.S.Cells[behind] > 0 {
		t.Error("a tile is found although no color of the table is known")
	}
}

func TestTheLikelierClaimToAFaceWins(t *testing.T) {
	for _, c := range []struct {
		name        string
		front, back float64 // log-likelihood ratios of both claims
		known       bool    // the front stack was there before
		want        engine.Place
	}{
		{"the tile farther back is likelier", 5, 9, false, engine.Place{}},
		{"the stack in front is likelier", 12, 6, false, engine.Place{Col: 1}},
		{"the stack in front is known from before", 6, 8, true, engine.Place{Col: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := scenetest.NewDrawing(0, cloth)
			s := d.S
			s.T = s.X.Scale(-10 * s.Pitch).Add(s.Z.Scale(21 * s.Thickness)) // the eye stands 10 pitches to the right: a column is 2 levels
			back, front := engine.Place{}, engine.Place{Col: 1}
			level := sameFace(s, front, back)
			if level == 0 {
				t.Fatal("no level of the front place shares the face")
			}
			evidence := func(l int, score float64) *hypothesis.Evidence {
				e := &hypothesis.Evidence{Best: l, Height: hypothesis.NoFaces, Tile: score, Complete: true}
				e.Height[l-1] = score - s.LevelPrior(engine.Place{}, l)
				return e
			}
			s.Evidence[back], s.Evidence[front] = evidence(1, c.back), evidence(level, c.front)
			tiles, known := lattice.Levels{back: 1, front: level}, lattice.Levels{}
			if c.known {
				known[front] = level
			}
			SuppressDuplicateFaces(s, tiles, known)
			if len(tiles) != 1 || tiles[c.want] == 0 {
				t.Errorf("%v remain, want only %v", tiles, c.want)
			}
		})
	}
}

// sameFace is the level at which a place shows its face just where another shows its own of level 1; 0 if at none.
func sameFace(s *hypothesis.Hypothesis, at, other engine.Place) int {
	q := s.Pixel(float64(other.Col), float64(other.Row), 1)
	for level := 2; level <= engine.MaxHeight; level++ {
		if picture.Dist(s.Pixel(float64(at.Col), float64(at.Row), float64(level)), q) < 0.1*s.Scale(other) {
			return level
		}
	}
	return 0
}
