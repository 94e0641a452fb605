package ocr

import (
	"errors"
	"image"
	"image/color"
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tilewatch/vision/native/nativetest"
)

func TestClientsAreCounted(t *testing.T) {
	for _, n := range []int{0, -1, 17} {
		if _, err := NewTesseract(n); err == nil {
			t.Errorf("%d clients started, want an error", n)
		}
	}
}

// printed is a picture of a text, a few pixels around it.
func printed(t *testing.T, text string, size float64, paper, ink uint8) Text {
	t.Helper()
	f, err := opentype.Parse(gobold.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	defer face.Close()
	img := image.NewGray(image.Rect(0, 0, font.MeasureString(face, text).Ceil()+12, int(size)+8))
	for i := range img.Pix {
		img.Pix[i] = paper
	}
	d := font.Drawer{Dst: img, Src: image.NewUniform(color.Gray{Y: ink}), Face: face, Dot: fixed.P(6, int(size))}
	d.DrawString(text)
	return Text{W: img.Rect.Dx(), H: img.Rect.Dy(), Pix: img.Pix}
}

func TestPrintsOfSeveralCharactersAreRead(t *testing.T) {
	tess, err := NewTesseract(1)
	if err != nil {
		t.Fatal(err)
	}
	defer tess.Close()
	for _, tt := range []struct {
		name, text string
		size       float64
		paper, ink uint8
	}{
		{"dark on light", "34", 40, 230, 20},
		{"light on dark", "48", 40, 60, 240},
		{"small", "27", 14, 235, 30},
		{"a word", "TABLE", 32, 220, 40},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, sure, err := tess.ReadText(printed(t, tt.text, tt.size, tt.paper, tt.ink))
			if err != nil {
				t.Fatal(err)
			}
			if got != tt.text || sure <= 0 || sure > 1 {
				t.Errorf("read %q, sure %.2f; want %q, sure above 0", got, sure, tt.text)
			}
		})
	}
}

func TestClientsThatRestedReadAgain(t *testing.T) {
	tess, err := NewTesseract(2)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := errors.Join(tess.Try(), tess.Try()); err != nil {
			t.Fatal(err)
		}
		awake := nativetest.Bytes()
		if err := tess.Rest(); err != nil {
			t.Fatal(err)
		}
		if held := awake - nativetest.Bytes(); held < 8<<20 {
			t.Errorf("rest gives back %d bytes", held)
		}
		if got, _, err := tess.ReadText(printed(t, "34", 40, 230, 20)); got != "34" || err != nil {
			t.Errorf("read %q, %v", got, err)
		}
	}
	if err := errors.Join(tess.Rest(), tess.Close()); err != nil {
		t.Error(err)
	}
}

// TestAClientThatCannotStartAgainIsTriedAgain has a client start again where Tesseract's letters are gone, and where they are back.
func TestAClientThatCannotStartAgainIsTriedAgain(t *testing.T) {
	tess, err := NewTesseract(1)
	if err != nil {
		t.Fatal(err)
	}
	defer tess.Close()
	if err := tess.Rest(); err != nil {
		t.Fatal(err)
	}
	t.Run("without letters", func(t *testing.T) {
		t.Setenv("TESSDATA_PREFIX", t.TempDir())
		if got, _, err := tess.ReadText(printed(t, "34", 40, 230, 20)); err == nil || !strings.Contains(err.Error(), "install tesseract-ocr") {
			t.Errorf("read %q, %v", got, err)
		}
	})
	if got, _, err := tess.ReadText(printed(t, "34", 40, 230, 20)); got != "34" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}

func TestAnEmptyPrintIsNoText(t *testing.T) {
	tess, err := NewTesseract(1)
	if err != nil {
		t.Fatal(err)
	}
	defer tess.Close()
	if got, sure, err := tess.ReadText(Text{W: 60, H: 40, Pix: make([]uint8, 2400)}); got != "" || sure != 0 || err != nil {
		t.Errorf("read %q, sure %.2f, error %v; want nothing", got, sure, err)
	}
	for _, p := range []Text{{}, {W: 10, H: 10, Pix: make([]uint8, 3)}, {W: 1 << 40, H: 1 << 40}, {W: -5, H: -5, Pix: make([]uint8, 25)}} {
		if _, _, err := tess.ReadText(p); err == nil {
			t.Errorf("%d x %d with %d pixels read, want an error", p.W, p.H, len(p.Pix))
		}
	}
}

func TestTextsThatStandForALetter(t *testing.T) {
	for text, want := range map[string]int{"A": 0, "Z": 25, "o": 'O' - 'A', "|": 'I' - 'A', "1": 'I' - 'A', "0": 'O' - 'A', "5": 'S' - 'A', "e": -1, "AB": -1, "": -1, "?": -1, "É": -1} {
		if got := letterOf(text); got != want {
			t.Errorf("%q stands for %d, want %d", text, got, want)
		}
	}
}

// TestTesseractReadsOnOneThread counts the threads of the process: OpenMP keeps those that it has made.
func TestTesseractReadsOnOneThread(t *testing.T) {
	if os.Getenv("OMP_THREAD_LIMIT") != "" {
		t.Skip("the environment limits the threads")
	}
	tess, err := NewTesseract(1)
	if err != nil {
		t.Fatal(err)
	}
	defer tess.Close()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	started := make(chan error)
	go func() { started <- tess.Try() }() // on another thread
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	threads := func() int {
		all, err := os.ReadDir("/proc/self/task")
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	const split = 3 // more threads, if Tesseract splits its work
	before := threads()
	for range 3 {
		if got, _, err := tess.ReadText(printed(t, "34", 40, 230, 20)); got != "34" || err != nil {
			t.Fatalf("read %q, %v", got, err)
		}
	}
	if more := threads() - before; more >= split {
		t.Errorf("%d more threads", more)
	}
}
