package glyph_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"tilewatch/ocr/glyph"
	"tilewatch/ocr/internal/facetest"
	"tilewatch/vision/nn"
)

func classifier(t testing.TB) *glyph.Classifier {
	t.Helper()
	c, err := glyph.New()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func draw(t testing.TB, letter rune, s facetest.Style) glyph.Face {
	t.Helper()
	f, err := facetest.Draw(letter, s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func read(t testing.TB, c *glyph.Classifier, f glyph.Face) glyph.Letters {
	t.Helper()
	l, err := c.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// styles are looks that no letter's reading may depend on.
func styles() map[string]facetest.Style {
	s := map[string]facetest.Style{"light on dark": facetest.Plain()}
	change := func(name string, by func(*facetest.Style)) {
		v := facetest.Plain()
		by(&v)
		s[name] = v
	}
	change("dark on light", func(v *facetest.Style) { v.Plastic, v.Ink = 205, 40 })
	change("faint", func(v *facetest.Style) { v.Plastic, v.Ink = 120, 165 })
	change("no small letter", func(v *facetest.Style) { v.Small = 0 })
	change("small print", func(v *facetest.Style) { v.Capital = 0.46 })
	change("large print", func(v *facetest.Style) { v.Capital = 0.6 })
	change("cut coarsely", func(v *facetest.Style) { v.Size = 30 })
	change("cut finely", func(v *facetest.Style) { v.Size = 100 })
	return s
}

func TestEveryLetterIsReadWhateverItsLook(t *testing.T) {
	c := classifier(t)
	for name, style := range styles() {
		t.Run(name, func(t *testing.T) {
			for letter := 'A'; letter <= 'Z'; letter++ {
				l := read(t, c, draw(t, letter, style))
				if got, margin := l.Best(0); got != int(letter-'A') {
					t.Errorf("%c read as class %d, ahead by %.1f", letter, got, margin)
				}
			}
		})
	}
}

func TestTurningTheFaceTurnsTheAnswer(t *testing.T) {
	c := classifier(t)
	for _, letter := range "ERSQ " {
		f := draw(t, letter, facetest.Plain())
		upright := read(t, c, f)
		for k := range 4 {
			// Turned back by k, the face needs k turns clockwise to stand upright.
			turned := read(t, c, f.Turned(4-k))
			for j := range 4 {
				for class, want := range upright[j] {
					if got := turned[(j+k)%4][class]; math.Abs(got-want) > 0.05 {
						t.Fatalf("%c turned by %d: class %d in turn %d is %.3f, want %.3f", letter, k, class, j, got, want)
					}
				}
			}
		}
	}
}

func TestLettersAlikeOnTheirHeadsHardlyTellWhichIsUp(t *testing.T) {
	c := classifier(t)
	for _, letter := range "HINOSXZ" {
		l := read(t, c, draw(t, letter, facetest.Plain()))
		// Bars above the middle and smaller upper bows do help a little.
		if gap := l[0][letter-'A'] - l[2][letter-'A']; math.Abs(gap) > 10 {
			t.Errorf("%c upright against half a turn: %.1f apart, want no more than 10", letter, gap)
		}
		if got, _ := l.Best(2); got != int(letter-'A') {
			t.Errorf("%c on its head read as class %d", letter, got)
		}
	}
}

func TestLettersThatStandOneWayTellWhichIsUp(t *testing.T) {
	c := classifier(t)
	for _, letter := range "AEFGJKLPRTQ" {
		l := read(t, c, draw(t, letter, facetest.Plain()))
		for k := 1; k < 4; k++ {
			class, _ := l.Best(k)
			if l[k][class] > l[0][letter-'A']-1 {
				t.Errorf("%c: class %d in turn %d is as likely as upright", letter, class, k)
			}
		}
	}
}

func TestABlankFaceIsBlankWhicheverWayItLies(t *testing.T) {
	c := classifier(t)
	for name, style := range styles() {
		l := read(t, c, draw(t, ' ', style))
		for k := range l {
			if got, _ := l.Best(k); got != 26 || l[k][26] != l[0][26] {
				t.Errorf("%s, turn %d: class %d, blank %.3f, want 26 and %.3f", name, k, got, l[k][26], l[0][26])
			}
		}
	}
}

func TestChromaReadsWhatReflectionsTear(t *testing.T) {
	c := classifier(t)
	for _, letter := range "AEKRST" {
		f := draw(t, letter, facetest.Plain())
		clean := append([]uint8(nil), f.Pix...)
		// A lamp's mirror image hides all of the letter's lower half.
		for i := range f.Pix {
			if y := i / f.Size; y > 22 && y < 40 {
				f.Pix[i] = 250
			}
		}
		f.Chroma = make([]uint8, len(clean))
		for i, v := range clean {
			f.Chroma[i] = 235 - v
		}
		l := read(t, c, f)
		if got, _ := l.Best(0); got != int(letter-'A') {
			t.Errorf("%c read as class %d", letter, got)
		}
	}
}

// TestDarkInkIsReadThroughReflections reads letters on plastic that is only a little darker than they are, but in one color, with a lamp mirrored in
// patches around their strokes.
func TestDarkInkIsReadThroughReflections(t *testing.T) {
	c := classifier(t)
	for _, letter := range "AEKRS" {
		f := draw(t, letter, facetest.Plain())
		f.Chroma, f.Bright = make([]uint8, len(f.Pix)), make([]uint8, len(f.Pix))
		for i, v := range f.Pix {
			f.Bright[i] = 60 + v/2
			if x, y := i%f.Size, i/f.Size; v > 128 && (x/7+y/9)%2 == 0 {
				f.Pix[i], f.Bright[i] = 250, 255
			} else {
				f.Pix[i] = 90 + v/25
			}
		}
		l := read(t, c, f)
		if got, _ := l.Best(0); got != int(letter-'A') {
			t.Errorf("%c read as class %d", letter, got)
		}
	}
}

func TestFacesThatCannotBeReadAreRefused(t *testing.T) {
	c := classifier(t)
	for name, f := range map[string]glyph.Face{
		"nothing":            {},
		"too small":          {Size: 8, Pix: make([]uint8, 64)},
		"too large":          {Size: 1000, Pix: make([]uint8, 1000000)},
		"pixels missing":     {Size: 48, Pix: make([]uint8, 48)},
		"chroma missing":     {Size: 48, Pix: make([]uint8, 48*48), Chroma: make([]uint8, 5)},
		"brightness missing": {Size: 48, Pix: make([]uint8, 48*48), Bright: make([]uint8, 5)},
		"a negative size":    {Size: -48, Pix: make([]uint8, 48*48)},
	} {
		if _, err := c.Read(f); err == nil {
			t.Errorf("%s: read, want an error", name)
		}
	}
}

func TestNewFaceTakesColorsApart(t *testing.T) {
	rgb := make([][3]uint8, 16*16)
	rgb[0] = [3]uint8{200, 100, 50}
	f, err := glyph.NewFace(16, rgb)
	if err != nil {
		t.Fatal(err)
	}
	if f.Pix[0] != 124 || f.Chroma[0] != 150 {
		t.Errorf("gray %d and chroma %d, want 124 and 150", f.Pix[0], f.Chroma[0])
	}
	if _, err := glyph.NewFace(16, rgb[1:]); err == nil {
		t.Error("255 pixels for a face of 256 taken, want an error")
	}
}

func TestIsolatedLettersAreBlackOnWhiteAndAlone(t *testing.T) {
	var s glyph.Isolator
	for name, style := range styles() {
		g, ok := s.Isolate(draw(t, 'E', style), 64)
		if !ok {
			t.Errorf("%s: no letter found", name)
			continue
		}
		dark := 0
		for i, v := range g.Pix {
			if v >= 128 {
				continue
			}
			dark++
			if x, y := i%64, i/64; min(x, y, 63-x, 63-y) < 4 {
				t.Errorf("%s: ink at %d, %d: want a white margin", name, x, y)
				break
			}
		}
		if dark < 300 || dark > 2000 {
			t.Errorf("%s: %d dark pixels of 4096, want a letter's", name, dark)
		}
	}
	if _, ok := s.Isolate(draw(t, ' ', facetest.Plain()), 64); ok {
		t.Error("a letter found on a blank face")
	}
}

func TestWeightsThatAreNotOursAreRefused(t *testing.T) {
	shape := glyph.Shape(3)
	weights := shape.Zeros()
	weights.In[5], weights.OutBias[26] = 0.5, -2
	plain, err := nn.New(shape, weights)
	if err != nil {
		t.Fatal(err)
	}
	plain.Provenance = nn.Provenance{Data: "none", Command: "none", Commit: "none", Score: "none"}
	net := &glyph.Net{Net: plain, Calibration: glyph.Uncalibrated}
	var file, bare bytes.Buffer
	if err := net.Write(&bare, nn.Int16); err != nil {
		t.Fatal(err)
	}
	net.Keep()
	if err := net.Write(&file, nn.Int16); err != nil {
		t.Fatal(err)
	}
	back, err := glyph.ReadNet(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	w := back.Weights()
	if back.Hidden != 3 || math.Abs(float64(w.In[5]-0.5)) > 1e-4 || math.Abs(float64(w.OutBias[26]+2)) > 1e-3 || back.Calibration != net.Calibration {
		t.Errorf("read back %+v, want %+v", back, net)
	}
	for name, data := range map[string][]byte{
		"nothing":       nil,
		"another file":  []byte("PNG and so on, long enough for a header"),
		"cut off":       file.Bytes()[:file.Len()-10],
		"uncalibrated":  bare.Bytes(),
		"wrong lengths": bytes.Replace(file.Bytes(), []byte(`"hidden": 3`), []byte(`"hidden": 9`), 1),
	} {
		if _, err := glyph.ReadNet(data); err == nil || !strings.Contains(err.Error(), "weights") {
			t.Errorf("%s: error %v, want one that names the weights", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	c := classifier(f)
	f.Add(48, []byte("any pixels"))
	f.Add(16, []byte{0, 255})
	f.Fuzz(func(t *testing.T, size int, seed []byte) {
		if size < glyph.MinSize || size > 128 || len(seed) == 0 {
			return // not a face
		}
		face := glyph.Face{Size: size, Pix: make([]uint8, size*size)}
		for i := range face.Pix {
			face.Pix[i] = seed[i%len(seed)]
		}
		l := read(t, c, face)
		for k := range l {
			for class, v := range l[k] {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("class %d in turn %d is %v", class, k, v)
				}
			}
		}
	})
}
