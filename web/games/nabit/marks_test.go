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
	s := scoreboard.State{Words: []scoreboard.Word{{Word: engine.Word{Text: "CAT"}}, {Word: engine.Word{Text: "TO", Place: engine.Place{Col: 2}, Direction: engine.Down}}}}
	for i, l := range "CAT" {
		s.Board = append(s.Board, scoreboard.Cell{Place: engine.Place{Col: i}, Cell: engine.Cell{Letter: engine.Letter(l), Color: engine.Red, Height: 1}, Last: i == 2})
	}
	for _, tt := range []struct {
		name     string
		change   func(*scoreboard.State)
		doubts   string // letters
		disputes int
		judged   int
	}{
		{"nothing is in doubt", func(*scoreboard.State) {}, "", 0, 0},
		{"what the camera asks about is, and the words through it", func(s *scoreboard.State) { s.Ask = &scoreboard.Ask{Place: &at} }, "A", 1, 0},
		{"so is a turn that may still change", func(s *scoreboard.State) { s.Provisional = true }, "T", 0, 0},
		{"a question of no place marks the turn", func(s *scoreboard.State) { s.Ask, s.Provisional = &scoreboard.Ask{}, true }, "T", 0, 0},
		{"challenged words that stand are outlined", func(s *scoreboard.State) {
			s.Verdict = &scoreboard.Verdict{Words: []scoreboard.Judged{{Word: "CAT", Valid: true}}}
			s.LastTurn = &scoreboard.Turn{Placements: []scoreboard.Placement{{Place: at}}}
		}, "", 0, 1},
		{"but not the same word of an earlier turn", func(s *scoreboard.State) {
			s.Verdict = &scoreboard.Verdict{Words: []scoreboard.Judged{{Word: "CAT", Valid: true}}}
			s.LastTurn = &scoreboard.Turn{Placements: []scoreboard.Placement{{Place: engine.Place{Row: 5}}}}
		}, "", 0, 0},
		{"tiles that are to be taken back are", func(s *scoreboard.State) {
			s.TakeBack, s.Lying = engine.Red, []engine.Place{{Row: 2, Col: 1}, {Row: 1, Col: 1}}
		}, "", 1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			now := s
			tt.change(&now)
			m := marked(&now)
			doubts := ""
			for _, c := range m.cells {
				if c.Doubt {
					doubts += c.Letter.String()
				}
			}
			if doubts != tt.doubts || len(m.disputed) != tt.disputes || len(m.judged) != tt.judged {
				t.Errorf("doubts %q, want %q; %d words in dispute, want %d; %d are judged, want %d", doubts, tt.doubts, len(m.disputed), tt.disputes, len(m.judged), tt.judged)
			}
			for _, c := range s.Board {
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
