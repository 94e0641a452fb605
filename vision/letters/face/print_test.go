package face

import (
	"math"
	"testing"

	"tilewatch/engine"
)

// drawn is a face of plastic with rectangles of ink on it, in steps from its middle: left, top, right, bottom.
func drawn(plastic, ink float32, strokes ...[4]float64) *Patch {
	var p Patch
	for i := range p.gray {
		x, y := (float64(i%PatchSide)+0.5-PatchSide/2)/PerStep, (float64(i/PatchSide)+0.5-PatchSide/2)/PerStep
		p.gray[i] = plastic
		for _, s := range strokes {
			if x > s[0] && y > s[1] && x < s[2] && y < s[3] {
				p.gray[i] = ink
			}
		}
		p.bgr[i] = [3]float32{p.gray[i], p.gray[i], p.gray[i]}
	}
	return &p
}

// letterT are the strokes of a T in the middle of a face, value those of a 1 right below it.
var (
	letterT = [][4]float64{{-0.2, -0.25, 0.2, -0.15}, {-0.05, -0.2, 0.05, 0.25}}
	value   = [4]float64{0.26, 0.22, 0.3, 0.34}
)

// read separates the print of a patch.
func read(p *Patch, dark bool) (t Print, ok bool) {
	ground, ink := p.Levels(dark)
	p.Print(dark, ground, ink, &t)
	ok = t.FindLetter(0.5)
	return t, ok
}

func TestLetterAndValueAreSeparated(t *testing.T) {
	for _, tt := range []struct {
		rule         string
		plastic, ink float32
		dark         bool
	}{
		{"dark ink", 200, 50, true},
		{"light ink", 60, 220, false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			p, ok := read(drawn(tt.plastic, tt.ink, append(letterT, value)...), tt.dark)
			if !ok {
				t.Fatal("no letter")
			}
			if math.Abs(p.Letter.Wide()-0.4) > 0.04 || math.Abs(p.Letter.High()-0.5) > 0.04 || math.Abs(p.Letter.MidX()) > 0.02 {
				t.Errorf("the letter is %.2f wide and %.2f high, %.2f off", p.Letter.Wide(), p.Letter.High(), p.Letter.MidX())
			}
			if len(p.Others) != 1 || p.Others[0].MidX() < 0.2 || p.Others[0].MidY() < 0.2 {
				t.Errorf("%d other components, want the value", len(p.Others))
			}
			if math.Abs(p.Contrast-150) > 15 || math.Abs(p.Ground[1]-float64(tt.plastic)) > 2 {
				t.Errorf("contrast %.0f on %.0f", p.Contrast, p.Ground[1])
			}
		})
	}
}

func TestWhatIsNoLetter(t *testing.T) {
	for _, tt := range []struct {
		rule    string
		strokes [][4]float64
	}{
		{"a bare face", nil},
		{"a speck", [][4]float64{{-0.05, -0.05, 0.05, 0.05}}},
		{"a neighbor's shadow on the rim", [][4]float64{{-0.6, -0.3, -0.45, 0.3}}},
		{"ink off the middle", [][4]float64{{0.25, -0.3, 0.35, 0.3}}},
		{"a frame around the face", [][4]float64{{-0.46, -0.46, 0.46, -0.42}, {-0.46, 0.42, 0.46, 0.46}, {-0.46, -0.46, -0.42, 0.46}, {0.42, -0.46, 0.46, 0.46}}},
	} {
		if p, ok := read(drawn(200, 50, tt.strokes...), true); ok {
			t.Errorf("%s is a letter %.2f wide and %.2f high", tt.rule, p.Letter.Wide(), p.Letter.High())
		}
	}
}

func TestALetterOffTheMiddleIsNoted(t *testing.T) {
	var moved [][4]float64
	for _, s := range letterT {
		moved = append(moved, [4]float64{s[0] + 0.18, s[1], s[2] + 0.18, s[3]})
	}
	p, _ := read(drawn(200, 50, moved...), true)
	if p.OffCenter == nil || math.Abs(p.OffCenter.MidX()-0.18) > 0.03 {
		t.Errorf("ink off the middle: %v", p.OffCenter)
	}
	if p, _ = read(drawn(200, 50, letterT...), true); p.OffCenter != nil {
		t.Errorf("a letter in the middle is off by %.2f", p.OffCenter.MidX())
	}
}

func TestTwoPartsAreOneLetter(t *testing.T) {
	// An H whose bar is broken, in the box of the larger part.
	broken := [][4]float64{{-0.2, -0.25, -0.1, 0.25}, {-0.1, -0.05, 0.1, 0.05}, {0.0, 0.1, 0.08, 0.24}}
	p, ok := read(drawn(200, 50, broken...), true)
	if !ok || len(p.letterParts) != 2 || len(p.Others) != 0 {
		t.Errorf("%d parts and %d others, want 2 and none", len(p.letterParts), len(p.Others))
	}
}

func TestTheLetterReaderGetsTheLetterAlone(t *testing.T) {
	p, ok := read(drawn(60, 220, append(letterT, value)...), false)
	if !ok {
		t.Fatal("no letter")
	}
	f := p.LetterFace(0.5)
	darkest, corner := f.Pix[f.Size*f.Size/2+f.Size/2], 0
	for y := f.Size * 3 / 4; y < f.Size; y++ {
		for x := f.Size * 3 / 4; x < f.Size; x++ {
			if f.Pix[y*f.Size+x] < 150 {
				corner++
			}
		}
	}
	if darkest > 60 || corner > 0 {
		t.Errorf("the stem has gray level %d, and %d pixels of the value are left", darkest, corner)
	}
	high := 0
	for y := range f.Size {
		if f.Pix[y*f.Size+f.Size/2] < 150 {
			high++
		}
	}
	if want := LetterCap * FaceSize; math.Abs(float64(high)-want) > 3 {
		t.Errorf("the letter is %d pixels high, want %.0f", high, want)
	}
}

func TestGapsAlongTheSides(t *testing.T) {
	gap := drawn(200, 40, [4]float64{0.46, -0.5, 0.54, 0.5}) // on the right
	sides := gap.Sides(200)
	for k, s := range sides {
		if dark := s[0] < -1; dark != (k == 0) {
			t.Errorf("side %d gets as dark as %.2f", k, s[0])
		}
	}
	line := drawn(150, 250, [4]float64{-0.5, 0.48, 0.5, 0.52}) // a light line below
	for k, s := range line.Sides(150) {
		if light := s[1] > 0.2; light != (k == 1) {
			t.Errorf("side %d gets as light as %.2f", k, s[1])
		}
	}
}

func TestEdgesOfATile(t *testing.T) {
	for _, off := range []float64{-0.08, 0, 0.1} {
		p := drawn(60, 200, [4]float64{off - 0.5, -0.5, off + 0.5, 0.5})
		e := p.Profile()
		if got := EdgeOffset(&e.Right); math.Abs(got-off) > 0.04 {
			t.Errorf("a tile %.2f steps right is seen at %.2f", off, got)
		}
		if got := EdgeOffset(&e.Down); math.Abs(got) > 0.04 {
			t.Errorf("and %.2f steps down", got)
		}
	}
}

func TestFrames(t *testing.T) {
	f := FrameOf(engine.Quad{{X: 10, Y: 20}, {X: 94, Y: 20}, {X: 94, Y: 104}, {X: 10, Y: 104}})
	if m := f.Point(0, 0); math.Hypot(m.X-52, m.Y-62) > 1e-6 {
		t.Errorf("the middle is %v", m)
	}
	if q := f.Quad(0.5); math.Abs(q[1].X-q[0].X-PerStep) > 1e-6 {
		t.Errorf("a face is %.1f pixels wide, want %.1f", q[1].X-q[0].X, PerStep)
	}
	s := f.Shifted(0.25, -0.5)
	if got, want := s.Point(0, 0), f.Point(0.25, -0.5); math.Hypot(got.X-want.X, got.Y-want.Y) > 1e-6 {
		t.Errorf("the shifted middle is %v, want %v", got, want)
	}
}

func TestBoxes(t *testing.T) {
	b := NoBox
	for _, p := range [][2]int{{10, 20}, {30, 25}} {
		b = b.Joined(PixelBox(p[0], p[1]))
	}
	if b != (Box{10, 20, 31, 26}) {
		t.Errorf("joined to %v", b)
	}
}
