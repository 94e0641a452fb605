package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"tilewatch/vision/source"
	"tilewatch/web/browsertest"
)

// rawFilm is the file of a browser's fake camera: a few raw pictures (YUV4MPEG2), which the browser plays again and again. What the test
// writes over them is what the camera shows next, so nothing has to happen in a film's time.
type rawFilm struct {
	t    *testing.T
	path string
}

// rawFrames are its pictures, and rawRate is how many of them the browser shows a second.
const rawFrames, rawRate = 4, 5

func newRawFilm(t *testing.T, pictures [][]byte) *rawFilm {
	f := &rawFilm{t, filepath.Join(t.TempDir(), "camera.y4m")}
	f.show(pictures)
	return f
}

// show writes the first of the pictures over those before. One that the browser reads meanwhile may be half of each, as when something
// moves.
func (f *rawFilm) show(pictures [][]byte) {
	f.t.Helper()
	var out bytes.Buffer
	for i, picture := range pictures[:rawFrames] {
		img, err := jpeg.Decode(bytes.NewReader(picture))
		if err != nil {
			f.t.Fatal(err)
		}
		planes, ok := img.(*image.YCbCr)
		if !ok || planes.SubsampleRatio != image.YCbCrSubsampleRatio420 {
			f.t.Fatalf("the film's pictures are %T", img)
		}
		if i == 0 {
			fmt.Fprintf(&out, "YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C420\n", planes.Rect.Dx(), planes.Rect.Dy(), rawRate)
		}
		out.WriteString("FRAME\n")
		narrowed(&out, planes.Y, planes.YStride, planes.Rect.Dx(), planes.Rect.Dy(), 219)
		for _, plane := range [][]byte{planes.Cb, planes.Cr} {
			narrowed(&out, plane, planes.CStride, planes.Rect.Dx()/2, planes.Rect.Dy()/2, 224)
		}
	}
	file, err := os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err == nil {
		_, err = file.Write(out.Bytes())
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

// narrowed writes a plane of a JPEG, whose values are 0 to 255, in the narrower range of video: from 16 up.
func narrowed(out *bytes.Buffer, plane []byte, stride, width, height, span int) {
	for y := range height {
		for _, v := range plane[y*stride:][:width] {
			out.WriteByte(byte(16 + int(v)*span/255))
		}
	}
}

// aPhone is a browser whose camera shows the film, at the page that makes it the table's camera.
func aPhone(t *testing.T, film, page string) *browsertest.Browser {
	t.Helper()
	phone := browsertest.New(t,
		chromedp.Flag("ignore-certificate-errors", true), // a person accepts the certificate once
		chromedp.Flag("use-fake-device-for-media-stream", true), chromedp.Flag("use-fake-ui-for-media-stream", true),
		chromedp.Flag("use-file-for-fake-video-capture", film), chromedp.WindowSize(420, 860))
	phone.Open(page)
	phone.Do(chromedp.Click("#start"))
	return phone
}

// readFilmTruth reads what really happens in the film.
func readFilmTruth(t *testing.T) (truth filmTruth) {
	t.Helper()
	text, err := os.ReadFile(gameFilm + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	return truth
}

// board is what lies there after that state.
func (f *filmTruth) board(state int) (cells []boardCell) {
	for _, c := range f.States[state].Cells {
		letter := c.Letter
		if c.Stack[len(c.Stack)-1].Up == "" {
			letter = blank
		}
		cells = append(cells, boardCell{c.Row, c.Col, letter, c.Colour, c.Height})
	}
	return cells
}

// shows reports whether the server shows the table after that turn of the film, and what it shows.
func (f *filmTruth) shows(t *testing.T, address string, turn int) (bool, string) {
	t.Helper()
	at, now, scores, status := tableNow(t, address)
	found := fmt.Sprintf("turn %d (%s) with %v and %v", at, status, normal(now, 0), scores)
	return at == turn && sameBoard(now, f.board(turn)) && maps.Equal(scores, f.totals(turn)), found
}

// TestAGameThroughAPhonesCamera shows the film's first turns to a browser as its camera, each until it is read: the page sends it, over a
// secure connection, and a second page shows the score.
func TestAGameThroughAPhonesCamera(t *testing.T) {
	t.Parallel() // it waits most of the time
	truth := readFilmTruth(t)
	address, page, _ := linkedServer(t, "--data", t.TempDir(), "--players", strings.Join(truth.Players, ","))
	film := newRawFilm(t, filmPictures(t, 8, 11))
	phone := aPhone(t, film.path, page)
	board := phone.Tab()
	board.Open(address + "/watch")
	phone.Front() // as on a phone: in the background it would rest
	wait(t, "the empty table", func() bool { _, _, _, status := tableNow(t, address); return status == "live" })
	for turn, first := range []int{56, 104} {
		film.show(filmPictures(t, first, first+rawFrames-1))
		found := ""
		await(t, fmt.Sprintf("turn %d is not read", turn+1), func() (is bool) {
			is, found = truth.shows(t, address, turn+1)
			return is
		})
		t.Log(found)
	}
	phone.Look("phone-live")
	board.Front()
	checkScoreboard(board, truth.totals(2))
	board.Look("phone-watch")
}

// TestAWholeGameThroughAPhonesCamera plays all 16 turns of the film in its own time, with a challenge, false hands and a turned board, where
// WHOLEGAME is set. SLOWER=6 plays six times slower, for a machine with much else to do.
func TestAWholeGameThroughAPhonesCamera(t *testing.T) {
	if os.Getenv("WHOLEGAME") == "" {
		t.Skip("in make soak: the film takes 82 seconds")
	}
	const frames, last = 1225, 16
	slower := 1
	if n, err := strconv.Atoi(os.Getenv("SLOWER")); err == nil {
		slower = n
	}
	truth := readFilmTruth(t)
	address, page, _ := linkedServer(t, "--data", t.TempDir(), "--players", strings.Join(truth.Players, ","))
	phone := aPhone(t, fakeCamera(t, frames, slower), page)
	board := phone.Tab()
	board.Open(address + "/watch")
	phone.Front()
	// A machine with much to do plays the film slower than it should.
	until := time.Now().Add(3*time.Duration(frames*slower)*time.Second/filmRate + held)
	for seen := 0; ; time.Sleep(300 * time.Millisecond) {
		turn, _, _, _ := tableNow(t, address)
		is, found := truth.shows(t, address, last)
		if turn != seen {
			t.Logf("%s, camera %s", found, get(t, address+"/camera/status"))
			seen = turn
		}
		if is {
			break
		}
		if turn > last || time.Now().After(until) {
			phone.Look("phone-failed")
			board.Look("watch-failed")
			t.Fatalf("%s\nwant turn %d with\n%v\n%v\ncamera %s", found, last, normal(truth.board(last), 0), truth.totals(last), get(t, address+"/camera/status"))
		}
	}
	board.Front()
	checkScoreboard(board, truth.totals(last))
}

// browserRate is at which a browser plays a fake camera's JPEG files, pictures a second.
const browserRate = 30

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

// checkScoreboard waits for the second page to show every player's score.
func checkScoreboard(page *browsertest.Browser, scores map[string]int) {
	page.T.Helper()
	for color, total := range scores {
		page.Until(fmt.Sprintf("%d for %s", total, color), fmt.Sprintf(`parseInt(document.querySelector('[data-key="%s"] .total span')?.textContent) === %d`, color, total))
	}
}
