package board

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tilewatch/engine"
)

// Options choose how a board is drawn. The zero value is for a page that includes Defs once.
type Options struct {
	Standalone bool   // include patterns, font and name space: a picture by itself
	Label      string // what a screen reader says; the number of stacks if empty
}

// A drawing shows at least so many rows and columns, so that the first words are not drawn as giants and
// the picture does not change its scale with each turn.
const (
	minRows = 7
	minCols = 8
)

// frame is the part of the lattice that is drawn.
type frame struct{ top, left, rows, cols int }

func frameOf(stacks []Stack) frame {
	if len(stacks) == 0 {
		return frame{0, 0, minRows, minCols}
	}
	low, high := stacks[0].Place, stacks[0].Place
	for _, s := range stacks {
		low = engine.Place{Row: min(low.Row, s.Row), Col: min(low.Col, s.Col)}
		high = engine.Place{Row: max(high.Row, s.Row), Col: max(high.Col, s.Col)}
	}
	top, rows := span(low.Row, high.Row, minRows)
	left, cols := span(low.Col, high.Col, minCols)
	return frame{top, left, rows, cols}
}

// span widens low..high to at least size places, evenly on both sides.
func span(low, high, size int) (first, n int) {
	n = high - low + 1
	if n < size {
		return low - (size-n)/2, size
	}
	return low, n
}

// SVG writes the board. Stacks may come in any order; they are drawn from the back row to the front, so that
// a tall stack stands before the one behind it.
func SVG(w io.Writer, stacks []Stack, o Options) error {
	f := frameOf(stacks)
	var b strings.Builder
	writeHead(&b, f, o, len(stacks))
	writeGrid(&b, f)
	sorted := slices.Clone(stacks)
	slices.SortFunc(sorted, func(a, b Stack) int { return engine.ComparePlaces(a.Place, b.Place) })
	for _, s := range sorted {
		s.draw(&b, float64(s.Col-f.left)*pitch+3, float64(s.Row-f.top)*pitch+3)
	}
	b.WriteString("</svg>")
	_, err := io.WriteString(w, b.String())
	return err
}

func writeHead(b *strings.Builder, f frame, o Options, stacks int) {
	label := o.Label
	if label == "" {
		label = fmt.Sprintf("The board: %d stacks", stacks)
	}
	// The room above lets the tallest stack of the first row stand in the picture.
	fmt.Fprintf(b, `<svg class="board" role="img" aria-label="%s" viewBox="0 -30 %s %s"`,
		escape(label), num(float64(f.cols)*pitch), num(float64(f.rows)*pitch+42))
	if o.Standalone {
		b.WriteString(` xmlns="http://www.w3.org/2000/svg" font-family="Nunito, sans-serif"`)
	}
	b.WriteString(">")
	if o.Standalone {
		_ = Defs(b) // a strings.Builder never fails
	}
}

// writeGrid marks the corners of the empty places with faint dots. It reaches beyond the frame: a page may let
// it fill its panel.
func writeGrid(b *strings.Builder, f frame) {
	fmt.Fprintf(b, `<rect class="grid" fill="url(#pat-grid)" x="-3000" y="-3000" width="%d" height="%d"/>`,
		f.cols*100+6000, f.rows*100+6000)
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string { return escaper.Replace(s) }
