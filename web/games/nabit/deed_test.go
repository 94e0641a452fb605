package nabit

import (
	"encoding/json"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

func TestWhatDoesNotCountIsNamed(t *testing.T) {
	s := &scoreboard.State{Players: []scoreboard.Player{{Color: engine.Yellow, Name: "Ana"}}, Warnings: []engine.Warning{{Code: game.MisfitCode, Events: []json.RawMessage{
		json.RawMessage(`{"type":"challenge","by":"yellow","word":"TAME"}`), json.RawMessage(`{"type":"bank","player":"yellow"}`), json.RawMessage(`{"type":"throw","player":0}`)}}}}
	got := strings.Join(parts.NewModel(s, Page, scoreboard.Look{Texts: text.For(text.Default)}).Warned, " ")
	for _, want := range []string{"the challenge of TAME", "Ana banks a tile", "the last change"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}
