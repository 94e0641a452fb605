package nabit

import (
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

func TestMarked(t *testing.T) {
	at := engine.Place{Col: 1}
	on := scoreboard.Crossword{Words: []scoreboard.Word{{Word: engine.Word{Text: "CAT"}}, {Word: engine.Word{Text: "TO", Place: engine.Place{Col: 2}, Direction: engine.Down}}}}
	for i, l := range "CAT" {
		on.Board = append(on.Board, scoreboard.Cell{Place: engine.Place{Col: i}, Cell: engine.Cell{Letter: engine.Letter(l), Color: engine.Red, Height: 1}, Last: i == 2})
	}
	for _, tt := range []struct {
		name     string
		last     *scoreboard.Turn
		change   func(*scoreboard.Crossword)
		doubts   string // letters
		disputes int
		judged   int
	}{
		{"nothing is in doubt", nil, func(*scoreboard.Crossword) {}, "", 0, 0},
		{"what the camera asks about is, and the words through it", nil, func(c *scoreboard.Crossword) { c.Ask = &scoreboard.Ask{Place: &at} }, "A", 1, 0},
		{"so is a turn that may still change", nil, func(c *scoreboard.Crossword) { c.Provisional = true }, "T", 0, 0},
		{"a question of no place marks the turn", nil, func(c *scoreboard.Crossword) { c.Ask, c.Provisional = &scoreboard.Ask{}, true }, "T", 0, 0},
		{"challenged words that stand are outlined", &scoreboard.Turn{Placements: []scoreboard.Placement{{Place: at}}}, func(*scoreboard.Crossword) {}, "", 0, 1},
		{"but not the same word of an earlier turn", &scoreboard.Turn{Placements: []scoreboard.Placement{{Place: engine.Place{Row: 5}}}}, func(*scoreboard.Crossword) {}, "", 0, 0},
		{"tiles that are to be taken back are", nil, func(c *scoreboard.Crossword) {
			c.TakeBack, c.Lying = engine.Red, []engine.Place{{Row: 2, Col: 1}, {Row: 1, Col: 1}}
		}, "", 1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed := on
			tt.change(&changed)
			now := scoreboard.State{LastTurn: tt.last, Detail: changed}
			if tt.last != nil {
				now.Verdict = &scoreboard.Verdict{Words: []scoreboard.Judged{{Word: "CAT", Valid: true}}}
			}
			m := marked(&now)
			doubts := ""
			for _, c := range m.stacks {
				if c.Doubt {
					doubts += c.Letter.String()
				}
			}
			if doubts != tt.doubts || len(m.disputed) != tt.disputes || len(m.judged) != tt.judged {
				t.Errorf("doubts %q, want %q; %d words in dispute, want %d; %d are judged, want %d", doubts, tt.doubts, len(m.disputed), tt.disputes, len(m.judged), tt.judged)
			}
			for _, c := range on.Board {
				if c.Doubt {
					t.Error("the state itself was changed")
				}
			}
			html := string(newModel(&now, scoreboard.Look{Texts: text.For("en")}).BoardSVG)
			if open, settled := strings.Count(html, `class="dispute"`), strings.Count(html, `class="settled"`); open != tt.disputes || settled != tt.judged {
				t.Errorf("%d and %d words are outlined, want %d and %d", open, settled, tt.disputes, tt.judged)
			}
		})
	}
}
