package web

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// served is what listens: a web.Server.
type served interface {
	Serve(ctx context.Context, l net.Listener) error
	Link(table string, r Role) string
}

// listener is a server on all of this machine's addresses.
type listener struct {
	server served
	url    string // by the local network's address, without the last slash
	port   int
	stop   func()
}

// listening has a server listen on a port, 0 for any; newServer makes it for the address that phones join at.
func listening(t *testing.T, port int, newServer func(invite string) (served, error)) *listener {
	t.Helper()
	l, err := net.Listen("tcp", fmt.Sprintf(":%d", port))
	if err != nil {
		t.Fatal(err)
	}
	port = l.Addr().(*net.TCPAddr).Port
	url := PageURLs(port)[0]
	s, err := newServer(url)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	t.Cleanup(stop)
	return &listener{server: s, url: strings.TrimSuffix(url, "/"), port: port, stop: stop}
}

func publish(t *testing.T, table publisher, s State) uint64 {
	t.Helper()
	seq, err := table.Publish(s)
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

func stateOf(t *testing.T, table interface{ State() (State, error) }) State {
	t.Helper()
	s, err := table.State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// waitFor waits for what comes to be sooner or later.
func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for begun := time.Now(); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// scoreOf is a script for the points that the page shows for a color.
func scoreOf(color string) string {
	return fmt.Sprintf(`parseInt(document.querySelector('[data-key=%s] .total span')?.textContent)`, color)
}
