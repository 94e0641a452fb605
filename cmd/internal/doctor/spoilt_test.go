package doctor

import (
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"
)

// spoilt is a source of one picture, a good one whose pixels were changed: at says which of them lies at each place, light how bright it gets.
func spoilt(t *testing.T, w, h int, at func(x, y int) (int, int), light func(v uint32) uint32) string {
	t.Helper()
	file, err := os.Open("../../../testdata/nabit/stills/022.jpg")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	good, err := jpeg.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	picture := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			r, g, b, _ := good.At(at(x, y)).RGBA()
			picture.Set(x, y, color.RGBA{uint8(min(255, light(r>>8))), uint8(min(255, light(g>>8))), uint8(min(255, light(b>>8))), 255})
		}
	}
	folder := t.TempDir()
	out, err := os.Create(filepath.Join(folder, "1.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := jpeg.Encode(out, picture, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestWhatIsWrongWithAPictureIsTold(t *testing.T) {
	same := func(x, y int) (int, int) { return x, y }
	plain := func(v uint32) uint32 { return v }
	for _, c := range []struct {
		name  string
		w, h  int
		at    func(x, y int) (int, int)
		lit   func(v uint32) uint32
		check string
		want  string
	}{
		{"too bright", 1280, 720, same, func(v uint32) uint32 { return v * 5 / 2 }, "light", "lower the camera's exposure"},
		{"a mirror image", 1280, 720, func(x, y int) (int, int) { return 1279 - x, y }, plain, "picture", "turn mirroring off"},
		{"too far away", 426, 240, func(x, y int) (int, int) { return 3 * x, 3 * y }, plain, "view", "its letter cannot be read. Bring the camera to"},
		{"cut off", 1280, 720, func(x, y int) (int, int) { return x - 300, y }, plain, "picture", "tiles cut off at the edge of the picture"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := look(t, &Patient{Source: spoilt(t, c.w, c.h, c.at, c.lit)})
			expect(t, l[c.check], Note, c.want)
		})
	}
	l := look(t, &Patient{Source: spoilt(t, 1280, 720, same, plain)})
	if l["light"].Text != "" || l["picture"].Text != "" {
		t.Errorf("a good picture: %v, %v", l["light"], l["picture"])
	}
}
