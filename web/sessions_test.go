package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/scoreboard"
)

// TestTheHostSeesAndEndsSessions has a player come in by a link on a phone, and the host end that session, once and for each language.
func TestTheHostSeesAndEndsSessions(t *testing.T) {
	s, table, site := seated(t, Options{})
	if _, err := table.Publish(scoreboard.State{Players: []scoreboard.Player{{Color: engine.Red, Name: "Ana"}, {Color: engine.Green, Name: "Ben"}}}); err != nil {
		t.Fatal(err)
	}
	const agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1"
	came := ask(t, "GET", site+s.Link("kitchen", access.RolePlayer), map[string]string{"User-Agent": agent}, nil)
	ana := map[string]string{"Cookie": cookiePair(came), "User-Agent": agent, "Content-Type": "application/x-www-form-urlencoded"}
	host := map[string]string{"Cookie": cookiePair(ask(t, "GET", site+s.Link("kitchen", access.RoleHost), nil, nil)), "Content-Type": "application/x-www-form-urlencoded"}
	if a := (sent{path: "/t/kitchen/seat", body: "color=red", header: ana}).to(t, site); a.status != http.StatusSeeOther {
		t.Fatalf("Ana takes her seat: status %d", a.status)
	}
	for lang, want := range map[string]string{"en": "Player, Ana", "de": "Spieler, Ana", "fr": "Joueur, Ana", "es": "Jugador, Ana"} {
		page := ask(t, "GET", site+"/t/kitchen/setup?lang="+lang, host, nil).body
		if !strings.Contains(page, want) || !strings.Contains(page, "Safari, iPhone") || strings.Contains(page, "session.") {
			t.Errorf("%s: no %q on the page", lang, want)
		}
	}
	page := ask(t, "GET", site+"/t/kitchen/setup", host, nil).body
	ids := regexp.MustCompile(`name="id" value="([^"]+)"`).FindAllStringSubmatch(page, -1)
	if len(ids) != 1 {
		t.Fatalf("%d sessions can be ended, want Ana's alone: not the host's own", len(ids))
	}
	end := sent{path: "/t/kitchen/sessions", body: "id=" + ids[0][1], header: ana}
	if a := end.to(t, site); a.status != http.StatusForbidden {
		t.Errorf("a player ends a session: status %d", a.status)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, site+"/api/tables/kitchen/events?page=play", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", ana["Cookie"])
	r := listenBy(t, req)
	if first := r.must(); !strings.Contains(first.data, `"tools"`) {
		t.Fatal("Ana's page has no tools at first")
	}
	end.header = host
	if a := end.to(t, site); a.status != http.StatusSeeOther {
		t.Fatalf("the host ends it: status %d", a.status)
	}
	if next := r.must(); strings.Contains(next.data, `"tools"`) {
		t.Error("Ana's open page keeps its tools")
	}
	if a := (sent{path: commands, body: `{"type":"undo"}`, header: with(map[string]string{}, "Cookie", ana["Cookie"])}).to(t, site); a.status != http.StatusForbidden {
		t.Errorf("Ana goes on: status %d", a.status)
	}
}

func TestLeavingTheTable(t *testing.T) {
	s, _, site := seated(t, Options{})
	ana := map[string]string{"Cookie": cookiePair(ask(t, "GET", site+s.Link("kitchen", access.RolePlayer), nil, nil)), "Content-Type": "application/x-www-form-urlencoded"}
	if page := ask(t, "GET", site+"/join", ana, nil); !strings.Contains(page.body, `action="/t/kitchen/leave"`) {
		t.Error("nobody is offered to leave")
	}
	if page := get(t, site+"/join"); strings.Contains(page.body, "/leave") {
		t.Error("who only watches is offered to leave")
	}
	a := (sent{path: "/t/kitchen/leave", body: "x=1", header: ana}).to(t, site)
	if a.status != http.StatusSeeOther || len(a.header.Values("Set-Cookie")) != 2 {
		t.Fatalf("status %d, cookies %q", a.status, a.header.Values("Set-Cookie"))
	}
	if a := (sent{path: "/t/kitchen/leave", body: "x=1", header: ana}).to(t, site); a.status != http.StatusForbidden {
		t.Errorf("who kept the cookie is a player still: status %d", a.status)
	}
}
