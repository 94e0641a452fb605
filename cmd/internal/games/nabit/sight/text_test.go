package sight

import (
	"testing"

	"tilewatch/cmd/internal/term"
	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
)

func TestTheTextRanksWordsAndPlayers(t *testing.T) {
	obs := engine.Observation{Racks: []engine.Rack{{Color: engine.Red}}, Banks: []engine.Bank{{Color: engine.Green, Tiles: 3}}}
	r := shape(position(), obs, engine.NoColor)
	r.Photo = "a.jpg"
	r.Warnings = []engine.Warning{{Code: "low_confidence", Message: "look again"}}
	want := `a.jpg

       0   1
   0 Gy2 Ag2
   1 ?g1  .

  letter, owner (y yellow, g green), height; lower case: a blank

  GA           row 0, col 0-1   yellow, green
  G?           col 0, row 0-1   yellow

  1. green   4 points: 1 word, 3 banked
  2. yellow  2 points: 2 words
  3. red     0 points
  Green wins by 2
  note: look again
`
	if got := r.Text(term.Painter{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTheTextSaysWhoElseMayControlAWord(t *testing.T) {
	for name, c := range map[string]struct {
		word still.Word
		want string
	}{
		"sure": {still.Word{Confidence: 0.99}, "green"},
		"a height decides": {still.Word{Confidence: 0.8, Or: []still.Rival{{Controllers: []engine.Color{engine.Purple}, Chance: 0.2, If: &still.If{Text: "the T is 3 high"}}}},
			"green (80 %); purple if the T is 3 high"},
		"several facts decide": {still.Word{Confidence: 0.6, Or: []still.Rival{{Controllers: []engine.Color{engine.Red}, Chance: 0.25}, {Chance: 0.15}}},
			"green (60 %); red (25 %); not this word (15 %)"},
	} {
		c.word.Controllers = []engine.Color{engine.Green}
		if got := control(c.word); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
