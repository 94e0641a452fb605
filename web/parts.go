package web

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/board"
)

// parts are the pieces of a page that change with the state, as html by the name of their place. They are the
// same in every view: a view only dresses them.
type parts map[string]template.HTML

var partNames = []string{"head", "turn", "players", "board", "last", "words", "notes"}

// renderParts draws every part of a state.
func renderParts(s *State) parts {
	m := newModel(s)
	out := make(parts, len(partNames))
	for _, name := range partNames {
		var b strings.Builder
		if err := templates.ExecuteTemplate(&b, name, m); err != nil {
			// Templates are tested with every kind of state; a failing one leaves its place as it was.
			continue
		}
		out[name] = template.HTML(b.String())
	}
	return out
}

// changed are the parts that differ from what a page shows. An empty part of a page that shows nothing yet is one of
// them: the page may be an older one with something in that place.
func (p parts) changed(shown parts) parts {
	out := parts{}
	for name, html := range p {
		if old, ok := shown[name]; !ok || old != html {
			out[name] = html
		}
	}
	return out
}

// model is what the templates read.
type model struct {
	*State
	Title      string
	StatusWord string
	TurnLine   string
	Playing    int // the turn being played
	Rows       []row
	Groups     []group
	BoardSVG   template.HTML
}

// row is one player of the scoreboard, best first.
type row struct {
	Player
	Place   string // "1" or "=2"
	Next    bool
	Leads   bool
	Winner  bool
	Bar     template.HTML
	Summary string
}

// group is one player's words.
type group struct {
	Player
	Entries []entry
}

type entry struct {
	Word
	Shared string // with whom, if with anybody
	New    bool
	Reason string
}

func newModel(s *State) *model {
	m := &model{State: s, Title: gameNames[s.Game], StatusWord: statusWords[s.Status], TurnLine: turnLine(s), Playing: s.Turn + 1}
	if m.Title == "" {
		m.Title = title(s.Game)
	}
	m.Rows = rows(s)
	m.Groups = groups(s)
	var b strings.Builder
	_ = board.SVG(&b, s.Board, board.Options{}) // a strings.Builder never fails
	m.BoardSVG = template.HTML(b.String())
	return m
}

func rows(s *State) []row {
	longest := 12 // points that fill a bar, so that one point looks like one point early on
	for _, p := range s.Players {
		longest = max(longest, p.Total)
	}
	out := make([]row, 0, len(s.Players))
	for _, p := range s.Players {
		out = append(out, row{
			Player: p, Place: placeOf(p, s.Players), Next: p.Color == s.Next && s.Status != Finished,
			Leads: p.Rank == 1 && p.Total > 0, Winner: slices.Contains(s.Winners, p.Color),
			Bar: bar(p, longest), Summary: summary(p),
		})
	}
	slices.SortStableFunc(out, func(a, b row) int { return a.Rank - b.Rank })
	return out
}

func placeOf(p Player, all []Player) string {
	place := strconv.Itoa(p.Rank)
	for _, q := range all {
		if q.Rank == p.Rank && q.Color != p.Color {
			return "=" + place
		}
	}
	return place
}

func summary(p Player) string {
	text := plural(p.Words, "word")
	if p.Banked > 0 {
		text += ", " + strconv.Itoa(p.Banked) + " banked"
	}
	if p.Out > 0 {
		text += ", went out"
	}
	return text
}

// groups are the words under who controls them, in the scoreboard's order; a shared word stands under each.
func groups(s *State) []group {
	var out []group
	for _, r := range rows(s) {
		g := group{Player: r.Player}
		for _, w := range s.Words {
			if slices.Contains(w.Controllers, r.Color) {
				g.Entries = append(g.Entries, entryOf(s, w, r.Color))
			}
		}
		slices.SortStableFunc(g.Entries, func(a, b entry) int { return strings.Compare(a.Text, b.Text) })
		out = append(out, g)
	}
	return out
}

func entryOf(s *State, w Word, owner engine.Color) entry {
	others := slices.DeleteFunc(slices.Clone(w.Controllers), func(c engine.Color) bool { return c == owner })
	return entry{Word: w, Shared: s.names(others), New: isNew(s, w), Reason: reason(s, w)}
}

func isNew(s *State, w Word) bool {
	return s.LastTurn != nil && slices.ContainsFunc(s.LastTurn.Words, func(c Change) bool {
		return c.Word.Word == w.Word && (c.New || c.Was != nil)
	})
}
