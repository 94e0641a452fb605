package source

import (
	"image"
	"image/color"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

func TestARestBeginsAfterThreeSecondsWithoutMotion(t *testing.T) {
	mat, start := shadedMat(t, 320, 180, [3]float64{90, 90, 90}), time.Unix(1000, 0)
	var r idleDetector
	if r.idle() || r.wait(start) != 0 || r.skip() != 0 {
		t.Error("a camera that has shown nothing yet may rest")
	}
	for i := range 61 { // 20 a second
		now := start.Add(time.Duration(i) * 50 * time.Millisecond)
		r.observe(&mat, now, 0)
		if want := i == 60; r.idle() != want {
			t.Fatalf("at %v it rests: %v, want %v", now.Sub(start), r.idle(), want)
		}
	}
	now := start.Add(idleAfter)
	for ago, want := range map[time.Duration]time.Duration{0: idleInterval, 100 * time.Millisecond: 50 * time.Millisecond, idleInterval: 0, time.Second: idleInterval - time.Second} {
		if got := r.wait(now.Add(ago)); got != want {
			t.Errorf("%v after a picture the next is due in %v, want %v", ago, got, want)
		}
	}
}

func TestARestEndsWhenSomethingMoves(t *testing.T) {
	const w, h = 384, 216
	for name, c := range map[string]struct {
		change func(t *testing.T, mat *gocv.Mat)
		ends   bool
	}{
		"nothing":                {func(*testing.T, *gocv.Mat) {}, false},
		"noise":                  {brightened(image.Rect(0, 0, w, h), idleNoise), false},
		"a lamp":                 {brightened(image.Rect(0, 0, w, h), idleNoise+1), true},
		"a fly":                  {brightened(image.Rect(100, 100, 108, 108), 90), false},
		"a tile":                 {brightened(image.Rect(100, 100, 124, 124), 90), true},
		"a hand at the rim":      {brightened(image.Rect(0, 0, 20, 60), -60), true},
		"one in the last corner": {brightened(image.Rect(w-24, h-24, w, h), 90), true},
	} {
		t.Run(name, func(t *testing.T) {
			mat, now := shadedMat(t, w, h, [3]float64{90, 90, 90}), time.Unix(1000, 0)
			var r idleDetector
			r.observe(&mat, now, 0)
			now = now.Add(idleAfter)
			r.observe(&mat, now, 0)
			if !r.idle() {
				t.Fatal("it does not rest")
			}
			c.change(t, &mat)
			r.observe(&mat, now.Add(idleInterval), 0)
			if r.idle() == c.ends {
				t.Errorf("the rest has ended: %v, want %v", !r.idle(), c.ends)
			}
		})
	}
}

// brightened changes the gray level of 90 in a part of the picture.
func brightened(part image.Rectangle, by int) func(*testing.T, *gocv.Mat) {
	return func(t *testing.T, mat *gocv.Mat) {
		t.Helper()
		level := uint8(90 + by)
		if err := gocv.Rectangle(mat, part, color.RGBA{level, level, level, 0}, -1); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAsManyPicturesArePassedOverAsTheRestLasts(t *testing.T) {
	for name, c := range map[string]struct {
		period time.Duration
		want   int
	}{
		"one a second":   {999 * time.Millisecond, 0},
		"5 a second":     {200 * time.Millisecond, 0},
		"10 a second":    {100 * time.Millisecond, 0},
		"15 a second":    {time.Second / 15, 1},
		"30 a second":    {time.Second / 30, 3},
		"60 a second":    {time.Second / 60, 7},
		"1000 a second":  {time.Millisecond, maxSkipped - 1},
		"never the same": {0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			now := time.Unix(1000, 0)
			r := idleDetector{known: true, newest: now, lastMotion: now.Add(-idleAfter), period: c.period}
			if got := r.skip(); got != c.want {
				t.Errorf("%d are passed over, want %d", got, c.want)
			}
			r.lastMotion = now
			if got := r.skip(); got != 0 {
				t.Errorf("%d are passed over while something moves", got)
			}
		})
	}
}

func TestThePeriodIsTheCamerasOwnHoweverManyArePassedOver(t *testing.T) {
	mat, now := shadedMat(t, 96, 96, [3]float64{90, 90, 90}), time.Unix(1000, 0)
	for _, passed := range []int{0, 3} {
		var r idleDetector
		for range 100 {
			r.observe(&mat, now, passed)
			now = now.Add(time.Duration(passed+1) * 40 * time.Millisecond)
		}
		if gap := (r.period - 40*time.Millisecond).Abs(); gap > time.Millisecond {
			t.Errorf("with %d passed over the period is %v, want 40ms", passed, r.period)
		}
		before := r.period
		if r.observe(&mat, now.Add(time.Minute), 0); r.period != before {
			t.Errorf("after a minute without pictures the period is %v, want %v", r.period, before)
		}
	}
}

func TestAPictureOfAnotherSizeIsComparedByItsPlaces(t *testing.T) {
	large, small, turned := shadedMat(t, 384, 216, [3]float64{90, 90, 90}), shadedMat(t, 192, 108, [3]float64{90, 90, 90}), shadedMat(t, 216, 384, [3]float64{150, 150, 150})
	tiny := shadedMat(t, picture.MinSide-1, 200, [3]float64{90, 90, 90})
	var r idleDetector
	r.changed(&large)
	if r.changed(&small) {
		t.Error("the same picture at half its size has moved")
	}
	if !r.changed(&turned) {
		t.Error("another picture has not moved")
	}
	for range 2 {
		if r.changed(&tiny) {
			continue
		}
		t.Error("a picture too small to be compared lets the camera rest")
	}
}
