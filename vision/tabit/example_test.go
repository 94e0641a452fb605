package tabit

import (
	"encoding/json"
	"image"
	"image/color"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/engine/tabit"
	"tilewatch/vision/homography"
	"tilewatch/vision/profile"
)

// odd are drawings that nobody would take for what they stand for: shapes on a card that is 1 wide and 1 high.
var odd = map[string][][][2]float64{
	// Two upright bars.
	"moon": {{{0.25, 0.2}, {0.4, 0.2}, {0.4, 0.8}, {0.25, 0.8}}, {{0.6, 0.2}, {0.75, 0.2}, {0.75, 0.8}, {0.6, 0.8}}},
	// A cross from corner to corner.
	"star": {{{0.2, 0.25}, {0.3, 0.2}, {0.8, 0.75}, {0.7, 0.8}}, {{0.7, 0.2}, {0.8, 0.25}, {0.3, 0.8}, {0.2, 0.75}}},
	// Three flat bars.
	"tree": {{{0.2, 0.2}, {0.8, 0.2}, {0.8, 0.28}, {0.2, 0.28}}, {{0.2, 0.46}, {0.8, 0.46}, {0.8, 0.54}, {0.2, 0.54}}, {{0.2, 0.72}, {0.8, 0.72}, {0.8, 0.8}, {0.2, 0.8}}},
}

// laid are a scene's picture cards, in the picture.
type laid struct {
	Players []struct {
		Seat  string
		Cards []struct {
			Box, Value string
			Corners    [4][2]float64
		}
	}
}

// redraw paints odd drawings over a scene's pictures; value says what a card is to show from now on, "" for what it showed.
func redraw(t *testing.T, s *scene, mat gocv.Mat, value func(seat, box string) string) {
	t.Helper()
	var cards laid
	if err := json.Unmarshal(s.truth, &cards); err != nil {
		t.Fatal(err)
	}
	for _, p := range cards.Players {
		for _, c := range p.Cards {
			name := c.Value
			if v := value(p.Seat, c.Box); v != "" && c.Box[0] == 'P' {
				name = v
			}
			if shapes, ok := odd[name]; ok && c.Box[0] == 'P' {
				paint(t, mat, c.Corners, [][2]float64{{0.05, 0.05}, {0.95, 0.05}, {0.95, 0.95}, {0.05, 0.95}}, color.RGBA{240, 235, 220, 0})
				for _, shape := range shapes {
					paint(t, mat, c.Corners, shape, color.RGBA{30, 40, 90, 0})
				}
			}
		}
	}
}

// paint fills a shape on a card.
func paint(t *testing.T, mat gocv.Mat, card [4][2]float64, shape [][2]float64, with color.RGBA) {
	t.Helper()
	var q engine.Quad
	for i, c := range card {
		q[i] = engine.Point{X: c[0], Y: c[1]}
	}
	h := homography.OfSquare(q)
	var points []image.Point
	for _, p := range shape {
		at := h.At(p[0], p[1])
		points = append(points, image.Pt(int(at.X+0.5), int(at.Y+0.5)))
	}
	outline := gocv.NewPointsVectorFromPoints([][]image.Point{points})
	defer outline.Close()
	if err := gocv.FillPoly(&mat, outline, with); err != nil {
		t.Fatal(err)
	}
}

func TestUnusualDrawingsAreLearnedFromOneExampleOfEach(t *testing.T) {
	eyes := open(t)
	var shown, played scene
	for _, s := range scenes(t) {
		switch s.name {
		case "004":
			shown = s
		case "012":
			played = s
		}
	}
	p := shown.picture(t)
	defer p.Close()
	redraw(t, &shown, p.Pixels, func(seat, box string) string {
		if seat == "south" {
			return map[string]string{"P1": "moon", "P2": "star", "P3": "tree"}[box]
		}
		return ""
	})
	cards, err := eyes.Learn(p, shown.known(t))
	if err != nil {
		t.Fatal(err)
	}
	q := played.picture(t)
	defer q.Close()
	redraw(t, &played, q.Pixels, func(string, string) string { return "" })
	read := func(in profile.Inputs) int {
		look, err := eyes.Look(q, in)
		if err != nil {
			t.Fatal(err)
		}
		wrong, _ := played.wrong(t, look.Players(tabit.DefaultOptions), 0)
		return wrong
	}
	in := played.known(t)
	if wrong := read(in); wrong == 0 {
		t.Error("the drawings are not unusual: they are read without having been shown")
	}
	in.Tileset = &calibration.Tileset{Cards: cards}
	if wrong := read(in); wrong > 0 {
		t.Errorf("%d cards are read wrongly with examples", wrong)
	}
}

func TestATileSetHasAllCardsOrNone(t *testing.T) {
	eyes := open(t)
	var s scene
	for _, each := range scenes(t) {
		if each.name == "010" {
			s = each
		}
	}
	p := s.picture(t)
	defer p.Close()
	in := s.known(t)
	in.Tileset = &calibration.Tileset{Cards: map[string][]byte{"moon": nil}}
	if _, err := eyes.Look(p, in); err == nil {
		t.Error("a tile set with one card of three is taken")
	}
}
