package snag_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"tilewatch/engine/game"
	"tilewatch/engine/snag"
)

// deadEnd is a game of two in which lost moves empty one rack before the other: tiles are placed by whoever is next, C0 and C1
// are calls. Tile 83 is the last.
const deadEnd = "45 77 17 74 29 76 94 70 66 86 40 27 84 39 7 57 24 51 4 37 C0 97 50 15 59 64 C1 61 54 5 26 85 62 73 25 58 63 75 67 C1 46 33 48 C1 41 44 16 35 C0 " +
	"96 47 68 C0 34 C1 43 60 18 87 53 C0 38 42 56 C0 22 36 C0 28 88 79 C1 55 78 65 52 31 C1 23 69 C0 72 C0 49 13 32 14 95 6"

// moves plays tiles and calls, and gives the state afterwards.
func moves(t *testing.T, table game.Table, text string) snag.State {
	t.Helper()
	for _, move := range strings.Fields(text) {
		event := fmt.Sprintf(`{"type":"place","player":%v,"number":%s}`, table.State().(snag.State).Next, move)
		if seat, isCall := strings.CutPrefix(move, "C"); isCall {
			event = fmt.Sprintf(`{"type":"call","player":%s}`, seat)
		}
		if r := play(t, table, event); !r.OK {
			t.Fatalf("%s: %v", event, r.Violations)
		}
	}
	return table.State().(snag.State)
}

func TestWhoHasNoTileIsPassedOver(t *testing.T) {
	table := begin(t, 2, "")
	moves(t, table, deadEnd)
	s := table.State().(snag.State)
	if s.Over || fmt.Sprint(s.Racks) != "[1 0]" || s.Pile != 0 || fmt.Sprint(s.Next) != "0" {
		t.Fatalf("racks %v, pile %d, next %v, over %v: the last tile is on the first player's rack", s.Racks, s.Pile, s.Next, s.Over)
	}
	r := play(t, table, `{"type":"place","player":1,"number":83}`)
	if r.OK || r.Violations[0].Rule != "not_your_turn" || !strings.Contains(r.Violations[0].Message, "no tile left") {
		t.Errorf("placed from an empty rack: %+v", r)
	}
	if r = play(t, table, `{"type":"place","number":83,"seen":true}`); !r.OK {
		t.Fatalf("what the camera saw is refused: %v", r.Violations)
	}
	if r.Offer != nil {
		r = play(t, table, call(1))
	}
	if !r.Over || len(r.Winners) == 0 {
		t.Errorf("all tiles are played, and the game goes on: %+v", r)
	}
}

func TestTheAnswerNamesWhoIsPassedOver(t *testing.T) {
	table := begin(t, 2, "")
	numbers := strings.Fields(deadEnd)
	last := len(numbers) - 1
	moves(t, table, strings.Join(numbers[:last], " "))
	s := table.State().(snag.State)
	number, err := strconv.Atoi(numbers[last])
	if err != nil {
		t.Fatal(err)
	}
	r := play(t, table, fmt.Sprintf(`{"type":"place","player":%v,"number":%d}`, s.Next, number))
	if fmt.Sprint(r.Passed) != "[1]" || len(r.Skipped) != 0 {
		t.Errorf("racks were %v, next %v; passed over %v, skipped %v", s.Racks, s.Next, r.Passed, r.Skipped)
	}
}

func TestAGameOfBeforeRacksWereKnownOpens(t *testing.T) {
	table := begin(t, 2, "")
	moves(t, table, deadEnd)
	old := append(table.Events(), json.RawMessage(`{"type":"place","player":1,"number":83}`))
	again := snag.Game{}.Table(nil)
	if err := game.Replay(again, old); err != nil {
		t.Fatal(err)
	}
	if s := again.State().(snag.State); s.Turn != len(snag.Numbers) {
		t.Errorf("%d tiles are placed", s.Turn)
	}
}

func TestWhoeverPlacesIsBelievedInAGameTakenUpUnderWay(t *testing.T) {
	table := begin(t, 3, "")
	r := play(t, table, `{"type":"lying","tiles":[4,5,50],"seen":true}`, `{"type":"place","player":0,"number":6}`, `{"type":"place","player":2,"number":94}`)
	if !r.OK || fmt.Sprint(r.Next) != "0" || r.Racks != nil {
		t.Errorf("%+v", r)
	}
}

func TestWhyAMoveIsLost(t *testing.T) {
	for _, tt := range []struct {
		rule    string
		players int
		tiles   []int
		caller  int
		skipped string
		why     snag.Why
	}{
		{"who sat between maker and caller missed the call", 4, []int{4, 5, 50, 6, 7}, 2, "[1]", snag.MissedCall},
		{"of two, the caller has spent the move", 2, []int{4, 5, 50, 6, 7}, 1, "[1]", snag.SpentOnCall},
		{"the maker's own call costs nobody a move", 2, []int{4, 5, 50, 6, 7}, 0, "[]", ""},
		{"the maker's neighbor calls: nobody sits between", 4, []int{4, 5, 50, 6, 7}, 1, "[]", ""},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			table := begin(t, tt.players, "")
			play(t, table, places(tt.players, 0, tt.tiles...)...)
			r := play(t, table, call(tt.caller))
			last := table.State().(snag.State).Last
			if fmt.Sprint(r.Skipped) != tt.skipped || r.Why != tt.why || fmt.Sprint(last.Skipped) != tt.skipped || last.Why != tt.why {
				t.Errorf("skipped %v, %q; the state says %v, %q; want %s, %q", r.Skipped, r.Why, last.Skipped, last.Why, tt.skipped, tt.why)
			}
		})
	}
}
