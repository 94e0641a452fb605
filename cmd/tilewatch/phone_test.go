package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"tilewatch/vision/source"
	"tilewatch/web/browsertest"
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

// browserRate is at which a browser plays a fake camera's film, pictures a second; ours has 15.
const browserRate, filmRate = 30, 15

// held is how long the film's last picture is shown before the browser begins again.
const held = 25 * time.Second

// fakeCamera writes the film's first frames as a browser's fake camera wants them: JPEG files, one after the other. It is played
// so many times slower than it was.
func fakeCamera(t *testing.T, frames, slower int) string {
	t.Helper()
	source, err := source.Open(gameFilm+".mp4", source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	path := filepath.Join(t.TempDir(), "camera.mjpeg")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var picture []byte
	for n := range frames + int(held.Seconds())*filmRate/slower {
		if n < frames {
			frame, err := source.Next(t.Context())
			if err != nil && !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			if err == nil {
				if picture, err = frame.JPEG(80); err != nil {
					t.Fatal(err)
				}
			}
		}
		for range slower * browserRate / filmRate {
			if _, err := f.Write(picture); err != nil {
				t.Fatal(err)
			}
		}
	}
	return path
}

// linkedServer starts the program with https, and answers its plain address and the links that it printed: a phone's, and the
// host's.
func linkedServer(t *testing.T, flags ...string) (address, phone, host string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command(self, append([]string{"serve", "--addr", "127.0.0.1:0", "--https"}, flags...)...)
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

// phoneCamera are a browser's flags by which its camera shows the film.
func phoneCamera(film string) []chromedp.ExecAllocatorOption {
	return []chromedp.ExecAllocatorOption{
		chromedp.Flag("ignore-certificate-errors", true), // a person accepts the certificate once
		chromedp.Flag("use-fake-device-for-media-stream", true), chromedp.Flag("use-fake-ui-for-media-stream", true),
		chromedp.Flag("use-file-for-fake-video-capture", film), chromedp.WindowSize(420, 860),
	}
}

// shows keeps a picture of the page where TILEWATCH_LOOK names a folder, for people to look at.
func shows(t *testing.T, tab context.Context, name string) {
	t.Helper()
	dir := os.Getenv("TILEWATCH_LOOK")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		t.Fatal(err)
	}
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

// TestAGameThroughAPhonesCamera plays the film to a browser as its camera: the page sends it, over a secure connection, and a second
// page shows the score. With WHOLEGAME set it plays all 16 turns, with a challenge, false hands and a turned board; else the first two.
// SLOWER=6 plays six times slower, for a machine with much else to do.
func TestAGameThroughAPhonesCamera(t *testing.T) {
	t.Parallel() // it waits most of the time
	frames, last, slower := 118, 2, 3
	if os.Getenv("WHOLEGAME") != "" {
		frames, last, slower = 1225, 16, 1
	}
	if n, err := strconv.Atoi(os.Getenv("SLOWER")); err == nil {
		slower = n
	}
	text, err := os.ReadFile(gameFilm + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var truth filmTruth
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	address, phone, _ := linkedServer(t, "--data", t.TempDir(), "--players", strings.Join(truth.Players, ","))
	tab := chromium(t, fakeCamera(t, frames, slower))
	// A machine with much to do plays the film slower than it should.
	limit := 3*time.Duration(frames*slower)*time.Second/filmRate + held + 15*time.Second
	tab, cancel := context.WithTimeout(tab, limit)
	defer cancel()
	if err := chromedp.Do(tab, chromedp.Navigate(phone)); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Click("#start")); err != nil {
		t.Fatal(err)
	}
	board, closeBoard := chromedp.NewContext(tab)
	defer closeBoard()
	if err := chromedp.Do(board, chromedp.Navigate(address+"/watch")); err != nil {
		t.Fatal(err)
	}
	// The phone's page is the one in front, as on a phone: in the background it would rest.
	front(t, tab)
	var want []boardCell
	for _, c := range truth.States[last].Cells {
		letter := c.Letter
		if c.Stack[len(c.Stack)-1].Up == "" {
			letter = blank
		}
		want = append(want, boardCell{c.Row, c.Col, letter, c.Colour, c.Height})
	}
	points := truth.totals(last)
	until := time.Now().Add(limit - 15*time.Second)
	seen := 0
	for began := time.Now(); ; time.Sleep(300 * time.Millisecond) {
		turn, now, scores, status := tableNow(t, address)
		if turn != seen {
			t.Logf("%4.1f s: turn %d, %s, %s", time.Since(began).Seconds(), turn, status, get(t, address+"/camera/status"))
			seen = turn
		}
		if turn == last && sameBoard(now, want) && maps.Equal(scores, points) {
			break
		}
		if turn > last || time.Now().After(until) {
			shows(t, tab, "phone-failed")
			shows(t, board, "watch-failed")
			t.Fatalf("turn %d (%s) with board\n%v\n%v\nwant turn %d with\n%v\n%v\ncamera %s", turn, status, normal(now, 0), scores, last, normal(want, 0), points, get(t, address+"/camera/status"))
		}
	}
	shows(t, tab, "phone-live")
	front(t, board)
	checkScoreboard(t, board, points)
	shows(t, board, "phone-watch")
}

// front brings a tab to the front.
func front(t *testing.T, tab context.Context) {
	t.Helper()
	if _, err := chromedp.Call(tab, target.ActivateTarget, target.ActivateTargetParams{TargetID: chromedp.FromContext(tab).Target.TargetID}); err != nil {
		t.Fatal(err)
	}
}

// checkScoreboard waits for the second page to show every player's score.
func checkScoreboard(t *testing.T, page context.Context, scores map[string]int) {
	t.Helper()
	for color, total := range scores {
		js := fmt.Sprintf(`parseInt(document.querySelector('[data-key="%s"] .total span')?.textContent) === %d`, color, total)
		if err := browsertest.Poll(page, js, 30*time.Second); err != nil {
			t.Errorf("the page does not show %d for %s: %v", total, color, err)
		}
	}
}
