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

// pastGap is the evidence of a tile past a gap: this likely, with so much ink, and edges of this log-likelihood.
func pastGap(tile, ink, edges float64) *hypothesis.Evidence {
	e := &hypothesis.Evidence{Tile: tile, Best: 1}
	e.Face[0].Ink, e.Face[0].Here = ink, [4]float64{edges, edges, edges, edges}
	return e
}

func TestOnlyASureTileIsBridged(t *testing.T) {
	const ink, edges = tileface.LetterInk + 0.1, bridgedEdges + 0.1
	for _, c := range []struct {
		name string
		e    *hypothesis.Evidence
		want bool
	}{
		{"a face with a letter and edges in place", pastGap(bridgedTile+1, ink, edges), true},
		{"a weak face", pastGap(bridgedTile-1, ink, edges), false},
		{"a face without a letter", pastGap(bridgedTile+1, 0, edges), false},
		{"edges off the lattice", pastGap(bridgedTile+1, ink, bridgedEdges-0.1), false},
	} {
		if sure := clearlyATile(c.e); sure != c.want {
			t.Errorf("%s: sure %v, want %v", c.name, sure, c.want)
		}
	}
}
