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

// seen is what a camera reports of the game, and the event by which the follower has taken it.
type seen struct {
	event *nabit.Event // nil: none
	line  follow.Line
}

// lays are the letters in the first row, from a column on.
func lays(col int, letters string) (all []nabit.Placement) {
	for i, l := range letters {
		all = append(all, nabit.Placement{Place: engine.Place{Col: col + i}, Letter: engine.Letter(l)})
	}
	return all
}

func played(turn int, player engine.Color, col int, letters string, provisional bool) seen {
	e := &nabit.Event{Type: nabit.Played, Player: player, Placements: lays(col, letters), Seen: true}
	return seen{e, follow.Line{Type: follow.Played, Turn: turn, Player: player, Placements: e.Placements, Provisional: &provisional}}
}

// amended is the first turn, read again.
func amended(player engine.Color, letters string) seen {
	e := &nabit.Event{Type: nabit.Corrected, Turn: 1, Player: player, Placements: lays(0, letters), Seen: true}
	return seen{e, follow.Line{Type: follow.Amended, Turn: 1, Player: player, Placements: e.Placements}}
}

func banked(player engine.Color, tiles int, unsure bool) seen {
	l := follow.Line{Type: follow.Banked, Player: player, Tiles: tiles}
	if unsure {
		l.Provisional, l.Warnings = &unsure, []engine.Warning{{Code: "bank_unsure"}}
	}
	return seen{nil, l}
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
		{"a play shows its board, its turn and who is next", []any{played(1, red, 0, "AT", false)},
			func(s scoreboard.State) bool {
				return len(s.Crossword().Board) == 2 && len(s.Crossword().Words) == 1 && s.Turn == 1 && s.Next == green && s.LastTurn.Kind == scoreboard.Played
			}},
		{"after the last player comes the first", []any{played(1, red, 0, "AT", false), played(2, green, 2, "E", false)},
			func(s scoreboard.State) bool { return s.Next == red }},
		{"a bank that play does not bear out says so", []any{played(1, red, 0, "AT", false), banked(green, 2, true)},
			func(s scoreboard.State) bool {
				return s.Crossword().Provisional && len(s.Warnings) == 1 && s.Warnings[0].Code == "bank_unsure"
			}},
		{"a bank as it should be does not", []any{played(1, red, 0, "AT", false), banked(green, 1, false)},
			func(s scoreboard.State) bool { return !s.Crossword().Provisional && len(s.Warnings) == 0 }},
		{"a provisional play says so", []any{played(1, red, 0, "AT", true)}, func(s scoreboard.State) bool { return s.Crossword().Provisional }},
		{"a question is asked until it is settled", []any{played(1, red, 0, "AT", true), seen{nil, follow.Line{Type: follow.Unclear, Question: "H or N?"}}},
			func(s scoreboard.State) bool {
				return s.Crossword().Question == "H or N?" && s.Crossword().Provisional && len(s.Crossword().Board) == 2
			}},
		{"an amended turn settles it", []any{played(1, red, 0, "AT", true), seen{nil, follow.Line{Type: follow.Unclear, Question: "H or N?"}}, amended(red, "AN")},
			func(s scoreboard.State) bool {
				return s.Crossword().Question == "" && !s.Crossword().Provisional && s.LastTurn.Kind == scoreboard.Amended && s.Crossword().Board[1].Letter == 'N'
			}},
		{"who takes back plays again", []any{played(1, red, 0, "AT", false), seen{&nabit.Event{Type: nabit.Withdrawn, Player: red, Seen: true}, follow.Line{Type: follow.Withdrawn, Turn: 1, Player: red}}},
			func(s scoreboard.State) bool {
				return s.Turn == 0 && s.Next == red && len(s.Crossword().Board) == 0 && s.LastTurn.Kind == scoreboard.Withdrawn
			}},
		{"a skipped player's turn goes on", []any{seen{&nabit.Event{Type: nabit.Skipped, Player: red, Seen: true}, follow.Line{Type: follow.Skipped, Player: red}}}, func(s scoreboard.State) bool { return s.Next == green }},
		{"a lost camera is told with its remedy", []any{played(1, red, 0, "AT", false), pipeline.Camera{Type: source.Fault, Message: "plug it in"}},
			func(s scoreboard.State) bool {
				return s.Status == scoreboard.Lost && s.StatusText == "plug it in" && len(s.Crossword().Board) == 2
			}},
		{"and taken back when it returns", []any{pipeline.Camera{Type: source.Fault, Message: "plug it in"}, pipeline.Camera{Type: source.Recovered}},
			func(s scoreboard.State) bool { return s.Status == scoreboard.Thinking && s.StatusText == "" }},
		{"the film's end is not the game's", []any{played(1, red, 0, "AT", false), seen{nil, follow.Line{Type: follow.Summary, Winners: []engine.Color{red}}}},
			func(s scoreboard.State) bool {
				return s.Status != scoreboard.Finished && len(s.Winners) == 0 && len(s.Crossword().Board) == 2
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, page, _ := seat(t, red, green)
			for _, line := range c.lines {
				d.inside(func() {
					switch l := line.(type) {
					case seen:
						if l.event != nil {
							if a := d.live.follower.Enter(*l.event); !a.OK {
								t.Error(a.Violations)
							}
						}
						d.take([]follow.Line{l.line})
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

func TestAGameThatWasRunningShowsAllWhoseTilesLie(t *testing.T) {
	d, page, _ := seat(t)
	lying := nabit.BoardCells(engine.Board{
		{Col: 0}: {Letter: 'A', Color: engine.Yellow, Height: 1}, {Col: 1}: {Letter: 'T', Color: engine.Yellow, Height: 1},
		{Row: 1}: {Letter: 'S', Color: engine.Red, Height: 1},
	})
	d.sees(nabit.Event{Type: nabit.Start, Board: lying, Seen: true})
	d.saw(follow.Line{Type: follow.Joined})
	if s := shown(t, page); len(s.Players) != 2 || s.Players[0].Color != engine.Red || s.Players[1].Total != 2 {
		t.Errorf("got %+v", s.Players)
	}
}
