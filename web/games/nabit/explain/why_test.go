package explain

import (
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

func TestExplain(t *testing.T) {
	row := func(text string, stacks ...engine.Cell) (*scoreboard.State, scoreboard.Word) {
		s := &scoreboard.State{Players: []scoreboard.Player{{Color: engine.Red, Name: "Ana"}, {Color: engine.Green, Name: "Ben"}, {Color: engine.Yellow, Name: "Cleo"}}}
		var on scoreboard.Crossword
		for i, c := range stacks {
			c.Letter = engine.Letter(text[i])
			on.Board = append(on.Board, scoreboard.Cell{Place: engine.Place{Col: i}, Cell: c})
		}
		s.Detail = on
		return s, scoreboard.Word{Word: engine.Word{Text: text}}
	}
	red := func(height int) engine.Cell { return engine.Cell{Color: engine.Red, Height: height} }
	green := func(height int) engine.Cell { return engine.Cell{Color: engine.Green, Height: height} }
	for _, tt := range []struct {
		name, word string
		stacks     []engine.Cell
		want       string
	}{
		{"players who need the same are named together", "CAT", []engine.Cell{red(2), red(1), red(1)}, " Ben and Cleo can take it with one tile on C."},
		{"who has a part needs less", "CAT", []engine.Cell{red(2), green(2), red(1)}, " Ana and Ben can take it with one tile on C, A or T. Cleo can take it with one tile on C or A."},
		{"several tiles are all needed", "CAT", []engine.Cell{red(5), red(4), green(4)}, " Ben and Cleo can take it with 2 tiles, on A and T."},
		{"the same letter twice is counted", "ADA", []engine.Cell{red(2), red(1), red(1)}, " Ben and Cleo can take it with one tile on A (letter 1)."},
		{"sealed", "CAT", []engine.Cell{red(5), red(1), red(1)}, " Sealed: nobody can take it any more."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, w := row(tt.word, tt.stacks...)
			if _, got, _ := strings.Cut(Reason(s, w, text.For("en")), "."); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
	t.Run("a word of an older board says nothing", func(t *testing.T) {
		s, w := row("CAT", red(1), red(1))
		if got := Reason(s, w, text.For("es")); got != "CAT" {
			t.Errorf("%q", got)
		}
	})
}
