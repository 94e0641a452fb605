package photo

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

func TestAPictureThatIsCutOffIsRefused(t *testing.T) {
	stills, err := filepath.Glob("../../../testdata/nabit/*/*.jpg")
	if err != nil || len(stills) == 0 {
		t.Fatalf("no pictures in testdata/nabit (%v)", err)
	}
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 90, 90))); err != nil {
		t.Fatal(err)
	}
	pictures := map[string][]byte{"png": drawn.Bytes()}
	for _, path := range stills {
		if pictures[path], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range pictures {
		if err := CheckWhole(data); err != nil {
			t.Errorf("%s, whole: %v", name, err)
		}
		if err := CheckWhole(append(bytes.Clone(data), "appended by the camera\xff\xd8\xff"...)); err != nil {
			t.Errorf("%s with something appended: %v", name, err)
		}
		for _, left := range []int{8, 9, len(data) / 3, len(data) / 2, len(data) - 1} {
			if CheckWhole(data[:left]) == nil {
				t.Errorf("%s: only %d of %d bytes, and nobody minds", name, left, len(data))
			}
		}
	}
}

func TestTheThumbnailsEndIsNotThePicturesEnd(t *testing.T) {
	exif := []byte("\xff\xe1\x00\x0eExif\x00\x00\xff\xd8\xff\xd9\x00\x00")
	cut := append(append([]byte("\xff\xd8"), exif...), "\xff\xda\x00\x04\x01\x02coded pixels"...)
	if jpegEnds(cut) {
		t.Error("a picture without an end passed for its thumbnail's sake")
	}
	if !jpegEnds(append(cut, "\xff\x00\xff\xd3more\xff\xd9"...)) {
		t.Error("a picture with stuffed bytes and restarts was refused")
	}
}

func FuzzCheckWhole(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xda\x00\x04\x01\x02xx\xff\xd9"))
	f.Fuzz(func(_ *testing.T, data []byte) { _ = CheckWhole(data) })
}
