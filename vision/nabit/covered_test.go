package nabit

import (
	"image"
	"image/color"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// coveredIn are the folders of testdata/nabit whose boards have a tile covered.
var coveredIn = []string{"stills", "banks", "behind", "cloth", "gap", "glare", "sheen", "squares", "steps", "witness", "words"}

// covers are a hand, a card, a black sleeve.
var covers = []color.RGBA{{205, 160, 135, 255}, {240, 240, 235, 255}, {25, 25, 30, 255}}

// What lies on one tile, a hand's tip or a card, does not split the board: its two parts lie on one lattice. The tile that links the most is
// covered in each of the boards; the bounds are what was measured less one.
func TestACoveredTileSplitsNoBoard(t *testing.T) {
	reader := NewReader(scenetest.LetterNet(t))
	whole, told, tried := 0, 0, 0
	var scenes []scenetest.StillScene
	for _, folder := range coveredIn {
		scenes = append(scenes, scenetest.StillScenes(t, scenetest.Testdata("nabit/"+folder))...)
	}
	for _, s := range scenes {
		covered, ok := linkOf(&s)
		if !ok {
			continue
		}
		cover(t, s.Picture, s.Truth.Cells[covered].Corners, covers[tried%len(covers)])
		tried++
		obs, err := reader.Still(s.Picture, s.Camera(), s.Set())
		missing := 0
		for i, want := range s.Truth.Cells {
			if i != covered && !shows(obs, want.Corners.Middle(), 0.3*s.Truth.TilePx) {
				missing++
			}
		}
		if shows(obs, s.Truth.Cells[covered].Corners.Middle(), 0.3*s.Truth.TilePx) {
			told++
		}
		if err == nil && missing == 0 {
			whole++
			continue
		}
		t.Logf("%s: %d of %d tiles are missing beside the covered one: %v", s.Name, missing, len(s.Truth.Cells), err)
	}
	t.Logf("%d of %d boards are whole, %d have the covered tile", whole, tried, told)
	if tried < 38 || whole < 28 || told < 21 {
		t.Errorf("of %d boards with a covered tile, %d are whole, %d have that tile", tried, whole, told)
	}
}

func shows(obs engine.Observation, at engine.Point, near float64) bool {
	for _, c := range seenCells(obs) {
		if picture.Dist(quadMiddle(c.Quad), at) < near {
			return true
		}
	}
	return false
}

// linkOf is the index of the cell without which the board falls into two parts, the smaller one as large as possible. False if there is none
// with a part of three tiles.
func linkOf(s *scenetest.StillScene) (link int, ok bool) {
	most := 2
	for i := range s.Truth.Cells {
		rest := lattice.Levels{}
		for k, c := range s.Truth.Cells {
			if k != i {
				rest[engine.Place{Row: c.Row, Col: c.Col}] = 1
			}
		}
		first := 0
		for range rest.Component(rest.Places()[0]) {
			first++
		}
		if smaller := min(first, len(rest)-first); smaller > most {
			link, most, ok = i, smaller, true
		}
	}
	return link, ok
}

// cover paints a color over a face and a little beyond.
func cover(t *testing.T, p *picture.Picture, face scenetest.Corners, with color.RGBA) {
	t.Helper()
	const beyond = 1.2
	middle := face.Middle()
	var corners []image.Point
	for _, c := range face {
		corners = append(corners, image.Pt(int(math.Round(middle.X+beyond*(c[0]-middle.X))), int(math.Round(middle.Y+beyond*(c[1]-middle.Y)))))
	}
	outline := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
	defer outline.Close()
	if err := gocv.FillPoly(&p.Pixels, outline, with); err != nil {
		t.Fatal(err)
	}
}
