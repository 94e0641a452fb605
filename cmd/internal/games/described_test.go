package games

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"tilewatch/cmd/internal/game"
	"tilewatch/engine/journal"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/schemas/schematest"
	"tilewatch/web/scoreboard"
)

// stateSchema is what the API's description says of a table's state.
var stateSchema struct {
	sync.Once
	schematest.Schema
}

// described holds a state to its description. All tests that look at a state call it.
func described(t *testing.T, s scoreboard.State) {
	t.Helper()
	stateSchema.Do(func() { stateSchema.Schema = schematest.Described(t, document(t), "State") })
	data, err := json.Marshal(s)
	if err == nil {
		err = stateSchema.Check(data)
	}
	if err != nil {
		t.Fatalf("%s\n%v", data, err)
	}
}

// document is the API's description as a server answers it.
func document(t *testing.T) []byte {
	t.Helper()
	server, err := web.New(web.Options{Games: Scoreboards()})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	site := httptest.NewServer(server.Handler())
	defer site.Close()
	answer, err := http.Get(site.URL + "/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestEveryStateIsAsDescribed plays every game's sample. It tries each event before it counts, and takes it back and brings it back after it.
func TestEveryStateIsAsDescribed(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		p := timed(t, g, journal.NewMemory(), (&wall{}).clock())
		p.run(t)
		p.state(t)
		tried := 0
		for _, event := range g.Sample {
			var e struct{ Type string }
			if err := json.Unmarshal(event, &e); err != nil {
				t.Fatal(err)
			}
			if out, err := p.Try(t.Context(), desk.Command{Event: event, Type: e.Type, Role: access.RoleHost, After: -1}); err == nil && out.OK {
				described(t, scoreboard.Complete(out.State, nil, g.Page(nil).Drawn))
				tried++
			}
			p.must(t, string(event))
			if p.state(t); p.do(t, `{"type":"undo"}`).OK {
				p.state(t)
				p.must(t, `{"type":"redo"}`)
			}
		}
		if p.do(t, `{"type":"finish","sure":true}`).OK {
			p.state(t)
		}
		if tried < len(g.Sample)/2 {
			t.Errorf("only %d of %d events were tried", tried, len(g.Sample))
		}
	})
}

// TestEveryStageIsAsDescribed looks at states with questions, doubts and lost cameras.
func TestEveryStageIsAsDescribed(t *testing.T) {
	w := newWorld(t)
	for id, page := range w.tables {
		t.Run(id, func(t *testing.T) {
			s, err := page.State()
			if err != nil {
				t.Fatal(err)
			}
			described(t, s)
		})
	}
}
