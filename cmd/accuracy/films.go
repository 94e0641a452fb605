package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// expected is something the watcher should report.
type expected struct {
	kind   string // play or withdrawn
	moved  int    // frame in which its last tile moved
	clear  int    // first frame without the hand
	by     int    // frame from which on a line comes too late
	board  board
	player engine.Color
	brief  bool // a slow camera need not see it
}

// is reports whether the line tells it. Of what a slow camera need not see, letters may be guessed, if the line says so.
func (x expected) is(l watchLine) bool {
	if l.Type != x.kind || l.Frame < x.moved || l.Frame >= x.by {
		return false
	}
	m := compare(x.board, l.board())
	return m.full || x.brief && l.Provisional && m.want == m.got && m.color == m.want && m.height == m.want
}

func (t truth) expected() []expected {
	var out []expected
	for _, e := range t.Events {
		if len(e.TileFrames) == 0 {
			continue
		}
		x := expected{kind: "play", moved: e.TileFrames[len(e.TileFrames)-1], clear: e.FirstFrame, player: e.Player}
		switch e.Type {
		case "taken_back":
			x.kind = "withdrawn"
			x.board = trueBoard(t.States[e.State].Cells)
		case "play":
			x.board = trueBoard(t.States[e.State].Cells)
		case "challenged_play":
			x.board = trueBoard(t.Challenged.Cells)
		default:
			continue
		}
		if n := len(out); n > 0 {
			out[n-1].by = x.moved + lateFrames
		}
		x.by = int(t.Frames) + 1 + lateFrames
		out = append(out, x)
	}
	return out
}

// watchLine is one line of "tilewatch watch".
type watchLine struct {
	Type   string
	Frame  int
	TimeS  float64 `json:"time_s"`
	Player engine.Color
	// Provisional says that it may still change.
	Provisional bool
	Board       []struct {
		engine.Place
		Letter string
		Blank  bool
		Color  engine.Color
		Height int
	}
}

func (t watchLine) board() board {
	b := board{}
	for _, c := range t.Board {
		b[c.Place] = tile{letter: c.Letter, color: c.Color, height: c.Height, blank: c.Blank}
	}
	return b
}

// film is how a film was watched.
type film struct {
	name, way                       string
	events, exact, player, spurious int
	unclear                         int
	unsettled                       int // spurious lines that say that they may still change
	odd                             int // lines that say that the table shows another camera or other tiles than were told
	finalBoard, finalFull           bool
	latency                         []float64 // seconds from the free table to the line
	seconds, length                 float64
}

// lateFrames is how long after the next event's last tile a line may still come: a second at 15 frames a second.
const lateFrames = 15

func grade(t truth, lines []watchLine) film { return gradeWanted(t, t.expected(), lines) }

func gradeWanted(t truth, want []expected, lines []watchLine) film {
	f := film{}
	got := slices.DeleteFunc(slices.Clone(lines), func(l watchLine) bool { return l.Type != "play" && l.Type != "withdrawn" })
	used := make([]bool, len(got))
	for _, w := range want {
		for j, g := range got {
			if used[j] || !w.is(g) {
				continue
			}
			used[j] = true
			if w.brief {
				break
			}
			f.exact++
			f.player += one(g.Player == w.player)
			f.latency = append(f.latency, float64(g.Frame-w.clear)/t.FPS)
			break
		}
	}
	for _, w := range want {
		f.events += one(!w.brief)
	}
	for j, u := range used {
		f.spurious += one(!u)
		f.unsettled += one(!u && got[j].Provisional)
	}
	f.count(t, lines)
	return f
}

// count adds what needs no matching: questions, what is odd and the last board.
func (f *film) count(t truth, lines []watchLine) {
	last := board{}
	for _, l := range lines {
		f.unclear += one(l.Type == "unclear")
		f.odd += one(l.Type == "profile")
		if len(l.Board) > 0 {
			last = l.board()
		}
	}
	m := compare(trueBoard(t.States[len(t.States)-1].Cells), last)
	f.finalBoard, f.finalFull = m.board, m.full
}

// gradeFilms watches each film in each way, and sums up.
func gradeFilms(out io.Writer, binary string, films []scene, told []way) error {
	if len(films) == 0 {
		return nil
	}
	fmt.Fprintf(out, "\nfilms, by what the program is told\n%s\n", filmColumns)
	var errs []error
	sums := make([]filmSum, len(told))
	for _, s := range films {
		for i, w := range told {
			started := time.Now()
			lines, err := watch(binary, s, w)
			if err != nil {
				errs = append(errs, fmt.Errorf("%s, %s: %w", s.media, w.name, err))
				continue
			}
			f := grade(s.truth, lines)
			f.name, f.way = s.name, w.name
			f.seconds, f.length = time.Since(started).Seconds(), s.truth.Frames/s.truth.FPS
			fmt.Fprintln(out, f)
			sums[i].add(f)
		}
	}
	for i, w := range told {
		fmt.Fprintf(out, "all films, %s: %v\n", w.name, sums[i])
	}
	return errors.Join(errs...)
}

// watch runs the program on a film.
func watch(binary string, s scene, told way) (lines []watchLine, err error) {
	folder, err := os.MkdirTemp("", "tilewatch-accuracy-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	flags, err := told.flags(s.truth, folder)
	if err != nil {
		return nil, err
	}
	var stdout, stderr bytes.Buffer
	c := exec.Command(binary, slices.Concat([]string{"watch", "--json"}, flags, []string{s.media})...)
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, strings.TrimSpace(stderr.String()))
	}
	for decoder := json.NewDecoder(&stdout); ; {
		var l watchLine
		err := decoder.Decode(&l)
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return nil, err
		}
		lines = append(lines, l)
	}
}

func writeJSON(path string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

func tilesetOf(t truth) *calibration.Tileset {
	return &calibration.Tileset{SideMM: t.Set.Side, ThicknessMM: t.Set.Thickness, PitchMM: t.Set.Pitch}
}

// told is the middle and the longest time from the free table to the line.
func (f film) told() (middle, latest string) {
	if len(f.latency) == 0 {
		return "-", "-"
	}
	return fmt.Sprintf("%.2f s", median(slices.Clone(f.latency))), fmt.Sprintf("%.2f s", slices.Max(f.latency))
}

// filmColumns are the heads of what a film is printed as.
const filmColumns = "  film             told              exact  player  spurious  asked  odd  last board           median  latest  speed"

func (f film) String() string {
	middle, latest := f.told()
	return fmt.Sprintf("  %-16s %-16s %3d/%-3d  %6d  %8d  %5d  %3d  %-18s  %7s %7s  %.1f",
		f.name, f.way, f.exact, f.events, f.player, f.spurious, f.unclear, f.odd, verdict(f), middle, latest, f.length/f.seconds)
}

// filmSum is how films were watched.
type filmSum struct{ films, events, exact, player, spurious, unclear, silent int }

func (s *filmSum) add(f film) {
	s.films++
	s.events += f.events
	s.exact += f.exact
	s.player += f.player
	s.spurious += f.spurious
	s.unclear += f.unclear
	s.silent += one((f.exact < f.events || f.spurious > 0) && f.unclear+f.odd+f.unsettled == 0)
}

func (s filmSum) String() string {
	return fmt.Sprintf("%d of %d exact, player right %d, %.2f spurious and %.2f questions a film; of %d films %d go wrong without a word",
		s.exact, s.events, s.player, float64(s.spurious)/float64(s.films), float64(s.unclear)/float64(s.films), s.films, s.silent)
}

func verdict(f film) string {
	switch {
	case f.finalFull:
		return "exact with heights"
	case f.finalBoard:
		return "heights wrong"
	}
	return "wrong"
}
