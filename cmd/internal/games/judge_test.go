package games

import (
	"encoding/json"
	"strings"
	"testing"

	"tilewatch/cmd/internal/game"
	"tilewatch/engine/journal"
)

// TestAJudgeKnowsTheRules has events from elsewhere judged. A list that judged their words then is not there to be asked.
func TestAJudgeKnowsTheRules(t *testing.T) {
	var j Judge
	for _, c := range []struct {
		kind string
		seq  uint64
		payload,
		says string
	}{
		{"nabit", 1, `{"type":"start","players":["yellow","green"],"options":{"words":"enforce"}}`, ""},
		{"nabit", 2, `{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"X"},{"row":0,"col":1,"letter":"Q"}]}`, ""}, // the list of then had it
		{"nabit", 3, `{"type":"play","player":"yellow","placements":[{"row":1,"col":0,"letter":"X"}]}`, "green's turn"},
		{"nabit", 4, `{"type":"challenge","by":"green","word":"XQ"}`, "no verdict"},
		{"nabit", 5, `{"type":"dance"}`, "no such event"},
		{"nabit", 6, `{"type":7}`, "not an event"},
		{"snag", 1, `{"type":"start","game":"snag","players":["Ana","Ben"]}`, ""},
		{"snag", 2, `{"type":"place","player":1,"number":34}`, "turn"},
		{"snag", 3, `{"type":"place","player":0,"number":34}`, ""},
		{"pips", 1, `{"type":"throw"}`, ""}, // nobody knows it
	} {
		err := j.Take(journal.Event{Seq: c.seq, Kind: c.kind, Payload: json.RawMessage(c.payload)})
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v", c.payload, err)
		}
	}
}

// TestASummaryIsOfTheGameAsItWasKept plays a move, and ends the game.
func TestASummaryIsOfTheGameAsItWasKept(t *testing.T) {
	lines := map[string]string{"nabit": "red 1, green 0", "snag": "Ana 0, green 0", "dabble": "Ana 0, green 0", "tabit": "Ana 400, green 0"}
	every(t, func(t *testing.T, g game.Game) {
		p, j := begun(t, g)
		for _, over := range []bool{false, true} {
			s, err := g.Summary(newest(t, j))
			if err != nil || s.Line != lines[g.Name] || s.Finished != over || len(s.Players) != 2 || len(s.Winners) > 0 && !over {
				t.Errorf("over %v: %+v, %v", over, s, err)
			}
			p.do(t, `{"type":"finish"}`)
		}
	})
}
