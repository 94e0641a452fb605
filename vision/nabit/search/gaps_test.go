package search

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

func TestAGapTakesTheLevelThatItsColorTells(t *testing.T) {
	red, cloth := picture.BGR{40, 40, 200}, picture.BGR{200, 200, 200}
	b := gapBridge{filled: &hypothesis.Evidence{Height: engine.HeightLikelihoods{-11, -11, -11, -11, -11}, Best: 1}}
	for l := range b.filled.Face {
		b.filled.Face[l] = tileface.FaceProfile{Inside: true, Plastic: cloth}
	}
	b.filled.Face[2].Plastic = red
	score := b.fill([]hue.Hue{hue.HueOf(red)}, []hue.Hue{hue.HueOf(cloth)})
	if b.filled.Best != 3 || score < gapLeast {
		t.Errorf("level %d, %.1f; want 3 and more than %.1f", b.filled.Best, score, gapLeast)
	}
	b.filled.Face[2].Plastic = cloth
	if score := b.fill([]hue.Hue{hue.HueOf(red)}, []hue.Hue{hue.HueOf(cloth)}); score > gapLeast {
		t.Errorf("where only cloth is seen: %.1f, want less than %.1f", score, gapLeast)
	}
}
