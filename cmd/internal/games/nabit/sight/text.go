package sight

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/term"
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/still"
)

// Text is the answer for people: the board as it lies, the words with who controls them, the score.
func (r Result) Text(paint term.Painter) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n", r.name())
	if board := r.Board(); len(board) > 0 {
		fmt.Fprintf(&text, "\n%s\n  %s\n\n", paint.Board(board, nil), paint.Legend(board))
	}
	for _, w := range r.ranked() {
		fmt.Fprintf(&text, "  %-12s %-16s %s\n", w.Text, place(w.Word), paint.Names(control(w)))
	}
	if len(r.Words) > 0 {
		text.WriteString("\n")
	}
	for _, line := range standings(r.Scores) {
		fmt.Fprintf(&text, "  %s\n", paint.Names(line))
	}
	if outcome := r.outcome(); outcome != "" {
		fmt.Fprintf(&text, "  %s\n", paint.Names(outcome))
	}
	text.WriteString(r.unsureNames())
	text.WriteString(r.reasons())
	for _, q := range r.Questions {
		fmt.Fprintf(&text, "  question: %s (--answer %s=%s)\n", q.Text, q.Key, strings.Join(q.Options, "|"))
	}
	if r.Look != nil {
		fmt.Fprintf(&text, "  look: %s\n", r.Look.Text)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&text, "  note: %s\n", w.Message)
	}
	return text.String()
}

// reasons are why each tile was read as it was, in nats, if somebody asked.
func (r Result) reasons() string {
	var text strings.Builder
	for _, c := range r.Cells {
		for i, why := range c.Why {
			if i == 0 {
				fmt.Fprintf(&text, "  row %d, col %d: why %s\n", c.Row, c.Col, c.Letter)
			}
			is := why.Is + ", not " + why.Not
			if why.What == "height" {
				is = "height " + is
			}
			fmt.Fprintf(&text, "    %-24s", is)
			for _, by := range slices.Sorted(maps.Keys(why.Nats)) {
				fmt.Fprintf(&text, "  %s %+.1f", by, why.Nats[by])
			}
			text.WriteString("\n")
		}
	}
	return text.String()
}

// outcome says who wins, or who may.
func (r Result) outcome() string {
	if r.Winner.Confidence >= still.Sure || len(r.Winners) == 0 {
		scores := make([]nabit.Score, len(r.Scores))
		for i, s := range r.Scores {
			scores[i] = s.Score
		}
		return nabit.Outcome(scores, r.Winners)
	}
	names := cli.ColorNames(slices.Concat(r.Winners, r.Winner.Or))
	text := strings.Join(names, " or ")
	return fmt.Sprintf("%s wins (%.0f %% sure)", strings.ToUpper(text[:1])+text[1:], 100*r.Winner.Confidence)
}

// name is the photo's, or those of all that were joined.
func (r Result) name() string {
	if len(r.Photos) > 0 {
		return strings.Join(r.Photos, " + ")
	}
	return r.Photo
}

// ranked are the words in the order of their owners' points, then the long ones first.
func (r Result) ranked() []still.Word {
	points := func(w still.Word) (most int) {
		for _, s := range r.Scores {
			if slices.Contains(w.Controllers, s.Color) {
				most = max(most, s.Total)
			}
		}
		return most
	}
	words := slices.Clone(r.Words)
	slices.SortStableFunc(words, func(a, b still.Word) int {
		return cmp.Or(points(b)-points(a), slices.Compare(a.Controllers, b.Controllers), len(b.Text)-len(a.Text), cmp.Compare(a.Text, b.Text))
	})
	return words
}

// place is where a word lies, as --fix counts rows and columns.
func place(w engine.Word) string {
	last := len(w.Text) - 1
	if w.Direction == engine.Across {
		return fmt.Sprintf("row %d, col %d-%d", w.Row, w.Col, w.Col+last)
	}
	return fmt.Sprintf("col %d, row %d-%d", w.Col, w.Row, w.Row+last)
}

// control is who controls a word; where that is not sure, with its probability, and who else may and when.
func control(w still.Word) string {
	text := cli.Names(w.Controllers)
	if w.Confidence < still.Sure {
		text += fmt.Sprintf(" (%.0f %%)", 100*w.Confidence)
	}
	for _, o := range w.Or {
		who := cli.Names(o.Controllers)
		if len(o.Controllers) == 0 {
			who = "not this word"
		}
		if text += "; " + who; o.If != nil {
			text += " if " + o.If.Text
		} else {
			text += fmt.Sprintf(" (%.0f %%)", 100*o.Chance)
		}
	}
	return text
}

// standings are the scores in order of points, with the players' places: those with as many points share one.
func standings(scores []still.Score) (lines []string) {
	scores = slices.Clone(scores)
	slices.SortStableFunc(scores, func(a, b still.Score) int { return b.Total - a.Total })
	rank := 0
	for i, s := range scores {
		if i == 0 || s.Total != scores[i-1].Total {
			rank = i + 1
		}
		var parts []string
		for _, part := range []struct {
			n    int
			text string
		}{{s.Words, engine.Count(s.Words, "word")}, {s.Banked, fmt.Sprintf("%d banked", s.Banked)}, {s.Out, fmt.Sprintf("%d for going out", s.Out)}} {
			if part.n != 0 {
				parts = append(parts, part.text)
			}
		}
		line := fmt.Sprintf("%d. %-7s %s", rank, s.Color, engine.Count(s.Total, "point"))
		if len(parts) > 0 {
			line += ": " + strings.Join(parts, ", ")
		}
		if s.Low != s.High {
			line += fmt.Sprintf(" (%d to %d)", s.Low, s.High)
		}
		lines = append(lines, line)
	}
	return lines
}
