package tilemap_test

import (
	"math"
	"path/filepath"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nabit/tilemap"
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
		m, err := tilemap.Of(s.Picture.Pixels)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range s.Truth.Cells {
			if c.Visible == 1 {
				faces.Count(m.Board(quadOf(c.Corners)) > 0)
				tiles.Count(m.Tile(quadOf(c.Corners)) > 0)
			}
		}
		for _, r := range s.Truth.Racks {
			for _, tile := range r.Tiles {
				if tile.InFrame {
					loose.Count(m.Board(quadOf(tile.Corners)) < 0)
					tiles.Count(m.Tile(quadOf(tile.Corners)) > 0)
				}
			}
		}
	}
	faces.AsMeasured(t, "faces of the board", scenetest.Share{Right: 96, Of: 122}, 122)
	loose.AsMeasured(t, "tiles on racks as none of the board", scenetest.Share{Right: 60, Of: 60}, 60)
	tiles.AsMeasured(t, "tiles", scenetest.Share{Right: 172, Of: 182}, 182)
}

// TestPicturesOfAllShapes has the network look at pictures that are small, narrow or upright, and twice at one size.
func TestPicturesOfAllShapes(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {640, 3}, {700, 1000}, {4000, 300}, {700, 1000}} {
		p := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 120, 60, 0), size[1], size[0], gocv.MatTypeCV8UC3)
		m, err := tilemap.Of(p)
		if err != nil {
			t.Fatal(err)
		}
		if m.Width < 1 || m.Height < 1 || m.Width > 320 || m.Height > 320 {
			t.Errorf("the map of %v is %d x %d", size, m.Width, m.Height)
		}
		w, h := float64(size[0]), float64(size[1])
		for _, all := range []engine.Quad{{{X: 0, Y: 0}, {X: w, Y: 0}, {X: w, Y: h}, {X: 0, Y: h}}, {{X: -9, Y: -9}, {X: 2 * w, Y: 0}, {X: 2 * w, Y: 2 * h}, {X: 0, Y: 2 * h}}} {
			if odds := m.Board(all); math.IsNaN(odds) || math.IsInf(odds, 0) {
				t.Errorf("the log-odds of %v in a picture of %v are %g", all, size, odds)
			}
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestRaceALaterMapLeavesAnEarlierAlone keeps a map while another picture of the same size is looked at.
func TestRaceALaterMapLeavesAnEarlierAlone(t *testing.T) {
	s := scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, "037.json"))
	first, err := tilemap.Of(s.Picture.Pixels)
	if err != nil {
		t.Fatal(err)
	}
	face := quadOf(s.Truth.Cells[0].Corners)
	before := first.Board(face)
	other := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(200, 30, 60, 0), s.Picture.Height, s.Picture.Width, gocv.MatTypeCV8UC3)
	defer other.Close()
	if _, err := tilemap.Of(other); err != nil {
		t.Fatal(err)
	}
	again, err := tilemap.Of(s.Picture.Pixels)
	if err != nil {
		t.Fatal(err)
	}
	if now, later := first.Board(face), again.Board(face); now != before || later != before {
		t.Errorf("its log-odds were %g, are %g, and again %g", before, now, later)
	}
}
