package search

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

func TestAGapTakesTheLevelThatItsHueSays(t *testing.T) {
	red, cloth := picture.BGR{40, 40, 200}, picture.BGR{200, 200, 200}
	b := gapBridge{filled: &hypothesis.Evidence{Height: engine.HeightLikelihoods{-11, -11, -11, -11, -11}, Best: 1}}
	for l := range b.filled.Face {
		b.filled.Face[l] = tileface.FaceProfile{Inside: true, Plastic: cloth}
	}
	b.filled.Face[2].Plastic = red
	b.fillGap([]hue.Hue{hue.HueOf(red)}, []hue.Hue{hue.HueOf(cloth)})
	red3 := b.score
	if b.filled.Best != 3 {
		t.Errorf("level %d, want 3", b.filled.Best)
	}
	b.filled.Face[2].Plastic = cloth
	if b.fillGap([]hue.Hue{hue.HueOf(red)}, []hue.Hue{hue.HueOf(cloth)}); b.score > red3-8 {
		t.Errorf("where only cloth is seen: %.1f, with the tile's hue %.1f", b.score, red3)
	}
}
