package web

import (
	"net/http"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// TestMoreOffersWhatTheGameKnows looks at the sheet "More" of every game: what NAB-IT! knows is offered to no other.
func TestMoreOffersWhatTheGameKnows(t *testing.T) {
	nabits := Nabit(engine.Board{}, []nabit.Score{{Color: engine.Red}, {Color: engine.Green}}, nil)
	nabits.Next = engine.Red
	snags := newSnagTable(t, nil, "Ana", "Ben").state()
	s, table, site := seated(t, Options{})
	for name, c := range map[string]struct {
		state State
		moves bool
	}{
		"nabit":  {nabits, true},
		"snag":   {snags, false},
		"dabble": {newDabbleTable(t, nil, "", "Ana", "Ben").state(), false},
		"tabit":  {newTabitTable(t, nil, "Ana", "Ben").state(), false},
		"plain":  {Plain("pips", "PIPS", snags.Detail), false},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := table.Publish(c.state); err != nil {
				t.Fatal(err)
			}
			a := sent{method: http.MethodGet, path: "/t/kitchen/sheet/more", header: bearer(s, "kitchen", RolePlayer)}.to(t, site)
			if a.status != http.StatusOK || !strings.Contains(a.body, "/t/kitchen/join") {
				t.Fatalf("status %d: %s", a.status, a.body)
			}
			for _, move := range []string{`"type":"pass"`, `"type":"exchange"`, `"type":"finish"`, `data-sheet="names"`} {
				if strings.Contains(a.body, move) != c.moves {
					t.Errorf("%s is there: %t, want %t", move, !c.moves, c.moves)
				}
			}
		})
	}
}

// TestSetupSaysWhoStarts: each game's rule sheet has its own way.
func TestSetupSaysWhoStarts(t *testing.T) {
	s, table, site := seated(t, Options{})
	for hint, state := range map[string]State{
		"The youngest starts":      {},
		"the lowest number starts": newSnagTable(t, nil, "Ana", "Ben").state(),
		"All build at the same":    newDabbleTable(t, nil, "", "Ana", "Ben").state(),
		"Agree on who starts":      newTabitTable(t, nil, "Ana", "Ben").state(),
	} {
		if _, err := table.Publish(state); err != nil {
			t.Fatal(err)
		}
		a := sent{method: http.MethodGet, path: "/t/kitchen/setup", header: bearer(s, "kitchen", RoleHost)}.to(t, site)
		if a.status != http.StatusOK || !strings.Contains(a.body, hint) {
			t.Errorf("status %d, %q is not there", a.status, hint)
		}
	}
}
