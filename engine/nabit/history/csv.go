package history

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"tilewatch/engine"
)

// CSV writes a line for each turn, after a line of headings: turn, time (RFC 3339), seconds, player, name, kind, tiles (places as
// in Notation), words, nabbed, banked, taken_back, corrected, and every player's points after it.
func (g *Game) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	heading := []string{"turn", "time", "seconds", "player", "name", "kind", "tiles", "words", "nabbed", "banked", "taken_back", "corrected"}
	players := g.Players()
	for _, c := range players {
		heading = append(heading, "points_"+c.String())
	}
	if err := out.Write(heading); err != nil {
		return err
	}
	at := g.origin()
	for _, s := range g.Steps[1:] {
		if err := out.Write(append(g.line(s, at), g.points(s)...)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func (g *Game) line(s Step, at origin) []string {
	stamp, seconds := "", ""
	if !s.Time.IsZero() {
		stamp = s.Time.UTC().Format(time.RFC3339)
	}
	if s.Took > 0 {
		seconds = strconv.FormatFloat(s.Took.Seconds(), 'f', 1, 64)
	}
	var nabbed []string
	for _, n := range s.Nabbed {
		nabbed = append(nabbed, n.Word)
	}
	return []string{strconv.Itoa(s.Number), stamp, seconds, s.Player.String(), engine.PlainCell(g.Name(s.Player)), string(s.Kind), at.tiles(s),
		strings.Join(s.Turn.Words, " "), strings.Join(nabbed, " "), yes(s.Banked), yes(s.Withdrawn), yes(len(s.Corrected) > 0)}
}

func (g *Game) points(s Step) []string {
	var points []string
	for _, c := range g.Players() {
		total := 0
		for _, score := range s.Scores {
			if score.Color == c {
				total = score.Total
			}
		}
		points = append(points, strconv.Itoa(total))
	}
	return points
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}
