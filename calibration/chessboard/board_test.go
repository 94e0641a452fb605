package chessboard

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/geom"
)

func picture(t *testing.T, path string) *image.Gray {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := jpeg.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	gray := image.NewGray(img.Bounds())
	draw.Draw(gray, gray.Rect, img, image.Point{}, draw.Src)
	return gray
}

// rms is how far points lie from the truth, which may run the other way round.
func rms(got []engine.Point, truth [][2]float64) float64 {
	best := math.Inf(1)
	for _, back := range []bool{false, true} {
		sum := 0.0
		for i, p := range got {
			q := truth[i]
			if back {
				q = truth[len(truth)-1-i]
			}
			sum += (p.X-q[0])*(p.X-q[0]) + (p.Y-q[1])*(p.Y-q[1])
		}
		best = min(best, math.Sqrt(sum/float64(len(got))))
	}
	return best
}

const scenes = "../../testdata/nabit/calibration"

func TestTheBoardIsFoundToATenthOfAPixel(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(scenes, "cam*.json"))
	if more := os.Getenv("TILEWATCH_SCENES"); more != "" {
		others, _ := filepath.Glob(filepath.Join(more, "cam*.json"))
		files = append(files, others...)
	}
	if err != nil || len(files) == 0 {
		t.Fatal("no scenes", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var truth struct {
			Views []struct {
				Image   string
				Corners [][2]float64
			}
		}
		if err := json.Unmarshal(text, &truth); err != nil {
			t.Fatal(err)
		}
		for _, v := range truth.Views {
			points, ok := Standard.Find(picture(t, filepath.Join(filepath.Dir(file), v.Image)))
			if !ok {
				t.Errorf("%s: not found", v.Image)
				continue
			}
			off := rms(points, v.Corners)
			t.Logf("%s: %.3f px", v.Image, off)
			if off > 0.35 {
				t.Errorf("%s: off by %.2f px", v.Image, off)
			}
		}
	}
}

func TestWhereNoBoardIsNoneIsFound(t *testing.T) {
	files, err := filepath.Glob("../../testdata/nabit/stills/*.jpg")
	if err != nil || len(files) == 0 {
		t.Fatal("no stills", err)
	}
	for _, file := range files[:6] {
		if _, ok := Standard.Find(picture(t, file)); ok {
			t.Errorf("%s: a board was found among the tiles", file)
		}
	}
	if _, ok := Standard.Find(image.NewGray(image.Rect(0, 0, 64, 64))); ok {
		t.Error("a board was found in the dark")
	}
	if _, ok := Standard.Find(image.NewGray(image.Rect(0, 0, 3, 2))); ok {
		t.Error("a board was found in six pixels")
	}
}

// drawn is a board as a screen shows it, larger than asked for on all sides.
func drawn(squares int, turn int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, 700, 560))
	for i := range img.Pix {
		img.Pix[i] = 240
	}
	for y := range 7 * squares {
		for x := range 10 * squares {
			if (x/squares+y/squares)%2 == 0 {
				img.SetGray(60+x, 50+y, color.Gray{Y: 20})
			}
		}
	}
	for range turn {
		img = quarter(img)
	}
	return img
}

func quarter(g *image.Gray) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, g.Rect.Dy(), g.Rect.Dx()))
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			out.SetGray(g.Rect.Dy()-1-y, x, g.GrayAt(x, y))
		}
	}
	return out
}

func TestNoEdgesMeetWhereAllIsOfOneGray(t *testing.T) {
	flat := newPlane(40, 40)
	if at := flat.meeting(engine.Point{X: 20, Y: 20}, 3); at != (engine.Point{X: 20, Y: 20}) {
		t.Errorf("on one gray they meet at %v", at)
	}
}

func TestTheDarkCornerSquareComesFirst(t *testing.T) {
	const side = 50
	for turn := range 4 {
		t.Run(fmt.Sprintf("%d quarter turns", turn), func(t *testing.T) {
			img := drawn(side, turn)
			points, ok := Standard.Find(img)
			if !ok {
				t.Fatal("not found")
			}
			want := engine.Point{X: 60 + side - 0.5, Y: 50 + side - 0.5}
			w, h := 700.0, 560.0
			for range turn {
				want, w, h = engine.Point{X: h - 1 - want.Y, Y: want.X}, h, w
			}
			if geom.Dist(points[0], want) > 0.2 {
				t.Errorf("the first point is at %.2f, want %.2f", points[0], want)
			}
			if gap := geom.Dist(points[0], points[1]); math.Abs(gap-side) > 0.2 {
				t.Errorf("points are %.2f apart, want %d", gap, side)
			}
		})
	}
}

func TestParseSize(t *testing.T) {
	b := Standard
	if err := b.ParseSize("7x4"); err != nil || b.Columns != 7 || b.Rows != 4 || b.SquareMM != 25 {
		t.Errorf("%+v, %v", b, err)
	}
	for _, bad := range []string{"", "9", "9x", "2x2", "9x6x3", "99x9", "-9x6"} {
		if err := b.ParseSize(bad); err == nil {
			t.Errorf("%q was taken for a size", bad)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	f, err := os.Open(filepath.Join(scenes, "cam0_0.jpg"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	img, err := jpeg.Decode(f)
	if err != nil {
		b.Fatal(err)
	}
	gray := image.NewGray(img.Bounds())
	draw.Draw(gray, gray.Rect, img, image.Point{}, draw.Src)
	b.ReportAllocs()
	for b.Loop() {
		Standard.Find(gray)
	}
}
