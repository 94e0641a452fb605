package web

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/invite"
	"tilewatch/web/scoreboard"
	both "tilewatch/web/secure"
	"tilewatch/web/webtest"
)

// TestTwelveTabs opens more pages in one browser than it opens connections: all load and stay live, and commands still reach the server.
func TestTwelveTabs(t *testing.T) {
	for _, c := range []struct {
		scheme string
		serve  func(net.Listener) net.Listener
		flags  []chromedp.ExecAllocatorOption
	}{
		{"http", func(l net.Listener) net.Listener { return l }, nil},
		{"https", func(l net.Listener) net.Listener {
			certificate, err := both.Certificate(t.TempDir(), both.Hosts())
			if err != nil {
				t.Fatal(err)
			}
			return both.Listen(l, certificate)
		}, []chromedp.ExecAllocatorOption{chromedp.Flag("ignore-certificate-errors", true)}},
	} {
		t.Run(c.scheme, func(t *testing.T) {
			s, table, _ := seated(t, Options{})
			game := webtest.DemoGame(t)
			webtest.Publish(t, table, game[3])
			site := servedBy(t, s, c.scheme, c.serve)
			first := browsertest.New(t, c.flags...)
			first.Open(site + s.Link("kitchen", access.RolePlayer))
			tabs := []*browsertest.Browser{first}
			for i := range 11 {
				tab := first.Tab()
				tab.Open(site + []string{"/t/kitchen/play", "/t/kitchen/watch", "/t/kitchen/tv", "/t/kitchen/overlay"}[i%4])
				tabs = append(tabs, tab)
			}
			for i, tab := range tabs {
				tab.Until(fmt.Sprintf("tab %d is live", i+1), `document.querySelector('[data-part=board]').shown`)
			}
			if used := browsertest.Eval[string](first, `performance.getEntriesByType('navigation')[0].nextHopProtocol`); (used == "h2") != (c.scheme == "https") {
				t.Errorf("the browser speaks %s", used)
			}
			first.Script(`fetch('/api/tables/kitchen/commands', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{"type":"undo"}'}).then(a => { window.answered = a.status; }); undefined`)
			first.Until("a command is answered", `window.answered > 0`)
			if _, err := table.Update(func(s scoreboard.State) scoreboard.State {
				s.Players = slices.Clone(s.Players)
				s.Players[0].Name = "Zoe"
				return s
			}); err != nil {
				t.Fatal(err)
			}
			for i, tab := range tabs {
				tab.Until(fmt.Sprintf("tab %d shows the new name", i+1), `document.body.textContent.includes('Zoe')`)
			}
			if phones := table.Phones(); phones != len(tabs) {
				t.Errorf("%d pages follow the table", phones)
			}
		})
	}
}

// servedBy has the server listen on a port of this machine, and answers the site's address.
func servedBy(t *testing.T, s *Server, scheme string, over func(net.Listener) net.Listener) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, over(l)) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	url := invite.PageURLs(l.Addr().(*net.TCPAddr))
	return scheme + strings.TrimSuffix(strings.TrimPrefix(url[len(url)-1], "http"), "/")
}
