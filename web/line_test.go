package web

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tilewatch/web/scoreboard"
	"tilewatch/web/webtest"
)

// TestEveryKindOfConnectionHasTheStream has phones that net/http alone can serve beside those whose connection is taken over.
func TestEveryKindOfConnectionHasTheStream(t *testing.T) {
	for name, protocol := range map[string]struct {
		http2, secure bool
		want          string
	}{
		"plain": {false, false, "HTTP/1.1"}, "TLS": {false, true, "HTTP/1.1"}, "HTTP/2": {true, true, "HTTP/2.0"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := New(Options{Games: webtest.Games})
			if err != nil {
				t.Fatal(err)
			}
			s.streams.Beat = 20 * time.Millisecond
			server := httptest.NewUnstartedServer(s.Handler())
			server.EnableHTTP2 = protocol.http2
			if protocol.secure {
				server.StartTLS()
			} else {
				server.Start()
			}
			t.Cleanup(server.Close)
			t.Cleanup(s.Close)
			table, err := s.Open("kitchen")
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/api/tables/kitchen/events?page=watch", nil)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := server.Client().Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if answer.Proto != protocol.want || answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Security-Policy") == "" || answer.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s %s: %v", answer.Proto, answer.Status, answer.Header)
			}
			r := reader{t, bufio.NewReader(answer.Body), answer.Body}
			if e := r.must(); e.event != "snapshot" {
				t.Fatalf("first comes %q", e.event)
			}
			want := fmt.Sprint(webtest.Publish(t, table, webtest.DemoGame(t)[3]))
			kinds := map[string]bool{}
			for kinds["update"] = false; !kinds["update"] || !kinds["beat"]; {
				e := r.any()
				if kinds[e.event] = true; e.event == "update" && e.id != want {
					t.Errorf("update %s, not %s", e.id, want)
				}
			}
			cancel()
			webtest.WaitFor(t, "the server to notice that the phone has left", func() bool { return table.Phones() == 0 })
			s.Close()
		})
	}
}

// A program of HTTP/1.0 gets no chunks; it reads until the end.
func TestAnOldProgramHasTheStream(t *testing.T) {
	s, table, url := testServer(t, Options{})
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "GET /api/tables/kitchen/events HTTP/1.0\r\n\r\n")
	lines := bufio.NewReader(conn)
	for line := ""; strings.TrimSpace(line) != "" || line == ""; {
		if line, err = lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	r := reader{t, lines, conn}
	webtest.Publish(t, table, webtest.DemoGame(t)[3])
	for e := r.must(); e.event != "update"; e = r.must() {
		if !json.Valid([]byte(e.data)) {
			t.Errorf("%q is no JSON", e.data)
		}
	}
	s.Close()
	if _, err := r.next(); err == nil {
		t.Error("the stream goes on after the server has ended")
	}
}

// TestAStreamEndsWhole has a server end while a phone follows: the answer ends as HTTP wants it, so that nobody takes it for a broken connection. A phone
// that is still being sent to is cut off, and its server knows a moment after the phone that it has all: the moment grows until it was long
// enough, on any machine.
func TestAStreamEndsWhole(t *testing.T) {
	for _, secure := range []bool{false, true} {
		var err error
		for moment := 50 * time.Millisecond; moment < 10*time.Second; moment *= 2 {
			if err = streamEnd(t, secure, moment); err != nil && err.Error() == "EOF" {
				break
			}
		}
		if err == nil || err.Error() != "EOF" {
			t.Errorf("TLS %v: it ends with %v, not EOF", secure, err)
		}
	}
}

// streamEnd is how a stream ends whose server is closed that moment after the first event.
func streamEnd(t *testing.T, secure bool, moment time.Duration) error {
	t.Helper()
	s, err := New(Options{Games: webtest.Games})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(s.Handler())
	client := http.DefaultClient
	if secure {
		server.TLS = &tls.Config{NextProtos: []string{"http/1.1"}}
		server.StartTLS()
		client = server.Client()
	} else {
		server.Start()
	}
	defer server.Close()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/api/tables/current/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity") // what is compressed has no end of its own
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	r := reader{t, bufio.NewReader(answer.Body), answer.Body}
	r.must()
	time.Sleep(moment)
	s.Close()
	_, err = r.next()
	return err
}

func TestOneAddressTakesNotAllPlaces(t *testing.T) {
	const most = 3
	_, table, url := testServer(t, Options{PhonesPerAddress: most})
	address := url + "/api/tables/kitchen/events"
	var first reader
	for range most {
		first = listen(t, address, "")
		first.must()
	}
	refused, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer refused.Body.Close()
	var why apiError
	if err := json.NewDecoder(refused.Body).Decode(&why); err != nil || refused.StatusCode != http.StatusTooManyRequests || !strings.Contains(why.Error.Message, "--phones-per-address") {
		t.Errorf("one more: %s, %+v, %v", refused.Status, why, err)
	}
	if phones := table.Phones(); phones != most {
		t.Errorf("%d phones, want %d", phones, most)
	}
	first.body.Close()
	webtest.WaitFor(t, "a place to be free again", func() bool {
		webtest.Publish(t, table, scoreboard.State{StatusText: time.Now().String()}) // who has left is noticed when something is sent
		answer, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
}
