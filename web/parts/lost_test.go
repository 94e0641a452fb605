package parts

import (
	"encoding/json"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// TestWhatDoesNotCountIsNamed of a game that does not word its events itself.
func TestWhatDoesNotCountIsNamed(t *testing.T) {
	s := &scoreboard.State{Players: []scoreboard.Player{{Color: engine.Yellow, Name: "Ana"}}}
	w := engine.Warning{Code: game.MisfitCode, Events: []json.RawMessage{
		json.RawMessage(`{"type":"challenge","by":"yellow","word":"TAME"}`), json.RawMessage(`{"type":"bank","player":"yellow"}`), json.RawMessage(`{"type":"throw","player":0}`)}}
	got := warned(s, w, text.For(text.Default))
	for _, want := range []string{"the challenge of TAME", "Ana banks a tile", "the last change"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}
