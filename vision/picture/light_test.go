package picture

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gocv.io/x/gocv"
)

// TestOnlyAPictureWithoutColorIsOne has each scene's picture with its color, with hardly any, and without.
func TestOnlyAPictureWithoutColorIsOne(t *testing.T) {
	t.Parallel()
	photos, err := filepath.Glob("../../testdata/nabit/*/*.jpg")
	if err != nil || len(photos) < 20 {
		t.Fatal(photos, err)
	}
	for _, name := range photos {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		colorless := func() bool {
			why := (*Error)(nil)
			err := WithRaster(p, func(r *Raster, _ gocv.Mat) error { return r.CheckColor() })
			return errors.As(err, &why) && why.Code == TooDark
		}
		if colorless() {
			t.Errorf("%s has no color", name)
		}
		pixels, err := p.Pixels.DataPtrUint8()
		if err != nil {
			t.Fatal(err)
		}
		const left = 4 // of a color, one part in so many
		fade := func(part int) {
			for i := 0; i < len(pixels); i += 3 {
				gray := int(pixels[i+1])
				for c := range 3 {
					pixels[i+c] = uint8(gray + (int(pixels[i+c])-gray)*part/left)
				}
			}
		}
		if fade(1); colorless() {
			t.Errorf("%s has no color where a quarter of it is left", name)
		}
		if fade(0); !colorless() {
			t.Errorf("%s has color where it is gray", name)
		}
		p.Close()
	}
}
