package snag

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// The types of line that SNAG has beside those of every game.
const (
	LineBoard    = "board" // what lay there when the watch began
	LinePlaced   = "placed"
	LineRun      = "run"
	LineCaptured = "captured"
)

const (
	// twice is how many looks in a row must agree before a change is believed.
	twice = 2
	// patience is how long tiles may be missing from a run, or without any, before that is reported as it is: players pick
	// a run up tile by tile, and take back what they laid wrongly.
	patience = 2500 * time.Millisecond
)

// follower follows a game by what lies on the board.
type follower struct {
	players []string
	begun   bool
	board   []int       // what is believed to lie there, ascending
	seen    map[int]int // in how many looks in a row each square has differed from that
	open    []int       // tiles of the run that was made last and is not taken up yet
	lacking time.Duration
	missing bool // tiles have gone that explain nothing yet, since lacking
	pending bool
	placed  int
	taken   int // runs
}

// Follow begins to follow a game. Players only name who plays; nobody's hand is seen.
func (Game) Follow(_ game.Words, players []string) game.Follower[Look] {
	return &follower{players: players, seen: map[int]int{}}
}

// Settled says that what lies there is reported.
func (f *follower) Settled() bool { return f.begun && !f.pending }

// See takes the next look.
func (f *follower) See(m game.Moment, look Look) []game.Line {
	if len(look.Squares) == 0 {
		return nil
	}
	come, gone, unsure := f.compare(look, m.Looks())
	f.pending = unsure
	switch {
	case unsure:
		return nil
	case !f.begun:
		f.begun, f.board = true, come
		return []game.Line{f.found(m)}
	case len(come) == 0 && len(gone) == 0:
		f.missing = false
		return nil
	}
	return f.explain(m, come, gone)
}

// found reports what lay there when the watch began.
func (f *follower) found(m game.Moment) game.Line {
	l := game.LineAt(m, LineBoard, struct {
		Board []int `json:"board"`
	}{append([]int{}, f.board...)})
	l.Text = engine.Count(len(f.board), "tile") + " on the board"
	l.Events = event(struct {
		Type  string `json:"type"`
		Tiles []int  `json:"tiles"`
		Seen  bool   `json:"seen"`
	}{Lying, f.board, true})
	return l
}

// compare says which tiles have come and gone, once looks agree on it; unsure until then. The look counts as so many.
func (f *follower) compare(look Look, looks int) (come, gone []int, unsure bool) {
	for i := range look.Squares {
		s := &look.Squares[i]
		there := slices.Contains(f.board, s.Number)
		if s.lies() == there {
			delete(f.seen, s.Number)
			continue
		}
		if s.doubtful() {
			unsure = true
			continue
		}
		if f.seen[s.Number] += looks; f.seen[s.Number] < twice {
			unsure = true
		}
		if there {
			gone = append(gone, s.Number)
		} else {
			come = append(come, s.Number)
		}
	}
	return come, gone, unsure
}

// explain reports what the change means.
func (f *follower) explain(m game.Moment, come, gone []int) []game.Line {
	var lines []game.Line
	if len(gone) > 0 {
		taken := f.takenUp(gone)
		if taken == nil {
			if !f.missing {
				f.missing, f.lacking = true, m.Time
			}
			if f.pending = m.Time-f.lacking < patience && !m.Photo; f.pending {
				return nil
			}
			return f.amend(m, come, gone)
		}
		lines = append(lines, taken(m)...)
		gone = nil
	}
	f.missing = false
	for _, n := range come {
		lines = append(lines, f.place(m, n)...)
	}
	return lines
}

// takenUp finds the run that the missing tiles were: the one made last, or one that a tile completed which was laid and
// taken up together with it, unseen. nil: none.
func (f *follower) takenUp(gone []int) func(m game.Moment) []game.Line {
	if len(f.open) > 0 && slices.Equal(gone, f.open) {
		return func(m game.Moment) []game.Line { return []game.Line{f.capture(m, gone)} }
	}
	var last []int
	for _, n := range Numbers {
		if slices.Contains(f.board, n) {
			continue
		}
		runs := RunsThrough(with(f.board, n), n)
		if tiles := Union(runs); len(runs) > 0 && slices.Equal(without(tiles, []int{n}), gone) {
			last = append(last, n)
		}
	}
	if len(last) != 1 {
		return nil
	}
	return func(m game.Moment) []game.Line {
		lines := f.place(m, last[0])
		return append(lines, f.capture(m, f.open))
	}
}

// event is a line in the rules' language.
func event(e any) []json.RawMessage {
	data, err := json.Marshal(e)
	if err != nil {
		panic(fmt.Sprintf("snag: an event does not marshal: %v", err)) // plain data
	}
	return []json.RawMessage{data}
}

// place reports a tile, and the run it makes.
func (f *follower) place(m game.Moment, number int) []game.Line {
	f.board, f.open = with(f.board, number), nil
	f.placed++
	delete(f.seen, number)
	l := game.LineAt(m, LinePlaced, struct {
		Number int   `json:"number"`
		Board  []int `json:"board"`
	}{number, f.board})
	l.Text = fmt.Sprintf("tile %d placed", number)
	l.Events = event(struct {
		Type   string `json:"type"`
		Number int    `json:"number"`
		Seen   bool   `json:"seen"`
	}{Place, number, true})
	lines := []game.Line{l}
	if runs := RunsThrough(f.board, number); len(runs) > 0 {
		f.open = Union(runs)
		r := game.LineAt(m, LineRun, struct {
			Runs  [][]int `json:"runs"`
			Tiles []int   `json:"tiles"`
		}{runs, f.open})
		r.Text = fmt.Sprintf("a run of %s: %s", engine.Count(len(f.open), "tile"), numbers(f.open))
		lines = append(lines, r)
	}
	return lines
}

// capture reports that a run was taken up.
func (f *follower) capture(m game.Moment, tiles []int) game.Line {
	f.board, f.open = without(f.board, tiles), nil
	f.taken++
	for _, n := range tiles {
		delete(f.seen, n)
	}
	l := game.LineAt(m, LineCaptured, struct {
		Tiles []int `json:"tiles"`
		Board []int `json:"board"`
	}{tiles, append([]int{}, f.board...)})
	l.Text = fmt.Sprintf("tiles %s captured", numbers(tiles))
	l.Events = event(struct {
		Type  string `json:"type"`
		Tiles []int  `json:"tiles"`
		Seen  bool   `json:"seen"`
	}{Captured, tiles, true})
	return l
}

// amend reports tiles that went without a run: they were taken back, or the board was cleared. It is for people to say
// what the score is then.
func (f *follower) amend(m game.Moment, come, gone []int) []game.Line {
	f.board, f.open, f.missing = with(without(f.board, gone), come...), nil, false
	clear(f.seen)
	l := game.LineAt(m, game.Amended, struct {
		Gone  []int `json:"gone"`
		Come  []int `json:"come"`
		Board []int `json:"board"`
	}{gone, append([]int{}, come...), append([]int{}, f.board...)})
	l.Text = "corrected: " + changed(come, gone)
	return []game.Line{l}
}

// Finish sums up.
func (f *follower) Finish(m game.Moment) []game.Line {
	l := game.LineAt(m, game.Summary, struct {
		Board  []int   `json:"board"`
		Runs   [][]int `json:"runs"`
		Placed int     `json:"placed"`
		Taken  int     `json:"captures"`
	}{append([]int{}, f.board...), append([][]int{}, Runs(f.board)...), f.placed, f.taken})
	l.Text = fmt.Sprintf("%s placed, %s captured, %d on the board", engine.Count(f.placed, "tile"), engine.Count(f.taken, "run"), len(f.board))
	return []game.Line{l}
}
