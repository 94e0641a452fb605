package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
	"tilewatch/web/webtest"
)

// sse is one event as it came over the wire.
type sse struct{ id, event, data string }

// reader reads events from a stream.
type reader struct {
	t     *testing.T
	lines *bufio.Reader
	body  io.Closer
}

func (r reader) next() (sse, error) {
	var e sse
	for {
		line, err := r.lines.ReadString('\n')
		if err != nil {
			return e, err
		}
		line = strings.TrimSuffix(line, "\n")
		name, value, _ := strings.Cut(line, ": ")
		switch {
		case line == "" && e.event != "":
			return e, nil
		case name == "id":
			e.id = value
		case name == "event":
			e.event = value
		case name == "data":
			e.data = value
		}
	}
}

// any is the next event, or a sign of life.
func (r reader) any() sse {
	r.t.Helper()
	e, err := r.next()
	if err != nil {
		r.t.Fatal(err)
	}
	return e
}

// must passes over signs of life: they come where a machine takes long.
func (r reader) must() sse {
	r.t.Helper()
	for {
		if e := r.any(); e.event != "beat" {
			return e
		}
	}
}

func (r reader) state() scoreboard.Sent {
	r.t.Helper()
	var s scoreboard.Sent
	if e := r.must(); json.Unmarshal([]byte(e.data), &s) != nil {
		r.t.Fatalf("event %q holds no state: %s", e.event, e.data)
	}
	return s
}

// listen opens a stream; it is closed with the test.
func listen(t *testing.T, url, lastID string) reader {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute) // the whole life of the stream, on any machine
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if lastID != "" {
		req.Header.Set("Last-Event-ID", lastID)
	}
	return listenBy(t, req)
}

// listenBy opens the stream that the request is for.
func listenBy(t *testing.T, req *http.Request) reader {
	t.Helper()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	if resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		t.Fatalf("%s answers %s, %s", req.URL, resp.Status, resp.Header.Get("Content-Type"))
	}
	return reader{t, bufio.NewReader(resp.Body), resp.Body}
}

// testServer is a site by httptest, with a table that is open.
func testServer(t *testing.T, o Options) (*Server, *stream.Table, string) {
	t.Helper()
	o.Games = webtest.Games
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	t.Cleanup(s.Close) // first, or the open streams would hold the server
	table, err := s.Open("kitchen")
	if err != nil {
		t.Fatal(err)
	}
	return s, table, server.URL
}

func TestStream(t *testing.T) {
	game := webtest.DemoGame(t)
	t.Run("the first event is a full snapshot, then every change follows with its number", func(t *testing.T) {
		_, table, url := testServer(t, Options{})
		webtest.Publish(t, table, game[3])
		r := listen(t, url+"/api/tables/kitchen/events", "")
		first := r.must()
		if first.event != "snapshot" || first.id != fmt.Sprint(webtest.StateOf(t, table).Seq) {
			t.Fatalf("first event %q with id %s", first.event, first.id)
		}
		for _, s := range game[4:8] {
			want := webtest.Publish(t, table, s)
			if e := r.must(); e.event != "update" || e.id != fmt.Sprint(want) {
				t.Errorf("event %q with id %s, want update with %d", e.event, e.id, want)
			}
		}
	})
	for name, ask := range map[string]func(url, id string) (string, string){
		"by header":  func(url, id string) (string, string) { return url, id },
		"by address": func(url, id string) (string, string) { return url + "?last_event_id=" + id, "" },
	} {
		t.Run("resumed "+name+": what was missed, then a snapshot", func(t *testing.T) {
			_, table, url := testServer(t, Options{})
			seen := webtest.Publish(t, table, game[1])
			for _, s := range game[2:5] {
				webtest.Publish(t, table, s)
			}
			address, header := ask(url+"/api/tables/kitchen/events", fmt.Sprint(seen))
			r := listen(t, address, header)
			for i := range 3 {
				if e := r.must(); e.event != "update" || e.id != fmt.Sprint(seen+uint64(i)+1) {
					t.Errorf("missed event %d is %q with id %s", i, e.event, e.id)
				}
			}
			if e := r.must(); e.event != "snapshot" || e.id != fmt.Sprint(seen+3) {
				t.Errorf("then %q with id %s, want a snapshot of %d", e.event, e.id, seen+3)
			}
		})
	}
	t.Run("an unknown or foolish number gets a snapshot", func(t *testing.T) {
		_, _, url := testServer(t, Options{})
		for _, id := range []string{"7", "-1", "x", "99999999999999999999", "18446744073709551615"} {
			if e := listen(t, url+"/api/tables/kitchen/events", id).must(); e.event != "snapshot" {
				t.Errorf("after %q comes %q", id, e.event)
			}
		}
	})
	t.Run("a page gets every part once, then only what changed", func(t *testing.T) {
		_, table, url := testServer(t, Options{})
		webtest.Publish(t, table, game[3])
		r := listen(t, url+"/api/tables/kitchen/events?page=watch", "")
		var d stream.PageData
		if err := json.Unmarshal([]byte(r.must().data), &d); err != nil || len(d.Parts) != 9 || d.Parts["tools"] != "" {
			t.Fatalf("the snapshot has %d parts, error %v; want 9, and no tools", len(d.Parts), err)
		}
		if _, err := table.Update(func(s scoreboard.State) scoreboard.State { s.Status = scoreboard.Hand; return s }); err != nil {
			t.Fatal(err)
		}
		d = stream.PageData{}
		if err := json.Unmarshal([]byte(r.must().data), &d); err != nil || len(d.Parts) != 1 || !strings.Contains(string(d.Parts["head"]), "hand over table") {
			t.Errorf("a new status changes %v, error %v; want the head alone", d.Parts, err)
		}
	})
	t.Run("the current table's stream goes on with the next table", func(t *testing.T) {
		s, table, url := testServer(t, Options{})
		webtest.Publish(t, table, game[3])
		r := listen(t, url+"/api/tables/current/events", "")
		if got := r.state(); got.Table != "kitchen" {
			t.Fatalf("table %q", got.Table)
		}
		if _, err := s.Open("garden"); err != nil {
			t.Fatal(err)
		}
		if got := r.state(); got.Table != "garden" || got.Turn != 0 {
			t.Errorf("table %q, turn %d; want the garden's beginning", got.Table, got.Turn)
		}
	})
	t.Run("a silent stream beats", func(t *testing.T) {
		s, _, url := testServer(t, Options{})
		s.streams.Beat = 20 * time.Millisecond
		r := listen(t, url+"/api/tables/kitchen/events", "")
		r.must()
		if e := r.any(); e.event != "beat" || e.id != "" {
			t.Errorf("event %q with id %q, want a beat without one", e.event, e.id)
		}
	})
	t.Run("an unknown table is not found", func(t *testing.T) {
		_, _, url := testServer(t, Options{})
		resp, err := http.Get(url + "/api/tables/attic/events")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusNotFound {
			t.Errorf("status %s", resp.Status)
		}
	})
}

func TestSlowPhone(t *testing.T) {
	_, table, url := testServer(t, Options{})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/api/tables/kitchen/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "identity") // or what follows would weigh nothing
	r := listenBy(t, req)
	r.must()
	// Nothing is read from here on: the sockets' buffers fill, then the queue.
	heavy := strings.Repeat("x", 1<<20)
	for i := 0; ; i++ {
		webtest.Publish(t, table, scoreboard.State{Turn: i + 1, StatusText: heavy})
		if _, dropped := table.Stats(); dropped == 1 {
			break
		}
		if i > 200 {
			t.Fatal("a phone that reads nothing is still fed")
		}
	}
	events := 0
	for ; ; events++ {
		if _, err := r.next(); err != nil {
			break // disconnected, as it should be
		}
	}
	if back := listen(t, url+"/api/tables/kitchen/events", "").state(); back.Seq != webtest.StateOf(t, table).Seq {
		t.Errorf("back after %d events, it is shown %d, not the newest", events, back.Seq)
	}
}

// A stream outlives the time limits that ordinary answers have. A slow machine may not even read the request within a short limit: it grows
// until that was not so.
func TestStreamOutlivesLimits(t *testing.T) {
	var err error
	for limit := 500 * time.Millisecond; limit < 20*time.Second; limit *= 3 {
		if err = outlives(t, limit); err == nil {
			return
		}
	}
	t.Error(err)
}

// outlives is why a stream of a server with that limit ended before half of it more was over.
func outlives(t *testing.T, limit time.Duration) error {
	t.Helper()
	s, err := New(Options{Games: webtest.Games})
	if err != nil {
		t.Fatal(err)
	}
	s.streams.Beat = limit / 20
	server := httptest.NewUnstartedServer(s.Handler())
	server.Config.ReadTimeout, server.Config.WriteTimeout = limit, limit
	server.Start()
	defer server.Close()
	defer s.Close() // first, or the open stream would hold the server
	answer, err := http.Get(server.URL + "/api/tables/current/events")
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	r := reader{t, bufio.NewReader(answer.Body), answer.Body}
	for begun := time.Now(); time.Since(begun) < limit*3/2; {
		if _, err := r.next(); err != nil {
			return err
		}
	}
	return nil
}

// TestShutdown ends an open stream by itself: nothing has to be cut off when the time for answers is up.
func TestShutdown(t *testing.T) {
	var said syncBuffer
	place := newSiteWith(t, Options{Log: slog.New(slog.NewTextHandler(&said, nil))})
	if _, err := place.server.Open("kitchen"); err != nil {
		t.Fatal(err)
	}
	place.server.patience = 5 * time.Minute // a slow machine is no stream that was not ended
	r := listen(t, place.Url+"/api/tables/kitchen/events", "")
	r.must()
	place.Stop()
	if text := said.String(); strings.Contains(text, "cut off") {
		t.Errorf("the stream was not ended: %s", text)
	}
	if _, err := r.next(); err == nil {
		t.Error("the stream goes on after the server stopped")
	}
}

// syncBuffer is what several goroutines write.
type syncBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
