package candidate

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/picture"
)

// letterE draws an E of a size, top-left at x, y.
func letterE(m *image.Gray, x, y, size int, ink uint8) {
	for v := range size {
		for u := range size * 7 / 10 {
			if u < size/5 || v < size/5 || v >= size-size/5 || v >= size*2/5 && v < size*3/5 {
				m.SetGray(x+u, y+v, color.Gray{Y: ink})
			}
		}
	}
}

// found are the candidates of a drawn picture.
func found(t *testing.T, m image.Image) (all []Candidate) {
	t.Helper()
	withRaster(t, m, func(r *picture.Raster, gray gocv.Mat) error {
		var err error
		all, err = Find(r, gray)
		return err
	})
	return all
}

func withRaster(t *testing.T, m image.Image, use func(r *picture.Raster, gray gocv.Mat) error) {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	p, err := picture.Decode(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := picture.WithRaster(p, use); err != nil {
		t.Fatal(err)
	}
}

func page(ground uint8) *image.Gray {
	m := image.NewGray(image.Rect(0, 0, 640, 480))
	for i := range m.Pix {
		m.Pix[i] = ground
	}
	return m
}

func TestLettersOfAllSizesAreFoundOnce(t *testing.T) {
	for _, size := range []int{14, 25, 50, 100, 180} {
		m := page(200)
		letterE(m, 200, 150, size, 40)
		all := found(t, m)
		want := engine.Point{X: 200 + float64(size*7/10-1)/2, Y: 150 + float64(size-1)/2}
		n := 0
		for _, c := range all {
			if math.Hypot(c.At.X-want.X, c.At.Y-want.Y) < 0.1*float64(size)+2 && c.Dark {
				n++
			}
		}
		if n != 1 {
			t.Errorf("a letter %d pixels high is found %d times among %d", size, n, len(all))
		}
	}
}

func TestRaceThoseWithMostContrastComeFirst(t *testing.T) {
	m := page(200)
	for i, ink := range []uint8{150, 20, 90} {
		letterE(m, 100+150*i, 200, 40, ink)
	}
	var order []int
	for _, c := range found(t, m) {
		if c.Dark {
			order = append(order, int(c.At.X)/150)
		}
	}
	if !slices.Equal(order, []int{1, 2, 0}) {
		t.Errorf("found in the order %v, want 1, 2, 0", order)
	}
}

// upright is a reader to which a letter is one only where its face's upper and left parts are dark: an E as it stands.
type upright struct{}

func (upright) Read(f glyph.Face) (l ocr.Letters, err error) {
	dark := func(x, y int) bool { return f.Pix[y*f.Size+x] < 120 }
	straight := 0
	for k := f.Size / 3; k < f.Size*2/3; k++ {
		if dark(f.Size*36/100, k) {
			straight++
		}
	}
	for k := range l {
		for c := range l[k] {
			l[k][c] = -9
		}
		if k == 0 && straight > f.Size/4 {
			l[k]['E'-'A'] = math.Log(4)
		} else {
			l[k][engine.BlankIndex] = 0
		}
	}
	return l, nil
}

func TestOnlyLettersAreKept(t *testing.T) {
	m := page(200)
	letterE(m, 200, 150, 50, 40)
	for k := range 50 { // a cross
		for w := range 10 {
			m.SetGray(400+k, 170+w, color.Gray{Y: 40})
			m.SetGray(420+w, 150+k, color.Gray{Y: 40})
		}
	}
	withRaster(t, m, func(r *picture.Raster, gray gocv.Mat) error {
		all, err := Find(r, gray)
		if err != nil {
			return err
		}
		if err := Read(r, upright{}, all); err != nil {
			return err
		}
		found := len(all)
		kept := KeepLetters(all)
		if len(kept) == 0 || len(kept) >= found {
			t.Errorf("%d of %d candidates are kept", len(kept), found)
		}
		for _, c := range kept {
			if math.Abs(c.At.X-217) > 10 || c.BestDirection() != 0 || c.Bar || c.Score(0) < 0.5 {
				t.Errorf("kept at %v, direction %d, score %.2f", c.At, c.BestDirection(), c.Score(0))
			}
		}
		return nil
	})
}

func TestLetterProbability(t *testing.T) {
	var l ocr.Letters
	for k := range l {
		for c := range l[k] {
			l[k][c] = math.Inf(-1)
		}
	}
	if p, _ := letterProbability(&l); p != 0 {
		t.Errorf("nothing is a letter with %.2f", p)
	}
	const letterA = 0
	l[1][letterA] = math.Log(4 * 0.8)
	if p, bar := letterProbability(&l); math.Abs(p-0.8) > 1e-9 || bar {
		t.Errorf("an A: %.2f, bar %v", p, bar)
	}
	l[1][letterA], l[0]['I'-'A'] = math.Inf(-1), math.Log(4*0.8)
	if p, bar := letterProbability(&l); math.Abs(p-0.8*BarWorth) > 1e-9 || !bar {
		t.Errorf("an I: %.2f, bar %v", p, bar)
	}
}

func TestColorDistance(t *testing.T) {
	wood, shaded, red := [3]float64{120, 160, 200}, [3]float64{100, 134, 168}, [3]float64{60, 60, 200}
	if ColorDistance(wood, wood) != 0 {
		t.Error("a color is far from itself")
	}
	if light, hue := ColorDistance(wood, shaded), ColorDistance(wood, red); light > SameColor || hue < 5*light {
		t.Errorf("in the shade %.1f, another hue %.1f", light, hue)
	}
	if got := MedianColor([][3]float64{{1, 9, 5}, {2, 8, 5}, {3, 7, 5}}); got != [3]float64{2, 8, 5} {
		t.Errorf("median %v", got)
	}
}

func TestSmallPrintDoesNotCrowdOutLargeLetters(t *testing.T) {
	var all []Candidate
	for i := range 13 {
		var m Candidate
		m.W, m.H, m.Ink = 10, 12, 100-float64(i)
		if i >= 10 {
			m.W, m.H = 40, 50
		}
		all = append(all, m)
	}
	large := 0
	some := someOfEachSize(all, 7)
	for i := range some {
		if some[i].H == 50 {
			large++
		}
	}
	if large != 3 || len(some) != 7 || len(someOfEachSize(all, 13)) != 13 {
		t.Errorf("of 10 small and 3 large ones %d are kept, %d of them large, want 7 and 3", len(some), large)
	}
}
