package main

import (
	"fmt"
	"io"
	"strings"

	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
)

// printText writes an answer for people: the board as it lies, the words with who controls them, the score.
func printText(to io.Writer, line any) error {
	var text strings.Builder
	switch l := line.(type) {
	case photo.Failure:
		fmt.Fprintf(&text, "%s: %s\n", l.Photo, l.Error.Message)
	case photo.Result:
		fmt.Fprintf(&text, "%s\n", l.Photo)
		drawBoard(&text, l.Cells)
		for _, w := range l.Words {
			fmt.Fprintf(&text, "  %-12s %s\n", w.Text, names(w.Controllers))
		}
		for _, s := range l.Scores {
			fmt.Fprintf(&text, "  %-7s %d = %d words + %d banked + %d out\n", s.Color, s.Total, s.Words, s.Banked, s.Out)
		}
		fmt.Fprintf(&text, "  ahead: %s\n", names(l.Winners))
		for _, w := range l.Warnings {
			fmt.Fprintf(&text, "  note: %s\n", w.Message)
		}
	}
	_, err := io.WriteString(to, text.String())
	return err
}

// drawBoard writes each cell as its letter and its height, G2, rows below each other.
func drawBoard(text *strings.Builder, cells []photo.Cell) {
	at, high := map[engine.Place]photo.Cell{}, engine.Place{}
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
