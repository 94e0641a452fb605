package term

import (
	"fmt"
	"strings"

	"tilewatch/engine"
)

// Board draws the stacks with the numbers of rows and columns. A stack is its letter (lower case: a blank), its owner's initial and its
// height; a star marks those in laid. An empty board is an empty text.
func (p Painter) Board(board engine.Board, laid map[engine.Place]bool) string {
	if len(board) == 0 {
		return ""
	}
	low, high := board.Bounds()
	var b strings.Builder
	header := "     "
	for col := low.Col; col <= high.Col; col++ {
		header += fmt.Sprintf("%3d ", col)
	}
	fmt.Fprintln(&b, strings.TrimRight(header, " "))
	for row := low.Row; row <= high.Row; row++ {
		line := fmt.Sprintf("%4d ", row)
		for col := low.Col; col <= high.Col; col++ {
			at := engine.Place{Row: row, Col: col}
			line += p.stack(board[at], laid[at])
		}
		fmt.Fprintln(&b, strings.TrimRight(line, " "))
	}
	return b.String()
}

// stack is a stack in four columns.
func (p Painter) stack(c engine.Cell, laid bool) string {
	if c.Height == 0 {
		return " .  "
	}
	letter, mark := c.Letter.String(), " "
	if c.Blank {
		letter = strings.ToLower(letter)
	}
	if letter == "" {
		letter = "?"
	}
	if laid {
		mark = "*"
	}
	return p.Paint(c.Color, fmt.Sprintf("%s%s%d", letter, initial(c.Color), c.Height)) + mark
}

// initial is how a board writes an owner.
func initial(c engine.Color) string {
	if c == engine.NoColor {
		return "?"
	}
	return c.String()[:1]
}

// Legend explains what a board shows.
func (p Painter) Legend(board engine.Board) string {
	seen := map[engine.Color]bool{}
	blank := ""
	for _, c := range board {
		seen[c.Color] = true
		if c.Blank {
			blank = "; lower case: a blank"
		}
	}
	var owners []string
	for _, c := range engine.PlayerColors {
		if seen[c] {
			owners = append(owners, initial(c)+" "+c.String())
		}
	}
	return p.Names(fmt.Sprintf("letter, owner (%s), height%s", strings.Join(owners, ", "), blank))
}
