package control

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// row is a board of one row: "R2" is a red stack of two, "." an empty place.
func row(stacks ...string) engine.Board {
	colors := map[byte]engine.Color{'R': engine.Red, 'P': engine.Purple, 'Y': engine.Yellow, 'G': engine.Green}
	b := engine.Board{}
	for i, s := range stacks {
		if s != "." {
			b[engine.Place{Col: i}] = engine.Cell{Letter: engine.Letter('A' + i), Color: colors[s[0]], Height: int(s[1] - '0')}
		}
	}
	return b
}

func wordAt(t *testing.T, b engine.Board, col int) engine.Word {
	t.Helper()
	for _, w := range nabit.Words(b) {
		if w.Place == (engine.Place{Col: col}) && w.Direction == engine.Across {
			return w
		}
	}
	t.Fatalf("no word at %d", col)
	return engine.Word{}
}

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		name   string
		board  engine.Board
		level  int
		counts []Count
		who    []engine.Color
		sealed bool
	}{
		{"most tiles on the table", row("Y1", "Y1", "G1"), 1, []Count{{engine.Yellow, 2}, {engine.Green, 1}}, []engine.Color{engine.Yellow}, false},
		{"one tile on the highest level beats many below", row("Y1", "Y1", "G2"), 2, []Count{{engine.Green, 1}}, []engine.Color{engine.Green}, false},
		{"a tie is shared", row("Y2", "R1", "G2"), 2, []Count{{engine.Yellow, 1}, {engine.Green, 1}}, []engine.Color{engine.Yellow, engine.Green}, false},
		{"level five with nothing on four is sealed", row("Y5", "G3"), 5, []Count{{engine.Yellow, 1}}, []engine.Color{engine.Yellow}, true},
		{"level five next to a four can still be shared", row("Y5", "G4"), 5, []Count{{engine.Yellow, 1}}, []engine.Color{engine.Yellow}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := Of(tt.board, wordAt(t, tt.board, 0))
			if c.Level != tt.level || !slices.Equal(c.Counts, tt.counts) || !slices.Equal(c.Controllers, tt.who) || c.Sealed != tt.sealed {
				t.Errorf("got %+v", c)
			}
		})
	}
}

func TestFlipFor(t *testing.T) {
	at := func(cols ...int) []engine.Place {
		var places []engine.Place
		for _, c := range cols {
			places = append(places, engine.Place{Col: c})
		}
		return places
	}
	for _, tt := range []struct {
		name  string
		board engine.Board
		col   int
		want  Flip
	}{
		{"on the table one tile on any stack takes it", row("Y1", "Y1"), 0, Flip{engine.Green, 1, true, at(0), at(0, 1)}},
		{"a tile on the highest stack takes it", row("Y2", "Y1", "R1"), 0, Flip{engine.Green, 1, true, at(0), at(0)}},
		{"an own tile on the highest level leaves two ways", row("Y2", "G2", "R1"), 0, Flip{engine.Green, 1, true, at(0), at(0, 1, 2)}},
		{"three fives are beaten by four fours", row("Y5", "Y5", "Y5", "R4", "R4", "R4", "R4"), 0, Flip{engine.Green, 4, true, at(3, 4, 5, 6), nil}},
		{"with too few fours a share is all", row("Y5", "Y5", "R4", "R4"), 0, Flip{engine.Green, 2, false, at(2, 3), nil}},
		{"with none there is no way", row("Y5", "R3"), 0, Flip{Player: engine.Green}},
		{"who shares already needs to be alone", row("Y5", "G5", "R4"), 0, Flip{engine.Green, 1, true, at(2), at(2)}},
		{"one letter must stay uncovered", row("Y4", "Y5"), 0, Flip{engine.Green, 1, false, at(0), at(0)}},
		{"a tile at the end may join another word", row("Y5", "Y4", ".", "G5", "G5"), 0, Flip{engine.Green, 1, true, at(2), at(2)}},
		{"a long word of the mover's own needs one more tile", row("Y1", "G1"), 0, Flip{engine.Green, 1, true, at(-1), at(-1, 0, 1, 2)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := FlipFor(tt.board, wordAt(t, tt.board, tt.col), engine.Green)
			if got.Tiles != tt.want.Tiles || got.Alone != tt.want.Alone || !slices.Equal(got.Places, tt.want.Places) || !slices.Equal(got.Anywhere, tt.want.Anywhere) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestFlips(t *testing.T) {
	b := row("Y2", "G2", "R1")
	c := Of(b, wordAt(t, b, 0))
	var who []string
	for _, f := range c.Flips(b, []engine.Color{engine.Red, engine.Yellow, engine.Green}) {
		who = append(who, fmt.Sprint(f.Player, f.Tiles, f.Alone))
	}
	if want := []string{"red 1 true", "yellow 1 true", "green 1 true"}; !slices.Equal(who, want) {
		t.Errorf("got %v, want %v", who, want)
	}
	b = row("Y2", "G1")
	if flips := Of(b, wordAt(t, b, 0)).Flips(b, []engine.Color{engine.Yellow, engine.Green}); len(flips) != 1 || flips[0].Player != engine.Green {
		t.Errorf("who controls it alone needs nothing: %+v", flips)
	}
}

// TestFlipsAgreeWithTheRules plays every choice of one and two tiles on random boards by the rules themselves.
func TestFlipsAgreeWithTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		b := randomRow(random)
		words := nabit.Words(b)
		if len(words) == 0 {
			continue
		}
		w := words[random.IntN(len(words))]
		got := FlipFor(b, w, engine.Green)
		one, two := byRules(b, w, 1), byRules(b, w, 2)
		switch {
		case one == 2 && !(got.Tiles == 1 && got.Alone), one < 2 && got.Tiles == 1 && got.Alone:
			t.Fatalf("%v in %v: one tile takes it: %v by the rules, got %+v", w, b, one == 2, got)
		case one < 2 && two == 2 && !(got.Tiles == 2 && got.Alone), one < 2 && two < 2 && got.Tiles == 2 && got.Alone:
			t.Fatalf("%v in %v: two tiles take it: %v by the rules, got %+v", w, b, two == 2, got)
		}
		for _, p := range got.Places {
			b = nabit.Place(b, nabit.Play{Color: engine.Green, Placements: []nabit.Placement{{Place: p, Letter: 'Z'}}})
		}
		if owners := ownersAt(b, w); got.Tiles > 0 && (!slices.Contains(owners, engine.Green) || got.Alone != (len(owners) == 1)) {
			t.Fatalf("%v: %+v leads to %v", w, got, owners)
		}
	}
}

func randomRow(random *rand.Rand) engine.Board {
	b := engine.Board{}
	for col := range 9 {
		if random.IntN(5) > 0 {
			// Tall stacks are where flips are hard.
			b[engine.Place{Col: col}] = engine.Cell{Letter: engine.Letter('A' + col), Color: engine.PlayerColors[random.IntN(4)], Height: 1 + random.IntN(5)}
		}
	}
	return b
}

// byRules is the best that green can do with so many tiles: 2 alone, 1 shared, 0 nothing.
func byRules(b engine.Board, w engine.Word, tiles int) int {
	best := 0
	var lay func(from int, play []nabit.Placement)
	lay = func(from int, play []nabit.Placement) {
		if len(play) == tiles {
			p := nabit.Play{Color: engine.Green, Placements: play}
			if len(nabit.Check(b, p)) > 0 {
				return
			}
			owners := ownersAt(nabit.Place(b, p), w)
			if slices.Contains(owners, engine.Green) {
				best = max(best, 3-min(len(owners), 2))
			}
			return
		}
		for col := from; col <= w.Col+len(w.Text); col++ {
			lay(col+1, append(slices.Clone(play), nabit.Placement{Place: engine.Place{Row: w.Row, Col: col}, Letter: 'Z'}))
		}
	}
	lay(w.Col-1, nil)
	return best
}

// ownersAt are those who control the word across that now holds w's first cell.
func ownersAt(b engine.Board, w engine.Word) []engine.Color {
	for _, n := range nabit.Words(b) {
		if n.Direction == w.Direction && slices.Contains(n.Places(), w.Place) {
			return nabit.Controllers(b, n)
		}
	}
	return nil
}
