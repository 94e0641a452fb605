package main

import (
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"os"
	"path/filepath"
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

func TestEachTurnThatStandsHasItsBeat(t *testing.T) {
	acts := stages[0].acts
	last, shown := -1, map[int]bool{}
	for _, b := range beats(acts) {
		if b.frame <= last {
			t.Errorf("frame %d comes after %d", b.frame, last)
		}
		last = b.frame
		if b.frame < acts[b.act].first {
			t.Errorf("frame %d has the score of act %d, which begins with %d", b.frame, b.act, acts[b.act].first)
		}
		shown[b.act] = true
	}
	for n, a := range acts {
		if n > 0 && shown[n] != (a.turn > 0) {
			t.Errorf("act %d (turn %d) is shown: %t", n, a.turn, shown[n])
		}
	}
}

// TestTheActsAreThoseOfTheFilm compares the acts of the game with the frames in which its film, by its truth, shows no hand.
func TestTheActsAreThoseOfTheFilm(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(top, "testdata/nabit/live/oblique.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Periods []struct {
			First, Last int
			State       any
		}
	}
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	acts := stages[0].acts
	if len(acts) != len(truth.Periods) {
		t.Fatalf("%d acts, not %d", len(acts), len(truth.Periods))
	}
	for n, p := range truth.Periods {
		turn, _ := p.State.(float64) // another is that of a turn which is taken back
		if a := acts[n]; a.first != p.First || a.last != p.Last || a.turn != int(turn) {
			t.Errorf("act %d is %+v, the film's %+v", n, a, p)
		}
	}
}
