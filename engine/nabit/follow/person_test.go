package follow_test

import (
	"maps"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// said passes a person's event to the follower, which must accept it.
func (t *table) said(test *testing.T, e nabit.Event) {
	test.Helper()
	if a := t.Enter(e); !a.OK {
		test.Fatalf("%s is refused: %s", e.Type, a.Violations[0].Message())
	}
}

// begun is a table after red's GAME and green's O and R under its G.
func begun(t *testing.T) *table {
	t.Helper()
	table := newTable(red, green)
	table.keep(8).lay(red, 0, 0, "GAME").see(8)
	table.lay(green, 1, 0, "|OT").see(8)
	if got := table.reported(); got != "play red GAME, play green GOT" {
		t.Fatalf("told %q", got)
	}
	return table
}

func (t *table) words() (words []string) {
	for _, w := range t.State().Words {
		words = append(words, w.Text)
	}
	return words
}

func TestAPersonsCorrectionStands(t *testing.T) {
	table := begun(t)
	table.said(t, nabit.Event{Type: nabit.Corrected, Turn: 2, Placements: []nabit.Placement{{Place: engine.Place{Row: 1}, Letter: 'O'}, {Place: engine.Place{Row: 2}, Letter: 'S'}}})
	if got := table.keep(40).reported(); got != "" || table.words()[1] != "GOS" {
		t.Errorf("the camera says otherwise: %q, %v", got, table.words())
	}
	if got := table.see(40).reported(); got != "" {
		t.Errorf("after a hand it says otherwise: %q", got)
	}
	table.lay(red, 2, 0, "A").see(8)
	if got := table.reported(); got != "play red GOA" && got != "play red GOA provisionally" {
		t.Errorf("another tile on it is told as %q", got)
	}
}

func TestAPlayThatFellToAChallengeIsWatchedUntilItIsTakenBack(t *testing.T) {
	table := begun(t)
	lying := table.board
	table.said(t, nabit.Event{Type: nabit.Challenged, By: red, Words: []string{"GOT"}, Verdict: nabit.Upheld})
	if table.TakingBack() != green || table.State().Next != green {
		t.Errorf("%v takes back, %v is next", table.TakingBack(), table.State().Next)
	}
	if got := table.keep(30).reported(); got != "" {
		t.Errorf("while it lies there: %q", got)
	}
	table.put(engine.Board{}).lay(red, 0, 0, "GAME").see(8)
	if got := table.reported(); got != "withdrawn green" || table.TakingBack() != engine.NoColor {
		t.Errorf("taken back it is %q", got)
	}
	table.put(lying).see(8)
	if got := table.reported(); got != "play green GOT" || table.State().Turn != 2 {
		t.Errorf("played again it is %q, turn %d", got, table.State().Turn)
	}
}

func TestAPlayThatWasTakenBackAndYetPlayedOnStood(t *testing.T) {
	table := begun(t)
	table.said(t, nabit.Event{Type: nabit.Undone})
	if got := table.keep(20).reported(); got != "" || len(table.State().Board) != 4 {
		t.Errorf("undone, it is told as %q", got)
	}
	table.lay(red, 2, 1, "O").see(8)
	if got := table.reported(); got != "play red TO" {
		t.Errorf("told %q", got)
	}
	if s := table.State(); len(s.Board) != 7 || s.Turn != 3 {
		t.Errorf("%d tiles, turn %d", len(s.Board), s.Turn)
	}
}

func TestATileThatIsNoneIsNotReportedAgain(t *testing.T) {
	table := begun(t)
	table.said(t, nabit.Event{Type: nabit.Corrected, Turn: 2, Placements: []nabit.Placement{{Place: engine.Place{Row: 1}, Letter: 'O'}}})
	if got := table.keep(40).reported(); got != "" || len(table.State().Board) != 5 {
		t.Errorf("told %q, %d tiles", got, len(table.State().Board))
	}
	table.put(engine.Board{}).lay(red, 0, 0, "GAME").lay(green, 1, 0, "O").see(8)
	table.lay(red, 1, 1, "N").see(8)
	if got := table.reported(); got != "play red ON AN" {
		t.Errorf("once it has gone: %q", got)
	}
}

func TestAPersonBeginsAnotherGame(t *testing.T) {
	table := begun(t)
	table.said(t, nabit.Event{Type: nabit.Start, Players: []engine.Color{purple, yellow}, Names: map[engine.Color]string{purple: "Cleo"}})
	if r := table.Recorded(); !r.Another || len(r.Events) != 1 {
		t.Errorf("recorded %+v", r)
	}
	if got := table.keep(30).reported(); got != "" {
		t.Errorf("the old board counts: %q", got)
	}
	table.put(engine.Board{}).see(8)
	table.lay(purple, 0, 0, "HAT").see(8)
	if got := table.reported(); got != "play purple HAT" || table.State().Names[purple] != "Cleo" {
		t.Errorf("told %q, %v", got, table.State().Names)
	}
}

func TestWhatIsTypedInIsNotReportedAgain(t *testing.T) {
	table := newTable(red, green)
	table.keep(8)
	table.said(t, nabit.Event{Type: nabit.Played, Player: red, Placements: []nabit.Placement{{Letter: 'A'}, {Place: engine.Place{Col: 1}, Letter: 'T'}}})
	if got := table.lay(red, 0, 0, "AT").see(8).reported(); got != "" {
		t.Errorf("told %q", got)
	}
	table.said(t, nabit.Event{Type: nabit.Passed, Player: green})
	if got := table.lay(red, 0, 2, "E").see(8).reported(); got != "play red ATE" {
		t.Errorf("after a pass: %q", got)
	}
}

func TestABoardThatLayThereMayBeCorrected(t *testing.T) {
	table := newTable(red, green)
	table.lay(red, 0, 0, "GAME").lay(green, 1, 0, "|OT").see(8)
	table.reported()
	if !table.FixStart(engine.Place{Row: 2}, engine.Cell{Letter: 'S', Color: green, Height: 1}) || table.FixStart(engine.Place{Row: 9}, engine.Cell{}) {
		t.Error("the tile is not there, or one that is not is")
	}
	if got := table.keep(40).reported(); got != "" || table.words()[1] != "GOS" {
		t.Errorf("told %q, %v", got, table.words())
	}
	table.FixStart(engine.Place{Row: 2}, engine.Cell{})
	if got := table.keep(40).reported(); got != "" || table.words()[1] != "GO" {
		t.Errorf("told %q, %v", got, table.words())
	}
}

func TestAPersonsCorrectionStandsAfterARestart(t *testing.T) {
	table, k := begun(t), &keeper{}
	table.said(t, nabit.Event{Type: nabit.Corrected, Turn: 2, Placements: []nabit.Placement{{Place: engine.Place{Row: 1}, Letter: 'O'}, {Place: engine.Place{Row: 2}, Letter: 'S'}}})
	k.keep(t, table.Follower)
	again := table.restarted(t, k, red, green)
	if got := again.see(60).reported(); got != "resumed" || again.words()[1] != "GOS" {
		t.Errorf("told %q, %v", got, again.words())
	}
}

func TestWhatAPersonSaidIsNoTileStaysNoneAfterARestart(t *testing.T) {
	t.Run("of a turn", func(t *testing.T) {
		table, k := begun(t), &keeper{}
		table.said(t, nabit.Event{Type: nabit.Corrected, Turn: 2, Placements: []nabit.Placement{{Place: engine.Place{Row: 1}, Letter: 'O'}}})
		k.keep(t, table.Follower)
		again := table.restarted(t, k, red, green)
		if got := again.see(60).reported(); got != "resumed" || again.words()[1] != "GO" {
			t.Errorf("told %q, %v", got, again.words())
		}
	})
	t.Run("of the board that the game began with", func(t *testing.T) {
		table, k := newTable(red, green), &keeper{}
		table.lay(red, 0, 0, "GAME").lay(green, 1, 0, "|OT").see(8)
		k.keep(t, table.Follower)
		table.FixStart(engine.Place{Row: 2}, engine.Cell{})
		k.keep(t, table.Follower)
		again := table.restarted(t, k, red, green)
		if got := again.see(60).reported(); got != "resumed" || again.words()[1] != "GO" {
			t.Errorf("told %q, %v", got, again.words())
		}
	})
	t.Run("until another tile lies there", func(t *testing.T) {
		table, k := begun(t), &keeper{}
		table.said(t, nabit.Event{Type: nabit.Corrected, Turn: 2, Placements: []nabit.Placement{{Place: engine.Place{Row: 1}, Letter: 'O'}}})
		k.keep(t, table.Follower)
		again := table.restarted(t, k, red, green)
		with := maps.Clone(again.board)
		delete(again.board, engine.Place{Row: 2})
		again.see(20)
		with[engine.Place{Row: 2}] = engine.Cell{Letter: 'B', Color: red, Height: 1}
		again.put(with).see(40)
		if got := again.words()[1]; got != "GOB" {
			t.Errorf("the board reads %v", again.words())
		}
	})
}
