package games

import (
	"html/template"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/table"
	"tilewatch/engine/lexicon"
	"tilewatch/web"
	"tilewatch/web/clock"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// wordsOf is the list that judges a game's words.
func wordsOf(t *testing.T, g game.Game) *lexicon.Lexicon {
	t.Helper()
	words, err := lexicon.OpenFor(g.Name, "")
	if err != nil {
		t.Fatal(err)
	}
	return words
}

func TestASampleIsAWholeGame(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		rules := g.Rules(wordsOf(t, g))
		for i, event := range g.Sample {
			if a := rules.Handle(event); !a.OK {
				t.Fatalf("event %d, %s: %s", i+1, event, a.Violations[0].Message)
			}
		}
		if s := g.Page(rules.State()); g.Name != Default() && (s.Status != scoreboard.Finished || len(s.Winners) != 1) { // NAB-IT!'s ends under way
			t.Errorf("it does not end: %+v", s)
		}
		boards := map[template.HTML]bool{}
		for _, s := range g.Played() {
			boards[s.Drawn.Parts(&s, scoreboard.Look{Texts: text.For("en")})["board"]] = true
		}
		if len(boards) < len(g.Sample)/3 {
			t.Errorf("played on the first page it shows %d boards", len(boards))
		}
		if told, err := retold.Of(rules, g.Page); err != nil || len(told.Feats()) == 0 {
			t.Errorf("it is remembered for nothing: %v", err)
		}
	})
}

func TestTheSampleGamePlaysItself(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		sample := &table.Sample{Events: g.Sample, Pace: 5 * time.Millisecond, Sit: func(c *clock.Clock) (table.Party, error) {
			party, err := g.Sit(game.Inputs{Words: wordsOf(t, g)}, game.Seat{Blind: func() bool { return true }, Clock: c, Note: func(text string) { t.Log(text) }})
			return party.Party, err
		}}
		server, err := web.New(web.Options{Games: parts.Games(Scoreboards())})
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		if err := sample.Open(t.Context(), server); err != nil {
			t.Fatal(err)
		}
		site := httptest.NewServer(server.Handler())
		defer site.Close()
		answer, err := http.Get(site.URL + "/api/tables/sample/events") // somebody looks
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		seen, want := "", map[string]string{"nabit": `"turn":16`, "snag": `"status":"finished"`, "dabble": `"status":"finished"`, "tabit": `"status":"finished"`}[g.Name]
		for buffer := make([]byte, 64<<10); !strings.Contains(seen, want) || !strings.Contains(seen, "Ana"); {
			n, err := answer.Body.Read(buffer)
			if err != nil {
				t.Fatalf("%v after %.300s", err, seen)
			}
			seen += string(buffer[:n])
		}
		if strings.Contains(seen, `"not_saved`) {
			t.Error("it alarms: it is not saved, as it is meant to be")
		}
	})
}
