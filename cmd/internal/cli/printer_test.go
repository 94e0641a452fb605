package cli

import (
	"strings"
	"testing"

	"tilewatch/cmd/internal/term"
	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// named is a line.
type named struct {
	Photo string `json:"photo"`
}

func (n named) Text(term.Painter) string { return n.Photo + "\n" }

func TestTextsHaveAnEmptyLineBetweenThem(t *testing.T) {
	for _, c := range []struct {
		json bool
		want string
	}{
		{false, "a.jpg\n\nb.jpg\n"},
		{true, `{"photo":"a.jpg"}` + "\n" + `{"photo":"b.jpg"}` + "\n"},
	} {
		var out strings.Builder
		p := NewPrinter(&out, c.json)
		for _, name := range []string{"a.jpg", "b.jpg"} {
			if err := p.Print(named{name}); err != nil {
				t.Fatal(err)
			}
		}
		if out.String() != c.want {
			t.Errorf("%q, want %q", out.String(), c.want)
		}
	}
}

func TestTheOutcomeSaysByHowMuch(t *testing.T) {
	yellow, green := nabit.Score{Color: engine.Yellow, Total: 2}, nabit.Score{Color: engine.Green, Total: 5}
	for _, c := range []struct {
		name    string
		scores  []nabit.Score
		winners []engine.Color
		want    string
	}{
		{"a lead", []nabit.Score{yellow, green}, []engine.Color{engine.Green}, "Green wins by 3"},
		{"a tie", []nabit.Score{{Color: engine.Yellow, Total: 5}, green}, []engine.Color{engine.Yellow, engine.Green}, "Yellow and green tie with 5 points"},
		{"the tie-break decides", []nabit.Score{{Color: engine.Yellow, Total: 5}, green}, []engine.Color{engine.Green}, "Green wins the tie-break"},
		{"nobody has a point", []nabit.Score{{Color: engine.Yellow}, {Color: engine.Green}}, []engine.Color{engine.Yellow, engine.Green}, ""},
		{"nobody plays", nil, nil, ""},
	} {
		if got := Outcome(c.scores, c.winners); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
