package main

import (
	"bufio"
	"encoding/json"
	"io"
	"maps"
	"math"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"testing"
)

const gameFilm = "../../testdata/nabit/live/oblique"

// filmTruth is what the test reads of the film's truth.
type filmTruth struct {
	Players []string
	Banks   []struct {
		Player  string
		InFrame bool `json:"in_frame"` // the camera sees the player's bank tile
	}
	Periods []struct {
		State any
		First int
	}
	States []struct {
		Turn   int
		Scores map[string]int
		Banks  map[string]int
		Cells  []struct {
			Row, Col, Height int
			Letter, Colour   string
			Stack            []struct{ Up string } // from the bottom up; nothing is printed on a blank
		}
	}
}

// filmRate is the film's, pictures a second.
const filmRate = 15

// linkedServer starts the program with a phone as the camera, by http and https, and answers its plain address and the links that it printed: a phone's, and the
// host's.
func linkedServer(t *testing.T, flags ...string) (address, phone, host string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command(self, append([]string{"serve", "--addr", "127.0.0.1:0", "--source", "phone"}, flags...)...)
	server.Env = append(os.Environ(), asProgram+"=1")
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill() // one that has ended cannot be
		_ = server.Wait()
	})
	port := ""
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if at := regexp.MustCompile(`localhost:(\d+)`).FindStringSubmatch(lines.Text()); at != nil {
			port = at[1]
		}
		if at := regexp.MustCompile(`^Host .*: http://[^/]+(/\S+)`).FindStringSubmatch(lines.Text()); at != nil && port != "" {
			host = "http://127.0.0.1:" + port + at[1]
		}
		if at := regexp.MustCompile(`as the camera: https://[^/]+(/\S+)`).FindStringSubmatch(lines.Text()); at != nil && port != "" {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return "http://127.0.0.1:" + port, "https://127.0.0.1:" + port + at[1], host
		}
	}
	t.Fatal("no addresses were printed")
	return "", "", ""
}

// boardCell is a stack as both the truth and the server have it.
type boardCell struct {
	Row, Col      int
	Letter, Color string
	Height        int
}

// normal is the board turned by quarter turns and shifted to begin at 0, 0, in order.
func normal(cells []boardCell, quarters int) []boardCell {
	out := slices.Clone(cells)
	for i := range out {
		for range quarters {
			out[i].Row, out[i].Col = out[i].Col, -out[i].Row
		}
	}
	row, col := math.MaxInt, math.MaxInt
	for _, c := range out {
		row, col = min(row, c.Row), min(col, c.Col)
	}
	for i := range out {
		out[i].Row -= row
		out[i].Col -= col
	}
	slices.SortFunc(out, func(a, b boardCell) int { return 1000*(a.Row-b.Row) + a.Col - b.Col })
	return out
}

// blank stands for a blank tile's letter, which the words may leave open.
const blank = "blank"

func sameBoard(a, b []boardCell) bool {
	want := normal(b, 0)
	same := func(x, y boardCell) bool {
		if y.Letter == blank {
			x.Letter = blank
		}
		return x == y
	}
	for turn := range 4 {
		if slices.EqualFunc(normal(a, turn), want, same) {
			return true
		}
	}
	return false
}

// tableNow is what the server says of the table.
func tableNow(t *testing.T, address string) (turn int, board []boardCell, totals map[string]int, status string) {
	t.Helper()
	var s struct {
		Turn    int
		Status  string
		Board   []boardCell
		Players []struct {
			Color string
			Total int
		}
	}
	body := get(t, address+"/api/tables/1")
	if err := json.Unmarshal(body, &s); err != nil {
		t.Fatal(err)
	}
	totals = map[string]int{}
	for _, p := range s.Players {
		totals[p.Color] = p.Total
	}
	return s.Turn, s.Board, totals, s.Status
}

// totals are everybody's points after that state, without the tiles banked out of the camera's sight.
func (f *filmTruth) totals(state int) map[string]int {
	all := maps.Clone(f.States[state].Scores)
	for _, b := range f.Banks {
		if !b.InFrame {
			all[b.Player] -= f.States[state].Banks[b.Player]
		}
	}
	return all
}

func get(t *testing.T, url string) []byte {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return body
}
