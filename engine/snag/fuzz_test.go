package snag_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/game"
	"tilewatch/engine/snag"
)

// FuzzEvents plays any lines: nothing breaks, no tile is in two places, and what was accepted can be played again.
func FuzzEvents(f *testing.F) {
	f.Add("{\"type\":\"start\",\"players\":2}\n{\"type\":\"place\",\"player\":0,\"number\":4}\n{\"type\":\"call\",\"player\":1}\n{\"type\":\"undo\"}")
	f.Add("{\"type\":\"start\",\"players\":[\"a\",\"b\"],\"drawn\":[97,4],\"options\":{\"scheme\":\"fixed\"}}\n{\"type\":\"lying\",\"tiles\":[4,5,6]}\n{\"type\":\"place\",\"number\":7,\"seen\":true}\n{\"type\":\"captured\"}\n{\"type\":\"award\",\"player\":1}\n{\"type\":\"finish\"}\n{\"type\":\"next_game\"}")
	f.Add("{\"type\":\"start\",\"players\":4,\"options\":{\"false_call_penalty\":3}}\n{\"type\":\"call\",\"player\":3}\n{\"type\":\"replace\",\"number\":4}")
	f.Fuzz(func(t *testing.T, lines string) {
		table := snag.Game{}.Table(nil)
		for line := range strings.Lines(lines) {
			if _, err := json.Marshal(table.Handle([]byte(line))); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
		}
		state, begun := table.State().(snag.State)
		if !begun {
			return
		}
		all := slices.Concat(state.Board, state.Taken)
		slices.Sort(all)
		if len(slices.Compact(slices.Clone(all))) != len(all) {
			t.Errorf("a tile is in two places: board %v, taken %v", state.Board, state.Taken)
		}
		if err := game.Replay(snag.Game{}.Table(nil), table.Events()); err != nil {
			t.Error(err)
		}
	})
}
