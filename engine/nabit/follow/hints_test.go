package follow_test

import (
	"testing"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/reading/madeup"
)

func TestARackSeenBeforeTheFirstPlayIsSaidToBeOne(t *testing.T) {
	table := newTable(red, green)
	if table.lay(green, 0, 0, "ELNVO").see(1); !table.SeesRack() {
		t.Error("a line of five tiles that is no word is not said to be a rack")
	}
	if table.put(engine.Board{}).lay(red, 3, 3, "GAME").see(1); table.SeesRack() {
		t.Error("a first play is said to be a rack")
	}
}

func TestTheStructureIsRecognizedOnceTwoColorsLieInIt(t *testing.T) {
	table := newTable(red, green)
	if table.lay(red, 0, 0, "GAME").see(6); table.Recognizes() {
		t.Error("tiles of one color may be a rack that was mistaken for the first play")
	}
	if table.lay(green, 1, 0, "|O").see(6); !table.Recognizes() {
		t.Error("the game's board is not recognized")
	}
}

func TestAnEmptyTableIsSettledUntilSomethingLiesOnIt(t *testing.T) {
	table := newTable(red, green)
	if table.see(1); table.Settled() {
		t.Error("settled after one look")
	}
	if table.keep(8); !table.Settled() {
		t.Error("an empty table is looked at for ever")
	}
	if table.lay(red, 0, 0, "GAME").see(1); table.Settled() {
		t.Error("a play seen once is settled")
	}
	if table.keep(8); !table.Settled() || table.reported() != "play red GAME" {
		t.Error("the play is not told and settled")
	}
}

// A slow computer looks at the table twice a second: until somebody reports a motion, its looks vote together.
func TestLooksFarApartVoteTogetherUntilDisturbed(t *testing.T) {
	for _, c := range []struct {
		name      string
		disturbed bool
		want      string
	}{
		{"at rest", false, "play red GAME"},
		{"a hand between all looks", true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := newTable(red, green)
			table.Follower = follow.New([]engine.Color{red, green}, lexicon.Default(), follow.Options{Gap: 2 * time.Second})
			table.keep(4).lay(red, 0, 0, "GAME").Disturbed()
			for range 2 {
				table.keep(1)
				table.frame += 7
				if c.disturbed {
					table.Disturbed()
				}
			}
			if got := table.reported(); got != c.want {
				t.Errorf("told %q", got)
			}
		})
	}
}

func TestATableIsNotSettledWhileAMoveIsOpen(t *testing.T) {
	table := newTable(red, green)
	table.lay(red, 0, 0, "GAME").see(8)
	table.lay(green, 1, 0, "|O").see(8)
	table.reported()
	table.pose = madeup.Anyhow(table.r)
	if table.see(1); table.Settled() {
		t.Error("settled after the first look at a structure that lies elsewhere")
	}
	if table.keep(1); table.reported() != "moved" {
		t.Error("the move is not told at the second look")
	}
}

func TestABoardThatIsNotAllSeenIsDoubted(t *testing.T) {
	table := newTable(red, green)
	table.lay(red, 0, 0, "GAME").see(8)
	table.lay(green, 1, 0, "|O").see(8)
	if table.Doubts() {
		t.Error("a board that is seen whole is doubted")
	}
	obs := table.camera.Observe(table.r, table.board, table.pose, table.frame, table.now())
	for i := range obs.Cells {
		if obs.Cells[i].Tile > 0 {
			obs.Cells[i].Tile = -3
			break
		}
	}
	if table.show(obs); !table.Doubts() {
		t.Error("a board with a tile unseen is not doubted")
	}
}
