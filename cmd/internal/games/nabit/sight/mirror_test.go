package sight

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"os"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
)

// TestAMirrorImageIsSaidToBeOne mirrors pictures as front cameras do: all words but one must be the same, and each place's where it is
// in the picture that was given. Of a word or two (002, 037, 043) the mirror can make letters, too: ECEB of PACE.
func TestAMirrorImageIsSaidToBeOne(t *testing.T) {
	reader := openReader(t)
	for _, name := range []string{"002", "009", "020", "031", "037", "043"} {
		data, err := os.ReadFile("../../../../../testdata/nabit/stills/" + name + ".jpg")
		if err != nil {
			t.Fatal(err)
		}
		mirrored, width := flipped(t, data)
		right, err := reader.Read(data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := reader.Read(mirrored)
		if err != nil {
			t.Fatal(err)
		}
		if warned(right, "mirrored") || !warned(got, "mirrored") {
			t.Errorf("%s: told as it is %v, mirrored %v", name, right.Warnings, got.Warnings)
		}
		a, b := wordsOf(right), wordsOf(got)
		if missing := slices.DeleteFunc(slices.Clone(a), func(w string) bool { return slices.Contains(b, w) }); len(missing) > 1 || len(a) != len(b) {
			t.Errorf("%s: as it is %v, mirrored %v", name, a, b)
		}
		if off := middleOf(right) + middleOf(got) - float64(width-1); math.Abs(off) > 20 {
			t.Errorf("%s: the tiles' middle is %.0f pixels off", name, off)
		}
	}
}

// openReader is a reader that knows the words, but neither lens nor tiles.
func openReader(t *testing.T) *Reader {
	t.Helper()
	words, err := lexicon.Open("english")
	if err != nil {
		t.Fatal(err)
	}
	reader, err := NewReader(nil, nil, words)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	return reader
}

func warned(r Result, code string) bool {
	return slices.ContainsFunc(r.Warnings, func(w engine.Warning) bool { return w.Code == code })
}

func wordsOf(r Result) (all []string) {
	for _, w := range r.Words {
		all = append(all, w.Text)
	}
	return all
}

// middleOf is where the tiles lie on average, pixels from the left.
func middleOf(r Result) (x float64) {
	for _, c := range r.Cells {
		for _, corner := range c.Corners {
			x += corner[0] / float64(4*len(r.Cells))
		}
	}
	return x
}

// flipped is the picture as a mirror shows it, and its width.
func flipped(t *testing.T, data []byte) ([]byte, int) {
	t.Helper()
	in, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	b := in.Bounds()
	out := image.NewRGBA(b)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			out.Set(b.Max.X-1-x+b.Min.X, y, in.At(x, y))
		}
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, out, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes(), b.Dx()
}
