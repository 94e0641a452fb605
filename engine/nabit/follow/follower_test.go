package follow_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/reading/madeup"
)

func TestWhatIsReported(t *testing.T) {
	reportEach(t, []reporting{
		{"an empty table tells nothing", func(t *table) { t.see(20) }, ""},
		{"the first play", func(t *table) { t.see(3).lay(red, 0, 0, "GAME").see(4) }, "play red GAME"},
		{"a first play that lies there when the watch begins", func(t *table) { t.lay(red, 0, 0, "GAME").see(4) }, "play red GAME"},
		{"a stacked and a linked tile", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "|TRY").see(4)
		}, "play red GAME, play green TAME TRY"},
		{"one more tile on a stack, in the same color", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "T").see(4).lay(red, 0, 3, "|SO").see(4).lay(green, 0, 0, "L").see(4)
		}, "play red GAME, play green TAME, play red TAMS SO, play green LAMS"},
		{"tiles on both sides of old ones", func(t *table) {
			t.see(3).lay(red, 0, 0, "AM").see(4).lay(green, 0, -1, "G  E").see(4)
		}, "play red AM, play green GAME"},
		{"a play taken back", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4)
			before := t.board
			t.lay(green, 0, 4, "QX").see(30).put(before).see(6).lay(green, 0, 4, "S").see(6)
		}, "play red GAME, play green GAMEQX, withdrawn green, play green GAMES"},
		{"the first play taken back", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4).put(engine.Board{}).see(30).lay(red, 0, 0, "FAME").see(5)
		}, "play red GAME, withdrawn red, play red FAME"},
		{"two plays between two looks", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(30).lay(green, 0, 4, "S").lay(red, 1, 0, "|OT").see(4)
		}, "play red GAME, play green GAMES, play red GOT"},
		{"two plays between two looks are told in turn order", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(30).lay(green, 1, 0, "|OT").lay(red, 0, 4, "S").see(4)
		}, "play red GAME, play green GOT, play red GAMES"},
		{"a turn that one picture shows, and the next bears out, waits before a quick camera", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 4, "S").see(1).lay(red, 1, 0, "|OT").see(1)
		}, "play red GAME"},
		{"and counts before a slow one", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4)
			t.Sparse(true)
			t.Disturbed()
			t.lay(green, 0, 4, "S").see(1)
			t.Disturbed()
			t.lay(red, 1, 0, "|OT").see(1)
		}, "play red GAME, play green GAMES"},
		{"what two equal pictures of a slow camera show is settled", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4)
			before := t.board
			t.lay(green, 0, 4, "QX").see(30).put(before)
			t.Sparse(true)
			t.Disturbed()
			t.see(1)
			t.frame += 14
			t.keep(1)
		}, "play red GAME, play green GAMEQX, withdrawn green"},
		{"a photo is all there is of its table, and what it leaves in doubt is provisional", func(t *table) {
			t.Photo(true)
			t.lay(red, 0, 0, "GAME").see(1).lay(green, 0, 4, "S").see(1).lay(red, 1, 0, "|OT").see(1)
		}, "play red GAME, play green GAMES provisionally, play red GOT provisionally"},
		{"a photo of a structure that is turned and played on", func(t *table) {
			t.Photo(true)
			t.see(1).lay(red, 0, 0, "GAME").see(1)
			t.pose = madeup.Anyhow(t.r)
			t.lay(green, 0, 0, "|TRY").see(1)
		}, "play red GAME, moved, play green TAME TRY"},
		{"a photo of a running game is joined at once", func(t *table) {
			t.Photo(true)
			t.lay(red, 0, 0, "GAME").lay(green, 0, 4, "S").lay(red, 1, 0, "|OT").lay(green, 2, 1, "N").see(1).lay(red, 0, 5, "X").see(1)
		}, "joined"},
		{"a player who is passed over", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(30).lay(red, 0, 4, "S").see(5)
		}, "play red GAME, skipped green, play red GAMES"},
		{"a structure that is slid and turned", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4)
			t.pose = madeup.Anyhow(t.r)
			t.see(6)
		}, "play red GAME, moved"},
		{"a structure that is turned before a play", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4)
			t.pose = madeup.Anyhow(t.r)
			t.lay(green, 0, 0, "|TRY").see(6)
		}, "play red GAME, moved, play green TAME TRY"},
		{"a nudge is no move", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4)
			for range 10 {
				t.pose.Center.X += 6
				t.see(2)
			}
		}, "play red GAME"},
		{"a tile beside the structure is no play", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 2, 1, "S").see(15)
		}, "play red GAME"},
	})
}

func TestBanksAndDoubtsAreReported(t *testing.T) {
	reportEach(t, []reporting{
		{"a banked tile", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "T")
			t.banks = []engine.Bank{{Color: green, Tiles: 1}}
			t.see(5)
		}, "play red GAME, play green TAME, banked green 1"},
		{"a bank that is miscounted once", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4)
			t.banks = []engine.Bank{{Color: green, Tiles: 2}, {Color: red, Tiles: 1}}
			t.see(1)
			t.banks = nil
			t.see(5)
		}, "play red GAME"},
		{"a bank of who has nabbed nothing is misread", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4)
			t.banks = []engine.Bank{{Color: green, Tiles: 1}}
			t.see(6).see(6)
		}, "play red GAME"},
		{"unless it goes on so", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4)
			t.banks = []engine.Bank{{Color: green, Tiles: 1}}
			t.see(6).see(6).see(6).see(6).see(6).see(6)
		}, "play red GAME, banked green provisionally 1"},
		{"a bank that a hand hides until others have moved", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "T").see(4).lay(red, 1, 0, "|O").see(4)
			t.banks = []engine.Bank{{Color: green, Tiles: 1}}
			t.see(2).see(2)
		}, "play red GAME, play green TAME, play red TO, banked green 1"},
		{"what looks like a bank before the first play is none", func(t *table) {
			t.banks = []engine.Bank{{Color: green, Tiles: 1}}
			t.see(3)
			t.banks = nil
			t.see(8).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "T").see(4)
			t.banks = []engine.Bank{{Color: green, Tiles: 1}}
			t.see(5)
		}, "play red GAME, play green TAME, banked green 1"},
		{"a color that does not play", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4).lay(yellow, 0, 4, "S").see(10)
		}, "play red GAME"},
		{"a play that grows is the same turn", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 1, 0, "|O").see(6).lay(green, 2, 0, "T").see(6)
		}, "play red GAME, play green GO, amended green GOT"},
		{"no word is told too, for it may be challenged", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 1, 0, "|VX").see(25)
		}, "play red GAME, play green GVX"},
		{"what a single frame shows is not told", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "|TRY").see(1)
			t.lines = append(t.lines, t.Finish(t.frame, t.now())...)
		}, "play red GAME, summary"},
		{"what two frames show is told", func(t *table) {
			t.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "|TRY").see(2)
			t.lines = append(t.lines, t.Finish(t.frame, t.now())...)
		}, "play red GAME, play green TAME TRY, summary"},
	})
}

func TestARunningGameIsJoined(t *testing.T) {
	table := newTable(red, green)
	table.lay(red, 0, 0, "GAME").lay(green, 0, 0, "|TRY").lay(red, 0, 4, "|SO").see(8)
	if got := table.reported(); got != "joined" {
		t.Fatalf("told %q", got)
	}
	table.lay(green, 2, 0, "E").lay(green, 3, 0, "S").see(6)
	if got := table.reported(); got != "play green TRES" {
		t.Errorf("then told %q", got)
	}
}

func TestASlowCameraJoinsARunningGameByOneSurePicture(t *testing.T) {
	for _, test := range []struct {
		name     string
		camera   madeup.Camera
		pictures int
	}{{"a sure one", madeup.Camera{}, 1}, {"unsure ones", madeup.Blurred, 4}} {
		t.Run(test.name, func(t *testing.T) {
			table := newTable(red, green)
			table.Sparse(true)
			table.camera = test.camera
			table.lay(red, 0, 0, "GAME").lay(green, 0, 0, "|TRY").lay(red, 0, 4, "|SO")
			for n := 1; len(table.lines) == 0; n++ {
				if table.see(1); n > test.pictures {
					t.Fatalf("nothing is told after %d pictures", n)
				}
			}
			if got := table.reported(); got != "joined" {
				t.Errorf("told %q", got)
			}
		})
	}
}

// Several turns lie between two pictures of a slow camera, and players cover what others have just laid.
func TestTurnsThatNoPictureShowsAreTold(t *testing.T) {
	for _, test := range []struct {
		name   string
		happen func(*table)
		want   string
	}{
		{"a turn beside the next one", func(t *table) {
			t.lay(green, 0, 0, "|TRY").lay(red, 0, 4, "|SO")
		}, "play green TAME TRY, play red TAMES SO"},
		{"a turn that the next one covers", func(t *table) {
			t.lay(green, 0, 2, "T").lay(red, 0, 2, "L")
		}, "play green GATE provisionally, play red GALE provisionally"},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := newTable(red, green)
			table.camera = madeup.Camera{}
			table.Sparse(true)
			table.see(1).lay(red, 0, 0, "GAME").see(2)
			table.lines = nil
			table.Disturbed()
			table.frame += 60
			test.happen(table)
			table.see(2)
			if got := table.reported(); got != test.want {
				t.Errorf("told %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestARackIsNotTheStructure(t *testing.T) {
	table := newTable(red, green)
	table.lay(green, 0, 0, "ELNVO").see(15) // before the first play a reader may take a rack for it
	table.put(engine.Board{}).lay(red, 3, 3, "GAME").see(5)
	if got := table.reported(); got != "play red GAME" {
		t.Errorf("told %q", got)
	}
}

func TestARackThatSpellsAWordIsNotTheFirstPlay(t *testing.T) {
	table := newTable(red, green)
	table.lay(green, 0, 0, "STONE").lay(green, 1, 2, " ").see(15)
	table.put(engine.Board{}).lay(red, 3, 3, "GAME").see(5)
	if got := table.reported(); got != "play red GAME" {
		t.Errorf("told %q", got)
	}
}

func TestABoardThatIsNotThereIsGivenUp(t *testing.T) {
	table := newTable(red, green)
	table.lay(green, 0, 0, "TONE").lay(red, 1, 0, "|OX").see(6) // joined, but it was something else
	table.pose = madeup.Anyhow(table.r)
	table.put(madeup.Board("WHOLLY", "   O", "   U", "   D")).see(30)
	if got := table.reported(); got != "joined, joined" {
		t.Errorf("told %q", got)
	}
}

func TestPlacesKeepTheFirstBoardsLattice(t *testing.T) {
	table := newTable(red, green)
	table.see(3).lay(red, 5, 5, "GAME").see(4)
	table.lay(green, 4, 5, "|ATE").see(4) // above the first row
	table.pose = madeup.Anyhow(table.r)
	table.lay(red, 5, 9, "S").see(6)
	last := table.lines[len(table.lines)-1]
	if got := last.Placements; len(got) != 1 || got[0].Place != (engine.Place{Row: 0, Col: 4}) {
		t.Errorf("placed %+v", got)
	}
	if b := boardOf(last.Board); b[engine.Place{Row: -1, Col: 0}].Letter != 'A' {
		t.Errorf("board %v", standing(last.Board))
	}
}

func TestFromAboveTheHistoryCounts(t *testing.T) {
	table := newTable(red, green)
	table.camera = madeup.Top
	table.see(3).lay(red, 0, 0, "GAME").see(5)
	for i, letter := range []string{"T", "L", "F", "N"} {
		table.lay([]engine.Color{green, red}[i%2], 0, 0, letter).see(5)
		if got := boardOf(table.lines[len(table.lines)-1].Board)[engine.Place{}].Height; got != i+2 {
			t.Fatalf("after %s: %d tiles", letter, got)
		}
	}
}

func TestAHiddenTileHasNotGone(t *testing.T) {
	table := newTable(red, green)
	table.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 3, "T").see(4)
	hide := func(obs engine.Observation) engine.Observation {
		obs.Cells = slices.DeleteFunc(obs.Cells, func(e engine.CellEvidence) bool {
			p := e.Place.Sub(table.pose.Shift).Turn(-table.pose.Turn)
			return p == engine.Place{Row: 0, Col: 3}
		})
		return obs
	}
	table.reported()
	table.board[engine.Place{Row: 0, Col: 2}] = engine.Cell{Letter: 'M', Color: red, Height: 1}
	for range 30 { // the camera does not report one tile
		table.show(hide(table.camera.Observe(table.r, table.board, table.pose, table.frame, table.now())))
	}
	for _, l := range table.lines {
		if l.Type == follow.Played {
			t.Errorf("told %+v", l)
		}
	}
}

func TestAnotherTableIsIgnored(t *testing.T) {
	table := newTable(red, green)
	table.see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "|TRY").see(4)
	table.reported()
	before := table.board
	pose := table.pose
	table.pose = madeup.Anyhow(table.r)
	table.put(madeup.Board("WHOLLY", "   O", "   U", "   D")).see(10)
	table.pose = pose
	if got := table.reported(); got != "" {
		t.Errorf("another table: told %q", got)
	}
	table.put(before).lay(red, 0, 4, "S").see(5)
	if got := table.reported(); got != "play red TAMES" {
		t.Errorf("back again: told %q", got)
	}
	if n := table.Finish(table.frame, table.now())[0].Counts.Ignored; n != 10 {
		t.Errorf("%d observations ignored", n)
	}
}

func TestAGameReadUpsideDownIsTurned(t *testing.T) {
	table := newTable(red, green)
	table.camera = madeup.Camera{}
	table.see(3).lay(red, 0, 0, "NO").see(25)
	first := standing(table.lines[0].Board)
	if first != "NO" && first != "ON" {
		t.Fatalf("first play %q", first)
	}
	table.lay(green, -2, 1, "|GR").see(12).lay(red, -2, 2, "|ER").see(12)
	last := table.lines[len(table.lines)-1]
	if got := standing(last.Board); got != " GE/ RR/NO" {
		t.Errorf("board %q, told %s", got, table.reported())
	}
}

func TestADoubtfulLetterIsAskedFor(t *testing.T) {
	table := newTable(red, green)
	table.camera = madeup.Camera{}
	between := func(obs engine.Observation) {
		for i := range obs.Cells {
			e := &obs.Cells[i]
			if e.Tile > 0 && e.Place.Sub(table.pose.Shift).Turn(-table.pose.Turn) == (engine.Place{Row: 0, Col: 0}) {
				upright := &e.Letter[(4-table.pose.Turn)%4]
				upright['C'-'A'], upright['G'-'A'] = 9, 9.1
			}
		}
		table.show(obs)
	}
	table.see(3).lay(red, 0, 0, "CAME")
	table.frame += 20
	for range 25 {
		between(table.camera.Observe(table.r, table.board, table.pose, table.frame, table.now()))
	}
	if got := table.reported(); got != "play red GAME provisionally, unclear red" && got != "play red CAME provisionally, unclear red" {
		t.Fatalf("told %q", got)
	}
	if !table.Settled() {
		t.Error("more pictures will not settle it: a person has been asked")
	}
	table.keep(40) // the light is better now
	if got := table.reported(); !strings.HasPrefix(got, "amended red CAME") || strings.HasSuffix(got, "provisionally") {
		t.Errorf("then told %q", got)
	}
	if !table.Settled() {
		t.Error("not settled in the end")
	}
}

func TestWithoutPlayersAnyColorMayPlay(t *testing.T) {
	table := newTable()
	table.see(3).lay(yellow, 0, 0, "GAME").see(4).lay(purple, 0, 4, "S").see(4).lay(red, 1, 0, "|OT").see(4)
	if got := table.reported(); got != "play yellow GAME, play purple GAMES, play red GOT" {
		t.Errorf("told %q", got)
	}
}

func TestLinesAreAsTheContractSays(t *testing.T) {
	table := newTable(yellow, green)
	table.see(3).lay(yellow, 0, 0, "GAME").see(4).lay(green, 0, 0, "|TRY").see(4)
	data, err := json.Marshal(table.lines[len(table.lines)-1])
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`"type":"play"`, `"turn":2,"player":"green"`, `"placements":[{"row":0,"col":0,"letter":"T","height":2},{"row":1,"col":0,"letter":"R","height":1}`,
		`"words":["TAME","TRY"],"nabbed":[{"word":"TAME","from":["yellow"]}],"violations":[]`,
		`"board":[{"row":0,"col":0,"letter":"T","color":"green","height":2}`, `"scores":[{"color":"yellow","words":0,"banked":0,`, `"provisional":false`,
	} {
		if !strings.Contains(string(data), part) {
			t.Errorf("%s is not in %s", part, data)
		}
	}
}

// TestSenselessObservations checks that senseless evidence neither stops the follower nor makes it believe in nonsense for good: once it sees the
// table again, the record is what lies there, and nobody plays who is not at the table.
func TestSenselessObservations(t *testing.T) {
	table := newTable(red, green)
	table.see(3).lay(red, 0, 0, "GAME").see(4)
	for i := range 120 {
		var obs engine.Observation
		for range table.r.IntN(20) {
			obs.Cells = append(obs.Cells, madeup.Anything(table.r, float64(int(1)<<(i%40))))
		}
		table.show(obs)
	}
	table.see(30)
	table.lines = append(table.lines, table.Finish(table.frame, table.now())...)
	table.sane(t)
	last := table.lines[len(table.lines)-1]
	if got := standing(last.Board); got != "GAME" || last.Counts.Turns != 1 {
		t.Errorf("the record has %q after %d turns", got, last.Counts.Turns)
	}
	if last.Counts.Ignored < 55 { // 61 are, less one standard error
		t.Errorf("%d of 120 senseless observations are ignored", last.Counts.Ignored)
	}
}

// sane checks what no line may say, whatever was seen: that somebody plays who is not at the table, a frame out of order, a confidence outside 0 to 1.
func (t *table) sane(test *testing.T) {
	test.Helper()
	frame := 0
	for _, l := range t.lines {
		if l.Player != engine.NoColor && l.Player != red && l.Player != green {
			test.Errorf("frame %d: %s plays", l.Frame, l.Player)
		}
		if l.Frame < frame || l.Frame > t.frame || math.IsNaN(l.Confidence) || l.Confidence < 0 || l.Confidence > 1 {
			test.Errorf("a line of frame %d after one of frame %d, with confidence %v", l.Frame, frame, l.Confidence)
		}
		frame = l.Frame
	}
}

// FuzzObserve shows sense and nonsense by turns: the lines are sane, and what is recorded gives the game that is shown.
func FuzzObserve(f *testing.F) {
	f.Add(uint64(1), 1.0)
	f.Add(uint64(7), 1e300)
	f.Fuzz(func(t *testing.T, seed uint64, scale float64) {
		table, k := newTable(red, green), &keeper{}
		table.r = rand.New(rand.NewPCG(seed, 3))
		for i := range 40 {
			k.keep(t, table.Follower)
			if table.r.IntN(3) == 0 {
				table.lay([]engine.Color{red, green}[i%2], table.r.IntN(3), table.r.IntN(3), "GAME"[:1+table.r.IntN(4)])
			}
			if table.r.IntN(2) == 0 {
				table.see(2)
				continue
			}
			var obs engine.Observation
			for range table.r.IntN(12) {
				obs.Cells = append(obs.Cells, madeup.Anything(table.r, scale))
			}
			table.show(obs)
		}
		table.lines = append(table.lines, table.Finish(table.frame, table.now())...)
		k.keep(t, table.Follower)
		if table.sane(t); len(k.games) > 0 {
			sameGame(t, k, table)
		}
	})
}

func TestATileThatWasOverlookedBelongsToItsTurn(t *testing.T) {
	table := newTable(red, green, purple)
	table.see(3).lay(red, 0, 0, "LAMB").see(4).lay(green, 1, 2, "|IT").see(30) // the reader does not see the O above
	table.lay(purple, 1, 0, "|OG").see(5)
	if got := table.reported(); got != "play red LAMB, play green MIT, play purple LOG" {
		t.Fatalf("told %q", got)
	}
	table.lay(green, -1, 2, "O").see(5)
	if got := table.reported(); got != "amended green OMIT" {
		t.Errorf("then told %q", got)
	}
	if s := table.State(); s.Turn != 3 || s.Next != red {
		t.Errorf("turn %d, next %s", s.Turn, s.Next)
	}
}
