package history

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// origin is where the notation's A1 lies: at the top left of all that was ever laid.
type origin engine.Place

func (g *Game) origin() origin {
	o, first := origin{}, true
	for _, s := range g.Steps {
		for _, st := range s.Stacks {
			if first {
				o, first = origin(st.Place), false
			}
			o = origin{min(o.Row, st.Row), min(o.Col, st.Col)}
		}
	}
	return o
}

// place is a place as in a spreadsheet: columns A, B, ... Z, AA, rows from 1.
func (o origin) place(p engine.Place) string {
	col, name := p.Col-o.Col, ""
	for ; col >= 0; col = col/26 - 1 {
		name = string(rune('A'+col%26)) + name
	}
	return fmt.Sprintf("%s%d", name, p.Row-o.Row+1)
}

// tiles are the turn's placements: C4=T is a tile on the table, C4+T one on a stack; a blank's letter is small.
func (o origin) tiles(s Step) string {
	var all []string
	for _, t := range s.Placements {
		sign, letter := "=", t.Letter.String()
		if t.Height > 1 {
			sign = "+"
		}
		if t.Blank {
			letter = strings.ToLower(letter)
		}
		all = append(all, o.place(t.Place)+sign+letter)
	}
	return strings.Join(all, " ")
}

// Notation writes the game as chess players do: tags in brackets, then the turns. A turn is its number, the player's
// color, and what was done:
//
//  1. yellow C3=G D3=A E3=M E3=E {GAME}
//  2. green C3+T C4=R C5=Y {TAME TRY; nabs TAME; banks}
//  3. yellow exchanges 2
//  4. green passes
//
// C4=T is a tile laid on the table in column C, row 4 from the top; C4+T is a tile laid on a stack. A small letter is a
// blank. A play that was challenged and taken back ends with a star, and the number comes again. Comments are in
// braces.
func (g *Game) Notation(w io.Writer, title string) error {
	out := bufio.NewWriter(w)
	g.tags(out, title)
	at := g.origin()
	for _, st := range g.Steps[0].Stacks {
		fmt.Fprintf(out, "; on the table: %s=%s %s %d\n", at.place(st.Place), st.Letter, st.Color, st.Height)
	}
	for _, s := range g.Steps[1:] {
		fmt.Fprintf(out, "%d. %s %s%s\n", s.Number, s.Player, at.deed(s), comment(s))
	}
	fmt.Fprintln(out, g.result())
	return out.Flush()
}

func (g *Game) tags(out io.Writer, title string) {
	tag := func(name, value string) {
		fmt.Fprintf(out, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
	}
	tag("Game", "NAB-IT!")
	tag("Title", title)
	if !g.Began.IsZero() {
		tag("Date", g.Began.UTC().Format("2006.01.02"))
		tag("Time", g.Began.UTC().Format("15:04:05"))
	}
	var order []string
	for _, c := range g.Players() {
		order = append(order, c.String())
		if name := g.Name(c); name != "" {
			tag(strings.ToUpper(c.String()[:1])+c.String()[1:], name)
		}
	}
	tag("Players", strings.Join(order, " "))
	if l := g.State.List; l != nil {
		tag("Words", l.Name)
	}
	tag("Result", g.result())
	tag("Life", string(g.State.Life))
	fmt.Fprintln(out)
}

// result is everybody's points, a star at the winners': "yellow 8* green 5".
func (g *Game) result() string {
	won := map[engine.Color]bool{}
	for _, c := range g.Decision().Winners {
		won[c] = true
	}
	var parts []string
	for _, s := range g.Scores() {
		part := fmt.Sprintf("%s %d", s.Color, s.Total)
		if won[s.Color] {
			part += "*"
		}
		parts = append(parts, part)
	}
	if !g.Over() {
		parts = append(parts, "...")
	}
	return strings.Join(parts, " ")
}

func (o origin) deed(s Step) string {
	switch s.Kind {
	case nabit.Played:
		if s.Withdrawn {
			return o.tiles(s) + " *"
		}
		return o.tiles(s)
	case nabit.Exchanged:
		return strings.TrimSpace("exchanges " + number(s.Count))
	case nabit.Passed:
		return "passes"
	}
	return "lays nothing"
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func comment(s Step) string {
	var parts []string
	if len(s.Turn.Words) > 0 {
		parts = append(parts, strings.Join(s.Turn.Words, " "))
	}
	for _, n := range s.Nabbed {
		parts = append(parts, "nabs "+n.Word)
	}
	if s.Banked {
		parts = append(parts, "banks")
	}
	if c := s.Challenge; c != nil {
		parts = append(parts, fmt.Sprintf("%s challenges %s: %s", c.By, strings.Join(c.Words, " "), c.Verdict))
	}
	if s.Took > 0 {
		parts = append(parts, s.Took.Round(time.Second).String())
	}
	if len(parts) == 0 {
		return ""
	}
	return " {" + strings.Join(parts, "; ") + "}"
}
