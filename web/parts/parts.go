package parts

import (
	"html/template"
	"maps"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Parts are the pieces of a page that change with the state, as HTML by the name of their place. Every view shows the same
// pieces in another dress, without the tools where the reader must not act.
type Parts map[string]template.HTML

// Tools are the places that only players and hosts see.
var Tools = []string{"tools", "ask"}

// Render draws every part of a state.
func Render(s *scoreboard.State, by scoreboard.Game, look scoreboard.Look) Parts {
	out := Draw(templates(), NewModel(s, by, look), "head", "turn", "life", "players", "notes", "ask", "notice")
	maps.Copy(out, by.Parts(s, look))
	return out
}

// Changed are the parts that differ from what a page shows. An empty part of a page that shows nothing yet is one of
// them: the page may be an older one with something in that place.
func (p Parts) Changed(shown Parts) Parts {
	out := Parts{}
	for name, html := range p {
		if old, ok := shown[name]; !ok || old != html {
			out[name] = html
		}
	}
	return out
}

// Without are the parts except the named ones.
func (p Parts) Without(names []string) Parts {
	out := maps.Clone(p)
	for _, name := range names {
		delete(out, name)
	}
	return out
}

// Model is what every template reads: the state, its board of words if it has one, and the reader's words.
type Model struct {
	*scoreboard.State
	scoreboard.Crossword
	scoreboard.Look
	Title      string
	StatusWord string
	TurnLine   string
	Playing    int // the turn being played
	Rows       []row
	Nudges     []string
	Warned     []string
	NoticeText string
	by         scoreboard.Game
}

// T is the sentence for the key, in the reader's language.
func (m *Model) T(key string, pairs ...any) string { return m.Texts.Say(key, pairs...) }

// Who is what the player of a color is called.
func (m *Model) Who(c engine.Color) string { return m.NameOf(c, m.Texts) }

// Whose are several players' names in a list.
func (m *Model) Whose(colors []engine.Color) string { return m.NamesOf(colors, m.Texts) }

// NewModel is what the templates of a state read, drawn by a game.
func NewModel(s *scoreboard.State, by scoreboard.Game, look scoreboard.Look) *Model {
	t := look.Texts
	m := &Model{State: s, Crossword: s.Crossword(), Look: look, Title: by.Title(), StatusWord: t.Say("status." + string(s.Status)), TurnLine: turnLine(s, t),
		Playing: s.Turn + 1, Rows: Rows(s, t), Nudges: nudges(s, t), by: by}
	for _, w := range s.Warnings {
		m.Warned = append(m.Warned, warned(s, by, w, t))
	}
	if s.Notice != nil {
		m.NoticeText = Capital(noticed(s, by, t))
	}
	return m
}

// Unsaved reports whether a warning says that the game is not being kept.
func (m *Model) Unsaved() bool {
	return slices.ContainsFunc(m.Warnings, func(w engine.Warning) bool { return strings.HasPrefix(w.Code, "not_saved") })
}

// Capital begins a sentence with a capital letter.
func Capital(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}

// row is one player of the scoreboard, best first.
type row struct {
	scoreboard.Player
	Place   string // "1" or "=2"
	Next    bool
	Leads   bool
	Winner  bool
	Bar     template.HTML
	Called  string
	Summary string
	Left    string // tiles
}

// Rows are the players as the scoreboard lists them.
func Rows(s *scoreboard.State, t *text.Texts) []row {
	longest := 12 // points that fill a bar, so that one point looks like one point early on
	for _, p := range s.Players {
		longest = max(longest, p.Total)
	}
	out := make([]row, 0, len(s.Players))
	for _, p := range s.Players {
		out = append(out, row{
			Player: p, Place: placeOf(p, s.Players), Next: p.Color == s.Next && s.Status != scoreboard.Finished,
			Leads: p.Rank == 1 && p.Total > 0, Winner: slices.Contains(s.Winners, p.Color),
			Bar: bar(p, longest), Summary: summary(s, p, t), Called: s.NameOf(p.Color, t), Left: left(s, p, t),
		})
	}
	slices.SortStableFunc(out, func(a, b row) int {
		switch { // the winner of a tie stands above the others
		case a.Rank != b.Rank || a.Winner == b.Winner:
			return a.Rank - b.Rank
		case a.Winner:
			return -1
		}
		return 1
	})
	return out
}

func placeOf(p scoreboard.Player, all []scoreboard.Player) string {
	return scoreboard.Place(p.Rank, slices.ContainsFunc(all, func(q scoreboard.Player) bool { return q.Rank == p.Rank && q.Color != p.Color }))
}

func summary(s *scoreboard.State, p scoreboard.Player, t *text.Texts) string {
	parts := []string{t.Say("player.words", "n", p.Words)}
	if p.Banked > 0 {
		parts = append(parts, t.Say("player.banked", "n", p.Banked))
	}
	if p.Out > 0 {
		parts = append(parts, t.Say("player.out"))
	}
	return strings.Join(parts, ", ")
}

// left is how many tiles the player has that do not lie on the table; empty where nobody counts.
func left(s *scoreboard.State, p scoreboard.Player, t *text.Texts) string {
	for _, h := range s.Crossword().Hands {
		if h.Color == p.Color && h.Rack+h.Bag > 0 {
			return t.Say("player.left", "n", h.Rack+h.Bag)
		}
	}
	return ""
}
