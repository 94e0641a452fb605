package calibrate

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"tilewatch/web/browsertest"
	"tilewatch/web/text"
)

// busyBench is in the middle of the camera step.
type busyBench struct{}

func (busyBench) State() State {
	return State{Camera: "HD Webcam", Width: 1280, Height: 720, Step: Camera, SquareMM: 25, Wish: "tilt", Views: 4, Progress: 0.4, Cells: make([]int, 64), CanSave: true,
		Says: []Says{{"good", map[string]float64{"px": 0.214, "percent": 0.31}, "Very good"}}, Known: Known{Table: true}}
}
func (busyBench) Picture() []byte               { return nil }
func (busyBench) Do(context.Context, Ask) error { return nil }

func TestThePagesAreAccessible(t *testing.T) {
	server := httptest.NewServer(Handler(busyBench{}))
	defer server.Close()
	b := browsertest.New(t)
	for _, c := range []struct {
		path, theme string
		width       int64
	}{{"/calibrate", "light", 390}, {"/calibrate", "dark", 1280}, {"/calibrate?lang=es", "light", 320}, {"/calibrate/board", "light", 390}} {
		b.Dress(c.width, 844, 1, c.theme)
		b.Open(server.URL + c.path)
		b.Accessible(c.path + ", " + c.theme)
		b.Look("calibrate-" + c.theme)
	}
	b.Dress(320, 640, 1, "light")
	for _, lang := range text.Langs() {
		for _, path := range []string{"/calibrate", "/calibrate/board"} {
			b.Open(server.URL + path + "?lang=" + lang.Lang)
			if bad := b.Unfit(); bad != "" || b.Wide() > 0 {
				t.Errorf("%s in %s, %d pixels too wide:\n%s", path, lang.Lang, b.Wide(), bad)
			}
			b.Look("fit-" + lang.Lang + strings.ReplaceAll(path, "/", "-"))
		}
	}
	b.Clean(server.URL, true) // there is no picture
}
