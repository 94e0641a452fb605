package blob

import (
	"image"
	"image/color"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
)

// canvas is a picture to draw blobs on.
type canvas struct {
	t   *testing.T
	mat gocv.Mat
}

var (
	cream = color.RGBA{R: 230, G: 220, B: 200}
	black = color.RGBA{R: 30, G: 30, B: 30}
)

func newCanvas(t *testing.T, ground color.RGBA) *canvas {
	t.Helper()
	c := &canvas{t, gocv.NewMatWithSizeFromScalar(gocv.NewScalar(float64(ground.B), float64(ground.G), float64(ground.R), 0), 200, 300, gocv.MatTypeCV8UC3)}
	t.Cleanup(func() { c.mat.Close() })
	return c
}

func (c *canvas) check(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *canvas) rect(x, y, w, h int, ink color.RGBA) {
	c.t.Helper()
	c.check(gocv.Rectangle(&c.mat, image.Rect(x, y, x+w, y+h), ink, -1))
}

// letterE draws an E 18 pixels wide and 26 high.
func (c *canvas) letterE(x, y int, ink color.RGBA) {
	c.t.Helper()
	c.rect(x, y, 5, 26, ink)
	for _, row := range []int{0, 10, 21} {
		c.rect(x, y+row, 18, 5, ink)
	}
}

// ring draws an O of 26 pixels.
func (c *canvas) ring(x, y int, ink color.RGBA) {
	c.t.Helper()
	c.check(gocv.Circle(&c.mat, image.Pt(x+13, y+13), 11, ink, 4))
}

// find finds blobs on the canvas, reduced by a factor.
func (c *canvas) find(o Options, by int, dark bool) []Blob {
	c.t.Helper()
	gray := gocv.NewMat()
	defer gray.Close()
	c.check(gocv.CvtColor(c.mat, &gray, gocv.ColorBGRToGray))
	bgr, err := c.mat.DataPtrUint8()
	c.check(err)
	levels, err := gray.DataPtrUint8()
	c.check(err)
	small, err := ReduceAll(gray, by)
	c.check(err)
	defer small.Close()
	found, err := o.Find(&Picture{W: c.mat.Cols(), H: c.mat.Rows(), BGR: bgr, Gray: levels}, small, dark)
	c.check(err)
	return found
}

func letters() Options {
	return Options{
		Threshold: LocalMean{Window: 25, Step: 9},
		Shape:     Shape{LeastLong: 7, MostLong: 60, LeastShort: 1.5, MostSlim: 9, LeastFill: 0.12, MostFill: 0.95, BarSlim: 2, SolidSlim: 1.9, RejectSolid: true},
		Ground:    &Ground{Ring: Ring{Points: 24, Phase: 0.5, Gap: 0.14, LeastGap: 1.5}, Center: Median, Same: 34, Least: 0.55},
		LeastInk:  16,
	}
}

// at is the blob in a place, nil if there is none.
func at(found []Blob, x, y float64) *Blob {
	for i := range found {
		if b := &found[i]; math.Hypot(b.At.X-x, b.At.Y-y) < 2 {
			return b
		}
	}
	return nil
}

func TestFindFindsDrawnLetters(t *testing.T) {
	faint := color.RGBA{R: cream.R - 12, G: cream.G - 12, B: cream.B - 12}
	for _, tt := range []struct {
		rule string
		draw func(c *canvas)
		dark bool
		want bool // a blob in the middle of 141, 101 to 159, 127
	}{
		{"a letter", func(c *canvas) { c.letterE(141, 101, black) }, true, true},
		{"a ring", func(c *canvas) { c.ring(137, 101, black) }, true, true},
		{"a bar, as an I", func(c *canvas) { c.rect(147, 101, 6, 26, black) }, true, true},
		{"not of the other polarity", func(c *canvas) { c.letterE(141, 101, black) }, false, false},
		{"light ink on a dark tile", func(c *canvas) { c.rect(110, 70, 80, 90, black); c.letterE(141, 101, cream) }, false, true},
		{"no letter of low contrast", func(c *canvas) { c.letterE(141, 101, faint) }, true, false},
		{"no filled square, as on a checked cloth", func(c *canvas) { c.rect(141, 101, 20, 26, black) }, true, false},
		{"no speck", func(c *canvas) { c.rect(148, 112, 4, 4, black) }, true, false},
		{"no long line", func(c *canvas) { c.rect(100, 112, 100, 4, black) }, true, false},
		{"no letter on a ground of two colors", func(c *canvas) {
			c.rect(150, 0, 150, 200, color.RGBA{R: 200, G: 60, B: 60})
			c.letterE(141, 101, black)
		}, true, false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			c := newCanvas(t, cream)
			tt.draw(c)
			b := at(c.find(letters(), 1, tt.dark), 149.5, 113.5)
			if (b != nil) != tt.want {
				t.Fatalf("found %v, want %v", b, tt.want)
			}
			if b == nil {
				return
			}
			if b.Dark != tt.dark || b.Ink < 100 || b.Plain < 0.9 {
				t.Errorf("dark %v, %.0f gray levels of ink, %.2f of the ring plain", b.Dark, b.Ink, b.Plain)
			}
		})
	}
}

func TestALetterThatTouchesThePicturesEdgeHasNoRing(t *testing.T) {
	c := newCanvas(t, cream)
	c.letterE(0, 100, black)
	c.letterE(281, 100, black)
	if found := c.find(letters(), 1, true); len(found) > 0 {
		t.Errorf("found %v", found)
	}
	without := letters()
	without.Ground = nil
	if found := c.find(without, 1, true); len(found) != 2 {
		t.Errorf("%d components without a ring, want 2", len(found))
	}
}

func TestBlobsLieWhereTheyAreInTheWholePicture(t *testing.T) {
	c := newCanvas(t, cream)
	c.letterE(100, 60, black)
	for by := 1; by <= 2; by++ {
		b := at(c.find(letters(), by, true), 108.5, 72.5)
		if b == nil {
			t.Fatalf("no letter in the picture reduced by %d", by)
		}
		if math.Abs(b.W-18) > 4 || math.Abs(b.H-26) > 4 || b.Long() != b.H {
			t.Errorf("reduced by %d: %v x %v, want 18 x 26", by, b.W, b.H)
		}
		if w := b.Component.Width(); w != int(b.W)/by {
			t.Errorf("reduced by %d: the component is %d wide", by, w)
		}
	}
}

func TestReduceKeepsThePlaceOfAPart(t *testing.T) {
	gray := gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8U)
	defer gray.Close()
	r, err := Reduce(gray, image.Rect(40, 20, 100, 80), 3)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Gray.Cols() != 20 || r.Gray.Rows() != 20 {
		t.Errorf("%d x %d pixels", r.Gray.Cols(), r.Gray.Rows())
	}
	if got, want := r.at(0, 0), (engine.Point{X: 41, Y: 21}); got != want {
		t.Errorf("the first pixel's middle lies at %v, want %v", got, want)
	}
}

func TestStrokesOnATileThatStandsOutItself(t *testing.T) {
	o := letters()
	o.Shape.RejectSolid = false
	o.Shape.SolidSlim = 2.5
	o.Threshold = TopHat{Brush: 9, Step: 14, Strong: 48, Patch: Patch{Larger: 1.3, Least: 10, Fill: 0.12, Most: 400}}
	c := newCanvas(t, black)
	gray := color.RGBA{R: 60, G: 60, B: 60}
	for i := range 8 { // a grid, thinner than the brush, that stands out with the letter on it
		c.rect(100+12*i, 60, 4, 88, gray)
		c.rect(100, 60+12*i, 88, 4, gray)
	}
	c.letterE(141, 90, color.RGBA{R: 250, G: 250, B: 250})
	inner := 0
	o.Ground = nil
	for _, b := range c.find(o, 1, false) {
		if b.Inner {
			inner++
		}
	}
	if inner == 0 {
		t.Error("no strokes within the patch")
	}
	plain := newCanvas(t, cream)
	plain.letterE(141, 101, black)
	if b := at(plain.find(o, 1, true), 149.5, 113.5); b == nil || b.Inner || b.Solid {
		t.Errorf("a letter's strokes are %v", b)
	}
	full := newCanvas(t, cream)
	full.rect(145, 110, 7, 7, black)
	o.Shape.MostFill = 1
	if b := at(full.find(o, 1, true), 148.5, 113.5); b == nil || !b.Solid {
		t.Errorf("a filled square is %v", b)
	}
}

func TestPatchesOfAClothCountForNothing(t *testing.T) {
	p := Patch{Larger: 1.3, Least: 10, Fill: 0.12, Most: 2}
	tile, slim, hollow := Component{0, 0, 40, 40, 1600}, Component{0, 0, 40, 9, 360}, Component{0, 0, 40, 40, 100}
	if got := p.among([]Component{tile, slim, hollow}); len(got) != 1 || got[0] != tile {
		t.Errorf("patches %v", got)
	}
	if got := p.among([]Component{tile, tile, tile}); got != nil {
		t.Errorf("%d patches of a cloth", len(got))
	}
}

func TestGroundOfALetterInAFrame(t *testing.T) {
	yellow, white := color.RGBA{R: 245, G: 190, B: 50}, color.RGBA{R: 252, G: 250, B: 246}
	c := newCanvas(t, color.RGBA{R: 120, G: 116, B: 112})
	c.rect(130, 90, 40, 48, yellow)
	c.rect(132, 92, 36, 44, white)
	c.rect(137, 97, 26, 34, yellow)
	c.letterE(141, 101, black)
	framed := letters()
	framed.Ground = &Ground{Ring: Ring{Points: 28, Gap: 0.2, LeastGap: 1.8}, Center: BinnedMedian, Same: 30, Least: 0.6}
	closer := *framed.Ground
	closer.Close, closer.CloseLeast = Ring{Points: 28, Square: true, Gap: 0.06, LeastGap: 1.5}, 0.7
	far := at(c.find(framed, 1, true), 149.5, 113.5)
	framed.Ground = &closer
	near := at(c.find(framed, 1, true), 149.5, 113.5)
	if near == nil || near.Ground[2]-near.Ground[0] < 150 {
		t.Errorf("on the close ring the ground is %v", near)
	}
	if far != nil && far.Ground[2]-far.Ground[0] > 150 {
		t.Errorf("the frame has the tile's color: %v", far.Ground)
	}
}

func TestGroundUnderASlopeOfLight(t *testing.T) {
	c := newCanvas(t, cream)
	for x := range 300 { // a lamp's reflection
		level := uint8(min(40+3*max(x-110, 0), 230))
		c.rect(x, 0, 1, 200, color.RGBA{R: level, G: level, B: level})
	}
	c.letterE(141, 101, color.RGBA{})
	flat := letters()
	flat.Ground = &Ground{Ring: Ring{Points: 28, Gap: 0.13, LeastGap: 1.8}, Center: Median, Same: 30, Least: 0.8}
	if b := at(c.find(flat, 1, true), 149.5, 113.5); b != nil {
		t.Errorf("the ring is plain: %.2f", b.Plain)
	}
	shaded := *flat.Ground
	shaded.Shaded = true
	flat.Ground = &shaded
	if b := at(c.find(flat, 1, true), 149.5, 113.5); b == nil || !b.Shaded || b.Plain < 0.8 {
		t.Errorf("without the slope of light it is %v", b)
	}
}

func TestGroundBetweenTheStrokes(t *testing.T) {
	c := newCanvas(t, color.RGBA{R: 60, G: 100, B: 60}) // a cloth
	c.rect(138, 98, 24, 32, cream)                      // hardly larger than the letter
	c.letterE(141, 101, black)
	o := letters()
	o.Ground = &Ground{Ring: o.Ground.Ring, Same: 30, Between: true}
	b := at(c.find(o, 1, true), 149.5, 113.5)
	if b == nil {
		t.Fatal("no letter")
	}
	if math.Abs(b.Ground[2]-float64(cream.R)) > 30 || b.Plain > 0.6 {
		t.Errorf("the ground is %v, %.2f of the ring has it", b.Ground, b.Plain)
	}
}

func TestMirroredBorder(t *testing.T) {
	// Ink at the border: mirrored it is as much ink beyond, repeated it is less.
	c := newCanvas(t, cream)
	c.rect(0, 60, 8, 40, black)
	o := letters()
	o.Ground, o.Shape = nil, Shape{LeastLong: 1, MostLong: 300}
	for _, mirror := range []bool{false, true} {
		o.Threshold = LocalMean{Window: 25, Step: 9, Mirror: mirror}
		if found := c.find(o, 1, true); len(found) != 1 {
			t.Errorf("mirror %v: %d components", mirror, len(found))
		}
	}
}
