package web

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"tilewatch/web/browsertest"
	"tilewatch/web/hosts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/webtest"
)

// TestPagesBehindAProxyStayLive puts a reverse proxy that rewrites Host before the server: what happens reaches the page, by a WebSocket
// where one gets through, else by server-sent events.
func TestPagesBehindAProxyStayLive(t *testing.T) {
	for _, c := range []struct {
		name    string
		trusted []string
		passes  bool // WebSockets
		status  int  // of the events
	}{
		{"a trusted proxy", []string{"127.0.0.0/8"}, true, http.StatusSwitchingProtocols},
		{"a trusted proxy that passes no WebSocket", []string{"127.0.0.0/8"}, false, http.StatusOK},
		{"a proxy that nobody named", nil, true, http.StatusOK}, // its WebSockets look like another site's
	} {
		t.Run(c.name, func(t *testing.T) {
			names, err := hosts.New(nil, c.trusted)
			if err != nil {
				t.Fatal(err)
			}
			_, table, site := seated(t, Options{Hosts: names})
			webtest.Publish(t, table, webtest.DemoGame(t)[3])
			front, events := proxied(t, site, c.passes)
			b := browsertest.New(t)
			b.Open(front + "/watch")
			b.Until("the page is live", `document.querySelector('[data-part=board]').shown`)
			if _, err := table.Update(func(s scoreboard.State) scoreboard.State {
				s.Players = slices.Clone(s.Players)
				s.Players[0].Name = "Zoe"
				return s
			}); err != nil {
				t.Fatal(err)
			}
			b.Until("the page shows the new name", `document.body.textContent.includes('Zoe')`)
			if got := int(events.Load()); got != c.status {
				t.Errorf("events come with status %d, want %d", got, c.status)
			}
		})
	}
}

// proxied is a reverse proxy that rewrites Host, and the status of the newest answer to a page that asks for events.
func proxied(t *testing.T, site string, passes bool) (address string, events *atomic.Int32) {
	t.Helper()
	behind, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	events = &atomic.Int32{}
	front := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(behind) // and with it the Host
			r.SetXForwarded()
			if !passes {
				r.Out.Header.Del("Upgrade")
				r.Out.Header.Del("Connection")
			}
		},
		ModifyResponse: func(a *http.Response) error {
			if strings.HasSuffix(a.Request.URL.Path, "/events") {
				events.Store(int32(a.StatusCode))
			}
			return nil
		},
	})
	t.Cleanup(front.Close)
	return front.URL, events
}
