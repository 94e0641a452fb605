package main

import (
	"fmt"
	"image"
	"image/draw"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"tilewatch/web/browsertest"
)

// faultyCamera is a network camera that shows the film's pictures, or fails in the way it is set to.
type faultyCamera struct {
	play  atomic.Pointer[[][]byte] // one after the other, again and again; nil: none, though the line stays open
	fails atomic.Bool              // it hangs up
}

func (c *faultyCamera) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
	for n := 0; r.Context().Err() == nil && !c.fails.Load(); n++ {
		if pictures := *c.play.Load(); len(pictures) > 0 {
			picture := pictures[n%len(pictures)]
			if _, err := fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(picture), picture); err != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
		time.Sleep(time.Second / filmRate)
	}
}

// newFaultyCamera is one that begins with these pictures, and its address.
func newFaultyCamera(t *testing.T, pictures [][]byte) (*faultyCamera, string) {
	t.Helper()
	c := &faultyCamera{}
	c.shows(pictures)
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	t.Cleanup(func() { c.fails.Store(true) }) // first: the server waits for its answers to end
	return c, server.URL
}

// shows shows these pictures from now on.
func (c *faultyCamera) shows(pictures [][]byte) { c.play.Store(&pictures) }

// blackened is black, in colors as the camera's other pictures are.
func blackened(img image.Image) image.Image { return image.NewRGBA(img.Bounds()) }

// grayed is without colors, as cameras see at night.
func grayed(img image.Image) image.Image {
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, withoutColor(img), out.Rect.Min, draw.Src)
	return out
}

// TestThePageSaysWhatTheCameraLacks watches a network camera that goes black, loses its colors, freezes, falls silent and hangs up in the middle of a game.
func TestThePageSaysWhatTheCameraLacks(t *testing.T) {
	t.Parallel() // it waits most of the time
	page := browsertest.New(t)
	page.Dress(390, 844, 2, "light")
	empty, good := filmPictures(t, 5, 20), filmPictures(t, 54, 66)
	camera, url := newFaultyCamera(t, empty)
	folder := t.TempDir()
	_, address := served(t, "--data", folder, "--players", "purple,red,green,yellow", "--source", url)
	says := func(text string) string {
		return fmt.Sprintf(`document.querySelector('main').innerText.includes(%q)`, text)
	}
	const played = `document.querySelectorAll('.board .stack').length === 2`
	wait(t, "the empty table", func() bool { _, _, _, status := tableNow(t, address); return status == "live" })
	camera.shows(good)
	page.Open(address + "/watch")
	page.Until("the first play", played)

	dark, night, still := [][]byte{redrawn(t, good[0], blackened)}, [][]byte(nil), good[:1]
	for _, picture := range good { // one alone would stand still
		night = append(night, redrawn(t, picture, grayed))
	}
	for _, c := range []struct {
		name  string
		play  [][]byte
		fails bool
		says  string
	}{
		{"black", dark, false, "picture is black: take off what covers the lens"},
		{"gray", night, false, "picture has no colors, so nobody can tell whose a tile is"},
		{"frozen", still, false, "picture has stood still for 10s: unplug it"},
		{"silent", nil, false, "is lost, no"},
		{"gone", nil, true, "check its cable, power and network; it is tried again"},
	} {
		camera.shows(c.play)
		camera.fails.Store(c.fails)
		page.Until(c.name+" is told", says(c.says)+" && "+played)
		page.Look("camera-" + c.name)
		camera.fails.Store(false)
		camera.shows(good)
		page.Until(c.name+" is over", "!"+says(c.says)+" && "+played)
		if _, _, _, status := tableNow(t, address); !slices.Contains([]string{"live", "thinking"}, status) {
			t.Errorf("after %s the table is %q", c.name, status)
		}
	}
	page.Clean(address, false)
}
