package sight

import (
	"fmt"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
)

// Text is the answer for people: the board as it lies, the words with who controls them, the score.
func (r Result) Text() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n", r.name())
	drawBoard(&text, r.Cells)
	for _, w := range r.Words {
		fmt.Fprintf(&text, "  %-12s %s\n", w.Text, names(w.Controllers))
	}
	for _, s := range r.Scores {
		fmt.Fprintf(&text, "  %-7s %d = %d words + %d banked + %d out\n", s.Color, s.Total, s.Words, s.Banked, s.Out)
	}
	fmt.Fprintf(&text, "  ahead: %s\n", names(r.Winners))
	for _, w := range r.Warnings {
		fmt.Fprintf(&text, "  note: %s\n", w.Message)
	}
	return text.String()
}

// name is the photo's, or those of all that were joined.
func (r Result) name() string {
	if len(r.Photos) > 0 {
		return strings.Join(r.Photos, " + ")
	}
	return r.Photo
}

// drawBoard writes each cell as its letter and its height, G2, rows below each other.
func drawBoard(text *strings.Builder, cells []still.Cell) {
	at, high := map[engine.Place]still.Cell{}, engine.Place{}
	for _, c := range cells {
		at[c.Place] = c
		high = engine.Place{Row: max(high.Row, c.Row), Col: max(high.Col, c.Col)}
	}
	if len(cells) == 0 {
		return
	}
	for row := range high.Row + 1 {
		line := ""
		for col := range high.Col + 1 {
			if c, ok := at[engine.Place{Row: row, Col: col}]; ok {
				line += fmt.Sprintf("%s%d ", c.Letter, c.Height)
			} else {
				line += " . "
			}
		}
		fmt.Fprintf(text, "  %s\n", strings.TrimRight(line, " "))
	}
}

func names(colors []engine.Color) string {
	if len(colors) == 0 {
		return "nobody"
	}
	out := make([]string, len(colors))
	for i, c := range colors {
		out[i] = c.String()
	}
	return strings.Join(out, ", ")
}
