package nabit

import (
	"testing"

	"tilewatch/engine"
)

func TestTheOutcomeSaysByHowMuch(t *testing.T) {
	yellow, green := Score{Color: engine.Yellow, Total: 2}, Score{Color: engine.Green, Total: 5}
	for _, c := range []struct {
		name    string
		scores  []Score
		winners []engine.Color
		want    string
	}{
		{"a lead", []Score{yellow, green}, []engine.Color{engine.Green}, "Green wins by 3"},
		{"a tie", []Score{{Color: engine.Yellow, Total: 5}, green}, []engine.Color{engine.Yellow, engine.Green}, "Yellow and green tie with 5 points"},
		{"the tie-break decides", []Score{{Color: engine.Yellow, Total: 5}, green}, []engine.Color{engine.Green}, "Green wins the tie-break"},
		{"nobody has a point", []Score{{Color: engine.Yellow}, {Color: engine.Green}}, []engine.Color{engine.Yellow, engine.Green}, ""},
		{"nobody plays", nil, nil, ""},
	} {
		if got := Outcome(c.scores, c.winners); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
