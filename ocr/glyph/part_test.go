package glyph_test

import (
	"testing"

	"tilewatch/ocr/glyph"
	"tilewatch/ocr/internal/facetest"
)

// hide covers the pixels that the function picks with that gray.
func hide(f glyph.Face, gray uint8, hidden func(u, v float64) bool) glyph.Face {
	f.Hidden = make([]bool, len(f.Pix))
	f.Pix = append([]uint8(nil), f.Pix...)
	for i := range f.Pix {
		u, v := (float64(i%f.Size)+0.5)/float64(f.Size), (float64(i/f.Size)+0.5)/float64(f.Size)
		if hidden(u, v) {
			f.Hidden[i], f.Pix[i] = true, gray
		}
	}
	return f
}

func leftHalf(u, _ float64) bool  { return u < 0.5 }
func lowerHalf(_, v float64) bool { return v > 0.5 }
func lowEdge(_, v float64) bool   { return v > 0.78 }

func TestWhatIsHiddenIsNotHeldAgainstALetter(t *testing.T) {
	c := classifier(t)
	for _, a := range []struct {
		shown, like rune
		hidden      func(u, v float64) bool
	}{{'P', 'R', lowerHalf}, {'F', 'E', lowerHalf}, {'B', 'P', lowerHalf}, {'B', 'R', lowerHalf}, {'O', 'D', leftHalf}, {'C', 'G', lowerHalf}} {
		l := read(t, c, hide(draw(t, a.shown, facetest.Plain()), 90, a.hidden))
		if ahead := l[0][a.shown-'A'] - l[0][a.like-'A']; ahead > 4.5 {
			t.Errorf("of what is left of %c and would be the same of %c, the former is likelier by %.1f", a.shown, a.like, ahead)
		}
		if blank := l[0][26] - l[0][a.shown-'A']; blank > -2 {
			t.Errorf("half of %c passes for a blank: %.1f", a.shown, blank)
		}
	}
}

func TestALetterHiddenAtItsEdgeIsRead(t *testing.T) {
	c, wrong := classifier(t), 0
	for letter := 'A'; letter <= 'Z'; letter++ {
		l := read(t, c, hide(draw(t, letter, facetest.Plain()), 200, lowEdge))
		if best, _ := l.Best(0); best != int(letter-'A') {
			wrong++
			t.Logf("%c read as class %d", letter, best)
		}
	}
	if wrong > 2 {
		t.Errorf("%d of 26 are read wrong", wrong)
	}
}

func TestWhatHidesAFaceSaysNothing(t *testing.T) {
	c := classifier(t)
	f := draw(t, 'R', facetest.Plain())
	if read(t, c, hide(f, 10, lowerHalf)) != read(t, c, hide(f, 245, lowerHalf)) {
		t.Error("what stands before the face changes the reading")
	}
}

func TestAHiddenFaceIsTurnedWithItsMask(t *testing.T) {
	c := classifier(t)
	f := hide(draw(t, 'K', facetest.Plain()), 10, lowEdge)
	upright, turned := read(t, c, f), read(t, c, f.Turned(1))
	for class := range 26 {
		if d := upright[0][class] - turned[3][class]; d > 0.35 || d < -0.35 {
			t.Errorf("class %d: %.2f upright, %.2f turned", class, upright[0][class], turned[3][class])
		}
	}
}

func TestAMaskOfAnotherSizeIsRefused(t *testing.T) {
	f := draw(t, 'A', facetest.Plain())
	f.Hidden = make([]bool, 5)
	if f.Check() == nil {
		t.Error("a mask of five pixels was taken")
	}
}
