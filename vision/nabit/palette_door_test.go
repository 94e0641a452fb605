package nabit

import (
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
)

// tiles are some faces of a color.
func tiles(n int, rgb [3]float64) (faces []hue.Face) {
	seen := picture.BGR{rgb[2], rgb[1], rgb[0]}
	for range n {
		faces = append(faces, hue.Face{Hue: hue.HueOf(seen), Seen: seen, Tile: true})
	}
	return faces
}

var maroon, plum = [3]float64{133, 38, 18}, [3]float64{118, 61, 97}

// TestWhatAPersonSaysOfAPlasticStays renames two plastics that the eyes were sure of.
func TestWhatAPersonSaysOfAPlasticStays(t *testing.T) {
	var p palette
	named := func() [2]engine.Color {
		n := p.see(append(tiles(4, maroon), tiles(3, plum)...), &tilemap.Map{})
		return [2]engine.Color{engine.PlayerColors[hue.MostLikelyColor(n.Faces[0])], engine.PlayerColors[hue.MostLikelyColor(n.Faces[6])]}
	}
	if got := named(); got != [2]engine.Color{engine.Red, engine.Purple} {
		t.Fatalf("the two are %v", got)
	}
	p.rename(engine.Red, engine.Purple)
	for range 3 {
		if got := named(); got != [2]engine.Color{engine.Purple, engine.Red} {
			t.Errorf("renamed, the two are %v", got)
		}
	}
}

// TestSwappedColorsAreForgotten tells colors as they are, and swapped.
func TestSwappedColorsAreForgotten(t *testing.T) {
	yellow, green := [3]float64{230, 180, 30}, [3]float64{40, 140, 60}
	for name, c := range map[string]struct {
		told    map[engine.Color][3]float64
		swapped bool
	}{
		"as they are": {map[engine.Color][3]float64{engine.Yellow: yellow, engine.Green: green}, false},
		"swapped":     {map[engine.Color][3]float64{engine.Yellow: green, engine.Green: yellow}, true},
		"none":        {nil, false},
	} {
		var p palette
		p.believe(&calibration.Tileset{Colors: c.told})
		n := p.explain(append(tiles(4, yellow), tiles(3, green)...))
		if got := engine.PlayerColors[hue.MostLikelyColor(n.Faces[0])]; got != engine.Yellow || p.disproved != c.swapped {
			t.Errorf("%s: yellow is %v, disproved %v", name, got, p.disproved)
		}
	}
}
