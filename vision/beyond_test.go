package vision

import (
	"testing"

	"tilewatch/engine"
)

// TestWhatABlankLinksIsFound reads a board of which seven tiles are linked to the others by a blank stack alone, which is hardly seen as a
// tile's face on a checked cloth.
func TestWhatABlankLinksIsFound(t *testing.T) { readAllTiles(t, "gap") }

func TestAGapTakesTheLevelThatItsColorTells(t *testing.T) {
	red, cloth := rgb{40, 40, 200}, rgb{200, 200, 200}
	b := bridge{filled: &placeEvidence{height: engine.HeightLikelihoods{-11, -11, -11, -11, -11}, best: 1}}
	for l := range b.filled.view {
		b.filled.view[l] = faceView{inside: true, plastic: cloth}
	}
	b.filled.view[2].plastic = red
	score := b.fill([]hue{hueOf(red)}, []hue{hueOf(cloth)})
	if b.filled.best != 3 || score < gapLeast {
		t.Errorf("level %d, %.1f; want 3 and more than %.1f", b.filled.best, score, gapLeast)
	}
	b.filled.view[2].plastic = cloth
	if score := b.fill([]hue{hueOf(red)}, []hue{hueOf(cloth)}); score > gapLeast {
		t.Errorf("where only cloth is seen: %.1f, want less than %.1f", score, gapLeast)
	}
}
