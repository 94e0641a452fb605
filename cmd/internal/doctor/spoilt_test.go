package doctor

import (
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// spoilt is a source of one picture, a good one whose pixels were changed: at says which of them lies at each place, light how bright it gets,
// blur how many pixels around are mixed with it.
func spoilt(t *testing.T, w, h int, at func(x, y int) (int, int), light func(v uint32) uint32, blur func(x, y int) int) string {
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
	clear := slices.Clone(picture.Pix)
	for y := range h {
		for x := range w {
			if r := blur(x, y); r > 0 {
				mix(picture, clear, x, y, r)
			}
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

// mix makes a pixel the mean of those around it.
func mix(picture *image.RGBA, clear []uint8, x, y, r int) {
	around := image.Rect(x-r, y-r, x+r+1, y+r+1).Intersect(picture.Rect)
	for c := range 3 {
		sum := 0
		for py := around.Min.Y; py < around.Max.Y; py++ {
			for px := around.Min.X; px < around.Max.X; px++ {
				sum += int(clear[py*picture.Stride+4*px+c])
			}
		}
		picture.Pix[y*picture.Stride+4*x+c] = uint8(sum / (around.Dx() * around.Dy()))
	}
}

func TestWhatIsWrongWithAPictureIsTold(t *testing.T) {
	same := func(x, y int) (int, int) { return x, y }
	plain := func(v uint32) uint32 { return v }
	sharp := func(x, y int) int { return 0 }
	smear := func(x, y int) int { return 4 * max(0, 1-((x-1000)*(x-1000)+(y-450)*(y-450))/(110*110)) }
	for _, c := range []struct {
		name  string
		w, h  int
		at    func(x, y int) (int, int)
		lit   func(v uint32) uint32
		blur  func(x, y int) int
		check string
		want  string
	}{
		{"too bright", 1280, 720, same, func(v uint32) uint32 { return v * 5 / 2 }, sharp, "light", "lower the camera's exposure"},
		{"a mirror image", 1280, 720, func(x, y int) (int, int) { return 1279 - x, y }, plain, sharp, "picture", "turn mirroring off"},
		{"too far away", 426, 240, func(x, y int) (int, int) { return 3 * x, 3 * y }, plain, sharp, "view", "its letter cannot be read. Bring the camera to"},
		{"blurred", 1280, 720, same, plain, func(x, y int) int { return 7 }, "focus", "focus the camera, wipe its lens"},
		{"a finger's mark on the lens", 1280, 720, same, plain, smear, "focus", "wipe the camera's lens"},
		{"cut off", 1280, 720, func(x, y int) (int, int) { return x - 300, y }, plain, sharp, "picture", "tiles cut off at the edge of the picture"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := look(t, &Patient{Source: spoilt(t, c.w, c.h, c.at, c.lit, c.blur)})
			expect(t, l[c.check], Note, c.want)
		})
	}
	l := look(t, &Patient{Source: spoilt(t, 1280, 720, same, plain, sharp)})
	if l["light"].Text != "" || l["focus"].Text != "" || l["picture"].Text != "" {
		t.Errorf("a good picture: %v, %v, %v", l["light"], l["focus"], l["picture"])
	}
}

// TestASlowCameraIsTold has a film of six pictures in half a second, and then one in .8 s.
func TestASlowCameraIsTold(t *testing.T) {
	expect(t, look(t, &Patient{Source: "../../../vision/source/testdata/uneven.webm"})["source"], Note, "pictures a second")
}
