package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
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
	name                            string
	events, exact, player, spurious int
	unclear, moved                  int
	finalBoard, finalFull           bool
	latency                         []float64 // seconds from the free table to the line
	seconds, length                 float64
	diagnostics                     string
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
	for _, u := range used {
		f.spurious += one(!u)
	}
	f.count(t, lines)
	return f
}

// count adds what needs no matching: questions, moves and the last board.
func (f *film) count(t truth, lines []watchLine) {
	last := board{}
	for _, l := range lines {
		f.unclear += one(l.Type == "unclear")
		f.moved += one(l.Type == "moved")
		if len(l.Board) > 0 {
			last = l.board()
		}
	}
	m := compare(trueBoard(t.States[len(t.States)-1].Cells), last)
	f.finalBoard, f.finalFull = m.board, m.full
}

func gradeFilms(out io.Writer, binary string, films []scene) error {
	var errs []error
	for _, s := range films {
		started := time.Now()
		lines, diagnostics, err := watch(binary, s)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", s.media, err))
			continue
		}
		f := grade(s.truth, lines)
		f.name, f.diagnostics = s.name, diagnostics
		f.seconds, f.length = time.Since(started).Seconds(), s.truth.Frames/s.truth.FPS
		f.print(out)
	}
	return errors.Join(errs...)
}

// watch runs the program on a film, with the camera and the tile set known.
func watch(binary string, s scene) (lines []watchLine, diagnostics string, err error) {
	folder, err := os.MkdirTemp("", "tilewatch-accuracy-")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(folder)
	set := tilesetOf(s.truth)
	camera, tileset := filepath.Join(folder, "camera.json"), filepath.Join(folder, "tileset.json")
	if err := errors.Join(writeJSON(camera, s.truth.Camera.Camera), writeJSON(tileset, set)); err != nil {
		return nil, "", err
	}
	players := make([]string, len(s.truth.Players))
	for i, p := range s.truth.Players {
		players[i] = p.String()
	}
	var stdout, stderr bytes.Buffer
	c := exec.Command(binary, "watch", "--camera", camera, "--tileset", tileset, "--players", strings.Join(players, ","), "--json", s.media)
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		return nil, "", fmt.Errorf("%w: %s", err, strings.TrimSpace(stderr.String()))
	}
	for decoder := json.NewDecoder(&stdout); ; {
		var l watchLine
		err := decoder.Decode(&l)
		if errors.Is(err, io.EOF) {
			return lines, stderr.String(), nil
		}
		if err != nil {
			return nil, "", err
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

func (f film) print(out io.Writer) {
	fmt.Fprintf(out, "\nfilm %s, camera and tile set known\n", f.name)
	fmt.Fprintf(out, "  events %d, exact %d, player right %d, spurious %d, unclear %d, moved %d, last board %s\n",
		f.events, f.exact, f.player, f.spurious, f.unclear, f.moved, verdict(f))
	if len(f.latency) > 0 {
		fmt.Fprintf(out, "  told after the hand has gone: median %.2f s, latest %.2f s\n", median(slices.Clone(f.latency)), slices.Max(f.latency))
	}
	fmt.Fprintf(out, "  %.1f s of film in %.1f s, %.1f times as fast\n", f.length, f.seconds, f.length/f.seconds)
}

func verdict(f film) string {
	switch {
	case f.finalFull:
		return "exact with heights"
	case f.finalBoard:
		return "exact but for heights"
	}
	return "wrong"
}
