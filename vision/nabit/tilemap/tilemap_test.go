package tilemap_test

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/nn/fit/ledgertest"
	"tilewatch/vision/picture"
)

func quadOf(c scenetest.Corners) (q engine.Quad) {
	for i := range c {
		q[i] = engine.Point{X: c[i][0], Y: c[i][1]}
	}
	return q
}

// TestTheMapShowsTheBoard looks at scenes that the network never learned from, two from above, two at an angle, and two by phone: most faces of the board are seen as such, most tiles on racks as no
// faces of the board, and most of both as tiles.
func TestTheMapShowsTheBoard(t *testing.T) {
	var faces, loose, tiles scenetest.Share
	for _, name := range []string{"009", "033", "022", "043", "020", "032"} {
		s := scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, name+".json"))
		m := of(t, s.Picture)
		for _, c := range s.Truth.Cells {
			if c.Visible == 1 {
				faces.Count(m.Board(quadOf(c.Corners)) > 0)
				tiles.Count(m.Signs(quadOf(c.Corners)).Tile > 0)
				if colors := m.ColorOdds(quadOf(c.Corners)); math.Abs(floats.LogSumExp(colors[:])) > 1e-9 {
					t.Errorf("%s, %d, %d: the probabilities of its colors, e to the %v, do not sum to one", name, c.Row, c.Col, colors)
				}
			}
		}
		for _, r := range s.Truth.Racks {
			for _, tile := range r.Tiles {
				if tile.InFrame {
					loose.Count(m.Board(quadOf(tile.Corners)) < 0)
					tiles.Count(m.Signs(quadOf(tile.Corners)).Tile > 0)
				}
			}
		}
	}
	faces.AsMeasured(t, "faces of the board", scenetest.Share{Right: 96, Of: 122}, 122)
	loose.AsMeasured(t, "tiles on racks as none of the board", scenetest.Share{Right: 60, Of: 60}, 60)
	tiles.AsMeasured(t, "tiles", scenetest.Share{Right: 172, Of: 182}, 182)
	ledgertest.Check(t, filepath.Join("..", "..", ".."), "vision/nabit/tilemap/tilemap.bin", float64(faces.Right+loose.Right)/float64(faces.Of+loose.Of))
}

// TestAMapHoldsWhileNothingChanges compares pictures with a map: it holds under noise and a lamp that fades a little, but not once a tile is laid, nor for a
// picture of another size.
func TestAMapHoldsWhileNothingChanges(t *testing.T) {
	err := picture.WithPixels(scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, "009.json")).Picture, func(r *picture.Raster) error {
		m, err := tilemap.Of(r)
		if err != nil {
			return err
		}
		changed := func(height int, change func(x, y, value int) int) *picture.Raster {
			c := &picture.Raster{W: r.W, H: height, BGR: make([]uint8, 3*r.W*height)}
			for i := range c.BGR {
				c.BGR[i] = byte(min(max(change(i/3%r.W, i/3/r.W, int(r.BGR[i])), 0), 255))
			}
			return c
		}
		random := rand.New(rand.NewPCG(1, 2))
		noisy := func(_, _, v int) int { return v*98/100 + random.IntN(17) - 8 }
		stroke := func(x, y, v int) int {
			if x >= r.W/2 && x < r.W/2+24 && y >= r.H/2 && y < r.H/2+4 {
				v -= 70
			}
			return noisy(x, y, v)
		}
		for _, c := range []struct {
			name string
			then *picture.Raster
			same bool
		}{
			{"the picture itself", r, true},
			{"noise", changed(r.H, noisy), true},
			{"a stroke of a letter", changed(r.H, stroke), false},
			{"another size", changed(r.H/2, noisy), false},
		} {
			if got := m.Shows(c.then); got != c.same {
				t.Errorf("%s: the map shows it: %v, want %v", c.name, got, c.same)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// of is the map of a picture.
func of(t *testing.T, p *picture.Picture) (m *tilemap.Map) {
	t.Helper()
	err := picture.WithPixels(p, func(r *picture.Raster) (err error) {
		m, err = tilemap.Of(r)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// plain is a picture of one color.
func plain(w, h int, b, g, r uint8) *picture.Raster {
	p := &picture.Raster{W: w, H: h, BGR: make([]uint8, 3*w*h)}
	for i := 0; i < len(p.BGR); i += 3 {
		p.BGR[i], p.BGR[i+1], p.BGR[i+2] = b, g, r
	}
	return p
}

// TestPicturesOfAllShapes has the network look at pictures that are small, narrow or upright.
func TestPicturesOfAllShapes(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {640, 3}, {700, 1000}, {4000, 300}} {
		m, err := tilemap.Of(plain(size[0], size[1], 90, 120, 60))
		if err != nil {
			t.Fatal(err)
		}
		if m.Width < 1 || m.Height < 1 || m.Width > 320 || m.Height > 320 {
			t.Errorf("the map of %v is %d x %d", size, m.Width, m.Height)
		}
		w, h := float64(size[0]), float64(size[1])
		for _, all := range []engine.Quad{{{X: 0, Y: 0}, {X: w, Y: 0}, {X: w, Y: h}, {X: 0, Y: h}}, {{X: -9, Y: -9}, {X: 2 * w, Y: 0}, {X: 2 * w, Y: 2 * h}, {X: 0, Y: 2 * h}}} {
			if odds := m.Face(all); math.IsNaN(odds) || math.IsInf(odds, 0) {
				t.Errorf("the evidence of %v in a picture of %v is %g", all, size, odds)
			}
		}
	}
}

// TestWithoutAMapNothingIsSaid asks no map.
func TestWithoutAMapNothingIsSaid(t *testing.T) {
	var m *tilemap.Map
	var q engine.Quad
	if m.Face(q) != 0 || m.Spot(q) != 0 || m.Board(q) != 0 || m.BoardOfPart(q[:]) != 0 || m.Color(q) != (engine.ColorLikelihoods{}) {
		t.Error("no map says something")
	}
}

// TestRaceALaterMapLeavesAnEarlierAlone keeps a map while another picture of the same size is looked at.
func TestRaceALaterMapLeavesAnEarlierAlone(t *testing.T) {
	s := scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, "037.json"))
	first := of(t, s.Picture)
	face := quadOf(s.Truth.Cells[0].Corners)
	before := first.Signs(face)
	if _, err := tilemap.Of(plain(s.Picture.Width, s.Picture.Height, 200, 30, 60)); err != nil {
		t.Fatal(err)
	}
	if now, later := first.Signs(face), of(t, s.Picture).Signs(face); now != before || later != before {
		t.Errorf("its signs were %v, are %v, and again %v", before, now, later)
	}
}
