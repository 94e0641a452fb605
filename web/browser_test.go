package web

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
)

// site is a server on all of this machine's addresses.
type site struct {
	server *Server
	url    string // by the local network's address, without the last slash
	port   int
	stop   func()
}

func newSite(t *testing.T) *site { return newSiteAt(t, 0) }

func newSiteAt(t *testing.T, port int) *site { return listening(t, port, Options{}) }

func newSiteWith(t *testing.T, o Options) *site { return listening(t, 0, o) }

func listening(t *testing.T, port int, o Options) *site {
	t.Helper()
	l, err := net.Listen("tcp", fmt.Sprintf(":%d", port))
	if err != nil {
		t.Fatal(err)
	}
	port = l.Addr().(*net.TCPAddr).Port
	url := PageURLs(port)[0]
	o.Invite = url
	s, err := New(o)
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
	return &site{server: s, url: strings.TrimSuffix(url, "/"), port: port, stop: stop}
}

func (s *site) open(t *testing.T, id string) *Table {
	t.Helper()
	table, err := s.server.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
