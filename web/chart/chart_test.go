package chart

import (
	"strings"
	"testing"

	"tilewatch/engine"
)

// TestPoints: a line for each player, with a dash of its own, and nothing where there is little to see.
func TestPoints(t *testing.T) {
	players := []engine.Color{engine.Red, engine.Green}
	series := map[engine.Color][]int{engine.Red: {0, 4, 4}, engine.Green: {0, 0, 1200}}
	drawn := string(Points("Ana & Ben", players, series, []int{0, 1, 2}))
	for _, part := range []string{`aria-label="Ana &amp; Ben"`, `series k-red`, `series k-green`, `stroke-dasharray="16 8"`, ">1200</text>"} {
		if !strings.Contains(drawn, part) {
			t.Errorf("no %s in %s", part, drawn)
		}
	}
	if got := Points("", players, series, []int{0, 1}); got != "" {
		t.Errorf("two steps are drawn: %s", got)
	}
}

// TestForm fills what was won, and keeps the newest games where there are many.
func TestForm(t *testing.T) {
	form := make([]Won, 30)
	form[29] = Won{Points: 7, Won: true}
	if drawn := string(Form("games", engine.Red, form)); strings.Count(drawn, "<rect") != 24 || strings.Count(drawn, `class="f-red"`) != 1 {
		t.Error(drawn)
	}
}

// TestWins names each player, and draws a bar beside the swatch for those who won.
func TestWins(t *testing.T) {
	drawn := string(Wins("wins", []Record{{Name: "Ana", Says: "Ana won 2 of 3", Color: engine.Red, Games: 3, Wins: 2}, {Name: "Ben", Color: engine.Green, Games: 3}}))
	if strings.Count(drawn, "bar-all") != 2 || strings.Count(drawn, `class="f-green"`) != 1 || strings.Count(drawn, `class="f-red"`) != 2 || !strings.Contains(drawn, "<title>Ana won 2 of 3</title>") || !strings.Contains(drawn, ">2/3</text>") {
		t.Error(drawn)
	}
}
