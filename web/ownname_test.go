package web

import (
	"net/http"
	"testing"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/scoreboard"
)

// TestNobodyRenamesOthersButTheHost tries whatever may stand beside a player's cookie.
func TestNobodyRenamesOthersButTheHost(t *testing.T) {
	s, table, site := seated(t, Options{PIN: "4711"})
	if _, err := table.Publish(scoreboard.State{Players: []scoreboard.Player{{Color: engine.Red, Name: "Ana"}, {Color: engine.Green, Name: "Ben"}}}); err != nil {
		t.Fatal(err)
	}
	link := ask(t, "GET", site+s.Link("kitchen", access.RolePlayer), nil, nil)
	mine := cookiePair(link) + "; seat-kitchen=red.Ana"
	key := func(r access.Role) string { return "Bearer " + s.guard.Keys.Now().Key("kitchen", r) }
	for _, c := range []struct {
		name, player, authorization string
		status                      int
	}{
		{"the own name", "red", "", http.StatusUnprocessableEntity}, // it comes to the rules, which this desk has not begun with
		{"another's name", "green", "", http.StatusForbidden},
		{"another's name, with any text as a key", "green", "x", http.StatusForbidden},
		{"another's name, with a key that is none", "green", "Bearer 2222222222222222222222222b", http.StatusForbidden},
		{"another's name, with a wrong PIN", "green", "Bearer 4712", http.StatusForbidden},
		{"another's name, with the players' key", "green", key(access.RolePlayer), http.StatusForbidden},
		{"another's name, with another table's key", "green", "Bearer " + s.guard.Keys.Now().Key("garden", access.RoleHost), http.StatusForbidden},
		{"another's name, with the host's key", "green", key(access.RoleHost), http.StatusUnprocessableEntity},
	} {
		t.Run(c.name, func(t *testing.T) {
			header := map[string]string{"Cookie": mine}
			if c.authorization != "" {
				header["Authorization"] = c.authorization
			}
			if a := (sent{path: commands, body: `{"type":"name","player":"` + c.player + `","name":"Zed"}`, header: header}).to(t, site); a.status != c.status {
				t.Errorf("status %d, want %d: %s", a.status, c.status, a.body)
			}
		})
	}
}
