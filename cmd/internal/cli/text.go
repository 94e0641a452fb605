package cli

import (
	"fmt"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Names are the colors' names in one text.
func Names(colors []engine.Color) string {
	if len(colors) == 0 {
		return "nobody"
	}
	return strings.Join(ColorNames(colors), ", ")
}

func ColorNames(colors []engine.Color) []string {
	list := []string{}
	for _, c := range colors {
		list = append(list, c.String())
	}
	return list
}

// Outcome says who wins by how much; empty if nobody has a point.
func Outcome(scores []nabit.Score, winners []engine.Color) string {
	best, second := 0, 0
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
		return fmt.Sprintf("%s tie with %s", title(strings.Join(ColorNames(winners), " and ")), engine.Count(best, "point"))
	case best == second:
		return title(winners[0].String()) + " wins the tie-break"
	}
	return fmt.Sprintf("%s wins by %d", title(winners[0].String()), best-second)
}

func title(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// ListText is what a word list is called, in a line for people.
func ListText(l *nabit.WordList) string {
	return fmt.Sprintf("%s, %s, %s", l.Name, engine.Count(l.Words, "word"), l.Hash)
}

const TimeLayout = "2006-01-02T15:04:05.000000Z07:00"
