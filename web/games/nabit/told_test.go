package nabit

import (
	"testing"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
	"tilewatch/engine/nabit/history/historytest"
	"tilewatch/web/retold"
	"tilewatch/web/text"
)

func TestDecided(t *testing.T) {
	names := func(c engine.Color) string { return historytest.Names[c] }
	score := func(c engine.Color, total, top int) nabit.Score {
		return nabit.Score{Color: c, Total: total, TopTiles: top}
	}
	for _, tt := range []struct {
		name   string
		scores []nabit.Score
		en, es string
	}{
		{"a clear win", []nabit.Score{score(engine.Red, 9, 1), score(engine.Green, 8, 20)}, "Ana: 9 points, 1 ahead.", "Ana: 9 puntos, 1 de ventaja."},
		{"a broken tie", []nabit.Score{score(engine.Red, 8, 9), score(engine.Green, 8, 12)},
			"Ana and Ben are tied at 8 points. Tie-break: Ana has 9 tiles on top and Ben has 12 tiles on top. Ben wins.",
			"Ana y Ben empatan a 8 puntos. Desempate: Ana tiene 9 fichas arriba y Ben tiene 12 fichas arriba. Gana Ben."},
		{"a true tie", []nabit.Score{score(engine.Red, 8, 9), score(engine.Green, 8, 9)},
			"Ana and Ben are tied at 8 points. Tie-break: Ana has 9 tiles on top and Ben has 9 tiles on top. Still tied: Ana and Ben share the win.",
			"Ana y Ben empatan a 8 puntos. Desempate: Ana tiene 9 fichas arriba y Ben tiene 9 fichas arriba. Sigue el empate: Ana y Ben comparten la victoria."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for lang, want := range map[string]string{"en": tt.en, "es": tt.es} {
				if got := (reader{retold.Reader{Texts: text.For(lang), Called: names}}).stand(tt.scores, nabit.Options{}, true).Why; got != want {
					t.Errorf("%s: %q, want %q", lang, got, want)
				}
			}
		})
	}
	t.Run("equal results share a place", func(t *testing.T) {
		st := (reader{retold.Reader{Texts: text.For("en"), Called: names}}).stand([]nabit.Score{score(engine.Red, 8, 9), score(engine.Green, 8, 9), score(engine.Yellow, 2, 9)}, nabit.Options{}, true)
		if st.Rows[0].Place != 1 || st.Rows[1].Place != 1 || st.Rows[2].Place != 3 || !st.Rows[1].Winner || st.Wins != "Ana and Ben win" {
			t.Errorf("%+v", st)
		}
	})
}

func TestSeenRack(t *testing.T) {
	laid := func(letters string) (out []nabit.Placement) {
		for _, l := range letters {
			out = append(out, nabit.Placement{Letter: engine.Letter(l), Blank: l >= 'a'})
		}
		return out
	}
	for _, tt := range []struct {
		name, letters string
		laid          []nabit.Placement
		known         bool
	}{
		{"a whole rack from which the tiles came", "TEAMS", laid("EAT"), true},
		{"the last few tiles", "TE", laid("T"), true},
		{"a blank stands for a letter", "TE?", laid("Tx"), true},
		{"a tile that was not read spoils it", "TE-MS", laid("T"), false},
		{"a tile that was laid was not seen", "TEAMS", laid("Q"), false},
		{"a tile that was laid twice lay there once", "TEAMS", laid("TT"), false},
		{"no rack holds so many", "TEAMSX", laid("T"), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rack, known := seenRack(tt.letters, tt.laid)
			if known != tt.known || known && len(rack) != len(tt.letters) {
				t.Errorf("%v, %v", rack, known)
			}
		})
	}
}

func TestTally(t *testing.T) {
	var tally retold.Tally
	sums := map[string]int{}
	for i, played := range historytest.Games(t, 40) {
		g, err := history.Of(played.Events, played.Times)
		if err != nil {
			t.Fatalf("game %d: %v", i, err)
		}
		for _, p := range (&told{Game: g}).Did() {
			tally.Add(p)
			sums["games"], sums["points"], sums["words"], sums["wins"] = sums["games"]+1, sums["points"]+p.Points, sums["words"]+p.Words, sums["wins"]+p.Wins
		}
	}
	players := tally.Players()
	if len(players) != 4 {
		t.Fatalf("%d players, want the four who have names", len(players))
	}
	for i, p := range players {
		sums["games"], sums["points"], sums["words"], sums["wins"] = sums["games"]-p.Games, sums["points"]-p.Points, sums["words"]-p.Words, sums["wins"]-p.Wins
		if i > 0 && p.Wins > players[i-1].Wins {
			t.Errorf("%s with %d wins stands behind %d", p.Name, p.Wins, players[i-1].Wins)
		}
		if pace, known := p.Pace(); !known || pace < 5*time.Second || pace > 2*time.Minute {
			t.Errorf("%s: a turn takes %v", p.Name, pace)
		}
		if p.Longest == "" || p.Nabs == 0 || p.Banked == 0 {
			t.Errorf("%+v", p)
		}
	}
	for what, rest := range sums {
		if rest != 0 {
			t.Errorf("%s: %d got lost", what, rest)
		}
	}
	var two retold.Tally
	two.Add(retold.Player{Name: "Ana", Games: 1, Points: 5})
	two.Add(retold.Player{Name: " ana ", Games: 1, Points: 7, Best: 7})
	two.Add(retold.Player{Color: engine.Red, Games: 1})
	if got := two.Players(); len(got) != 2 || got[0].Games != 2 || got[0].Average() != 6 {
		t.Errorf("%+v", got)
	}
}
