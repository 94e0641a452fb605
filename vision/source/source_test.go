package source

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// testPicture differs from number to number: a bright square moves over a gray ground.
func testPicture(number int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 160, 120))
	for y := range 120 {
		for x := range 160 {
			img.Set(x, y, color.RGBA{90, 100, 110, 255})
			if x/20 == number%8 && y < 40 {
				img.Set(x, y, color.RGBA{230, 220, 40, 255})
			}
		}
	}
	return img
}

// testFolder holds so many pictures.
func testFolder(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%03d.jpg", i)))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(jpeg.Encode(f, testPicture(i), nil), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// testFilm is an AVI of so many frames at 20 a second.
func testFilm(t *testing.T, n int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "film.avi")
	w, err := gocv.VideoWriterFile(name, "MJPG", 20, 160, 120, true)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i := range n {
		mat, err := gocv.ImageToMatRGB(testPicture(i))
		if err != nil {
			t.Fatal(err)
		}
		err = w.Write(mat)
		mat.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	return name
}

// testStream is a network camera: MJPEG over HTTP at about 50 frames a second, for as long as it is not closed.
func testStream(t *testing.T) *httptest.Server {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
		for i := 0; r.Context().Err() == nil; i++ {
			var body strings.Builder
			if err := jpeg.Encode(&body, testPicture(i), nil); err != nil {
				return
			}
			if _, err := fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", body.Len(), body.String()); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			time.Sleep(20 * time.Millisecond)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

func mustOpen(t *testing.T, name string, options Options) Source {
	t.Helper()
	source, err := Open(name, options)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// TestSources holds every kind of source to the same contract.
func TestSources(t *testing.T) {
	const n = 12
	for name, c := range map[string]struct {
		open func(t *testing.T) Source
		ends bool
	}{
		"a film": {func(t *testing.T) Source { return mustOpen(t, testFilm(t, n), Options{}) }, true},
		"a paced film": {func(t *testing.T) Source {
			source := mustOpen(t, testFilm(t, n), Options{Paced: true})
			source.(*guard).Source.(*film).clock = &fakeClock{at: time.Unix(0, 0)} // a busy machine would come too late for some frames
			return source
		}, true},
		"a looped film":          {func(t *testing.T) Source { return mustOpen(t, testFilm(t, n), Options{Loop: true}) }, false},
		"a folder":               {func(t *testing.T) Source { return mustOpen(t, testFolder(t, n), Options{}) }, true},
		"a looped folder":        {func(t *testing.T) Source { return mustOpen(t, testFolder(t, n), Options{Loop: true}) }, false},
		"a network camera":       {func(t *testing.T) Source { return mustOpen(t, testStream(t).URL+"/video", Options{}) }, false},
		"one that is read aside": {func(t *testing.T) Source { return mustOpen(t, testStream(t).URL+"/video", Options{Aside: newBeside}) }, false},
		"a scripted camera":      {func(t *testing.T) Source { return scripted(t, endless) }, false},
	} {
		t.Run(name, func(t *testing.T) { keepsContract(t, c.open(t), n, c.ends) })
	}
}

func keepsContract(t *testing.T, source Source, n int, ends bool) {
	defer func() {
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	last := Frame{Number: -1, Time: -1}
	frames := 0
	for ; frames < 2*n; frames++ {
		frame, err := source.Next(ctx)
		if ends && errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("frame %d: %v", frames, err)
		}
		if !picture.Usable(&frame.Mat) || frame.Mat.Cols() != 160 || frame.Mat.Rows() != 120 {
			t.Fatalf("frame %d is no color picture of 160 x 120", frames)
		}
		if frame.Number <= last.Number || frame.Time <= last.Time {
			t.Fatalf("frame %d at %v after frame %d at %v: want both to rise", frame.Number, frame.Time, last.Number, last.Time)
		}
		if skipped := frame.Number - frames; skipped != frame.Dropped {
			t.Fatalf("frame %d is the %dth, %d dropped", frame.Number, frames, frame.Dropped)
		}
		last = frame
	}
	if ends {
		if last.Number != n-1 {
			t.Errorf("the last of %d frames has number %d", n, last.Number)
		}
		if _, err := source.Next(ctx); !errors.Is(err, io.EOF) {
			t.Errorf("after the end: %v, want EOF again", err)
		}
		return
	}
	gone, stop := context.WithCancel(ctx)
	stop()
	if _, err := source.Next(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("with the context ended: %v", err)
	}
}

func TestAFilmKeepsItsOwnTime(t *testing.T) {
	source := mustOpen(t, testFilm(t, 10), Options{})
	defer source.Close()
	for i := range 10 {
		frame, err := source.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		want := time.Duration(i) * 50 * time.Millisecond
		if gap := (frame.Time - want).Abs(); gap > time.Millisecond {
			t.Errorf("frame %d at %v, want %v", i, frame.Time, want)
		}
	}
}

func TestAPacedFilmDropsWhatTheCallerIsTooLateFor(t *testing.T) {
	source := mustOpen(t, testFilm(t, 30), Options{Paced: true})
	defer source.Close()
	now := &fakeClock{at: time.Unix(0, 0)}
	source.(*guard).Source.(*film).clock = now
	next := func() Frame {
		frame, err := source.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return frame
	}
	next()
	if second := next(); second.Number != 1 || now.slept != 50*time.Millisecond {
		t.Fatalf("frame %d after %v, want frame 1 after 50ms", second.Number, now.slept)
	}
	now.at = now.at.Add(500 * time.Millisecond) // the caller is busy
	if late := next(); late.Number < 4 || late.Number > 5 || late.Dropped != late.Number-2 {
		t.Errorf("frame %d with %d dropped, want frame 4 or 5 with all dropped since 1", late.Number, late.Dropped)
	}
}

func TestAFilmCutOffEndsWithANote(t *testing.T) {
	whole, err := os.ReadFile(testFilm(t, 40))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "cut.avi")
	if err := os.WriteFile(name, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	source := mustOpen(t, name, Options{})
	defer source.Close()
	frames := 0
	for {
		_, err := source.Next(context.Background())
		if err == nil {
			frames++
			continue
		}
		var status *Status
		if !errors.As(err, &status) || status.Kind != Note || !strings.Contains(status.Message, "ends early") {
			t.Fatalf("after %d frames: %v, want a note", frames, err)
		}
		if frames < 5 || frames > 25 || status.Frame != frames-1 {
			t.Errorf("note after frame %d, %d frames read; want about half of 40", status.Frame, frames)
		}
		break
	}
	if _, err := source.Next(context.Background()); !errors.Is(err, io.EOF) {
		t.Errorf("after the note: %v, want EOF", err)
	}
}

func TestADamagedPictureInAFolderIsLeftOut(t *testing.T) {
	dir := testFolder(t, 3)
	if err := os.WriteFile(filepath.Join(dir, "001.jpg"), []byte("not a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	source := mustOpen(t, dir, Options{})
	defer source.Close()
	var news []string
	for range 4 {
		frame, err := source.Next(context.Background())
		var status *Status
		switch {
		case errors.As(err, &status):
			news = append(news, string(status.Kind))
		case err != nil:
			news = append(news, err.Error())
		default:
			news = append(news, fmt.Sprint(frame.Number))
		}
	}
	if got := strings.Join(news, " "); got != "0 note 1 EOF" {
		t.Errorf("got %s, want 0 note 1 EOF", got)
	}
}

// nobodyListens is an address at which nobody answers. The system never gives its port to a server that asks for any free one; the port of a server that
// was closed would be given to the next.
const nobodyListens = "127.0.0.1:1"

func TestWhatIsNoSourceNamesTheRemedy(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	film, err := os.ReadFile(scenetest.GateFilmPath + ".mp4")
	if err != nil {
		t.Fatal(err)
	}
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello") }))
	defer page.Close()
	for name, c := range map[string]struct{ source, want string }{
		"missing film":        {filepath.Join(dir, "no.mp4"), "use a video file"},
		"no name":             {"", "use a video file"},
		"empty file":          {write("empty.mp4", ""), "cannot read film"},
		"text":                {write("notes.txt", "a line\nand another\n"), "cannot read film"},
		"film cut off":        {write("cut.mp4", string(film[:len(film)/2])), "copy it again"},
		"empty folder":        {t.TempDir(), "no pictures"},
		"missing camera":      {"97", "not found"},
		"missing device":      {"/dev/video98", "not found"},
		"unknown scheme":      {"ftp://camera/film", "http://"},
		"no host":             {"http://", "write it like"},
		"camera switched off": {"http://user:secret@" + nobodyListens, "does not answer"},
		"a web page":          {page.URL, "no video"},
	} {
		t.Run(name, func(t *testing.T) {
			source, err := Open(c.source, Options{})
			if err == nil {
				_, err = source.Next(context.Background())
				source.Close()
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}
