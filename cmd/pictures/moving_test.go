package main

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

func plain(c color.Color) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, movingWidth, movingHeight))
	draw.Draw(img, img.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return img
}

func TestGrainIsHeldAndHandsAreNot(t *testing.T) {
	before, now := plain(color.RGBA{100, 100, 100, 255}), plain(color.RGBA{102, 99, 101, 255})
	hand := color.RGBA{200, 160, 140, 255}
	draw.Draw(now, image.Rect(80, 80, 96, 96), image.NewUniform(hand), image.Point{}, draw.Src)
	hold(now, before)
	if got, want := now.RGBAAt(10, 10), before.RGBAAt(10, 10); got != want {
		t.Errorf("grain is %v, not as before: %v", got, want)
	}
	if got := now.RGBAAt(90, 90); got != hand {
		t.Errorf("the hand is %v, not %v", got, hand)
	}
}

func TestThePhoneHasRoundCornersARimAndAShadow(t *testing.T) {
	white, screen := color.RGBA{255, 255, 255, 255}, color.RGBA{10, 200, 30, 255}
	onto := plain(white)
	area := image.Rect(0, 0, 275, 568)
	img := image.NewRGBA(area)
	draw.Draw(img, area, image.NewUniform(screen), image.Point{}, draw.Src)
	drawPhone(onto, img)
	corner := screenAt.Add(image.Pt(3, 3))
	for _, c := range []struct {
		name string
		at   image.Point
		want func(color.RGBA) bool
	}{
		{"the screen's middle is the screen", screenAt.Add(area.Size().Div(2)), func(c color.RGBA) bool { return c == screen }},
		{"its corner is rim", corner, func(c color.RGBA) bool { return c.G < 60 }},
		{"beside it is rim", image.Pt(screenAt.X-4, 300), func(c color.RGBA) bool { return c.G < 60 }},
		{"beside that is shadow", image.Pt(screenAt.X-10, 300), func(c color.RGBA) bool { return c.G > 100 && c.G < 250 }},
		{"far away is the table", image.Pt(100, 300), func(c color.RGBA) bool { return c == white }},
	} {
		if got := onto.RGBAAt(c.at.X, c.at.Y); !c.want(got) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestEachTurnThatStandsHasItsBeat(t *testing.T) {
	f := &gameFilm{Periods: []period{{0, 28, []byte("0")}, {52, 68, []byte("1")}, {94, 120, []byte("2")}, {177, 191, []byte("3")}, {216, 267, []byte("4")}, {300, 317, []byte("5")},
		{356, 399, []byte(`"5-challenged"`)}, {440, 455, []byte("5")}, {491, 548, []byte("6")}}}
	last, seen := -1, map[int]bool{}
	for _, b := range f.beats() {
		if b.frame <= last {
			t.Errorf("frame %d comes after %d", b.frame, last)
		}
		last = b.frame
		if b.frame < f.Periods[b.period].First {
			t.Errorf("frame %d has the score of period %d, which begins with %d", b.frame, b.period, f.Periods[b.period].First)
		}
		seen[b.period] = true
	}
	for n, p := range f.Periods {
		if seen[n] == p.challenged() {
			t.Errorf("period %d (%s) is shown: %t", n, p.State, seen[n])
		}
	}
}
