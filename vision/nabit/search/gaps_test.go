package search

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/scenetest"
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

// A table from above with one tile at 0, 0 and a mark two places to its right: the gap between them is bridged if its hue is the tile's.
func TestAGapOfTheTilesHueIsBridged(t *testing.T) {
	red, cloth := picture.BGR{60, 60, 200}, picture.BGR{60, 160, 50}
	to := engine.Place{Col: 2}
	always := func(_ *hypothesis.Hypothesis, at engine.Place, _ *hypothesis.Evidence) (float64, bool) {
		return 3, at == to
	}
	for _, c := range []struct {
		name string
		gap  picture.BGR
		mark bool
		want int
	}{
		{"a gap of the tile's hue", red, true, 1},
		{"no mark past it", red, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, s := scenetest.TableFromAbove(cloth)
			scenetest.Paint(r, s, 1, c.gap, 1, 0, 1)
			scenetest.Paint(r, s, 1, red, 2, 0, 1)
			for _, beside := range []engine.Place{{Col: -1}, {Row: 1}, {Row: -1}} { // cells of the table, for its hue
				e := &hypothesis.Evidence{Tile: -20, Best: 1}
				e.Face[0].Plastic, e.Face[0].Inside = cloth, true
				s.Evidence[beside] = e
			}
			s.Evidence[engine.Place{}].Face[0].Ink = tileface.LetterInk + 0.1
			if c.mark {
				s.Marks = []marks.Mark{{At: s.Pose.Pixel(2, 0, 1)}}
			}
			all := gapBridges(r, s, always)
			if len(all) != c.want {
				t.Fatalf("%d bridges, want %d", len(all), c.want)
			}
			for _, b := range all {
				if b.gap != (engine.Place{Col: 1}) || b.to != to || b.evidence != 3 {
					t.Errorf("a bridge from %v to %v with the evidence %g", b.gap, b.to, b.evidence)
				}
			}
		})
	}
}
