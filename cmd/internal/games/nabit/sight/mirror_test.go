package sight

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"math"
	"os"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
)

// TestAMirrorImageIsSaidToBeOne mirrors pictures as front cameras do: all words but one must be the same, and each place's where it is
// in the picture that was given. Of a word or two (002, and in the soak 037 and 043) the mirror can make letters, too: ECEB of PACE.
// SCENES=all takes six pictures in place of two.
func TestAMirrorImageIsSaidToBeOne(t *testing.T) {
	names := []string{"002", "009"}
	if os.Getenv("SCENES") == "all" {
		names = append(names, "020", "031", "037", "043")
	}
	reader, words, missing := openReader(t), 0, 0
	for _, name := range names {
		mirrored, width := flipped(t, pictureOf(t, name))
		right := readOnce(t, name)
		got, err := reader.Read(mirrored)
		if err != nil {
			t.Fatal(err)
		}
		if warned(right, "mirrored") || !warned(got, "mirrored") {
			t.Errorf("%s: told as it is %v, mirrored %v", name, right.Warnings, got.Warnings)
		}
		a, b := wordsOf(right), wordsOf(got)
		lost := slices.DeleteFunc(slices.Clone(a), func(w string) bool { return slices.Contains(b, w) })
		words, missing = words+len(a), missing+len(lost)+max(0, len(b)-len(a))
		if len(lost) > 0 {
			t.Logf("%s: as it is %v, mirrored %v", name, a, b)
		}
		if off := middleOf(right) + middleOf(got) - float64(width-1); math.Abs(off) > 20 {
			t.Errorf("%s: the tiles' middle is %.0f pixels off", name, off)
		}
	}
	if missing > len(names) || words == 0 {
		t.Errorf("of %d words %d are not the same in the mirror; one of each picture may differ", words, missing)
	}
}

// pictureOf is the file of a picture.
func pictureOf(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("../../../../../testdata/nabit/stills/" + name + ".jpg")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// readings are the pictures read so far as they are: each once for all tests.
var readings = map[string]Result{}

func readOnce(t *testing.T, name string) Result {
	t.Helper()
	if _, known := readings[name]; !known {
		read, err := openReader(t).Read(pictureOf(t, name))
		if err != nil {
			t.Fatal(err)
		}
		readings[name] = read
	}
	return readings[name]
}

// pixels are the picture's, without the detour over colors.
func pixels(t *testing.T, data []byte) *image.RGBA {
	t.Helper()
	in, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(in.Bounds())
	draw.Draw(out, out.Rect, in, in.Bounds().Min, draw.Src)
	return out
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
	in := pixels(t, data)
	b := in.Bounds()
	out := image.NewRGBA(b)
	for y := range b.Dy() {
		for x := range b.Dx() {
			copy(out.Pix[out.PixOffset(b.Dx()-1-x, y):][:4], in.Pix[in.PixOffset(x, y):][:4])
		}
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, out, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes(), b.Dx()
}
