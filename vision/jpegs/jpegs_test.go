package jpegs_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/vision/jpegs"
)

const width, height = 67, 41

// file is a JPEG of a picture that is different everywhere; gray on request.
func file(t *testing.T, gray bool) []byte {
	t.Helper()
	var drawn image.Image
	if p := image.NewRGBA(image.Rect(0, 0, width, height)); gray {
		drawn = image.NewGray(p.Rect)
	} else {
		for i := range width * height {
			p.Set(i%width, i/width, color.RGBA{uint8(3 * i), uint8(i / width * 5), uint8(i % width * 2), 255})
		}
		drawn = p
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, drawn, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPixelsAreThoseOfOpenCV(t *testing.T) {
	same(t, file(t, false), width, height)
}

// Large pictures are decoded in two parts, but for those that can only be decoded all at once.
func TestPartsMeet(t *testing.T) {
	for _, tall := range []int{256, 271, 400, 1080} {
		noise := gocv.NewMatWithSize(tall, 301, gocv.MatTypeCV8UC3)
		defer noise.Close()
		seed := gocv.TheRNG()
		seed.Fill(&noise, gocv.RNGDistUniform, 0, 255, false)
		if err := gocv.GaussianBlur(noise, &noise, image.Pt(5, 5), 0, 0, gocv.BorderDefault); err != nil {
			t.Fatal(err)
		}
		for _, progressive := range []int{0, 1} {
			data, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, noise, []int{gocv.IMWriteJpegProgressive, progressive})
			if err != nil {
				t.Fatal(err)
			}
			whole := data.GetBytes()
			same(t, whole, 301, tall)
			for _, share := range []int{3, 8} { // cut off in either part
				cut := whole[:len(whole)*share/10]
				if jpegs.Decode(cut, make([]uint8, 3*301*tall), 301, tall) {
					t.Errorf("%d rows, progressive %d: %d tenths of it are decoded", tall, progressive, share)
				}
			}
			data.Close()
		}
	}
}

// same says what OpenCV decodes otherwise.
func same(t *testing.T, data []byte, width, height int) {
	t.Helper()
	bgr := make([]uint8, 3*width*height)
	if !jpegs.Decode(data, bgr, width, height) {
		t.Fatal("a usual file is not decoded")
	}
	mat, err := gocv.IMDecode(data, gocv.IMReadColor)
	if err != nil {
		t.Fatal(err)
	}
	defer mat.Close()
	if !bytes.Equal(bgr, mat.ToBytes()) {
		t.Errorf("%d x %d: the pixels differ", width, height)
	}
}

func TestWhatIsNotUsualIsLeftToOthers(t *testing.T) {
	usual := file(t, false)
	for name, c := range map[string]struct {
		file []byte
		w, h int
	}{
		"another size":       {usual, width + 1, height},
		"cut off":            {usual[:len(usual)*2/3], width, height},
		"cut in its header":  {usual[:30], width, height},
		"bytes missing":      {append(bytes.Clone(usual[:len(usual)/2]), usual[len(usual)/2+40:]...), width, height},
		"gray":               {file(t, true), width, height},
		"nothing":            {nil, width, height},
		"text":               {[]byte("This is no picture.\n"), width, height},
		"too small a buffer": {usual, 0, 0},
	} {
		bgr := make([]uint8, 3*c.w*c.h)
		if jpegs.Decode(c.file, bgr, c.w, c.h) {
			t.Errorf("%s: decoded", name)
		}
	}
}
