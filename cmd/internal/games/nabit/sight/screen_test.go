package sight

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit"
)

// TestAPhotoOfAScreenIsRead photographs a picture as a screen shows it, in a grid so fine that it beats with the camera's own, and so that little can be
// read through what that leaves: all words are the same, and it is said why there may be mistakes. Most scenes are read through the grid as they are.
func TestAPhotoOfAScreenIsRead(t *testing.T) {
	const name = "033"
	right := readOnce(t, name)
	got, err := openReader(t).Read(onScreen(t, pictureOf(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := wordsOf(right), wordsOf(got); !slices.Equal(a, b) {
		t.Errorf("%v, on a screen %v", a, b)
	}
	if ofScreen(right) {
		t.Error("it is taken for a photo of a screen as it is")
	}
	if !ofScreen(got) {
		t.Error("it is not said that it shows a screen")
	}
}

func ofScreen(r Result) bool {
	return slices.ContainsFunc(r.Warnings, func(w engine.Warning) bool { return strings.Contains(w.Message, "screen") })
}

// onScreen is a photo, a little askew, of a screen that shows the picture: each of its pixels has three colored stripes and a dark gap
// below. A pixel of the photo is the mean of what falls on it.
func onScreen(t *testing.T, data []byte) []byte {
	t.Helper()
	in := pixels(t, data)
	const samples, gap, gamma, askew, margin, blur = 4, 0.25, 2.2, 0.06, 0.08, 1.3
	b := in.Bounds()
	out := image.NewRGBA(b)
	size := 1 + 2*margin
	var light [256]float64
	for level := range light {
		light[level] = math.Pow(float64(level)/255, gamma)
	}
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
				stripe := int(3 * (u - math.Floor(u)))
				sum[stripe] += 3 / (1 - gap) * light[in.Pix[in.PixOffset(at.X, at.Y)+stripe]]
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

// TestAScreenWithAnotherGameIsNoScreenToBlame photographs letter tiles of another game as a screen shows them: not its grid hides tiles of NAB-IT!.
func TestAScreenWithAnotherGameIsNoScreenToBlame(t *testing.T) {
	data, err := os.ReadFile("../../../../../testdata/letters/stills/001.jpg")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openReader(t).Read(onScreen(t, data)); !errors.Is(err, nabit.ErrForeign) {
		t.Errorf("%v, wanted %v", err, nabit.ErrForeign)
	}
}

// TestAnEmptyScreenIsPerhapsATable asks for both remedies where nothing is seen.
func TestAnEmptyScreenIsPerhapsATable(t *testing.T) {
	gray := image.NewRGBA(image.Rect(0, 0, 1280, 720))
	draw.Draw(gray, gray.Rect, image.NewUniform(color.Gray{Y: 150}), image.Point{}, draw.Src)
	var file bytes.Buffer
	if err := jpeg.Encode(&file, gray, nil); err != nil {
		t.Fatal(err)
	}
	_, err := openReader(t).Read(onScreen(t, file.Bytes()))
	if err == nil || !strings.Contains(err.Error(), "in better light") || !strings.Contains(err.Error(), "if this is a photo of a screen") {
		t.Errorf("%v, wanted both remedies", err)
	}
}
