package source

import (
	"errors"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"
)

func TestColorIsWhatMoreThanATimeStampHas(t *testing.T) {
	const w, h = 640, 480
	red := color.RGBA{R: 200, G: 40, B: 40, A: 255}
	for name, c := range map[string]struct {
		ground [3]float64
		patch  image.Rectangle // of red
		want   bool
	}{
		"gray":                        {[3]float64{120, 120, 120}, image.Rectangle{}, true},
		"black":                       {[3]float64{0, 0, 0}, image.Rectangle{}, true},
		"white":                       {[3]float64{255, 255, 255}, image.Rectangle{}, true},
		"gray as a decoder rounds it": {[3]float64{120, 122, 121}, image.Rectangle{}, true},
		"a tint":                      {[3]float64{120, 123, 121}, image.Rectangle{}, false},
		"gray with a red time stamp":  {[3]float64{120, 120, 120}, image.Rect(10, 10, 30, 20), true},
		"gray with a red tile":        {[3]float64{120, 120, 120}, image.Rect(300, 200, 340, 240), false},
		"in color":                    {[3]float64{60, 90, 160}, image.Rectangle{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			mat := shadedMat(t, w, h, c.ground)
			if !c.patch.Empty() {
				if err := gocv.Rectangle(&mat, c.patch, red, -1); err != nil {
					t.Fatal(err)
				}
			}
			if got := colorless(&mat); got != c.want {
				t.Errorf("without color: %v, want %v", got, c.want)
			}
		})
	}
}

func TestNothingIsSaidAgainstPicturesOfAnotherKind(t *testing.T) {
	single, empty := gocv.NewMatWithSize(80, 80, gocv.MatTypeCV8UC1), gocv.NewMat()
	defer single.Close()
	defer empty.Close()
	if colorless(&single) || colorless(&empty) {
		t.Error("a picture of one channel, or of none, counts as one without color")
	}
}

func TestAGrayCameraIsToldWhatToSwitch(t *testing.T) {
	gray, colored := shadedMat(t, 80, 80, [3]float64{90, 90, 90}), shadedMat(t, 80, 80, [3]float64{30, 90, 160})
	inner := &saying{}
	for i, mat := range []gocv.Mat{gray, gray, gray, gray, colored, colored} {
		inner.answers = append(inner.answers, Frame{Number: i, Time: time.Duration(i) * blackAfter / 2, Mat: mat})
	}
	source := RequireColor(inner)
	_, err := source.Next(t.Context())
	var news *Status
	if !errors.As(err, &news) || news.Kind != Fault || news.Frame != 2 || news.Time != blackAfter || !strings.Contains(news.Message, "switch its night or black-and-white mode off") {
		t.Fatalf("got %v, want a fault at frame 2 with its remedy", err)
	}
	if got, want := heard(t, source), "recovered(3@2s) 4@2s 5@2.5s"; got != want {
		t.Errorf("then it says %s, want %s", got, want)
	}
	if err := source.Close(); err != nil || inner.closed != 1 {
		t.Errorf("the source below is closed %d times, %v", inner.closed, err)
	}
}
