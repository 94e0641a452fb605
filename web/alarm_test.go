package web

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"tilewatch/web/access"
)

// TestWhatStrangersTryIsToldApart has each incident happen on a server: a line and a count each, and never what was typed.
func TestWhatStrangersTryIsToldApart(t *testing.T) {
	counted := map[access.Incident]int{}
	var log bytes.Buffer
	s, _, site := seated(t, Options{PIN: "4711", Log: slog.New(slog.NewTextHandler(&log, nil)), Incident: func(i access.Incident) { counted[i]++ }})
	now := time.Now()
	s.guard.Limits.Now = func() time.Time { return now }
	form := func(path string, values ...string) sent {
		body, header := fields(values...)
		return sent{path: path, body: body, header: header}
	}
	socket := map[string]string{"Connection": "Upgrade", "Upgrade": "websocket", "Origin": "http://evil.example", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg=="}
	for _, c := range []struct {
		name   string
		sent   sent
		status int
		what   access.Incident
		told   string
	}{
		{"a wrong PIN", form("/host", "pin", "4712"), http.StatusForbidden, access.WrongPIN, "from=127.0.0.1"},
		{"a wrong PIN by the API", sent{path: commands, body: begin, header: map[string]string{"Authorization": "Bearer 4713"}}, http.StatusForbidden, access.WrongPIN, "from=127.0.0.1"},
		{"a wrong code", form("/join", "code", "zzzzzz"), http.StatusForbidden, access.WrongCode, "from=127.0.0.1"},
		{"an old link", sent{method: "GET", path: "/j/kitchen/2222222222222222222222222b"}, http.StatusNotFound, access.WrongLink, "table=kitchen"},
		{"another site's form", sent{path: "/host", body: "pin=4711", header: map[string]string{"Content-Type": "application/x-www-form-urlencoded", "Origin": "http://evil.example"}},
			http.StatusForbidden, access.ForeignOrigin, "origin=http://evil.example"},
		{"another site's WebSocket", sent{method: "GET", path: "/api/tables/kitchen/events", header: socket}, http.StatusForbidden, access.ForeignOrigin, "origin=http://evil.example"},
		{"renewed links", sent{path: "/t/kitchen/links", body: "x=1", header: with(bearer(s, "kitchen", access.RoleHost), "Content-Type", "application/x-www-form-urlencoded")},
			http.StatusSeeOther, access.LinksRenewed, "from=127.0.0.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := counted[c.what]
			log.Reset()
			a := c.sent.to(t, site)
			if a.status != c.status || counted[c.what] != before+1 {
				t.Errorf("status %d, counted %v", a.status, counted)
			}
			lines := strings.Split(strings.TrimSpace(log.String()), "\n")
			if len(lines) != 1 || !strings.Contains(lines[0], "what="+string(c.what)+" ") || !strings.Contains(lines[0], c.told) {
				t.Errorf("the log says %q", lines)
			}
			for _, secret := range []string{"4712", "4713", "zzzzzz", "222222"} {
				if strings.Contains(log.String(), secret) {
					t.Errorf("the log holds %q", secret)
				}
			}
		})
	}
	t.Run("another host", func(t *testing.T) {
		r, err := http.NewRequest(http.MethodGet, site+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "evil.example"
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if counted[access.ForeignHost] != 1 || !strings.Contains(log.String(), "host=evil.example") {
			t.Errorf("counted %v, log %s", counted, log.String())
		}
	})
	t.Run("lock-outs", func(t *testing.T) {
		log.Reset()
		for range 20 {
			form("/host", "pin", "4714").to(t, site)
			form("/join", "code", "yyyyyy").to(t, site)
		}
		if counted[access.WrongPIN] != 8 || counted[access.LockedPIN] != 14 || counted[access.WrongCode] != 8 || counted[access.LockedCode] != 13 {
			t.Errorf("counted %v", counted)
		}
		if !strings.Contains(log.String(), "what=locked_pin from=127.0.0.1 seconds=") || strings.Contains(log.String(), "4714") || strings.Contains(log.String(), "yyyyyy") {
			t.Errorf("the log says %s", log.String())
		}
	})
}
