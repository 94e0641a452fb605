package snag_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/engine/game"
	"tilewatch/engine/snag"
)

// shown is a look at a board with these tiles; those in doubt may lie there or not.
func shown(tiles []int, doubts ...int) snag.Look {
	var look snag.Look
	for _, n := range snag.Numbers {
		s := snag.Seen{Number: n, Tile: -8}
		if slices.Contains(tiles, n) {
			s.Tile = 8
		}
		if slices.Contains(doubts, n) {
			s.Tile = 1
		}
		look.Squares = append(look.Squares, s)
	}
	return look
}

// step is a look, several times.
type step struct {
	look  snag.Look
	times int
}

// linesOf are the lines of a film, in short.
func linesOf(steps ...step) string {
	f := snag.Game{}.Follow(nil, nil)
	var lines []string
	frame := 0
	for _, s := range steps {
		for range s.times {
			frame++
			for _, l := range f.See(game.Moment{Frame: frame, Time: time.Duration(frame) * time.Second / 2}, s.look) {
				lines = append(lines, short(l))
			}
		}
	}
	f.Finish(game.Moment{Frame: frame})
	return strings.Join(lines, " ")
}

// short is a line's text without spaces; of the board that lay there only its type.
func short(l game.Line) string {
	if l.Type == snag.LineBoard {
		return l.Type
	}
	return strings.ReplaceAll(l.Text, " ", "_")
}

func TestFollowing(t *testing.T) {
	three := []int{4, 5, 6, 50}
	four := []int{4, 5, 6, 7, 50}
	rest := []int{50}
	for _, tt := range []struct {
		rule  string
		steps []step
		want  string
	}{
		{"what lies there from the start was not placed", []step{{shown(three), 3}}, "board"},
		{"a tile is believed once two looks agree", []step{{shown(three), 2}, {shown(four), 1}}, "board"},
		{"a tile, and the run it makes", []step{{shown(three), 2}, {shown(four), 2}}, "board tile_7_placed a_run_of_4_tiles:_4_5_6_7"},
		{"a run taken up", []step{{shown(three), 2}, {shown(four), 2}, {shown(rest), 2}}, "board tile_7_placed a_run_of_4_tiles:_4_5_6_7 tiles_4_5_6_7_captured"},
		{"a run taken up tile by tile", []step{{shown(three), 2}, {shown(four), 2}, {shown([]int{6, 7, 50}), 2}, {shown([]int{7, 50}), 2}, {shown(rest), 2}}, "board tile_7_placed a_run_of_4_tiles:_4_5_6_7 tiles_4_5_6_7_captured"},
		{"a tile in doubt waits", []step{{shown(three), 2}, {shown(three, 7), 4}}, "board"},
		{"a flicker is nothing", []step{{shown(three), 2}, {shown(four), 1}, {shown(three), 2}}, "board"},
		{"the last tile laid and the run taken up unseen", []step{{shown(three), 2}, {shown(rest), 2}}, "board tile_7_placed a_run_of_4_tiles:_4_5_6_7 tiles_4_5_6_7_captured"},
		{"two tiles at once", []step{{shown(rest), 2}, {shown([]int{50, 60, 97}), 2}}, "board tile_60_placed tile_97_placed"},
		{"a tile taken back is reported after a while", []step{{shown(three), 2}, {shown([]int{4, 6, 50}), 8}}, "board corrected:_5_removed"},
		{"no board to be seen changes nothing", []step{{shown(three), 2}, {snag.Look{}, 3}, {shown(three), 1}}, "board"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			if got := linesOf(tt.steps...); got != tt.want {
				t.Errorf("told %s, want %s", got, tt.want)
			}
		})
	}
}

func TestAPhotoOfTheBoardIsEnough(t *testing.T) {
	f := snag.Game{}.Follow(nil, nil)
	var lines []string
	for i, tiles := range [][]int{{4, 5}, {4, 5, 6}, {4, 5, 6, 7}, nil, {24, 34}, {24}} {
		for _, l := range f.See(game.Moment{Frame: i, Time: time.Duration(i) * time.Minute, Stirred: true, Photo: true}, shown(tiles)) {
			lines = append(lines, l.Type)
		}
	}
	if got := strings.Join(lines, " "); got != "board placed placed run captured placed placed amended" {
		t.Errorf("told %q", got)
	}
}

// TestLinesAreEventsOfTheRules plays a film's lines at a table.
func TestLinesAreEventsOfTheRules(t *testing.T) {
	f := snag.Game{}.Follow(nil, nil)
	table := begin(t, 2, "")
	frame := 0
	for _, look := range []snag.Look{shown([]int{4, 5, 6}), shown([]int{4, 5, 6}), shown([]int{4, 5, 6, 7}), shown([]int{4, 5, 6, 7}), shown(nil), shown(nil)} {
		frame++
		for _, l := range f.See(game.Moment{Frame: frame, Time: time.Duration(frame) * time.Second}, look) {
			for _, e := range l.Events {
				if r := play(t, table, string(e)); !r.OK {
					t.Fatalf("%s: %v", e, r.Violations)
				}
			}
		}
	}
	r := play(t, table, `{"type":"finish"}`)
	if r.Scores[0].Tiles != 4 || len(r.Board) != 0 {
		t.Errorf("%+v", r)
	}
	if !f.Settled() {
		t.Error("nothing is open, and yet it is not settled")
	}
}

func TestAnotherGamesBoardIsRefused(t *testing.T) {
	table := begin(t, 2, "")
	play(t, table, `{"type":"place","player":0,"number":4}`)
	if r := play(t, table, `{"type":"lying","tiles":[4]}`); !r.OK {
		t.Errorf("the same board: %v", r.Violations)
	}
	if r := play(t, table, `{"type":"lying","tiles":[5,6]}`); r.OK || r.Violations[0].Rule != snag.OtherGame {
		t.Errorf("another board: %+v", r)
	}
}

func TestReadingAPhoto(t *testing.T) {
	look := shown([]int{4, 5, 6, 7, 50, 60, 70}, 94)
	for i := range look.Squares {
		s := &look.Squares[i]
		own := snag.Read{Number: s.Number, LogLikelihood: 2}
		switch s.Number {
		case 50: // a 13 on the wrong square
			s.Read = []snag.Read{{Number: 13, LogLikelihood: 3}, {Number: 50, LogLikelihood: -14}}
		case 60: // badly printed: its own number all the same
			s.Read = []snag.Read{{Number: 61, LogLikelihood: 3}, {Number: 60, LogLikelihood: 1}}
		case 70: // reads like a tile that lies elsewhere
			s.Read = []snag.Read{{Number: 7, LogLikelihood: 2}, {Number: 70, LogLikelihood: -9}}
		default:
			s.Read = []snag.Read{own}
		}
	}
	r := snag.Game{}.Read(look, nil)
	data := marshal(t, r.Fields)
	for _, want := range []string{`"runs":[[4,5,6,7]]`, `"number":13,`, `"number":60,`, `"number":70,`} {
		if !strings.Contains(data, want) {
			t.Errorf("no %s in %s", want, data)
		}
	}
	var codes []string
	for _, w := range r.Warnings {
		codes = append(codes, w.Code)
	}
	if fmt.Sprint(codes) != "[wrong_square low_confidence]" {
		t.Errorf("warnings %v", r.Warnings)
	}
	if empty := marshal(t, snag.Game{}.Read(shown(nil), nil).Fields); empty != `{"tiles":[],"runs":[]}` {
		t.Errorf("an empty board is %s", empty)
	}
}
