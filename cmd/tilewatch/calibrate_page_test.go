package main

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tilewatch/cmd/internal/input"
	"tilewatch/web/browsertest"
)

// boardCamera is a network camera before which somebody holds the board: it shows one picture until the next is asked for. As no camera's
// pictures are quite the same, each is sent in two ways in turn: one that stands still is taken for lost.
type boardCamera struct {
	pictures [][2][]byte
	now      atomic.Int32
}

func newBoardCamera(t *testing.T) (*boardCamera, string) {
	t.Helper()
	c := &boardCamera{}
	for i := range 5 { // with eight the station itself is tested
		data, err := os.ReadFile(filepath.Join(boards, fmt.Sprintf("cam0_%d.jpg", i)))
		if err != nil {
			t.Fatal(err)
		}
		picture, err := jpeg.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		if err := jpeg.Encode(&again, picture, &jpeg.Options{Quality: 85}); err != nil {
			t.Fatal(err)
		}
		c.pictures = append(c.pictures, [2][]byte{data, again.Bytes()})
	}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	return c, server.URL + "/video"
}

func (c *boardCamera) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
	for n := 0; r.Context().Err() == nil; n++ {
		picture := c.pictures[c.now.Load()][n%2]
		if _, err := fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(picture), picture); err != nil {
			return
		}
		w.(http.Flusher).Flush()
		time.Sleep(250 * time.Millisecond)
	}
}

// TestTheGuidedPages calibrates a network camera and the table as a person would, on the server's pages.
func TestTheGuidedPages(t *testing.T) {
	t.Parallel() // it waits most of the time
	camera, url := newBoardCamera(t)
	folder := t.TempDir()
	server := host(t, nil, "--data", folder, "--source", url)
	address := "http://" + server.address
	b := browsertest.New(t)
	b.Dress(390, 844, 2, "light")
	b.Open(address + "/j/1/" + server.key + "?to=setup")
	b.Open(address + "/calibrate")
	b.Until("the camera's picture is shown", `document.readyState === "complete" && document.getElementById("picture").naturalWidth === 1280`)
	b.Look("calibrate-begin")
	b.Tap(`[data-step="camera"] [data-do="start"]`)
	for i := range camera.pictures {
		camera.now.Store(int32(i))
		b.Until(fmt.Sprintf("view %d is taken", i+1), fmt.Sprintf(`document.getElementById("count").textContent.startsWith("%d ")`, i+1))
	}
	b.Until("the camera may be kept", `!document.querySelector('[data-step="camera"] [data-do="save"]').hidden`)
	b.Look("calibrate-camera")
	b.Tap(`[data-step="camera"] [data-do="save"]`)
	b.Until("it is kept", `document.getElementById("message").textContent.startsWith("Saved")`)
	b.Tap(`[data-step="table"] [data-do="start"]`)
	b.Until("the view is judged", `document.getElementById("count").textContent.includes("of 100")`)
	b.Dress(1280, 800, 1, "light")
	b.Look("calibrate-table")
	b.Tap(`[data-step="table"] [data-do="save"]`)
	b.Until("the table is kept", `document.querySelector('[data-step="table"] .known').textContent === "Done"`)
	profile, err := input.ProfilesIn(folder).Load(input.CameraName(url))
	if err != nil || profile.Camera == nil || profile.Table == nil {
		t.Errorf("kept: %+v, %v", profile, err)
	}

	b.Dress(844, 390, 3, "light")
	b.Open(address + "/calibrate/board")
	b.Look("calibrate-match")
	b.Tap("#go")
	b.Until("the squares' size is told", `document.getElementById("told").textContent.includes("mm")`)
	b.Look("calibrate-board")
	if body := string(get(t, address+"/api/tables/1")); strings.Contains(body, `"error"`) {
		t.Errorf("the table does not answer any more: %.200s", body)
	}
}
