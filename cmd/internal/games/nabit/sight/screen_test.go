package sight

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine"
)

// TestAPhotoOfAScreenIsRead photographs pictures as screens show them, in grids so fine that they beat with the camera's own, and so that
// little can be read through what that leaves: all words are the same, and it is said why there may be mistakes.
func TestAPhotoOfAScreenIsRead(t *testing.T) {
	reader := openReader(t)
	reported := 0
	for _, name := range []string{"009", "020"} {
		data, err := os.ReadFile("../../../../../testdata/nabit/stills/" + name + ".jpg")
		if err != nil {
			t.Fatal(err)
		}
		right, err := reader.Read(data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := reader.Read(onScreen(t, data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if a, b := wordsOf(right), wordsOf(got); !slices.Equal(a, b) {
			t.Errorf("%s: %v, on a screen %v", name, a, b)
		}
		if ofScreen(right) {
			t.Errorf("%s is taken for a photo of a screen", name)
		}
		if ofScreen(got) {
			reported++
		}
	}
	if reported == 0 {
		t.Error("of no picture it was said that it shows a screen")
	}
}

func ofScreen(r Result) bool {
	return slices.ContainsFunc(r.Warnings, func(w engine.Warning) bool { return strings.Contains(w.Message, "screen") })
}

// onScreen is a photo, a little askew, of a screen that shows the picture: each of its pixels has three colored stripes and a dark gap
// below. A pixel of the photo is the mean of what falls on it.
func onScreen(t *testing.T, data []byte) []byte {
	t.Helper()
	in, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	const samples, gap, gamma, askew, margin, blur = 4, 0.25, 2.2, 0.06, 0.08, 1.3
	b := in.Bounds()
	out := image.NewRGBA(b)
	size := 1 + 2*margin
	for y := range b.Dy() {
		for x := range b.Dx() {
			var sum [3]float64
			for k := range samples * samples {
				// Where on the screen this part of the pixel looks, in the screen's pixels.
				px := (float64(x)+blur*((float64(k%samples)+0.5)/samples-0.5))/float64(b.Dx()) - 0.5
				py := (float64(y)+blur*((float64(k/samples)+0.5)/samples-0.5))/float64(b.Dy()) - 0.5
				u := (px*size+askew*py*float64(b.Dy())/float64(b.Dx()))*float64(b.Dx()) + float64(b.Dx())/2
				v := (py*size-askew*px*float64(b.Dx())/float64(b.Dy()))*float64(b.Dy()) + float64(b.Dy())/2
				at := image.Pt(int(math.Floor(u)), int(math.Floor(v)))
				if !at.In(b) || v-math.Floor(v) > 1-gap {
					continue
				}
				shown := color.RGBAModel.Convert(in.At(at.X, at.Y)).(color.RGBA)
				stripe := int(3 * (u - math.Floor(u)))
				sum[stripe] += 3 / (1 - gap) * math.Pow(float64([3]uint8{shown.R, shown.G, shown.B}[stripe])/255, gamma)
			}
			seen := func(c int) uint8 {
				return uint8(255 * math.Pow(min(1, sum[c]/(samples*samples)), 1/gamma))
			}
			out.SetRGBA(x, y, color.RGBA{R: seen(0), G: seen(1), B: seen(2), A: 255})
		}
	}
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, out, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return photo.Bytes()
}
