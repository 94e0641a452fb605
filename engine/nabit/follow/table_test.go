package follow_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/reading/madeup"
)

const (
	red    = engine.Red
	purple = engine.Purple
	yellow = engine.Yellow
	green  = engine.Green
)

// table is a table before a made-up camera, with the follower's lines.
type table struct {
	*follow.Follower
	camera madeup.Camera
	r      *rand.Rand
	board  engine.Board
	pose   madeup.Pose
	banks  []engine.Bank
	frame  int
	lines  []follow.Line
}

func newTable(players ...engine.Color) *table {
	r := rand.New(rand.NewPCG(11, 12))
	return &table{
		Follower: follow.New(players, lexicon.Default(), follow.Options{}), camera: madeup.Oblique, r: r,
		board: engine.Board{}, pose: madeup.Anyhow(r),
	}
}

// lay puts tiles of the color on the table, from that place on in reading order: to the right, or down if the text
// begins with "|". A space skips a place; a small letter is a blank that stands for that letter.
func (t *table) lay(color engine.Color, row, col int, text string) *table {
	next := engine.Board{}
	for p, c := range t.board {
		next[p] = c
	}
	step := engine.Across.Step()
	if strings.HasPrefix(text, "|") {
		step, text = engine.Down.Step(), text[1:]
	}
	p := engine.Place{Row: row, Col: col}
	for _, letter := range []byte(text) {
		if letter != ' ' {
			blank := letter >= 'a'
			next[p] = engine.Cell{Letter: engine.Letter(strings.ToUpper(string(letter))[0]), Blank: blank, Color: color, Height: next[p].Height + 1}
		}
		p = p.Add(step)
	}
	t.board = next
	return t
}

// put brings back an earlier board.
func (t *table) put(b engine.Board) *table {
	t.board = b
	return t
}

// see shows the table in so many frames, 15 a second, after a hand has left it.
func (t *table) see(frames int) *table {
	t.frame += 20
	return t.keep(frames)
}

// keep shows the table on without a pause.
func (t *table) keep(frames int) *table {
	for range frames {
		t.show(t.camera.Observe(t.r, t.board, t.pose.Relaid(t.r), t.frame, t.now()))
	}
	return t
}

func (t *table) now() time.Duration { return time.Duration(t.frame) * time.Second / 15 }

func (t *table) show(obs engine.Observation) {
	obs.Frame, obs.Time, obs.Banks = t.frame, t.now(), t.banks
	t.lines = append(t.lines, t.Observe(obs)...)
	t.frame++
}

// reported returns the lines so far in short, and forgets them.
func (t *table) reported() string {
	var out []string
	for _, l := range t.lines {
		text := string(l.Type)
		if l.Player != engine.NoColor {
			text += " " + l.Player.String()
		}
		if len(l.Words) > 0 {
			text += " " + strings.Join(l.Words, " ")
		}
		if l.Provisional != nil && *l.Provisional {
			text += " provisionally"
		}
		if l.Type == follow.Banked {
			text += fmt.Sprint(" ", l.Tiles)
		}
		out = append(out, text)
	}
	t.lines = nil
	return strings.Join(out, ", ")
}

// standing is the believed board, as text rows.
func standing(s []follow.Stack) string {
	board := boardOf(s)
	low, high := board.Bounds()
	var rows []string
	for row := low.Row; row <= high.Row; row++ {
		var b strings.Builder
		for col := low.Col; col <= high.Col; col++ {
			letter := board[engine.Place{Row: row, Col: col}].Letter.String()
			if letter == "" {
				letter = " "
			}
			b.WriteString(letter)
		}
		rows = append(rows, strings.TrimRight(b.String(), " "))
	}
	return strings.Join(rows, "/")
}

// reporting is what happens at a table, and the lines that the follower reports.
type reporting struct {
	name   string
	happen func(*table)
	want   string
}

func reportEach(t *testing.T, tests []reporting) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := newTable(red, green)
			test.happen(table)
			if got := table.reported(); got != test.want {
				t.Errorf("told %q\nwant %q", got, test.want)
			}
		})
	}
}
