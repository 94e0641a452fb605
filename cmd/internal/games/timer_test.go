package games

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tilewatch/cmd/internal/game"
	"tilewatch/engine"
	"tilewatch/engine/dabble"
	"tilewatch/engine/journal"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// TestTheServerEndsARoundByItsTimer plays at a table of no camera. Nobody does anything when the sand has run out.
func TestTheServerEndsARoundByItsTimer(t *testing.T) {
	g, err := Find("dabble")
	if err != nil {
		t.Fatal(err)
	}
	const words = `"tiers":["AT","CAT","TAME","STONE","RACERS"]`
	synctest.Test(t, func(t *testing.T) {
		j := journal.NewMemory()
		p := at(t, g, j)
		p.run(t)
		state := func() dabble.State { s, _ := p.state(t).Detail.(dabble.State); return s }
		for _, step := range []struct {
			event string
			rest  time.Duration
			phase dabble.Phase
		}{
			{`{"type":"start","players":["Ana","Ben"],"options":{"words":"challenge"}}`, time.Hour, dabble.Playing},
			{`{"type":"timer","seconds":60}`, 59 * time.Second, dabble.Playing},
			{"", 1300 * time.Millisecond, dabble.Exchange},
			{`!time_up {"type":"rack","player":0,` + words + `}`, 0, dabble.Exchange},
			{`{"type":"timer","seconds":60}`, 30 * time.Second, dabble.Playing},
			{`{"type":"rack","player":0,` + words + `}`, 31 * time.Second, dabble.RoundOver},
			{`{"type":"correct","player":1,"unused":["K"]}`, time.Hour, dabble.RoundOver},
			{`{"type":"without"}`, time.Hour, dabble.RoundOver},
		} {
			event, refused := strings.CutPrefix(step.event, "!"+dabble.LateRack+" ")
			if event != "" {
				if out := p.do(t, event); out.OK == refused || refused && out.Rule != dabble.LateRack {
					t.Fatalf("%s: %+v", step.event, out)
				}
			}
			time.Sleep(step.rest)
			synctest.Wait()
			if got := state().Phase; got != step.phase {
				t.Fatalf("%v after %s: %s, want %s", step.rest, step.event, got, step.phase)
			}
		}
		if s := p.state(t); s.Players[0].Total != 5 || len(state().History[0].Missing) != 1 || len(state().Missing) != 0 {
			t.Errorf("%+v, %+v", s.Players, state())
		}
		games, err := j.Games(t.Context())
		if err != nil || len(games) != 1 {
			t.Fatalf("%d games, %v", len(games), err)
		}
		kept, err := games[0].Load(t.Context(), j)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := g.Standing(kept, nil); err != nil || s.Players[0].Total != 5 {
			t.Errorf("kept %+v, %v", s.Players, err)
		}
	})
}

// TestNobodyWinsWithoutAPoint ends every game before anybody has a point.
func TestNobodyWinsWithoutAPoint(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		p := at(t, g, journal.NewMemory())
		p.run(t)
		for range 2 {
			p.must(t, startOfTwo)
			p.must(t, `{"type":"finish"}`)
			s := p.state(t)
			if said := s.Outcome(text.For("en")); s.Life != engine.Ended || len(s.Winners) != 0 || said != "Nobody has a point: no winner" {
				t.Errorf("%q is won by %v: %s", s.Life, s.Winners, said)
			}
		}
		if e := p.state(t).Evening; e != nil && slices.ContainsFunc(e.Players, func(p scoreboard.EveningPlayer) bool { return p.Won > 0 }) {
			t.Errorf("the evening is %+v", e.Players)
		}
	})
}
