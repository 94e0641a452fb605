package explain

import (
	"fmt"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit/control"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Explain says who controls a word of the board and why, and what would change that: "TAME: on level 2 Ana has 1 tile, so Ana
// controls it. Ben can take it with one tile on T." For a word that the board does not hold it answers with the text alone.
func Explain(b engine.Board, w engine.Word, players []engine.Color, name func(engine.Color) string, t *text.Texts) string {
	for _, p := range w.Places() {
		if b[p].Height == 0 {
			return w.Text
		}
	}
	e := explainer{b, w, control.Of(b, w), name, t}
	return e.why() + e.flips(players)
}

// explainer explains one word.
type explainer struct {
	board   engine.Board
	word    engine.Word
	control control.Control
	name    func(engine.Color) string
	t       *text.Texts
}

func (e explainer) names(colors []engine.Color) string {
	names := make([]string, len(colors))
	for i, c := range colors {
		names[i] = e.name(c)
	}
	return e.t.List(names)
}

func (e explainer) why() string {
	var counts []string
	for _, c := range e.control.Counts {
		counts = append(counts, e.t.Say("why.has", "who", e.name(c.Color), "n", c.Tiles))
	}
	where := e.t.Say("why.table")
	if e.control.Level > 1 {
		where = e.t.Say("why.level", "n", e.control.Level)
	}
	verdict := e.t.Say("why.nobody")
	if n := len(e.control.Controllers); n > 0 {
		verdict = e.t.Say("why.controls."+fmt.Sprint(min(n, 3)), "who", e.names(e.control.Controllers))
	}
	return e.t.Say("why", "word", e.word.Text, "where", where, "counts", e.t.List(counts), "verdict", verdict)
}

// flips says what would take the word from those who control it. It names players with the same need together.
func (e explainer) flips(players []engine.Color) string {
	if e.control.Sealed {
		return " " + e.t.Say("flip.sealed")
	}
	type same struct {
		say   string // with the places filled in, but not yet who
		n     int
		where string
		who   []engine.Color
	}
	var all []same
	for _, f := range e.control.Flips(e.board, players) {
		way := same{say: "flip.none"}
		if f.Tiles > 0 {
			way = same{say: "flip.share", n: f.Tiles, where: e.spots(f)}
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
		said.WriteString(" " + e.t.Say(way.say, "who", e.names(way.who), "n", way.n, "where", way.where))
	}
	return said.String()
}

// spots names by their letters the tiles that a flip covers: any of them if one tile is enough, else all.
func (e explainer) spots(f control.Flip) string {
	places, joint, cells := f.Places, e.t.Say("and"), e.word.Places()
	if f.Tiles == 1 {
		places, joint = f.Anywhere, e.t.Say("or")
	}
	var names []string
	ends := false
	for _, p := range places {
		n := slices.Index(cells, p)
		if n < 0 {
			ends = true
			continue
		}
		name := e.board[p].Letter.String()
		if strings.Count(e.word.Text, name) > 1 {
			name = e.t.Say("flip.nth", "letter", name, "n", n+1)
		}
		names = append(names, name)
	}
	if ends {
		names = append(names, e.t.Say("flip.end"))
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + fmt.Sprintf(" %s ", joint) + names[last]
}

// Reason is Explain for a word of the state.
func Reason(s *scoreboard.State, w scoreboard.Word, t *text.Texts) string {
	b := engine.Board{}
	for _, c := range s.Crossword().Board {
		b[c.Place] = c.Cell
	}
	return Explain(b, w.Word, scoreboard.ColorsOf(s.Players), func(c engine.Color) string { return s.NameOf(c, t) }, t)
}
