package web

import (
	"fmt"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit/control"
	"tilewatch/web/text"
)

// flips says what would take a word from those who control it: " Ben and Cleo can take it with one tile on T." Players
// who need the same are named together.
func flips(s *State, w Word, t *text.Texts) string {
	b := engine.Board{}
	for _, c := range s.Board {
		b[c.Place] = c.Cell
	}
	for _, p := range w.Places() {
		if b[p].Height == 0 {
			return "" // of a board that is gone
		}
	}
	c := control.Of(b, w.Word)
	if c.Sealed {
		return " " + t.Say("flip.sealed")
	}
	type same struct {
		say   string // with the places filled in, but not yet who
		n     int
		where string
		who   []engine.Color
	}
	var all []same
	for _, f := range c.Flips(b, colorsOf(s.Players)) {
		way := same{say: "flip.none"}
		if f.Tiles > 0 {
			way = same{say: "flip.share", n: f.Tiles, where: spots(b, w, f, t)}
			if f.Alone {
				way.say = "flip.take"
			}
		}
		i := slices.IndexFunc(all, func(o same) bool { return o.say == way.say && o.n == way.n && o.where == way.where })
		if i < 0 {
			all, i = append(all, way), len(all)
		}
		all[i].who = append(all[i].who, f.Player)
	}
	var said strings.Builder
	for _, way := range all {
		said.WriteString(" " + t.Say(way.say, "who", s.names(way.who, t), "n", way.n, "where", way.where))
	}
	return said.String()
}

// spots names the tiles on which a flip is laid by their letters: any of them if one tile is enough, else all.
func spots(b engine.Board, w Word, f control.Flip, t *text.Texts) string {
	places, joint := f.Places, t.Say("and")
	if f.Tiles == 1 {
		places, joint = f.Anywhere, t.Say("or")
	}
	var names []string
	ends := false
	for _, p := range places {
		cell, on := b[p]
		if !on || !slices.Contains(w.Places(), p) {
			ends = true
			continue
		}
		name := cell.Letter.String()
		if strings.Count(w.Text, name) > 1 {
			name = t.Say("flip.nth", "letter", name, "n", nth(w, p))
		}
		names = append(names, name)
	}
	if ends {
		names = append(names, t.Say("flip.end"))
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + fmt.Sprintf(" %s ", joint) + names[last]
}

// nth is which letter of the word lies there, from 1.
func nth(w Word, p engine.Place) int { return slices.Index(w.Places(), p) + 1 }
