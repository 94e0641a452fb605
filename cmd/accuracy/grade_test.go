package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"tilewatch/engine"
	"tilewatch/vision/source/disturb"
)

func trueCells(t *testing.T, text string) board {
	t.Helper()
	var cells []truthCell
	if err := json.Unmarshal([]byte(text), &cells); err != nil {
		t.Fatal(err)
	}
	return trueBoard(cells)
}

// table is C A over the A stack's blank (declared T), so CA across and A? down.
const table = `[{"row":3,"col":4,"stack":[{"colour":"red","up":"C","blank_as":null}]},
{"row":3,"col":5,"stack":[{"colour":"red","up":"B","blank_as":null},{"colour":"green","up":"A","blank_as":null}]},
{"row":4,"col":5,"stack":[{"colour":"green","up":"","blank_as":"T"}]}]`

func TestCompare(t *testing.T) {
	want := trueCells(t, table)
	right := func() board {
		b := board{}
		for _, c := range []struct {
			engine.Place
			tile
		}{
			{engine.Place{Row: 0, Col: 0}, tile{"C", engine.Red, 1, false, 0.99}},
			{engine.Place{Row: 0, Col: 1}, tile{"A", engine.Green, 2, false, 0.99}},
			{engine.Place{Row: 1, Col: 1}, tile{"?", engine.Green, 1, true, 0.5}},
		} {
			b[c.Place] = c.tile
		}
		return b
	}
	for _, c := range []struct {
		name                         string
		change                       func(board)
		found, letter, color, height int
		board, full                  bool
		sure, sureRight              int
	}{
		{"a board is right wherever its origin is, an unsettled blank included", func(board) {}, 3, 3, 3, 3, true, true, 2, 2},
		{"a blank may be told as the letter it stands for", func(b board) { b[engine.Place{Row: 1, Col: 1}] = tile{"T", engine.Green, 1, true, 0} }, 3, 3, 3, 3, true, true, 2, 2},
		{"a wrong height spoils only the full board", func(b board) { b[engine.Place{}] = tile{"C", engine.Red, 2, false, 0.99} }, 3, 3, 3, 2, true, false, 2, 1},
		{"a wrong letter spoils the board", func(b board) { b[engine.Place{}] = tile{"G", engine.Red, 1, false, 0.99} }, 3, 2, 3, 3, false, false, 2, 1},
		{"a wrong color spoils the board", func(b board) { b[engine.Place{}] = tile{"C", engine.Yellow, 1, false, 0.99} }, 3, 3, 2, 3, false, false, 2, 1},
		{"a tile too many spoils the board", func(b board) { b[engine.Place{Row: 5, Col: 5}] = tile{"X", engine.Red, 1, false, 0.96} }, 3, 3, 3, 3, false, false, 3, 2},
		{"a missing tile spoils the board", func(b board) { delete(b, engine.Place{}) }, 2, 2, 2, 2, false, false, 1, 1},
		{"nothing seen is nothing right", func(b board) { clear(b) }, 0, 0, 0, 0, false, false, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := right()
			c.change(got)
			m := compare(want, got)
			if m.found != c.found || m.letter != c.letter || m.color != c.color || m.height != c.height || m.board != c.board || m.full != c.full {
				t.Errorf("got %+v", m)
			}
			if sure, sureRight := m.sureOnes(); sure != c.sure || sureRight != c.sureRight {
				t.Errorf("sure %d, right %d; want %d, %d", sure, sureRight, c.sure, c.sureRight)
			}
		})
	}
}

// TestTheScenesOfTestdataAreFound reads all truth files, as "make accuracy" does.
func TestTheScenesOfTestdataAreFound(t *testing.T) {
	folders := []string{"../../testdata"}
	stills, err := find(folders, ".jpg")
	if err != nil || len(stills) < 50 {
		t.Errorf("%d stills, %v", len(stills), err)
	}
	for _, s := range stills {
		if len(s.truth.Cells) == 0 || s.truth.Camera.K[0][0] == 0 {
			t.Errorf("%s has no tiles or no camera: it is no still of NAB-IT!", s.media)
		}
	}
	films, err := find(folders, ".mp4")
	if err != nil || len(films) != 2 {
		t.Errorf("%d films of NAB-IT!, %v", len(films), err)
	}
	others, err := findGames(folders)
	if err != nil || len(others) != 3 {
		t.Errorf("%d other games, %v", len(others), err)
	}
	tiles, err := findTiles(folders)
	if err != nil || len(tiles) < 5 {
		t.Errorf("%d photos of letter tiles, %v", len(tiles), err)
	}
}

// filmTruth is a game of two plays, the second challenged and taken back, at 10 frames a second.
const filmTruth = `{"fps":10,"frames":100,"players":["red","green"],
"states":[{"cells":[]},{"cells":[{"row":0,"col":0,"stack":[{"colour":"red","up":"A","blank_as":null}]},{"row":0,"col":1,"stack":[{"colour":"red","up":"T","blank_as":null}]}]}],
"challenged":{"cells":[{"row":0,"col":0,"stack":[{"colour":"red","up":"A","blank_as":null}]},{"row":0,"col":1,"stack":[{"colour":"red","up":"T","blank_as":null}]},{"row":1,"col":1,"stack":[{"colour":"green","up":"X","blank_as":null}]}]},
"events":[{"type":"play","player":"red","state":1,"hand_frames":[8,14],"tile_frames":[10,12],"first_frame":15},{"type":"false_hand","hand_frames":[20,25]},
{"type":"challenged_play","player":"green","state":1,"hand_frames":[28,34],"tile_frames":[30,30],"first_frame":35},{"type":"taken_back","player":"green","state":1,"hand_frames":[58,65],"tile_frames":[60,62],"first_frame":66}]}`

const at = `{"row":0,"col":0,"letter":"A","color":"red","height":1},{"row":0,"col":1,"letter":"T","color":"red","height":1}`

func line(kind string, frame, board string) string {
	return `{"type":"` + kind + `","frame":` + frame + `,"player":"red","board":[` + board + `]}`
}

// Every line names red as the player, who is so only in the first event.
func TestFilms(t *testing.T) {
	var truth truth
	if err := json.Unmarshal([]byte(filmTruth), &truth); err != nil {
		t.Fatal(err)
	}
	play, third := line("play", "17", at), `,{"row":1,"col":1,"letter":"X","color":"green","height":1}`
	challenged, back := line("play", "37", at+third), line("withdrawn", "70", at)
	for _, c := range []struct {
		name                    string
		lines                   []string
		exact, player, spurious int
		final                   bool
	}{
		{"every event told once", []string{play, challenged, back}, 3, 1, 0, true},
		{"a line told twice is spurious", []string{play, play, challenged, back}, 3, 1, 1, true},
		{"a line before its tiles lie is spurious", []string{line("play", "5", at), challenged, back}, 2, 0, 1, true},
		{"a line after the next event is too late", []string{line("play", "50", at), challenged, back}, 2, 0, 1, true},
		{"a wrong board is spurious", []string{line("play", "17", at+third), challenged}, 1, 0, 1, false},
		{"other lines do not count", []string{`{"type":"unclear","frame":3}`, `{"type":"moved","frame":80,"board":[` + at + `]}`}, 0, 0, 0, true},
		{"nothing told", nil, 0, 0, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var lines []watchLine
			if err := json.Unmarshal([]byte("["+strings.Join(c.lines, ",")+"]"), &lines); err != nil {
				t.Fatal(err)
			}
			f := grade(truth, lines)
			if f.events != 3 || f.exact != c.exact || f.player != c.player || f.spurious != c.spurious || f.finalFull != c.final {
				t.Errorf("got %+v", f)
			}
			if c.exact == 3 && math.Abs(median(f.latency)-0.2) > 1e-9 {
				t.Errorf("latencies %v", f.latency)
			}
		})
	}
}

// filmTruth's second play lies from frame 35 to 57: of a camera of one picture in two seconds, those of frames 40 and 80 are without a hand.
func TestASlowCamerasLinesMayComeWithItsSecondPicture(t *testing.T) {
	var truth truth
	if err := json.Unmarshal([]byte(filmTruth), &truth); err != nil {
		t.Fatal(err)
	}
	third := `,{"row":1,"col":1,"letter":"X","color":"green","height":1}`
	guessed := strings.Replace(line("play", "80", at+strings.Replace(third, "X", "Y", 1)), `"player"`, `"provisional":true,"player"`, 1)
	for _, c := range []struct {
		name, line string
		spurious   int
	}{
		{"with the second picture", line("play", "80", at+third), 0},
		{"later", line("play", "96", at+third), 1},
		{"a guessed letter, if the line says so", guessed, 0},
		{"a wrong letter", strings.Replace(guessed, `"provisional":true,`, "", 1), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var l watchLine
			if err := json.Unmarshal([]byte(c.line), &l); err != nil {
				t.Fatal(err)
			}
			f := gradeWanted(truth, truth.expectedOf(disturb.Kind{Every: 2 * time.Second}, 100), []watchLine{l})
			if f.spurious != c.spurious {
				t.Errorf("%d lines are spurious", f.spurious)
			}
		})
	}
}

// filmTruth's second play lies from frame 35 to 57.
func TestWhatASleeveHidesNeedNotBeTold(t *testing.T) {
	var truth truth
	if err := json.Unmarshal([]byte(filmTruth), &truth); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		from, to int // frames in which the sleeve lies there
		events   int
	}{
		"it lies there all the time":    {30, 60, 2},
		"it leaves too short a while":   {39, 60, 2},
		"it leaves a third of a second": {40, 60, 3},
		"it is gone before":             {20, 34, 3},
	} {
		t.Run(name, func(t *testing.T) {
			sleeve := disturb.Kind{Covers: func(at time.Duration) bool {
				frame := int(math.Round(at.Seconds() * truth.FPS))
				return c.from <= frame && frame <= c.to
			}}
			if f := gradeWanted(truth, truth.expectedOf(sleeve, 100), nil); f.events != c.events {
				t.Errorf("%d events are expected, want %d", f.events, c.events)
			}
		})
	}
}
