package record

import (
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/bank"
)

const red, green = engine.Red, engine.Green

// word lays the text in row 0 from the column on, or on what lies there.
func word(g *Game, color engine.Color, row, col int, text string) {
	p := nabit.Play{Color: color}
	for i, letter := range text {
		at := engine.Place{Row: row, Col: col + i}
		p.Placements = append(p.Placements, nabit.Placement{Place: at, Letter: engine.Letter(letter), Height: g.Board()[at].Height + 1})
	}
	g.Append(Turn{Play: p, Confidence: 1})
	if a := g.Apply(nabit.Event{Type: nabit.Played, Player: color, Placements: p.Placements}); a.OK {
		g.Last().Number = a.Turn
	}
}

func newGame() *Game {
	g := New([]engine.Color{red, green}, nil)
	word(&g, red, 0, 0, "HOUSE")
	word(&g, green, 0, 5, "S")
	return &g
}

// agree checks that ledger and nabit's game have the same board.
func agree(t *testing.T, g *Game) {
	t.Helper()
	want := nabit.BoardCells(g.Board())
	got := nabit.BoardCells(g.rules.Board())
	if !slices.Equal(got, want) {
		t.Errorf("nabit's game has %v, the ledger %v", got, want)
	}
}

func TestLedgerAndGameStayInStep(t *testing.T) {
	g := newGame()
	agree(t, g)
	if got := g.Expected(); got != red {
		t.Errorf("%v is to move", got)
	}
	gone := g.Withdraw()
	if gone.Play.Color != green || g.Expected() != green || len(g.Turns) != 1 {
		t.Errorf("after green took back, %v is to move on %d turns", g.Expected(), len(g.Turns))
	}
	agree(t, g)
}

func TestARewrittenLetterIsRightInAllBoardsSince(t *testing.T) {
	g := newGame()
	at := engine.Place{Col: 2}
	laid := g.Rewrite(at, 'R', false)
	if laid == nil || laid.Number != g.Turns[0].Number {
		t.Fatalf("the tile was laid by %v", laid)
	}
	for i, b := range []engine.Board{g.Turns[0].After, g.Turns[1].Before, g.Turns[1].After} {
		if b[at].Letter != 'R' {
			t.Errorf("board %d has %s", i, b[at].Letter)
		}
	}
	g.Rebuild()
	agree(t, g)
}

func TestALateTileBelongsToItsTurn(t *testing.T) {
	g := newGame()
	before := engine.Place{Col: -1}
	g.Complete(LateTile{Turn: 0, Tile: nabit.Placement{Place: before, Letter: 'X', Height: 1}})
	if p := g.Turns[0].Play.Placements; len(p) != 6 || p[0].Place != before {
		t.Errorf("the turn has %v", p)
	}
	if g.Board()[before].Color != red {
		t.Error("the late tile is not on the last board")
	}
}

func TestAStoredGameIsReplayedToTheSameLedger(t *testing.T) {
	g := newGame()
	growth := g.Stored()
	if !growth.Another || len(growth.Events) == 0 {
		t.Fatalf("stored %+v", growth)
	}
	if again := g.Stored(); len(again.Events) > 0 {
		t.Errorf("%d events are stored twice", len(again.Events))
	}
	p, err := Replay("stored", growth.Events, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(nabit.BoardCells(p.Board()), nabit.BoardCells(g.Board())) || len(p.Turns) != 2 {
		t.Errorf("the replayed board is %v", p.Board())
	}
	if _, err := Replay("stored", growth.Events, []engine.Color{green, red}, nil); err == nil {
		t.Error("a game of other players is accepted")
	}
	h := New(nil, nil)
	h.Resume(p)
	if got := h.Stored(); got.Game != "stored" || got.Another || len(got.Events) > 0 {
		t.Errorf("the resumed game stores %+v", got)
	}
	agree(t, &h)
}

func TestAPlayThatAPersonTookBackStaysAsRevoked(t *testing.T) {
	g := newGame()
	if a := g.Accept(nabit.Event{Type: nabit.Undone}); !a.OK {
		t.Fatal(a)
	}
	g.Adopt()
	last := g.Last()
	if !last.Revoked || last.Play.Color != green || !g.Revoked(engine.Place{Col: 5}) || g.Revoked(engine.Place{}) {
		t.Errorf("the last turn is %+v", last)
	}
	g.Reinstate()
	if g.Last().Revoked {
		t.Error("a reinstated turn is revoked")
	}
	agree(t, g)
}

func TestThePriorOfABankFollowsTheGame(t *testing.T) {
	g := newGame()
	for _, test := range []struct {
		rule  string
		tiles int
		want  bank.Prior
	}{
		{"more than the player's nabs allow is doubtful", 1, bank.Doubtful},
		{"fewer than known is doubtful", -1, bank.Doubtful},
	} {
		if got := g.BankPrior(engine.Bank{Color: green, Tiles: test.tiles}); got != test.want {
			t.Errorf("%s: %v", test.rule, got)
		}
	}
	word(g, red, 0, 0, "M") // MOUSES over HOUSES nabs nothing of its own word, but covers a tile
	g.Start = engine.Board{engine.Place{}: {Letter: 'A', Color: red, Height: 1}}
	if got := g.BankPrior(engine.Bank{Color: green, Tiles: 3}); got != bank.Possible {
		t.Errorf("of a game joined late any larger count is possible, not %v", got)
	}
}
