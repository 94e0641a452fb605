package retold

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"tilewatch/engine"
	"tilewatch/web/text"
)

// CSV writes a table with a line for each step: what was done, by whom, when, and everybody's points after it.
func (g *Game) CSV(w io.Writer, t *text.Texts) error {
	out := csv.NewWriter(w)
	head := []string{"step", "time", "player", "event", "seen", "what"}
	for _, p := range g.State().Players {
		head = append(head, p.Name)
	}
	lines := [][]string{head}
	for i, s := range g.Steps {
		line := []string{strconv.Itoa(i), stamp(s.At), "", s.Type, "no", g.Deed(i, t)}
		if p := s.State.PlayerOf(s.Player); s.Player != engine.NoColor {
			line[2] = p.Name
		}
		if s.Seen {
			line[4] = "yes"
		}
		for _, p := range g.State().Players {
			line = append(line, strconv.Itoa(s.State.PlayerOf(p.Color).Total))
		}
		lines = append(lines, line)
	}
	for _, line := range lines {
		for i, cell := range line {
			line[i] = engine.PlainCell(cell)
		}
	}
	return out.WriteAll(lines)
}

func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// Notation writes the game as chess players write theirs down: tags, then the numbered steps, then who won.
func (g *Game) Notation(w io.Writer, title string, t *text.Texts) error {
	var b strings.Builder
	tag := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "[%s %q]\n", name, value)
		}
	}
	tag("Game", g.By.Title())
	tag("Title", title)
	tag("Began", stamp(g.Began()))
	for i, p := range g.State().Players {
		tag(fmt.Sprintf("Player%d", i+1), p.Name)
	}
	tag("Result", g.Totals(len(g.Steps)-1))
	b.WriteString("\n")
	for i := range g.Steps[1:] {
		fmt.Fprintf(&b, "%d. %s", i+1, g.Deed(i+1, t))
		for k, won := range g.Steps[i+1].Points {
			if won != 0 {
				fmt.Fprintf(&b, " {%s %+d}", g.State().Players[k].Name, won)
			}
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Totals is everybody's points after the step in a line, and who has won: "Ana 12, Ben 8; won by Ana".
func (g *Game) Totals(step int) string {
	s := &g.Steps[step].State
	var points, winners []string
	for _, p := range s.Players {
		points = append(points, fmt.Sprintf("%s %d", p.Name, p.Total))
	}
	for _, c := range s.Winners {
		winners = append(winners, s.PlayerOf(c).Name)
	}
	line := strings.Join(points, ", ")
	if len(winners) > 0 {
		line += "; won by " + strings.Join(winners, " and ")
	}
	return line
}
