package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"
)

// camera is a network camera that shows pictures of a film for as long as they are wanted, so that nothing is missed on a busy machine.
type camera struct {
	*httptest.Server
	play atomic.Pointer[[][]byte] // JPEG files, one after the other, again and again
}

// cameraRate is how many pictures a second it sends.
const cameraRate = 10

// newCamera begins with these pictures.
func newCamera(pictures [][]byte) *camera {
	c := &camera{}
	c.shows(pictures)
	c.Server = httptest.NewServer(http.HandlerFunc(c.send))
	return c
}

// shows shows these pictures from now on.
func (c *camera) shows(pictures [][]byte) { c.play.Store(&pictures) }

// send answers Motion JPEG.
func (c *camera) send(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
	for n := 0; r.Context().Err() == nil; n++ {
		pictures := *c.play.Load()
		picture := pictures[n%len(pictures)]
		if _, err := fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(picture), picture); err != nil {
			return
		}
		w.(http.Flusher).Flush()
		time.Sleep(time.Second / cameraRate)
	}
}
