package tabit

import (
	"math"
	"testing"

	"tilewatch/engine/tabit"
)

// printed is a view of a card with a disc, or with a bar, moved to the right by so many pixels, in light so strong.
func printed(disc bool, right int, light float32) *view {
	var c crop
	for i := range c {
		x, y := float64(i%cropW-cropW/2-right), float64(i/cropW-cropH/2)
		ink := disc && math.Hypot(x, y) < 9 || !disc && math.Abs(x) < 3 && math.Abs(y) < 16
		for k := range c[i] {
			c[i][k] = 200 * light
			if ink {
				c[i][k] = 60 * light
			}
		}
	}
	return viewOf(&c)
}

func TestPrintsThatAreTheSameCorrelate(t *testing.T) {
	disc := printed(true, 0, 1)
	for name, other := range map[string]*view{"moved": printed(true, 5, 1), "in the shade": printed(true, -3, 0.4)} {
		if got := disc.correlation(other); got < 0.95 {
			t.Errorf("the same print, %s: correlation %.2f", name, got)
		}
	}
	if got := disc.correlation(printed(false, 0, 1)); got > 0.8 {
		t.Errorf("another print: correlation %.2f", got)
	}
}

// medal is a view of a card with a round ground of that color, and on it a sign.
func medal(ground [3]float32, round bool) *view {
	var c crop
	for i := range c {
		x, y := float64(i%cropW-cropW/2), float64(i/cropW-cropH/2)
		switch {
		case round && math.Hypot(x-2, y) < 4, !round && math.Abs(x)+math.Abs(y) < 5:
			c[i] = [3]float32{60, 170, 200}
		case math.Hypot(x, y) < 12:
			c[i] = ground
		default:
			c[i] = [3]float32{150, 190, 210}
		}
	}
	return viewOf(&c)
}

func TestGroundsOfOtherColorsAreOtherPrints(t *testing.T) {
	blue, red := [3]float32{110, 70, 20}, [3]float32{20, 40, 130} // of nearly the same gray
	moon, star := medal(blue, true), medal(red, false)
	same, other := moon.correlation(medal(blue, true)), moon.correlation(star)
	gray := momentsOf(&moon.coarse, &star.coarse, 0, 0).correlation()
	if other > gray-0.03 || same-other < 0.1 {
		t.Errorf("a moon on blue and a star on red correlate by %.2f, in gray by %.2f; two moons by %.2f", other, gray, same)
	}
}

// read is a box with a picture card that was read as these pictures.
func read(moon, star, tree float64) *tabit.Box {
	return &tabit.Box{Pictures: [len(tabit.Pictures)]float64{moon, star, tree}}
}

func TestCardsThatLookAlikeAreReadAlike(t *testing.T) {
	disc, bar := printed(true, 0, 1), printed(false, 0, 1)
	cards := []*tabit.Box{read(0, -9, -9), read(0, -8, -9), read(-9, 0, -9), read(-8, 0, -9), read(-1, 0, -5), read(-3.5, 0, -6)}
	views := []*view{disc, printed(true, 2, 1), bar, printed(false, 2, 1), printed(true, 4, 0.6), printed(true, -4, 1)}
	shareEvidence(cards, views)
	for i, moon := range []bool{true, true, false, false, true, true} {
		if c := cards[i].Pictures; (c[0] > c[1]) != moon {
			t.Errorf("card %d is read %.1f, want a moon: %t", i, c, moon)
		}
	}
}

func TestTheBorderOfTheSame(t *testing.T) {
	same, other := []float64{0.9, 0.92, 0.95, 0.97}, []float64{0.3, 0.4, 0.5}
	if b := separatingThreshold(same, other); b <= 0.5 || b >= 0.9 {
		t.Errorf("the border of %v and %v is %.2f", same, other, b)
	}
	if b := separatingThreshold(same, append(other, 0.93)); b <= 0.5 || b >= 0.9 {
		t.Errorf("a sure card that is mistaken moves the border to %.2f", b)
	}
}
