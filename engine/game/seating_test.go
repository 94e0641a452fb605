package game_test

import (
	"strings"
	"testing"

	"tilewatch/engine/game"
)

// sitting is a game in which people only sit; its State is where.
func sitting() *game.Fold[game.Seating] {
	places := []string{"left", "middle", "right"}
	return game.NewFold(game.Rules[game.Seating]{
		Name: "sitting",
		Start: func(e game.Event) (game.Seating, any, []game.Violation) {
			s, v := e.Seating(places...)
			return s, nil, v
		},
		Apply: func(s game.Seating, _ game.Event) (game.Seating, any, []game.Violation) {
			return s, nil, game.Bad("no such event")
		},
		Show:    func(s game.Seating) any { return s },
		Seating: func(s *game.Seating) *game.Seating { return s },
		Places:  places,
		Where:   func(s game.Seating) []string { return s.Where(places) },
	})
}

func TestPeopleSitAndAreCalledOtherwise(t *testing.T) {
	table := sitting()
	for _, tt := range []struct{ event, players, colors, places string }{
		{`{"type":"start","players":["Anna","Ben"]}`, `"Anna","Ben"`, `"red","purple"`, `"",""`},
		{`{"type":"name","player":0,"name":" Ana "}`, `"Ana","Ben"`, `"red","purple"`, `"",""`},
		{`{"type":"name","player":"Ben","name":"ana"}`, `"Ana","Ben"`, `"red","purple"`, `"",""`},
		{`{"type":"name","player":"Ben","name":""}`, `"Ana","Ben"`, `"red","purple"`, `"",""`},
		{`{"type":"name","player":"Cleo","name":"Dan"}`, `"Ana","Ben"`, `"red","purple"`, `"",""`},
		{`{"type":"sit","player":"Ana","seat":"Right"}`, `"Ana","Ben"`, `"red","purple"`, `"right",""`},
		{`{"type":"sit","player":"Ben","seat":"up"}`, `"Ana","Ben"`, `"red","purple"`, `"right",""`},
		{`{"type":"sit","player":"Ben"}`, `"Ana","Ben"`, `"red","purple"`, `"right",""`},
		{`{"type":"sit","player":"Ben","color":"gray"}`, `"Ana","Ben"`, `"red","purple"`, `"right",""`},
		{`{"type":"sit","player":"Ben","seat":"right"}`, `"Ana","Ben"`, `"red","purple"`, `"","right"`},
		{`{"type":"sit","player":"Ben","color":"green"}`, `"Ana","Ben"`, `"red","green"`, `"","right"`},
		{`{"type":"sit","player":"Ben","color":"red"}`, `"Ana","Ben"`, `"green","red"`, `"","right"`},
		{`{"type":"undo"}`, `"Ana","Ben"`, `"red","green"`, `"","right"`},
		{`{"type":"start","players":["Ana","Ben"],"colors":["green","green"]}`, `"Ana","Ben"`, `"red","green"`, `"","right"`},
		{`{"type":"start","players":["Ana","Ben"],"colors":["green"]}`, `"Ana","Ben"`, `"red","green"`, `"","right"`},
		{`{"type":"start","players":["Ana","Ben"],"seats":["up","left"]}`, `"Ana","Ben"`, `"red","green"`, `"","right"`},
		{`{"type":"start","players":["Cleo","Dan"],"colors":["green","red"],"seats":["","left"]}`, `"Cleo","Dan"`, `"green","red"`, `"","left"`},
	} {
		table.Handle([]byte(tt.event))
		if got, want := asJSON(t, table.State()), `{"Players":[`+tt.players+`],"Colors":[`+tt.colors+`],"Places":[`+tt.places+`]}`; got != want {
			t.Errorf("after %s: %s, want %s", tt.event, got, want)
		}
	}
}

func TestWhoIsNotSeatedSitsAtTheFreePlaces(t *testing.T) {
	table := sitting()
	for _, tt := range []struct{ event, where string }{
		{`{"type":"start","players":["Ana","Ben"]}`, "left middle"},
		{`{"type":"sit","player":"Ana","seat":"middle"}`, "middle left"},
		{`{"type":"sit","player":"Ben","seat":"right"}`, "middle right"},
		{`{"type":"sit","player":"Ben","seat":"middle"}`, "left middle"},
		{`{"type":"start","players":["Ana","Ben","Cleo","Dan"]}`, "left middle right "},
	} {
		table.Handle([]byte(tt.event))
		s, _ := table.Position()
		if got := strings.Join(s.Where([]string{"left", "middle", "right"}), " "); got != tt.where {
			t.Errorf("after %s they sit %s, want %s", tt.event, got, tt.where)
		}
	}
}

func TestARematchKeepsPeopleAndRules(t *testing.T) {
	table := sitting()
	if start, _ := table.Rematch(); start != nil {
		t.Errorf("of no game: %s", start)
	}
	for _, event := range []string{`{"type":"start","game":"sitting","players":["Ana","Ben"],"options":{"goal":3},"drawn":[1,2],"at":"2026-01-02T03:04:05Z"}`,
		`{"type":"sit","player":"Ben","color":"green"}`, `{"type":"sit","player":"Ben","seat":"left"}`} {
		table.Handle([]byte(event))
	}
	start, starter := table.Rematch()
	if want := `{"colors":["red","green"],"game":"sitting","options":{"goal":3},"players":["Ana","Ben"],"seats":["middle","left"],"type":"start"}`; string(start) != want || starter != 0 {
		t.Errorf("%s by %s, want %s", start, starter, want)
	}
}
