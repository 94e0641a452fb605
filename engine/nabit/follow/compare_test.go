package follow_test

import (
	"testing"

	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/nabit/still"
)

// finished is a table whose game is over, seen often enough.
func finished(test *testing.T) *table {
	test.Helper()
	t := newTable(red, green)
	t.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "T").see(8)
	if t.Compares() {
		test.Fatal("a running game is compared")
	}
	if a := t.Enter(nabit.Event{Type: nabit.Finished}); !a.OK {
		test.Fatal(a.Violations)
	}
	if t.keep(4); !t.Compares() {
		test.Fatal("the end is not compared")
	}
	return t
}

// photo is what a photo of the table shows for sure, and these banks.
func (t *table) photo(banks ...still.Bank) still.Reading {
	r := still.Reading{Banks: banks}
	for _, c := range nabit.BoardCells(t.board) {
		cell := still.Cell{Place: c.Place, Letter: c.Letter, Color: c.Color, Height: c.Height}
		cell.Settle(still.Sureness{Tile: 1, Letter: 1, Height: 1, Color: 1})
		r.Cells = append(r.Cells, cell)
	}
	return r
}

func TestAPhotoOfTheEndIsComparedWithTheTurns(t *testing.T) {
	t.Parallel()
	banked := func(chances ...float64) still.Bank {
		color := green
		b := still.Bank{Color: &color, Tiles: 3}
		b.Settle(chances)
		return b
	}
	for _, c := range []struct {
		name   string
		laid   string
		banks  []still.Bank
		totals []follow.Total
	}{
		{name: "the same count"},
		{name: "a bank that nobody saw", banks: []still.Bank{banked(0, 0, 0, 1)}, totals: []follow.Total{{Player: green, Seen: 3}}},
		{name: "one that is not sure", banks: []still.Bank{banked(0, 0, .2, .8)}},
		{name: "another board", laid: "S", banks: []still.Bank{banked(0, 0, 0, 1)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			table := finished(t)
			if c.laid != "" {
				table.lay(red, 0, 4, c.laid)
			}
			lines := table.Compare(table.photo(c.banks...))
			if len(c.totals) == 0 {
				if len(lines) > 0 {
					t.Errorf("%+v", lines)
				}
				if again := c.laid != ""; table.Compares() != again {
					t.Errorf("compares again: %v", !again)
				}
				return
			}
			if len(lines) != 1 || lines[0].Type != follow.Unclear || len(lines[0].Totals) != 1 || lines[0].Totals[0].Player != green ||
				lines[0].Totals[0].Seen != table.Total(green)+3 || lines[0].Totals[0].Recorded != table.Total(green) {
				t.Errorf("%+v", lines)
			}
			if table.keep(3); table.Compares() {
				t.Error("it is compared again")
			}
		})
	}
	table := finished(t)
	for range 9 {
		table.Compare(still.Reading{})
	}
	if table.Compares() {
		t.Error("a picture that shows no board is read for ever")
	}
}
