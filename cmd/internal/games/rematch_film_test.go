package games

import (
	"testing"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine"
	"tilewatch/engine/dabble"
	"tilewatch/engine/journal"
	"tilewatch/engine/snag"
	"tilewatch/engine/tabit"
	"tilewatch/vision/filmtest"
	"tilewatch/web/scoreboard"
)

// glimpses are a few frames of each game's film in which something lies before the players, or is laid.
var glimpses = map[string][]filmtest.Shot{
	"nabit":  {{To: 28, Every: 7, Step: 0.5}, {From: 53, To: 68, Every: 3, Step: 0.5}, {From: 96, To: 120, Every: 4, Step: 0.5}},
	"snag":   {{To: 24, Every: 6, Step: 0.2}, {From: 53, To: 65, Every: 3, Step: 0.2}},
	"dabble": {{From: 80, To: 95, Every: 3, Step: 0.2}},
	"tabit":  {{From: 160, To: 175, Every: 3, Step: 0.2}},
}

// before is what the page says lies before each player, or who laid it, by name.
func before(s scoreboard.State) map[string]string {
	all := map[string]string{}
	switch g := s.Detail.(type) {
	case tabit.State:
		for _, c := range g.Board {
			all[c.Player] = asJSON(c.Spread)
		}
	case dabble.State:
		for _, r := range g.Racks {
			all[r.Player] = asJSON(r.Words())
		}
	case snag.State:
		all["next"] = asJSON(g.Next)
	default:
		for _, p := range s.Players {
			all[p.Color.String()] = p.Name
		}
	}
	return all
}

// TestEverybodyKeepsTheSeatBeforeTheCamera shows the same table in two games in a row: what lies before somebody is theirs in both, and all
// sit as before in the third.
func TestEverybodyKeepsTheSeatBeforeTheCamera(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		t.Parallel()
		p := at(t, g, journal.NewMemory())
		p.run(t)
		start := `{"type":"start","players":["Ana","Ben","Cleo"]}`
		if g.Name == "nabit" {
			start = `{"type":"start","players":["purple","red","green","yellow"],"names":{"purple":"Ana","red":"Ben"}}`
		}
		p.must(t, start)
		if seats[g.Name] != nil {
			p.must(t, `{"type":"sit","player":"Ben","seat":"`+seats[g.Name][0]+`"}`)
		}
		var first map[string]string
		for game := range 2 {
			p.shows(t, glimpses[g.Name])
			s := p.state(t)
			if s.Life == engine.SetUp {
				t.Fatalf("game %d: the film shows nothing: %+v", game, s.Detail)
			}
			now := before(s)
			if first == nil {
				first = now
			}
			if want := asJSON(first); asJSON(now) != want || len(now) == 0 {
				t.Errorf("game %d: %s, want %s", game, asJSON(now), want)
			}
			sat := sittings(s)
			p.must(t, `{"type":"finish"}`)
			p.must(t, `{"type":"rematch"}`)
			if s := p.state(t); asJSON(names(sittings(s))) != asJSON(names(sat)) {
				t.Errorf("after game %d they sit %v, want %v", game, sittings(s), sat)
			}
		}
	})
}

// names are sittings in JSON's reach.
func names(all []sitting) (list [][3]string) {
	for _, s := range all {
		list = append(list, [3]string{s.name, s.place, s.color.String()})
	}
	return list
}

// shows runs the shots of the game's film.
func (p *party) shows(t *testing.T, shots []filmtest.Shot) {
	t.Helper()
	source := filmtest.New(t, "../../../testdata/"+p.state(t).Game+"/live/oblique.mp4", shots...)
	defer source.Close()
	film, err := p.Film(game.Inputs{}, source)
	if err != nil {
		t.Fatal(err)
	}
	defer film.Close()
	if err := film.Run(t.Context(), p, pipeline.Reports{Note: func(text string) { t.Log(text) }}); err != nil {
		t.Fatal(err)
	}
}
