package web

import (
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/web/text"
)

func TestMarked(t *testing.T) {
	at := engine.Place{Col: 1}
	s := State{Words: []Word{{Word: engine.Word{Text: "CAT"}}, {Word: engine.Word{Text: "TO", Place: engine.Place{Col: 2}, Direction: engine.Down}}}}
	for i, l := range "CAT" {
		s.Board = append(s.Board, Cell{Place: engine.Place{Col: i}, Cell: engine.Cell{Letter: engine.Letter(l), Color: engine.Red, Height: 1}, Last: i == 2})
	}
	for _, tt := range []struct {
		name     string
		change   func(*State)
		doubts   string // letters
		disputes int
	}{
		{"nothing is in doubt", func(*State) {}, "", 0},
		{"what the camera asks about is, and the words through it", func(s *State) { s.Ask = &Ask{Place: &at} }, "A", 1},
		{"so is a turn that may still change", func(s *State) { s.Provisional = true }, "T", 0},
		{"a question of no place marks the turn", func(s *State) { s.Ask, s.Provisional = &Ask{}, true }, "T", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			now := s
			tt.change(&now)
			cells, words := marked(&now)
			doubts := ""
			for _, c := range cells {
				if c.Doubt {
					doubts += c.Letter.String()
				}
			}
			if doubts != tt.doubts || len(words) != tt.disputes {
				t.Errorf("doubts %q, want %q; %d words in dispute, want %d", doubts, tt.doubts, len(words), tt.disputes)
			}
			for _, c := range s.Board {
				if c.Doubt {
					t.Error("the state itself was changed")
				}
			}
			html := string(newNabitModel(&now, Look{Texts: text.For("en")}).BoardSVG)
			if n := strings.Count(html, `class="disputed"`); n != tt.disputes {
				t.Errorf("%d words are outlined, want %d", n, tt.disputes)
			}
		})
	}
}
