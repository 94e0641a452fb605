package picture

import (
	"bytes"
	"errors"
	"image"
	"os"
	"testing"

	"gocv.io/x/gocv"
)

// FuzzDecode reads anything as a picture file of every kind that is taken. What is refused says why; what is not has the size that its
// header names. Where the libraries crash on it, the fuzzer does.
func FuzzDecode(f *testing.F) {
	mat := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(40, 90, 200, 0), MinSide, MinSide+3, gocv.MatTypeCV8UC3)
	defer mat.Close()
	for _, kind := range []gocv.FileExt{".jpg", ".png", ".webp", ".bmp", ".tiff"} {
		file, err := gocv.IMEncode(kind, mat)
		if err != nil {
			f.Fatal(err)
		}
		whole := bytes.Clone(file.GetBytes())
		file.Close()
		f.Add(whole)
		f.Add(whole[:len(whole)*2/3])
	}
	photo, err := os.ReadFile("../../testdata/nabit/stills/002.jpg")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(photo[:min(len(photo), 2048)])
	f.Add([]byte("GIF89a\xff\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x02L\x01\x00;"))
	f.Fuzz(func(t *testing.T, data []byte) {
		config, _, headless := image.DecodeConfig(bytes.NewReader(data))
		if headless == nil && config.Width*config.Height > 1<<22 {
			return // allowed, and slow to try in great numbers
		}
		picture, err := Decode(data)
		var why *Error
		if err != nil {
			if !errors.As(err, &why) || why.Message == "" {
				t.Errorf("refused with %v", err)
			}
		} else {
			if w, h := picture.Width, picture.Height; w*h != config.Width*config.Height || min(w, h) < MinSide {
				t.Errorf("%dx%d pixels, where the header says %dx%d", w, h, config.Width, config.Height)
			}
			if err := picture.Close(); err != nil {
				t.Error(err)
			}
		}
		if _, err := Uncompressed(data); err != nil && !errors.As(err, &why) {
			t.Errorf("a frame is refused with %v", err)
		}
	})
}
