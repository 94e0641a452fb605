package nabit

import (
	"slices"
	"testing"

	"tilewatch/engine"
)

func TestNoTileIsEverLostOrMade(t *testing.T) {
	for seed := range uint64(20) {
		randomGame(seed, 200, func(g *Game, e Event, a Answer) {
			for _, h := range g.State().Hands {
				all := h.Board + h.Banked + h.Rack + h.Bag
				if min(h.Board, h.Banked, h.Rack, h.Bag) < 0 || h.Rack > RackSize || all != max(TilesPerColor, h.Board+h.Banked) {
					t.Fatalf("seed %d, after %+v: %+v, %d tiles in all", seed, e, h, all)
				}
			}
		})
	}
}

func handOf(t *testing.T, g *Game, c engine.Color) Hand {
	t.Helper()
	s := g.State()
	i := slices.IndexFunc(s.Hands, func(h Hand) bool { return h.Color == c })
	if i < 0 {
		t.Fatalf("%v has no tiles", c)
	}
	return s.Hands[i]
}

func TestWhereTheTilesAre(t *testing.T) {
	for _, test := range []struct {
		name   string
		events []Event
		want   Hand
	}{
		{"five on the rack at the start", []Event{starts(yellow, green)}, Hand{Color: yellow, Rack: 5, Bag: 20}},
		{"the rack is refilled after a play", opened(), Hand{Color: yellow, Board: 4, Rack: 5, Bag: 16}},
		{"an exchange changes nothing", opened(passes(green), passes(red), swaps(yellow, 3)), Hand{Color: yellow, Board: 4, Rack: 5, Bag: 16}},
		{"a covered tile is still on the board", nabbedTame(), Hand{Color: yellow, Board: 4, Rack: 5, Bag: 16}},
		{"the bag gives the banked tile", []Event{starts(green, yellow), plays(green, across(0, 0, "GAME")), plays(yellow, across(0, 0, "T")), banksOne(yellow)},
			Hand{Color: yellow, Board: 1, Banked: 1, Rack: 5, Bag: 18}},
		{"an empty bag refills nothing", outOfBag(plays(yellow, across(4, 0, "Q"))), Hand{Color: yellow, Board: 21, Rack: 4}},
		{"a seen play of more than the rack was drawn from the bag", opened(passes(green), passes(red), seen(plays(yellow, down(1, 0, "UVWXYZ")))),
			Hand{Color: yellow, Board: 10, Rack: 5, Bag: 10}},
		{"a bank that is seen to shrink fills the bag", opened(seen(Event{Type: Banked, Player: yellow, Tiles: 4}), seen(Event{Type: Banked, Player: yellow, Tiles: 1})),
			Hand{Color: yellow, Board: 4, Banked: 1, Rack: 5, Bag: 15}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, a := played(t, nil, test.events...)
			if !a.OK {
				t.Fatal(a.Violations)
			}
			if got := handOf(t, g, yellow); got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
			if !slices.Equal(a.Hands, g.State().Hands) {
				t.Errorf("the answer tells %+v", a.Hands)
			}
		})
	}
}

// cells are so many single tiles of a color in a row, all of a height.
func cells(row, n int, c engine.Color, height int) []BoardCell {
	list := make([]BoardCell, n)
	for i := range list {
		list[i] = BoardCell{engine.Place{Row: row, Col: i}, engine.Cell{Letter: engine.Letter('A' + i%26), Color: c, Height: height}}
	}
	return list
}

func TestImpossibleReadingsAreNoticed(t *testing.T) {
	blank := cells(0, 2, green, 1)
	blank[0].Blank, blank[1].Blank = true, true
	underWay := func(banked map[engine.Color]int, board ...[]BoardCell) Event {
		return Event{Type: Start, Players: []engine.Color{yellow, green}, Player: yellow, Board: slices.Concat(board...), Banked: banked}
	}
	for _, test := range []struct {
		name   string
		events []Event
		want   Rule
	}{
		{"25 tiles of a color may lie on the board", []Event{underWay(nil, cells(0, 25, green, 1))}, ""},
		{"not 26", []Event{underWay(nil, cells(0, 26, green, 1))}, TooManyTiles},
		{"nor with the bank", []Event{underWay(map[engine.Color]int{green: 2}, cells(0, 24, green, 1))}, TooManyTiles},
		{"stacks count all of their tiles", []Event{underWay(nil, cells(0, 8, green, 5), cells(1, 8, yellow, 1))}, ""},
		{"two players have 50", []Event{underWay(nil, cells(0, 9, green, 5), cells(1, 6, yellow, 1))}, TooManyTiles},
		{"the banks count too", []Event{underWay(map[engine.Color]int{yellow: 3}, cells(0, 8, green, 5), cells(1, 8, yellow, 1))}, TooManyTiles},
		{"each player has one blank", []Event{underWay(nil, blank)}, TooManyTiles},
		{"more cells than tiles", []Event{seen(underWay(nil, cells(0, 101, green, 1)))}, TooManyTiles},
		{"a color that does not play", []Event{underWay(nil, cells(0, 2, red, 1))}, BadEvent},
		{"a tile without a letter", []Event{underWay(nil, []BoardCell{{engine.Place{}, engine.Cell{Color: green, Height: 1}}})}, BadEvent},
		{"a place that is not on this table", []Event{underWay(nil, []BoardCell{{engine.Place{Row: 1 << 40}, engine.Cell{Letter: 'A', Color: green, Height: 1}}})}, BadEvent},
		{"a game taken up has no more tiles than others", []Event{underWay(nil, cells(0, 24, yellow, 1)), plays(yellow, across(1, 0, "XY"))}, TooManyTiles},
		{"nor more blanks", []Event{underWay(nil, blank[:1], cells(1, 2, yellow, 1)), passes(yellow), plays(green, across(1, 2, "s"))}, TooManyTiles},
		{"more than is left", outOfBag(plays(yellow, across(4, 0, "Q")), swaps(green, 1), plays(yellow, across(5, 0, "UVWXY"))), TooManyTiles},
		{"a play of far too many tiles", opened(seen(plays(green, across(1, 0, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")))), TooManyTiles},
		{"a row that is not on this table", opened(plays(green, across(farthest+1, 0, "AT"))), BadEvent},
		{"nor a column", opened(seen(plays(green, down(0, -farthest-1, "AT")))), BadEvent},
		{"a bank of more tiles than there are", opened(seen(Event{Type: Banked, Player: yellow, Tiles: 25})), BadEvent},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, a := played(t, nil, test.events...)
			if a.OK != (test.want == "") || !a.OK && !slices.Contains(rulesOf(a.Violations), test.want) {
				t.Errorf("ok %v, violations %v, want %q", a.OK, a.Violations, test.want)
			}
		})
	}
}

func TestWhatIsSeenIsKeptAndReported(t *testing.T) {
	g, a := played(t, nil, seen(Event{Type: Start, Players: []engine.Color{yellow, green}, Board: cells(0, 26, green, 1)}))
	if !a.OK || !slices.Equal(rulesOf(a.Violations), []Rule{TooManyTiles}) || len(g.Board()) != 26 {
		t.Errorf("ok %v, violations %v", a.OK, a.Violations)
	}
	_, a = played(t, nil, outOfBag(seen(Event{Type: Banked, Player: yellow, Tiles: 9}))...)
	if !a.OK || !slices.Equal(rulesOf(a.Violations), []Rule{CannotBank, TooManyTiles}) {
		t.Errorf("20 on the board and 9 on the bank: %v", a.Violations)
	}
	_, a = played(t, nil, opened(Event{Type: Finished, Out: green})...)
	if !a.OK || !slices.Equal(rulesOf(a.Warnings), []Rule{TooManyTiles}) || a.Warnings[0].Message() != "green should still have 25 tiles" {
		t.Errorf("going out with tiles left: %v", a.Warnings)
	}
}

func TestThePenaltyForNotAnnouncing(t *testing.T) {
	bank := seen(Event{Type: Banked, Player: yellow, Tiles: 2})
	g, a := played(t, nil, append(append(rows(3), bank), plays(yellow, across(3, 0, "DEABC")), forgot(yellow))...)
	if got, want := handOf(t, g, yellow), (Hand{Color: yellow, Board: 20, Banked: 1, Rack: 3, Bag: 1}); !a.OK || got != want {
		t.Errorf("one banked tile goes back into the bag: %+v, want %+v", got, want)
	}
	a = g.Apply(doubtsBy(green, Upheld, a.Challengeable[0]))
	if got, want := handOf(t, g, yellow), (Hand{Color: yellow, Board: 15, Banked: 1, Rack: 5, Bag: 4}); !a.OK || got != want {
		t.Errorf("it stays there if the play is taken back: %+v, want %+v", got, want)
	}
}

func TestNobodyIsCaughtTwiceForOneTile(t *testing.T) {
	bank, announces := seen(Event{Type: Banked, Player: yellow, Tiles: 4}), Event{Type: AnnouncedEnd, Player: yellow}
	tail := []Event{bank, plays(yellow, across(3, 0, "D")), forgot(yellow)}
	for _, test := range []struct {
		name string
		more []Event
		ok   bool
	}{
		{"not at once", []Event{forgot(yellow)}, false},
		{"not in the next player's turn", []Event{swaps(green, 1), forgot(yellow)}, false},
		{"not after the play was taken back", []Event{doubtsBy(green, Upheld, "ABCD"), forgot(yellow)}, false},
		{"when it is drawn again", []Event{swaps(green, 1), plays(yellow, across(3, 1, "E")), forgot(yellow)}, true},
		{"unless that is announced", []Event{swaps(green, 1), plays(yellow, across(3, 1, "E")), announces, forgot(yellow)}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, a := played(t, nil, slices.Concat(rows(3), tail, test.more)...)
			if a.OK != test.ok {
				t.Errorf("ok %v, violations %v", a.OK, a.Violations)
			}
		})
	}
}

func TestWhoIsCaughtAfterTheLastTileHasOneMoreToPlay(t *testing.T) {
	_, a := played(t, nil, playedOut(forgot(yellow))...)
	if !a.OK || !a.Over || a.Scores[0].Out != 1 {
		t.Errorf("nothing on the bank: over %v, %+v", a.Over, a.Scores)
	}
	bank := seen(Event{Type: Banked, Player: yellow, Tiles: 5})
	_, a = played(t, nil, append(append(rows(3), bank), plays(yellow, across(3, 0, "DEABC")), forgot(yellow))...)
	if !a.OK || a.Over || a.Scores[0].Out != 0 || a.Scores[0].Banked != 4 || a.Next != green || a.Hands[0].Bag != 1 {
		t.Errorf("over %v, next %v, %+v, %+v", a.Over, a.Next, a.Scores, a.Hands)
	}
}

func doubtsBy(by engine.Color, v Verdict, words ...string) Event {
	return Event{Type: Challenged, By: by, Words: words, Verdict: v}
}

func TestAReturnedTileCanBeBankedByWhoNabbed(t *testing.T) {
	events := append(rows(3), seen(Event{Type: Banked, Player: yellow, Tiles: 2}), plays(yellow, across(3, 0, "DEAB")), plays(green, across(3, 0, "Z")),
		plays(yellow, across(3, 0, "Q")), forgot(yellow), banksOne(yellow))
	g, a := played(t, nil, events...)
	if got, want := handOf(t, g, yellow), (Hand{Color: yellow, Board: 20, Banked: 2, Rack: 3}); !a.OK || got != want {
		t.Errorf("%+v, want %+v: %v", got, want, a.Violations)
	}
}

// TestTwoBlanksThatACameraSawStopNobody plays on after a misreading in a game that was taken up under way: the player's next tiles are no blanks.
func TestTwoBlanksThatACameraSawStopNobody(t *testing.T) {
	g := New(nil)
	for _, event := range []string{
		`{"type":"start","players":["red","green"],"player":"red","board":[{"row":0,"col":0,"letter":"A","color":"green","height":1},{"row":0,"col":1,"letter":"T","color":"green","height":1}]}`,
		`{"type":"play","player":"red","seen":true,"placements":[{"row":1,"col":0,"letter":"S","blank":true},{"row":2,"col":0,"letter":"K","blank":true}]}`,
		`{"type":"pass","player":"green"}`,
		`{"type":"play","player":"red","placements":[{"row":0,"col":2,"letter":"E"}]}`,
	} {
		if a := g.Handle([]byte(event)); !a.OK {
			t.Fatalf("%s is refused: %v", event, a.Violations)
		}
	}
}
