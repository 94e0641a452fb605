package webtest

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"tilewatch/web/access"
	"tilewatch/web/invite"
	"tilewatch/web/scoreboard"
)

// Server is what listens: a web.Server.
type Server interface {
	Serve(ctx context.Context, l net.Listener) error
	Link(table string, r access.Role) string
}

// Site is a server on all of this machine's addresses.
type Site struct {
	server Server
	Url    string // by the local network's address, without the last slash
	Port   int
	Stop   func()
}

// Listen has a server listen on a port, 0 for any; newServer makes it for the address that phones join at.
func Listen(t *testing.T, port int, newServer func(invite string) (Server, error)) *Site {
	t.Helper()
	l, err := net.Listen("tcp", fmt.Sprintf(":%d", port))
	if err != nil {
		t.Fatal(err)
	}
	port = l.Addr().(*net.TCPAddr).Port
	url := invite.PageURLs(&net.TCPAddr{Port: port})[0]
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
	return &Site{server: s, Url: strings.TrimSuffix(url, "/"), Port: port, Stop: stop}
}

// Publish publishes a state, and answers its number.
func Publish(t *testing.T, table publisher, s scoreboard.State) uint64 {
	t.Helper()
	seq, err := table.Publish(s)
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

// StateOf is the table's current state.
func StateOf(t *testing.T, table interface {
	State() (scoreboard.State, error)
}) scoreboard.State {
	t.Helper()
	s, err := table.State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// WaitFor waits for what comes to be sooner or later.
func WaitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for begun := time.Now(); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// ScoreOf is a script for the points that the page shows for a color.
func ScoreOf(color string) string {
	return fmt.Sprintf(`parseInt(document.querySelector('[data-key=%s] .total span')?.textContent)`, color)
}
