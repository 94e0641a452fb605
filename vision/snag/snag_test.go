package snag_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	rules "tilewatch/engine/snag"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
	"tilewatch/vision/sharetest"
	"tilewatch/vision/snag"
)

// scene is one picture while it is read.
type scene struct {
	Kind   string
	Camera struct {
		K    [3][3]float64
		Dist [5]float64
	}
	Tiles []struct {
		Number  int
		Corners [4][2]float64
	}
	Board struct{ Squares map[string][2]float64 }
	photo []byte
}

func load(t *testing.T, file string) scene {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var s scene
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	if s.photo, err = os.ReadFile(strings.TrimSuffix(file, "json") + "jpg"); err != nil {
		t.Fatal(err)
	}
	return s
}

// look decodes the photo and has it read; known says that the webcam is calibrated.
func look(t *testing.T, s scene, known bool) (rules.Look, error) {
	t.Helper()
	p, err := picture.Decode(s.photo)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	eyes, err := snag.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	in := profile.Inputs{}
	if known && s.Kind != "phone" {
		in.Camera = &calibration.Camera{Width: p.Width, Height: p.Height, K: s.Camera.K, Dist: s.Camera.Dist}
	}
	return eyes.Look(p, in)
}

// TestTilesDifferFromPrintedSquares reads every still with its camera and without. A square is right if it is known whether a tile lies on it, and where,
// and if it is sure of no wrong number.
func TestTilesDifferFromPrintedSquares(t *testing.T) {
	files, err := filepath.Glob("../../testdata/snag/stills/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no stills: %v", err)
	}
	var boards, squares sharetest.Share
	for _, file := range files {
		s := load(t, file)
		for _, known := range []bool{true, false} {
			seen, err := look(t, s, known)
			wrong := check(s, seen)
			if err != nil {
				wrong = append(wrong, err.Error())
			}
			boards.Count(len(wrong) == 0 && len(seen.Squares) > 0)
			squares.Right, squares.Of = squares.Right+max(0, len(seen.Squares)-len(wrong)), squares.Of+max(1, len(seen.Squares))
			if len(wrong) > 0 {
				t.Logf("%s, camera known: %v:\n\t%s", filepath.Base(file), known, strings.Join(wrong, "\n\t"))
			}
		}
	}
	boards.AsMeasured(t, "boards that are wholly right", sharetest.Share{Right: 14, Of: 14}, 14)
	squares.AsMeasured(t, "squares", sharetest.Share{Right: 1064, Of: 1064}, 14)
}

// check says what is wrong with what was seen.
func check(s scene, seen rules.Look) (wrong []string) {
	want := map[int][4][2]float64{}
	for _, tile := range s.Tiles {
		want[tile.Number] = tile.Corners
	}
	for _, q := range seen.Squares {
		corners, there := want[q.Number]
		var middle [2]float64
		for _, c := range corners {
			middle[0], middle[1] = middle[0]+c[0]/4, middle[1]+c[1]/4
		}
		printed := s.Board.Squares[strconv.Itoa(q.Number)]
		switch {
		case q.Tile > 0 != there:
			wrong = append(wrong, fmt.Sprintf("square %d: tile %v (%.1f), want %v", q.Number, q.Tile > 0, q.Tile, there))
		case !there && dist(center(q.Quad), printed) > 0.1*side(q.Quad):
			wrong = append(wrong, fmt.Sprintf("square %d is at %v, want %v", q.Number, center(q.Quad), printed))
		case there && dist(center(q.Quad), middle) > 0.25*side(q.Quad):
			wrong = append(wrong, fmt.Sprintf("tile %d is at %v, want %v", q.Number, center(q.Quad), middle))
		case there && len(q.Read) > 0 && q.Read[0].Number != q.Number && q.Read[0].LogLikelihood > 1:
			wrong = append(wrong, fmt.Sprintf("tile %d reads %d (%.1f)", q.Number, q.Read[0].Number, q.Read[0].LogLikelihood))
		}
	}
	return wrong
}

func center(q engine.Quad) (c [2]float64) {
	for _, p := range q {
		c[0], c[1] = c[0]+p.X/4, c[1]+p.Y/4
	}
	return c
}

func side(q engine.Quad) float64 { return math.Hypot(q[1].X-q[0].X, q[1].Y-q[0].Y) }

func dist(a, b [2]float64) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }

func TestNumbersOfTilesAreRead(t *testing.T) {
	s := load(t, "../../testdata/snag/stills/001.json")
	seen, err := look(t, s, true)
	if err != nil {
		t.Fatal(err)
	}
	var read sharetest.Share
	for _, q := range seen.Squares {
		if q.Tile > 0 {
			read.Count(len(q.Read) > 0 && q.Read[0].Number == q.Number && q.Read[0].LogLikelihood > 1)
		}
	}
	read.AsMeasured(t, "numbers", sharetest.Share{Right: 12, Of: 12}, 12)
}

func TestTheBoardIsFoundHoweverThePictureIsTurned(t *testing.T) {
	s := load(t, "../../testdata/snag/stills/006.json")
	upright, err := jpeg.Decode(bytes.NewReader(s.photo))
	if err != nil {
		t.Fatal(err)
	}
	s.photo = encoded(t, turned(upright))
	seen, err := look(t, s, false)
	if err != nil {
		t.Fatal(err)
	}
	var found, want []int
	for _, q := range seen.Squares {
		if q.Tile > 0 {
			found = append(found, q.Number)
		}
	}
	for _, tile := range s.Tiles {
		want = append(want, tile.Number)
	}
	if slices.Sort(want); !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}

// turned is a point after clockwise quarter turns about the middle.
func turned(m image.Image) image.Image {
	b := m.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dy(), b.Dx()))
	for y := range b.Dy() {
		for x := range b.Dx() {
			out.Set(b.Dy()-1-y, x, m.At(x, y))
		}
	}
	return out
}

func encoded(t *testing.T, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, m, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPicturesWithoutABoard(t *testing.T) {
	gray := func(at func(x, y int) uint8) []byte {
		m := image.NewGray(image.Rect(0, 0, 640, 480))
		for y := range 480 {
			for x := range 640 {
				m.Set(x, y, color.Gray{Y: at(x, y)})
			}
		}
		return encoded(t, m)
	}
	for _, tt := range []struct {
		rule, code string
		photo      []byte
	}{
		{"a plain table", "no_tiles", gray(func(int, int) uint8 { return 120 })},
		{"a checked cloth is no board", "no_tiles", gray(func(x, y int) uint8 { return uint8(60 + 120*((x/16+y/16)%2)) })},
		{"darkness", "too_dark", gray(func(int, int) uint8 { return 3 })},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			_, err := look(t, scene{photo: tt.photo}, false)
			var told *picture.Error
			if !errors.As(err, &told) || string(told.Code) != tt.code || told.Message == "" {
				t.Errorf("error %v, want %s", err, tt.code)
			}
		})
	}
}

// TestATileOnAWrongSquareIsReported copies a tile's pixels onto another square.
func TestATileOnAWrongSquareIsReported(t *testing.T) {
	s := load(t, "../../testdata/snag/stills/001.json")
	decoded, err := jpeg.Decode(bytes.NewReader(s.photo))
	if err != nil {
		t.Fatal(err)
	}
	const moved, onto, half = 44, 55, 38
	picture := image.NewRGBA(decoded.Bounds())
	draw.Draw(picture, picture.Bounds(), decoded, image.Point{}, draw.Src)
	at := func(n int) image.Point {
		c := s.Board.Squares[strconv.Itoa(n)]
		return image.Pt(int(math.Round(c[0])), int(math.Round(c[1])))
	}
	draw.Draw(picture, image.Rect(-half, -half, half, half).Add(at(onto)), decoded, at(moved).Sub(image.Pt(half, half)), draw.Src)
	s.photo = encoded(t, picture)
	seen, err := look(t, s, true)
	if err != nil {
		t.Fatal(err)
	}
	// The tile lies on both squares now: the one that is right is believed. So the right one is taken away.
	seen.Squares = slices.DeleteFunc(seen.Squares, func(q rules.Seen) bool { return q.Number == moved })
	r := rules.Game{}.Read(seen, nil)
	if len(r.Warnings) == 0 || r.Warnings[0].Code != "wrong_square" || r.Warnings[0].Message != fmt.Sprintf("tile %d lies on square %d: move it to its own square", moved, onto) {
		t.Errorf("warnings %v", r.Warnings)
	}
}
