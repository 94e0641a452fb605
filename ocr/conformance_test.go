package ocr

import (
	"math"
	"sync"
	"testing"

	"tilewatch/ocr/internal/facetest"
)

// readers are all implementations of Reader; the suite below holds for each.
func readers(t *testing.T) map[string]Reader {
	t.Helper()
	classifier, err := NewClassifier()
	if err != nil {
		t.Fatal(err)
	}
	tesseract, err := NewTesseract(1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tesseract.Close(); err != nil {
			t.Error(err)
		}
	})
	pair, err := NewPair(classifier, tesseract)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]Reader{"classifier": classifier, "tesseract": tesseract, "pair": pair}
}

func drawn(t *testing.T, letter rune, s facetest.Style) Face {
	t.Helper()
	f, err := facetest.Draw(letter, s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestEveryReaderKeepsTheContract(t *testing.T) {
	for name, r := range readers(t) {
		t.Run(name, func(t *testing.T) {
			t.Run("a clear letter is read upright or left open", func(t *testing.T) { clearLetters(t, r) })
			t.Run("a blank face is likeliest blank in every turn", func(t *testing.T) { blankFace(t, r) })
			t.Run("every likelihood is a number", func(t *testing.T) { finite(t, r) })
			t.Run("what is no face is an error", func(t *testing.T) { noFace(t, r) })
			t.Run("the face is left as it was", func(t *testing.T) { untouched(t, r) })
			t.Run("several may read at once", func(t *testing.T) { atOnce(t, r) })
		})
	}
}

// clearLetters are read in all four turns; a reader may leave one of the four letters open, but not mistake any.
func clearLetters(t *testing.T, r Reader) {
	style := facetest.Plain()
	style.Size = 64
	for k := range 4 {
		right := 0
		for _, letter := range "EKRP" {
			l, err := r.Read(drawn(t, letter, style).Turned(4 - k))
			if err != nil {
				t.Fatal(err)
			}
			got, margin := l.Best(k)
			switch {
			case got == int(letter-'A') && margin > 0:
				right++
			case margin > 0:
				t.Errorf("%c that needs %d turns read as class %d, ahead by %.1f", letter, k, got, margin)
			}
		}
		if right < 3 {
			t.Errorf("after %d turns %d of 4 clear letters read, want 3", k, right)
		}
	}
}

func blankFace(t *testing.T, r Reader) {
	l, err := r.Read(drawn(t, ' ', facetest.Plain()))
	if err != nil {
		t.Fatal(err)
	}
	for k := range l {
		if got, _ := l.Best(k); got != 26 || l[k][26] != l[0][26] {
			t.Errorf("turn %d: class %d, blank %.3f; want blank, %.3f", k, got, l[k][26], l[0][26])
		}
	}
}

func finite(t *testing.T, r Reader) {
	noisy := facetest.Plain()
	noisy.Plastic, noisy.Ink, noisy.Noise = 100, 108, 40
	for _, f := range []Face{drawn(t, 'G', facetest.Plain()), drawn(t, 'W', noisy), {Size: 48, Pix: make([]uint8, 48*48)}} {
		l, err := r.Read(f)
		if err != nil {
			t.Fatal(err)
		}
		for k := range l {
			for c, v := range l[k] {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("class %d in turn %d is %v", c, k, v)
				}
			}
		}
	}
}

func noFace(t *testing.T, r Reader) {
	for _, f := range []Face{{}, {Size: 48}, {Size: 48, Pix: make([]uint8, 7)}, {Size: -1}, {Size: 100000}} {
		if _, err := r.Read(f); err == nil {
			t.Errorf("face of %d pixels a side with %d pixels read, want an error", f.Size, len(f.Pix))
		}
	}
}

func untouched(t *testing.T, r Reader) {
	f := drawn(t, 'N', facetest.Plain())
	before := append([]uint8(nil), f.Pix...)
	if _, err := r.Read(f); err != nil {
		t.Fatal(err)
	}
	for i := range before {
		if f.Pix[i] != before[i] {
			t.Fatalf("pixel %d changed from %d to %d", i, before[i], f.Pix[i])
		}
	}
}

func atOnce(t *testing.T, r Reader) {
	f := drawn(t, 'R', facetest.Plain())
	want, err := r.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 3 {
				if got, err := r.Read(f); err != nil || got != want {
					t.Errorf("read at once with others: error %v, or another answer", err)
				}
			}
		})
	}
	wait.Wait()
}
