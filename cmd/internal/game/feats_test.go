package game

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/snag"
	websnag "tilewatch/web/games/snag"
	"tilewatch/web/scoreboard"
)

// TestAGameThatIsOverIsToldOnce until an event changes how it went: a mark does not, an undo does.
func TestAGameThatIsOverIsToldOnce(t *testing.T) {
	rules := snag.Game{}.Table(nil)
	drawn := 0
	page := func(state any) scoreboard.State {
		drawn++
		return websnag.Scoreboard(state.(snag.State))
	}
	for _, event := range []string{`{"type":"start","players":["Ana","Ben"]}`, `{"type":"place","player":0,"number":4}`, `{"type":"place","player":1,"number":5}`, `{"type":"place","player":0,"number":6}`, `{"type":"place","player":1,"number":7}`, `{"type":"call","player":1}`, `{"type":"finish"}`} {
		if a := rules.Handle([]byte(event)); !a.OK {
			t.Fatal(event, a)
		}
	}
	var f feats
	first := f.of(rules, page)
	told := drawn
	if len(first) == 0 || first[0].Player == engine.NoColor || told == 0 {
		t.Fatalf("%v is remembered of %d states", first, told)
	}
	if a := rules.Handle([]byte(`{"type":"mark","title":"The long one"}`)); !a.OK {
		t.Fatal(a)
	}
	if again := f.of(rules, page); len(again) != len(first) || drawn != told {
		t.Errorf("after a mark %d more states are told", drawn-told)
	}
	for range 2 { // the end, and the call
		rules.Handle([]byte(`{"type":"undo"}`))
	}
	if f.of(rules, page); drawn == told {
		t.Error("what was undone is still told")
	}
}
