package follow_test

import (
	"slices"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/reading/madeup"
)

// played is a table after three plays, which the follower has reported.
func played(t *testing.T) *table {
	t.Helper()
	table := newTable(red, green)
	table.lay(red, 0, 0, "GAME").see(8)
	table.lay(green, 1, 0, "|O").see(8)
	table.lay(red, 0, 4, "S").see(8)
	if got := table.reported(); got != "play red GAME, play green GO, play red GAMES" {
		t.Fatalf("told %q", got)
	}
	return table
}

// without returns the board without that stack.
func without(b engine.Board, at engine.Place) engine.Board {
	out := engine.Board{}
	for p, c := range b {
		if p != at {
			out[p] = c
		}
	}
	return out
}

func with(b engine.Board, at engine.Place, c engine.Cell) engine.Board {
	out := without(b, at)
	out[at] = c
	return out
}

// parted is a table with a further tile of a color that does not play, and without a tile of the second turn.
func parted(t *testing.T) *table {
	t.Helper()
	table := played(t)
	b := without(table.board, engine.Place{Row: 1})
	table.put(with(b, engine.Place{Row: 1, Col: 1}, engine.Cell{Letter: 'X', Color: purple, Height: 1})).see(8)
	for range 12 {
		table.frame += 15
		table.keep(1)
	}
	return table
}

func TestWhereRealityAndRecordPartThePlacesAreNamedOnce(t *testing.T) {
	table := parted(t)
	asked := 0
	for _, l := range table.lines {
		if l.Type == follow.Unclear {
			asked++
		}
	}
	differs := table.Differences()
	if asked != 1 || len(differs) != 2 {
		t.Fatalf("asked %d times, %d places: %+v, told %s", asked, len(differs), differs, table.reported())
	}
	if d := differs[1]; d.Place != (engine.Place{Row: 1, Col: 1}) || d.Recorded.Height != 0 || d.Seen.Letter != 'X' || d.Seen.Height != 1 {
		t.Errorf("the tile that has come: %+v", d)
	}
	if d := differs[0]; d.Place != (engine.Place{Row: 1}) || d.Recorded.Letter != 'O' || d.Seen.Height != 0 {
		t.Errorf("the tile that has gone: %+v", d)
	}
	table.reported()
	if table.KeepRecord(); len(table.Differences()) > 0 {
		t.Error("the record is right, but is still doubted")
	}
	for range 12 {
		table.frame += 15
		table.keep(1)
	}
	if got := table.reported(); got != "" || len(table.Differences()) > 0 {
		t.Errorf("told again: %q", got)
	}
}

func TestAGameGoesOnFromWhatLiesThere(t *testing.T) {
	table := parted(t)
	table.reported()
	if !table.StartHere() {
		t.Fatal("refused")
	}
	s := table.State()
	if c := s.Board[engine.Place{Row: 1, Col: 1}]; c.Letter != 'X' || c.Height != 1 {
		t.Errorf("the tile that has come is %+v", c)
	}
	if _, there := s.Board[engine.Place{Row: 1}]; there {
		t.Error("a tile that has gone is still on the board")
	}
	if s.Last == nil || !s.Last.Missed || !slices.Contains(s.Players, s.Last.Player) {
		t.Errorf("the missed turn is not marked: %+v", s.Last)
	}
	again, err := nabit.Replay(nil, table.Recorded().Events)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := again.Board(), s.Board; len(got) != len(want) {
		t.Errorf("the record gives %v, not %v", got, want)
	}
	table.keep(8)
	table.lay(red, 1, 4, "|O").see(10) // SO
	if got := table.reported(); !strings.Contains(got, "play red") || !strings.Contains(got, "SO") {
		t.Errorf("afterwards: %q", got)
	}
}

func TestABoardThatIsNotToBeFoundIsMissed(t *testing.T) {
	table := played(t)
	other := madeup.Board("QUIZ", " X ")
	table.pose = madeup.Anyhow(table.r)
	for table.put(other).see(4); table.frame < 3000 && !table.Astray(); {
		table.frame += 15
		table.keep(1)
	}
	if !table.Astray() {
		t.Fatal("another board lies there, and nothing is said")
	}
	table.reported()
	if !table.StartHere() {
		t.Fatal("refused")
	}
	table.keep(12)
	if got := table.reported(); got != "joined" {
		t.Errorf("told %q", got)
	}
	if r := table.Recorded(); !r.Another || len(table.State().Board) != len(other) {
		t.Errorf("another game: %v, board %v", r.Another, table.State().Board)
	}
	if table.Astray() {
		t.Error("still missed")
	}
}

func TestABoardThatIsFoundAgainIsMissedNoMore(t *testing.T) {
	table := played(t)
	board := table.board
	table.put(engine.Board{}).see(4)
	for range 10 {
		table.frame += 15
		table.keep(1)
	}
	if !table.Astray() || table.Lies() {
		t.Fatalf("an empty table: missed %v, tiles %v", table.Astray(), table.Lies())
	}
	if table.put(board).see(4); table.Astray() {
		t.Error("the board lies there again")
	}
}
