package nabit

import (
	"testing"

	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/vision/source"
	"tilewatch/web/scoreboard"
)

// tiles is a board of one row.
func tiles(letters string, color engine.Color) []follow.Stack {
	var out []follow.Stack
	for i, l := range letters {
		out = append(out, follow.Stack{Place: engine.Place{Col: i}, Cell: engine.Cell{Letter: engine.Letter(l), Color: color, Height: 1}})
	}
	return out
}

func played(turn int, player engine.Color, letters string, provisional bool) follow.Line {
	return follow.Line{
		Type: follow.Played, Turn: turn, Player: player, Board: tiles(letters, player), Provisional: &provisional,
		Placements: []nabit.Placement{{Letter: 'A', Height: 1}},
		Scores:     []nabit.Score{{Color: engine.Red}, {Color: engine.Green}, {Color: player, Words: 1, Total: 1}},
	}
}

func banked(player engine.Color, tiles int, unsure bool) follow.Line {
	l := follow.Line{Type: follow.Banked, Player: player, Tiles: tiles}
	if unsure {
		l.Provisional, l.Warnings = &unsure, []engine.Warning{{Code: "bank_unsure"}}
	}
	return l
}

func TestTheScoreboardFollowsTheLines(t *testing.T) {
	red, green := engine.Red, engine.Green
	for _, c := range []struct {
		name  string
		lines []any
		check func(scoreboard.State) bool
	}{
		{"before the first line it waits for the first player", nil,
			func(s scoreboard.State) bool {
				return s.Status == scoreboard.Waiting && s.Next == red && len(s.Players) == 2
			}},
		{"a play shows its board, its turn and who is next", []any{played(1, red, "AT", false)},
			func(s scoreboard.State) bool {
				return len(s.Board) == 2 && len(s.Words) == 1 && s.Turn == 1 && s.Next == green && s.LastTurn.Kind == scoreboard.Played
			}},
		{"after the last player comes the first", []any{played(1, red, "AT", false), played(2, green, "ATE", false)},
			func(s scoreboard.State) bool { return s.Next == red }},
		{"a bank that play does not bear out says so", []any{played(1, red, "AT", false), banked(green, 2, true)},
			func(s scoreboard.State) bool {
				return s.Provisional && len(s.Warnings) == 1 && s.Warnings[0].Code == "bank_unsure"
			}},
		{"a bank as it should be does not", []any{played(1, red, "AT", false), banked(green, 1, false)},
			func(s scoreboard.State) bool { return !s.Provisional && len(s.Warnings) == 0 }},
		{"a provisional play says so", []any{played(1, red, "AT", true)}, func(s scoreboard.State) bool { return s.Provisional }},
		{"a question is asked until it is settled", []any{played(1, red, "AT", true), follow.Line{Type: follow.Unclear, Question: "H or N?"}},
			func(s scoreboard.State) bool { return s.Question == "H or N?" && s.Provisional && len(s.Board) == 2 }},
		{"an amended turn settles it", []any{follow.Line{Type: follow.Unclear, Question: "H or N?"}, amended(played(1, red, "AN", false))},
			func(s scoreboard.State) bool {
				return s.Question == "" && !s.Provisional && s.LastTurn.Kind == scoreboard.Amended && s.Board[1].Letter == 'N'
			}},
		{"who takes back plays again", []any{played(1, red, "AT", false), follow.Line{Type: follow.Withdrawn, Turn: 1, Player: red, Board: []follow.Stack{}}},
			func(s scoreboard.State) bool {
				return s.Turn == 0 && s.Next == red && len(s.Board) == 0 && s.LastTurn.Kind == scoreboard.Withdrawn
			}},
		{"a skipped player's turn goes on", []any{follow.Line{Type: follow.Skipped, Player: red}}, func(s scoreboard.State) bool { return s.Next == green }},
		{"a lost camera is told with its remedy", []any{played(1, red, "AT", false), pipeline.Camera{Type: source.Fault, Message: "plug it in"}},
			func(s scoreboard.State) bool {
				return s.Status == scoreboard.Lost && s.StatusText == "plug it in" && len(s.Board) == 2
			}},
		{"and taken back when it returns", []any{pipeline.Camera{Type: source.Fault, Message: "plug it in"}, pipeline.Camera{Type: source.Recovered}},
			func(s scoreboard.State) bool { return s.Status == scoreboard.Thinking && s.StatusText == "" }},
		{"the film's end is not the game's", []any{played(1, red, "AT", false), follow.Line{Type: follow.Summary, Winners: []engine.Color{red}}},
			func(s scoreboard.State) bool {
				return s.Status != scoreboard.Finished && len(s.Winners) == 0 && len(s.Board) == 2
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, page, _ := seat(t, red, green)
			for _, line := range c.lines {
				d.inside(func() {
					switch l := line.(type) {
					case follow.Line:
						d.session.board.show(l)
					case pipeline.Camera:
						if err := d.Report(l); err != nil {
							t.Error(err)
						}
					}
				})
			}
			if s := shown(t, page); !c.check(s) {
				t.Errorf("got %+v", s)
			}
		})
	}
}

func amended(l follow.Line) follow.Line {
	l.Type = follow.Amended
	return l
}

func TestAGameThatWasRunningShowsAllWhoseTilesLie(t *testing.T) {
	b := newBoard(nil)
	lying := append(tiles("AT", engine.Yellow), follow.Stack{Place: engine.Place{Row: 1}, Cell: engine.Cell{Letter: 'S', Color: engine.Red, Height: 1}})
	b.show(follow.Line{Type: follow.Joined, Board: lying})
	s := published(t, b)
	if len(s.Players) != 2 || s.Players[0].Color != engine.Red || s.Players[1].Total != 2 {
		t.Errorf("got %+v", s.Players)
	}
}

func TestTheStatusFollowsTheTable(t *testing.T) {
	d, page, _ := seat(t)
	for status, want := range map[pipeline.Status]scoreboard.Status{pipeline.HandOver: scoreboard.Hand, pipeline.Reading: scoreboard.Thinking, pipeline.Settled: scoreboard.Live} {
		d.inside(func() {
			if err := d.Report(pipeline.Turned{Status: status}); err != nil {
				t.Error(err)
			}
		})
		if s := shown(t, page); s.Status != want {
			t.Errorf("status %s shows as %q, want %q", status, s.Status, want)
		}
	}
}
