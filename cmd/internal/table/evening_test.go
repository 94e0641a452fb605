package table

import (
	"encoding/json"
	"testing"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/web/scoreboard"
)

// TestADeletedGameIsInNoEvening deletes one of two games that the players of a third have won.
func TestADeletedGameIsInNoEvening(t *testing.T) {
	j, began := journal.NewMemory(), time.Date(2026, 11, 29, 20, 0, 0, 0, time.UTC)
	players := []scoreboard.Player{{Color: engine.Red, Name: "Ana", Total: 5}, {Color: engine.Green, Name: "Ben", Total: 3}}
	for i, game := range []string{"first", "second"} {
		at := began.Add(time.Duration(i) * time.Hour)
		if err := j.Create(t.Context(), journal.Header{Game: game, Kind: "snag", Created: at}, journal.Entry{Time: at, Payload: json.RawMessage(`{"type":"start"}`)}); err != nil {
			t.Fatal(err)
		}
	}
	e := evenings{journal: j, kind: "snag", note: func(text string) { t.Error(text) }, standing: func(journal.Game) (scoreboard.State, error) {
		return scoreboard.State{Players: players, Life: engine.Ended, Winners: []engine.Color{engine.Red}}, nil
	}}
	games := func() int {
		e.at = moment{}
		evening := e.of(scoreboard.State{Players: players, Life: engine.InPlay}, journal.Header{Game: "third", Created: began.Add(2 * time.Hour)})
		if evening == nil {
			return 0
		}
		return evening.Games
	}
	if n := games(); n != 2 {
		t.Fatalf("the evening has %d games before", n)
	}
	for i, want := range []struct {
		mark  string
		games int
	}{{`{"type":"mark","deleted":true}`, 1}, {`{"type":"mark","deleted":false}`, 2}} {
		if err := j.Append(t.Context(), "second", uint64(i)+1, journal.Entry{Time: began.Add(time.Hour), Payload: json.RawMessage(want.mark)}); err != nil {
			t.Fatal(err)
		}
		if n := games(); n != want.games {
			t.Errorf("after %s the evening has %d games, want %d", want.mark, n, want.games)
		}
	}
}
