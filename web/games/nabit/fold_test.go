package nabit

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/web/games/nabit/explain"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// tame is the rule sheet's example: GAME in yellow, then green stacks T on G and links R and Y below.
func tame() (game, after scoreboard.State) {
	players := []engine.Color{engine.Yellow, engine.Green}
	first := nabit.Play{Color: engine.Yellow}
	for i, l := range "GAME" {
		first.Placements = append(first.Placements, nabit.Placement{Place: engine.Place{Col: i}, Letter: engine.Letter(l), Height: 1})
	}
	second := nabit.Play{Color: engine.Green}
	for i, l := range "TRY" {
		second.Placements = append(second.Placements, nabit.Placement{Place: engine.Place{Row: i}, Letter: engine.Letter(l), Height: 1})
	}
	names := map[engine.Color]string{engine.Yellow: "Ben", engine.Green: "Ana"}
	one := nabit.Place(nil, first)
	two := nabit.Place(one, second)
	game = Laid(one, nabit.Scores(one, nil, engine.NoColor, players), names)
	game.Turn, game.Next, game.LastTurn = 1, engine.Green, TurnOf(1, first, nil)
	banked := map[engine.Color]int{engine.Green: 1}
	after = Laid(two, nabit.Scores(two, banked, engine.NoColor, players), names)
	after.Turn, after.Next, after.LastTurn = 2, engine.Yellow, TurnOf(2, second, nabit.Nabbed(one, two, second))
	after.LastTurn.Banked = 1
	return game, after
}

func TestTheTurnIsReported(t *testing.T) {
	game, after := tame()
	first := scoreboard.Complete(game, &scoreboard.State{}, Page)
	second := scoreboard.Complete(after, &first, Page)
	t.Run("a first word is new", func(t *testing.T) {
		if w := first.LastTurn.Words; len(w) != 1 || w[0].Text != "GAME" || w[0].Was != nil || !w[0].New {
			t.Errorf("words %+v", w)
		}
	})
	t.Run("a word that was stacked upon says what it was and whose", func(t *testing.T) {
		w := second.LastTurn.Words
		if len(w) != 2 || w[0].Text != "TAME" || !w[0].Nabbed || len(w[0].Was) != 1 || w[0].Was[0].Text != "GAME" || w[0].Was[0].Controllers[0] != engine.Yellow {
			t.Errorf("TAME is told as %+v", w)
		}
		if w[1].Text != "TRY" || w[1].Was != nil || w[1].Nabbed {
			t.Errorf("TRY is told as %+v", w[1])
		}
	})
	t.Run("one who joins in the middle is not told that every word is new", func(t *testing.T) {
		w := scoreboard.Complete(after, nil, Page).LastTurn.Words
		if len(w) != 2 || w[0].Text != "TAME" || w[0].New || w[1].New {
			t.Errorf("words %+v", w)
		}
	})
	t.Run("one sentence says who played what, took what, banked and leads", func(t *testing.T) {
		const want = "Turn 2: Ana plays TAME and TRY, takes TAME from Ben, banks 1 tile, leads by 3."
		if got := second.LastTurn.Text; got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	})
	t.Run("why a word is whose", func(t *testing.T) {
		const want = "TAME: on level 2, the highest, Ana has 1 tile, so Ana controls it. Ben can take it with one tile on T."
		if got := explain.Reason(&second, second.Crossword().Words[0], text.For("en")); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	})
	t.Run("the turn's cells are marked, and no others", func(t *testing.T) {
		for _, c := range second.Crossword().Board {
			if c.Last != (c.Col == 0) {
				t.Errorf("%s at %d,%d is marked %v", c.Letter, c.Row, c.Col, c.Last)
			}
		}
	})
	t.Run("the caller's slices are left alone", func(t *testing.T) {
		if after.LastTurn.Words != nil || after.Crossword().Board[0].Last || after.Players[0].Rank != 0 {
			t.Error("completing a state changed what the caller holds")
		}
	})
}

func TestSentences(t *testing.T) {
	players := []scoreboard.Player{{Color: engine.Red, Name: "Ana", Total: 3}, {Color: engine.Green, Name: "Ben", Total: 3}}
	word := []scoreboard.Change{{Word: scoreboard.Word{Word: engine.Word{Text: "CAT"}}}}
	for _, tt := range []struct {
		name string
		turn scoreboard.Turn
		want string
	}{
		{"equal leaders share the lead", scoreboard.Turn{Number: 4, Player: engine.Red, Words: word}, "Turn 4: Ana plays CAT, shares the lead with 3."},
		{"a challenged play is taken back", scoreboard.Turn{Number: 5, Kind: scoreboard.Withdrawn, Player: engine.Green}, "Turn 5: Ben takes the play back."},
		{"a player who lays nothing", scoreboard.Turn{Number: 6, Kind: scoreboard.Skipped, Player: engine.Green}, "Turn 6: Ben plays no tile."},
		{"a corrected reading", scoreboard.Turn{Number: 7, Kind: scoreboard.Amended, Player: engine.Red}, "Turn 7: reading corrected."},
		{"a player without a name is called by the color", scoreboard.Turn{Number: 8, Kind: scoreboard.Skipped, Player: engine.Purple}, "Turn 8: Purple plays no tile."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := scoreboard.Complete(scoreboard.State{Turn: tt.turn.Number, Players: players, LastTurn: &tt.turn}, nil, Page)
			if s.LastTurn.Text != tt.want {
				t.Errorf("got  %q\nwant %q", s.LastTurn.Text, tt.want)
			}
		})
	}
}
