package nabit

import (
	"fmt"
	"slices"
	"strings"

	"tilewatch/engine"
)

// Outcome says who wins by how much; empty if nobody has a point.
func Outcome(scores []Score, winners []engine.Color) string {
	best, second := 0, 0
	var names []string
	for _, w := range winners {
		names = append(names, w.String())
	}
	for _, s := range scores {
		if slices.Contains(winners, s.Color) {
			best = s.Total
		} else {
			second = max(second, s.Total)
		}
	}
	switch {
	case best == 0:
		return ""
	case len(winners) > 1:
		return fmt.Sprintf("%s tie with %s", title(strings.Join(names, " and ")), engine.Count(best, "point"))
	case best == second:
		return title(winners[0].String()) + " wins the tie-break"
	}
	return fmt.Sprintf("%s wins by %d", title(winners[0].String()), best-second)
}

func title(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
