package hypothesis

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/record"
)

func TestABarelySeenTileBehindAStackIsWeakEvidence(t *testing.T) {
	s := State{Ledger: &record.Ledger{Players: []engine.Color{engine.Red, engine.Purple}}}
	at, front := engine.Place{}, engine.Place{Row: 1}
	hidden := engine.Cell{Letter: 'I', Color: engine.Purple, Height: 1}
	s.Start = engine.Board{at: hidden, front: {Letter: 'R', Color: engine.Purple, Height: 5}}
	m := evidence.Mean{Look: evidence.Look{Tile: 0.8, Visible: 0.92}, Share: 1, Tiles: [5]float64{-12, -0.2, -12, -1.6, -12}}
	v := evidence.View{Looks: map[engine.Place]evidence.Mean{at: m}, Weight: 1}
	high := hidden
	high.Height = 2
	gain := func() float64 {
		t := s.scorer(v)
		return t.cell(at, high) - t.cell(at, hidden)
	}
	behind := gain()
	s.Start = engine.Board{at: hidden}
	if alone := gain(); behind > alone/2 {
		t.Errorf("a second tile gains %.1f nats behind a stack, %.1f where none stands", behind, alone)
	}
}
