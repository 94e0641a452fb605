package nabit

import (
	"encoding/json"
	"testing"

	"tilewatch/engine/ndjson/ndjsontest"
)

// midGame is a simulated game after so many plays, and the next play.
func midGame(b *testing.B, plays int) (*Game, Event) {
	b.Helper()
	for _, game := range ndjsontest.Read[simulated](b, "testdata/games.ndjson.gz") {
		if len(game.Turns) <= plays {
			continue
		}
		g := New(nil)
		a := g.Apply(Event{Type: Start, Players: game.Players})
		for i, turn := range game.Turns {
			for a.Next != turn.Player {
				a = g.Apply(Event{Type: Skipped, Player: a.Next})
			}
			e := Event{Type: Played, Player: turn.Player, Placements: turn.Placements}
			if i == plays {
				return g, e
			}
			if a = g.Apply(e); !a.OK {
				b.Fatal(a.Violations)
			}
		}
	}
	b.Fatal("no game is so long")
	return nil, Event{}
}

// BenchmarkEvent is an event from its JSON to the answer's, in a game that grows by it: a play and its undoing in turn.
func BenchmarkEvent(b *testing.B) {
	g, play := midGame(b, 12)
	line, err := json.Marshal(play)
	if err != nil {
		b.Fatal(err)
	}
	lines := [][]byte{line, []byte(`{"type":"undo"}`)}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := json.Marshal(g.Handle(lines[i%2])); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(g.Board())), "cells")
}

// BenchmarkApply is a play and its undoing, without JSON.
func BenchmarkApply(b *testing.B) {
	g, play := midGame(b, 12)
	b.ReportAllocs()
	for b.Loop() {
		if a := g.Apply(play); !a.OK {
			b.Fatal(a.Violations)
		}
		g.Apply(Event{Type: Undone})
	}
}

// BenchmarkCorrect corrects the first turn, so that all of the game is scored again.
func BenchmarkCorrect(b *testing.B) {
	g, _ := midGame(b, 12)
	e := Event{Type: Corrected, Turn: 1, Placements: g.Events()[1].Placements}
	b.ReportAllocs()
	for b.Loop() {
		if a := g.Apply(e); !a.OK {
			b.Fatal(a.Violations)
		}
	}
}

// BenchmarkCheck is the rules alone.
func BenchmarkCheck(b *testing.B) {
	g, e := midGame(b, 12)
	board, play := g.Board(), Play{e.Player, e.Placements}
	b.ReportAllocs()
	for b.Loop() {
		if len(Check(board, play)) > 0 {
			b.Fatal("illegal")
		}
	}
}
