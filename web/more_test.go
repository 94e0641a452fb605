package web

import (
	"net/http"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/web/access"
	webnabit "tilewatch/web/games/nabit"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/webtest"
)

// TestMoreOffersWhatTheGameKnows looks at the sheet "More" of every game: what NAB-IT! knows is offered to no other.
func TestMoreOffersWhatTheGameKnows(t *testing.T) {
	nabits := webnabit.Laid(engine.Board{}, []nabit.Score{{Color: engine.Red}, {Color: engine.Green}}, nil)
	nabits.Next = engine.Red
	snags := webtest.NewSnagTable(t, nil, "Ana", "Ben").State()
	s, table, site := seated(t, Options{})
	for name, c := range map[string]struct {
		state scoreboard.State
		moves bool
	}{
		"nabit":  {nabits, true},
		"snag":   {snags, false},
		"dabble": {webtest.NewDabbleTable(t, nil, "", "Ana", "Ben").State(), false},
		"tabit":  {webtest.NewTabitTable(t, nil, "Ana", "Ben").State(), false},
		"plain":  {parts.Plain("pips", "PIPS", snags.Detail), false},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := table.Publish(c.state); err != nil {
				t.Fatal(err)
			}
			a := sent{method: http.MethodGet, path: "/t/kitchen/sheet/more", header: bearer(s, "kitchen", access.RolePlayer)}.to(t, site)
			if a.status != http.StatusOK || !strings.Contains(a.body, "/t/kitchen/join") {
				t.Fatalf("status %d: %s", a.status, a.body)
			}
			for _, move := range []string{`"type":"pass"`, `"type":"exchange"`} {
				if strings.Contains(a.body, move) != c.moves {
					t.Errorf("%s is there: %t, want %t", move, !c.moves, c.moves)
				}
			}
			if !strings.Contains(a.body, `data-sheet="names"`) {
				t.Error("nobody's name can be corrected")
			}
			if strings.Contains(a.body, `"type":"finish"`) {
				t.Error("a game in which nobody has played can be ended")
			}
			played := c.state
			played.Life = engine.InPlay
			if _, err := table.Publish(played); err != nil {
				t.Fatal(err)
			}
			if a := (sent{method: http.MethodGet, path: "/t/kitchen/sheet/more", header: bearer(s, "kitchen", access.RolePlayer)}).to(t, site); !strings.Contains(a.body, `"type":"finish"`) {
				t.Error("a game that is played cannot be ended")
			}
		})
	}
}

// TestNobodyPassesAfterAnUpheldChallenge: the button waits until the player has played again or exchanged.
func TestNobodyPassesAfterAnUpheldChallenge(t *testing.T) {
	s, table, site := seated(t, Options{})
	state := scoreboard.State{Game: "nabit", Status: scoreboard.Live, Next: engine.Red}
	state.AddPlayer(scoreboard.Player{Name: "Ana"}, false)
	for _, must := range []bool{false, true} {
		if state.Detail = (scoreboard.Crossword{MustPlay: must}); must {
			state.Turn++
		}
		if _, err := table.Publish(state); err != nil {
			t.Fatal(err)
		}
		a := sent{method: http.MethodGet, path: "/t/kitchen/sheet/more", header: bearer(s, "kitchen", access.RolePlayer)}.to(t, site)
		if got := strings.Contains(a.body, `"player":"red"}' disabled>`); a.status != http.StatusOK || got != must {
			t.Errorf("must play: %t, passing is disabled: %t", must, got)
		}
	}
}

// TestSetupSaysWhoStarts: each game's rule sheet has its own way.
func TestSetupSaysWhoStarts(t *testing.T) {
	s, table, site := seated(t, Options{})
	for hint, state := range map[string]scoreboard.State{
		"The youngest starts":         {},
		"The lowest number starts":    webtest.NewSnagTable(t, nil, "Ana", "Ben").State(),
		"Everyone builds at the same": webtest.NewDabbleTable(t, nil, "", "Ana", "Ben").State(),
		"Agree on who starts":         webtest.NewTabitTable(t, nil, "Ana", "Ben").State(),
	} {
		if _, err := table.Publish(state); err != nil {
			t.Fatal(err)
		}
		a := sent{method: http.MethodGet, path: "/t/kitchen/setup", header: bearer(s, "kitchen", access.RoleHost)}.to(t, site)
		if a.status != http.StatusOK || !strings.Contains(a.body, hint) {
			t.Errorf("status %d, %q is not there", a.status, hint)
		}
	}
}
