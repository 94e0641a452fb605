package follow_test

import (
	"slices"
	"testing"

	"tilewatch/engine"
)

func TestMoreTilesThanAPlayerHasAreNoticed(t *testing.T) {
	table := newTable(red, green).see(3)
	for row, word := range []string{"HEART", "EMBER", "ABUSE", "RESIN", "TREND"} {
		table.lay(red, row, 0, word).see(8)
	}
	counted := func(w engine.Warning) bool { return w.Code == "too_many_tiles" }
	for _, l := range table.lines {
		if slices.ContainsFunc(l.Warnings, counted) {
			t.Errorf("with 25 tiles or less on the board: %+v", l.Warnings)
		}
	}
	table.reported()
	table.lay(red, 0, 5, "S").see(8)
	last := table.lines[len(table.lines)-1]
	if !slices.ContainsFunc(last.Warnings, counted) {
		t.Errorf("a 26th tile: %s, warnings %+v", table.reported(), last.Warnings)
	}
}
