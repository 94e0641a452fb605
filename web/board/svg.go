package board

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/svg"
)

// Options choose how a board is drawn. The zero value is for a page that includes Defs once.
type Options struct {
	// Standalone makes a picture by itself: nothing refers to a page's Defs, styles or fonts, and letters are outlines.
	Standalone bool
	Label      string // what a screen reader says; the number of stacks if empty
	// Quarters turns the board clockwise by so many quarter turns, letters and all, as who sits at another side of the
	// table sees it. Stacks still rise upwards, and heights are still written upright.
	Quarters int
	// Frame is what is drawn at least: a replay's are all the same. The zero value is FrameOf the stacks.
	Frame Frame
	// Exact draws just the Frame, as Tight makes it, without widening it to FrameOf's steps.
	Exact bool
	// Ground is the color behind a picture by itself, #rrggbb; empty: white.
	Ground string
	// Disputed are words that somebody doubts: each is outlined, with a question mark.
	Disputed []engine.Word
	// Judged are words that were challenged and stand: each is outlined, with a check mark.
	Judged []engine.Word
}

// margin is the room above the first row, where the tallest stack of that row stands, and below the last, for shades.
const (
	marginTop    = 30.0
	marginBottom = 12.0
)

// Size is how wide and high the drawing of a frame is, in its own units.
func (f Frame) Size(quarters int) (width, height float64) {
	f = f.turned(quarters)
	return float64(f.Cols) * pitch, float64(f.Rows)*pitch + marginTop + marginBottom
}

// SVG writes the board. Stacks may come in any order; they are drawn from the back row to the front, so that
// a tall stack stands before the one behind it.
func SVG(w io.Writer, stacks []Stack, o Options) error {
	f := o.Frame
	if !o.Exact {
		f = f.With(stacks)
	}
	if f == (Frame{}) {
		f = FrameOf(nil)
	}
	p := painter{quarters: (o.Quarters%4 + 4) % 4, alone: o.Standalone}
	p.head(f, o, len(stacks))
	p.Stacks(stacks, f)
	p.outline(o.Judged, stacks, f.turned(p.quarters), settled)
	p.outline(o.Disputed, stacks, f.turned(p.quarters), open)
	p.b.WriteString("</svg>")
	_, err := io.WriteString(w, p.b.String())
	return err
}

// painter writes one drawing.
type painter struct {
	b        strings.Builder
	quarters int
	alone    bool
}

// Stacks writes all stacks of the frame.
func (p *painter) Stacks(stacks []Stack, f Frame) {
	f = f.turned(p.quarters)
	type placed struct {
		Stack
		at engine.Place
	}
	sorted := make([]placed, len(stacks))
	for i, s := range stacks {
		sorted[i] = placed{s, s.Place.Turn(p.quarters)}
	}
	slices.SortFunc(sorted, func(a, b placed) int { return engine.ComparePlaces(a.at, b.at) })
	for _, s := range sorted {
		p.stack(s.Stack, float64(s.at.Col-f.Left)*pitch+gap, float64(s.at.Row-f.Top)*pitch+gap+marginTop)
	}
}

func (p *painter) head(f Frame, o Options, stacks int) {
	label := o.Label
	if label == "" {
		label = fmt.Sprintf("The board: %d stacks", stacks)
	}
	width, height := f.Size(p.quarters)
	fmt.Fprintf(&p.b, `<svg class="board" role="img" aria-label="%s" data-frame="%d %d %d %d" viewBox="0 0 %s %s"`,
		svg.Escape(label), f.Top, f.Left, f.Rows, f.Cols, svg.Num(width), svg.Num(height))
	if p.alone {
		p.b.WriteString(` xmlns="http://www.w3.org/2000/svg">`)
		if o.Ground != "" {
			fmt.Fprintf(&p.b, `<rect fill="%s" %s/>`, svg.Escape(o.Ground), box(0, 0, width, height, 0, true))
		}
		return
	}
	// The dots at the corners of empty places reach beyond the frame: a page may let the drawing fill its panel.
	// The lattice's measures let a page put more on the drawing, and find the place under a finger.
	fmt.Fprintf(&p.b, ` data-lattice="%s %s %s %s %d"><rect class="grid" fill="url(#pat-grid)" x="-3000" y="-3000" width="%s" height="%s"/>`,
		svg.Num(pitch), svg.Num(gap), svg.Num(marginTop), svg.Num(rise), p.quarters, svg.Num(width+6000), svg.Num(height+6000))
}

// verdict is how an outlined word stands.
type verdict struct {
	class, color, dash string
	badge              string // a path, drawn around 0, 0
}

var (
	open    = verdict{"dispute", "#b3261e", ` stroke-dasharray="20 12"`, ""}
	settled = verdict{"settled", "#1d6b34", "", "M-11 1l8 8 14-17"}
)

// outline draws around the words, dark and light, with a mark at the corner.
func (p *painter) outline(words []engine.Word, stacks []Stack, f Frame, v verdict) {
	heights := map[engine.Place]int{}
	for _, s := range stacks {
		heights[s.Place] = s.Height
	}
	for _, w := range words {
		var all Frame
		rise := 0.0
		for _, at := range w.Places() {
			t := at.Turn(p.quarters)
			all = all.with(Frame{t.Row, t.Col, 1, 1})
			rise = max(rise, riseOf(heights[at]))
		}
		if all == (Frame{}) {
			continue
		}
		x, y := float64(all.Left-f.Left)*pitch, float64(all.Top-f.Top)*pitch+marginTop-rise
		width, height := float64(all.Cols)*pitch, float64(all.Rows)*pitch+rise
		p.ring(x, y, width, height, v)
	}
}

func (p *painter) ring(x, y, width, height float64, v verdict) {
	p.b.WriteString(`<g class="disputed">`)
	for _, ring := range [2]struct {
		class, color, dash string
		width              float64
	}{{"ring-in", "#ffffff", "", 13}, {v.class, v.color, v.dash, 7}} {
		fmt.Fprintf(&p.b, `<rect class="%s" fill="none" stroke="%s" stroke-width="%s"%s %s/>`,
			ring.class, ring.color, svg.Num(ring.width), ring.dash, box(x, y, width, height, 20, p.alone))
	}
	fmt.Fprintf(&p.b, `<circle class="dispute-badge" fill="%s" stroke="#ffffff" stroke-width="5" cx="%s" cy="%s" r="24"/>`, v.color, svg.Num(x+8), svg.Num(y+8))
	if v.badge == "" {
		p.text("", "#ffffff", "?", x+8, y+20, 36, svg.Middle)
	} else {
		fmt.Fprintf(&p.b, `<path fill="none" stroke="#ffffff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" transform="translate(%s %s)" d="%s"/>`, svg.Num(x+8), svg.Num(y+8), v.badge)
	}
	p.b.WriteString("</g>")
}

// text writes letters: as text on a page, as outlines in a picture by itself.
func (p *painter) text(class, fill, text string, x, y, size float64, anchor svg.Anchor) {
	if p.alone {
		svg.Text(&p.b, text, x, y, size, anchor, fill)
		return
	}
	names := [...]string{svg.Start: "start", svg.Middle: "middle", svg.End: "end"}
	if class != "" {
		class = ` class="` + class + `"`
	}
	fmt.Fprintf(&p.b, `<text%s fill="%s" x="%s" y="%s" font-size="%s" font-weight="800" text-anchor="%s">%s</text>`,
		class, fill, svg.Num(x), svg.Num(y), svg.Num(size), names[anchor], svg.Escape(text))
}
