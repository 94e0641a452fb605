package door

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// remote is a listener whose connections come from elsewhere while elsewhere is set.
type remote struct {
	net.Listener
	elsewhere *atomic.Bool
}

type far struct{ net.Conn }

func (far) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 168, 1, 9), Port: 9} }

func (r remote) Accept() (net.Conn, error) {
	c, err := r.Listener.Accept()
	if err == nil && r.elsewhere.Load() {
		return far{c}, nil
	}
	return c, err
}

// guarded is a server with so much room. /stream goes on until the connection ends.
func guarded(t *testing.T, room int) (address string, elsewhere *atomic.Bool, notes *atomic.Int32) {
	t.Helper()
	below, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	elsewhere, notes = &atomic.Bool{}, &atomic.Int32{}
	elsewhere.Store(true)
	pages := http.NewServeMux()
	pages.HandleFunc("/stream", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	pages.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") })
	server := &http.Server{Handler: pages, ConnState: State, ReadHeaderTimeout: time.Minute}
	t.Cleanup(func() { _ = server.Close() })
	go func() { _ = server.Serve(Listen(remote{below, elsewhere}, room, func(string) { notes.Add(1) })) }()
	return below.Addr().String(), elsewhere, notes
}

// asks sends one request on a connection that stays open; the answer's first line is empty if it was hung up on.
func asks(t *testing.T, address, path string) (net.Conn, string) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_, _ = fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path)
	line, _ := bufio.NewReader(c).ReadString('\n')
	return c, strings.TrimSpace(line)
}

const ok = "HTTP/1.1 200 OK"

func TestIdleConnectionsMakeRoom(t *testing.T) {
	address, _, notes := guarded(t, 20)
	var first net.Conn
	for i := range 100 {
		c, said := asks(t, address, "/")
		if said != ok {
			t.Fatalf("connection %d is answered %q", i+1, said)
		}
		if i == 0 {
			first = c
		}
		waitIdle()
	}
	_ = first.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.ReadAll(first); err != nil {
		t.Errorf("the first one is open still: %v", err)
	}
	if notes.Load() != 0 {
		t.Error("it was called full")
	}
}

// waitIdle lets the server note that the answer is over; where it has not, the next one finds another idle one.
func waitIdle() { time.Sleep(2 * time.Millisecond) }

func TestStreamsLeaveRoomForThisComputer(t *testing.T) {
	address, elsewhere, notes := guarded(t, 20)
	for i := range 20 {
		if _, said := asks(t, address, "/stream"); said != ok {
			t.Fatalf("stream %d is answered %q", i+1, said)
		}
	}
	for range 5 {
		if _, said := asks(t, address, "/"); said != "" {
			t.Errorf("a stranger is let in: %q", said)
		}
	}
	if notes.Load() != 1 {
		t.Errorf("it was noted %d times", notes.Load())
	}
	elsewhere.Store(false)
	for range ownHost {
		if _, said := asks(t, address, "/stream"); said != ok {
			t.Errorf("this computer is answered %q", said)
		}
	}
	if _, said := asks(t, address, "/"); said != "" {
		t.Errorf("it has no end: %q", said)
	}
}

func TestWhoLeavesMakesRoom(t *testing.T) {
	address, _, _ := guarded(t, 1)
	for range 5 {
		c, said := asks(t, address, "/stream")
		if said != ok {
			t.Fatalf("answered %q", said)
		}
		_ = c.Close()
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
			next, said := asks(t, address, "/")
			_ = next.Close()
			if said == ok {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("its place stays taken")
			}
		}
	}
}

func TestRoomIsBelowTheLimit(t *testing.T) {
	if Room() < requests || Streams() < requests || Streams() > Room() {
		t.Errorf("room for %d, of them %d streams", Room(), Streams())
	}
}
