package follow_test

import (
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
)

// peek shows the table in so many frames in which all but a strip of that letter's tile is occluded.
func (t *table) peek(letter engine.Letter, frames int) *table {
	t.frame += 20
	for range frames {
		obs := t.camera.Observe(t.r, t.board, t.pose.Relaid(t.r), t.frame, t.now())
		for i := range obs.Cells {
			if e := &obs.Cells[i]; shows(e, letter) {
				e.Tile, e.Visible, e.Letter = 1.9, 0.36, [4]engine.LetterLikelihoods{}
			}
		}
		t.show(obs)
	}
	return t
}

// shows reports whether the letter is the likeliest of all, in any orientation.
func shows(e *engine.CellEvidence, letter engine.Letter) bool {
	turn, best := 0, 0
	for j := range e.Letter {
		for i, v := range e.Letter[j] {
			if v > e.Letter[turn][best] {
				turn, best = j, i
			}
		}
	}
	return e.Tile > 0 && best == int(letter-'A')
}

// TestAStripOfATileIsSeen hides the T of TAN: the rest, AN, is a word too.
func TestAStripOfATileIsSeen(t *testing.T) {
	table := newTable(red, green)
	table.see(3).lay(red, 0, 0, "GAME").see(4).reported()
	table.lay(green, -1, 1, "T").lay(green, 1, 1, "N").peek('T', 24)
	before := table.lines
	if len(before) == 0 || before[0].Type != follow.Played || len(before[0].Placements) != 2 || !*before[0].Provisional {
		t.Fatalf("told %s, want a play of two tiles, provisionally", table.reported())
	}
	questions := 0
	for _, l := range before {
		if l.Type == follow.Unclear {
			questions++
		}
	}
	if got := table.reported(); questions > 1 {
		t.Errorf("told %s, want one question at most", got)
	}
	table.lay(red, 0, 4, "S").peek('T', 4)
	if got := table.reported(); got != "play red GAMES provisionally" {
		t.Errorf("then told %s, want GAMES, provisionally while a tile may be another", got)
	}
	table.see(40)
	if got := table.reported(); !strings.HasPrefix(got, "amended green TAN") || strings.HasSuffix(got, "provisionally") {
		t.Errorf("once all is seen, told %s", got)
	}
	table.lay(green, 1, 2, "O").see(6)
	if got := table.reported(); got != "play green NO MO" && got != "play green MO NO" {
		t.Errorf("at last told %s, want MO and NO, and no more doubt", got)
	}
	if got := standing(nabit.BoardCells(table.State().Board)); !strings.HasPrefix(got, " T/GAMES/ NO") {
		t.Errorf("the board is %s", got)
	}
}

// A person may answer a question while others play on.
func TestADoubtedTurnIsConfirmedLater(t *testing.T) {
	table := newTable(red, green)
	table.see(3).lay(red, 0, 0, "GAME").see(4)
	table.lay(green, -1, 1, "T").lay(green, 1, 1, "N").peek('T', 24)
	table.lay(red, 0, 4, "S").peek('T', 4).reported()
	if !table.Doubted(2) || table.Doubted(1) || table.Doubted(3) || table.Doubted(9) {
		t.Fatal("the second turn alone is in doubt")
	}
	table.Confirm(2)
	table.lay(green, 1, 2, "O").peek('T', 12)
	if got := table.reported(); table.Doubted(2) || strings.Contains(got, "provisionally") || !strings.HasPrefix(got, "play green") {
		t.Errorf("after the answer told %s", got)
	}
}

func TestABankThatPlayDoesNotBearOutLeavesTheScoreOpen(t *testing.T) {
	table := newTable(red, green)
	table.see(3).lay(red, 0, 0, "GAME").see(4)
	table.banks = []engine.Bank{{Color: green, Tiles: 1}}
	for range 6 {
		table.see(6)
	}
	if got := table.reported(); got != "play red GAME, banked green provisionally 1" {
		t.Errorf("told %s", got)
	}
	table.lay(green, 0, 0, "T").see(4)
	if got := table.reported(); got != "play green TAME provisionally" {
		t.Errorf("told %s, want the score marked as provisional", got)
	}
	table.see(9).see(9).see(9).lay(red, 0, 4, "D").see(4)
	if got := table.reported(); got != "play red TAMED" {
		t.Errorf("told %s, want no more doubt once the bank was seen again and again", got)
	}
}
