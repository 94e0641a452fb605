package search

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
)

// TestLooseTilesMayBeWords separates words from racks by how loose tiles lie and by their colors.
func TestLooseTilesMayBeWords(t *testing.T) {
	face := func(col, row float64, color engine.Color) hypothesis.LooseFace {
		return hypothesis.LooseFace{Col: col, Row: row, Color: color}
	}
	at := func(col, row int) engine.Place { return engine.Place{Row: row, Col: col} }
	for _, c := range []struct {
		what   string
		faces  []hypothesis.LooseFace
		places []engine.Place
		want   bool
	}{
		{"a rack", []hypothesis.LooseFace{face(0, 0, engine.Red), face(1.15, 0, engine.Red), face(2.3, 0.1, engine.Red)}, []engine.Place{at(0, 0), at(1, 0), at(2, 0)}, false},
		{"a rack, seen from its middle", []hypothesis.LooseFace{face(0, 0, engine.Red), face(1.15, 0, engine.Red), face(-1.15, 0, engine.Red)}, []engine.Place{at(0, 0), at(1, 0), at(-1, 0)}, false},
		{"tiles that touch", []hypothesis.LooseFace{face(0, 0, engine.Red), face(0, 1.01, engine.Red), face(0, 2, engine.Red)}, []engine.Place{at(0, 0), at(0, 1), at(0, 2)}, true},
		{"two colors", []hypothesis.LooseFace{face(0, 0, engine.Red), face(1.15, 0, engine.Green)}, []engine.Place{at(0, 0), at(1, 0)}, true},
		{"two directions", []hypothesis.LooseFace{face(0, 0, engine.Red), face(1.15, 0, engine.Red), face(1.15, 1.15, engine.Red)}, []engine.Place{at(0, 0), at(1, 0), at(1, 1)}, true},
	} {
		var g candidate.Lattice
		for i, place := range c.places {
			g.Nodes = append(g.Nodes, candidate.Node{Candidate: i, Place: place, Level: 1})
		}
		if got := mayBeWords(&g, c.faces); got != c.want {
			t.Errorf("%s: may be words: %v", c.what, got)
		}
	}
}
