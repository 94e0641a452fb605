package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal/sqlite"
)

// TestRaceAskedToEndItEndsInOrder while pages follow the game, people post events and a photo is being read: streams end, what was answered as
// done is kept, nobody is left waiting, nothing is left running, and the program says that all is well.
func TestRaceAskedToEndItEndsInOrder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	h := host(t, nil, "--data", folder)
	h.does(`{"type":"start","players":["red","purple","yellow","green"]}`)
	h.does(`{"type":"play","player":"red","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"O"}]}`)
	streams := h.followed(5)
	var busy sync.WaitGroup
	all := make([]*sent, len(posters))
	begun := make(chan struct{})
	var once sync.Once
	for i, color := range posters {
		all[i] = &sent{color: color, ends: true}
		busy.Go(func() { all[i].post(t, h, byte(2+i), func() { once.Do(func() { close(begun) }) }) })
	}
	kind, form := photoForm(still(t))
	busy.Go(func() {
		answer, err := http.Post("http://"+h.address+"/api/photos", strings.TrimPrefix(kind, "Content-Type: "), strings.NewReader(form))
		if err == nil { // else it was cut off
			answer.Body.Close()
		}
	})
	<-begun
	var left []int
	await(t, "nobody reads the photo", func() bool { left = children(t, h.server); return len(left) > 0 })
	if err := h.server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := h.server.Wait(); err != nil {
		t.Errorf("asked to end: %v, %s", err, h.log)
	}
	busy.Wait()
	for i, stream := range streams {
		if err := stream.SetReadDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, stream); err != nil {
			t.Errorf("stream %d: %v", i, err)
		}
	}
	for _, pid := range left {
		await(t, "a reader of photos lives on", func() bool { return syscall.Kill(pid, 0) != nil })
	}
	allThere(t, folder, all)
	h.ended(folder)
}

// followed opens so many streams, and answers them once the game has come.
func (h *hosted) followed(n int) (streams []net.Conn) {
	h.t.Helper()
	for range n {
		conn, err := net.Dial("tcp", h.address)
		if err != nil {
			h.t.Fatal(err)
		}
		h.t.Cleanup(func() { _ = conn.Close() })
		if _, err := fmt.Fprintf(conn, "GET /api/tables/1/events HTTP/1.1\r\nHost: %s\r\n\r\n", h.address); err != nil {
			h.t.Fatal(err)
		}
		if err := conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
			h.t.Fatal(err)
		}
		var got bytes.Buffer
		for part := make([]byte, 4096); !strings.Contains(got.String(), "data:"); {
			n, err := conn.Read(part)
			if got.Write(part[:n]); err != nil {
				h.t.Fatalf("the stream gives %q, %v", got.String(), err)
			}
		}
		streams = append(streams, conn)
	}
	return streams
}

// ended looks whether the journal was closed as it should be: nothing of it is left beside its file.
func (h *hosted) ended(folder string) {
	h.t.Helper()
	if left, err := filepath.Glob(filepath.Join(folder, store.GamesFile+"-*")); err != nil || len(left) > 0 {
		h.t.Errorf("beside the journal there are %v, %v", left, err)
	}
	j, err := sqlite.Open(h.t.Context(), filepath.Join(folder, store.GamesFile))
	if err != nil {
		h.t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		h.t.Error(err)
	}
}
