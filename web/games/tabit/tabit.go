package tabit

import (
	"embed"
	"html/template"
	"net/url"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/tabit"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// page draws TABIT. A State's Detail is a tabit.State.
type page struct{ parts.Seated }

//go:embed templates
var files embed.FS

var head = parts.NewSeated("tabit", "TABIT", files, tabit.HouseRules)

// Page draws the game.
var Page scoreboard.Game = page{head}

// Scoreboard is a game of TABIT as a State: players have colors in the order of their turns. The caller adds what the rules do
// not know, like the Status while the game goes on.
func Scoreboard(g tabit.State) scoreboard.State {
	s := scoreboard.State{Game: "tabit", Drawn: page{head}, Status: scoreboard.Live, Turn: len(g.Rounds), Detail: g}
	for i, score := range g.Scores {
		p := scoreboard.Player{Color: g.Colors[i], Name: score.Player, Place: g.Seats[score.Player].String(), Total: score.Total}
		s.AddPlayer(p, slices.Contains(g.Winners, score.Player))
	}
	s.End(g.Over)
	if s.Turn > 0 {
		s.LastTurn = &scoreboard.Turn{Number: s.Turn, Kind: "tab"}
	}
	return s
}

// Sentence is "Round 3: Ana 500, Ben 50. Ana leads by 450."
func (page) Sentence(s *scoreboard.State, t *text.Texts) string {
	m := newModel(s, scoreboard.Look{Texts: t})
	if len(m.Tab.Rounds) == 0 {
		return ""
	}
	var tabbed []string
	for _, h := range m.Last {
		tabbed = append(tabbed, t.Say("tabit.say.player", "who", h.Called, "n", h.Points))
	}
	said := t.Say("tabit.say.round", "n", len(m.Tab.Rounds), "what", t.List(tabbed))
	switch first := m.Rows; {
	case m.Tab.Over:
		said += " " + s.Outcome(t) + "."
	case len(first) > 1 && first[0].Total > first[1].Total:
		said += " " + t.Say("tabit.say.leads", "who", first[0].Called, "n", first[0].Total-first[1].Total)
	}
	return said
}

// Parts are the cards on the board, the round tabbed last, the score card, and what players can do.
func (page) Parts(s *scoreboard.State, look scoreboard.Look) map[string]template.HTML {
	return parts.DrawPlaces(head.Templates(), newModel(s, look), "tabit")
}

// Sheet is the card to write down a round that no camera saw, or to correct one.
func (page) Sheet(s *scoreboard.State, look scoreboard.Look, name string, values url.Values) (scoreboard.Sheet, bool) {
	m := newModel(s, look)
	switch {
	case len(m.Players) == 0:
		return scoreboard.Sheet{}, false
	case name == "tab":
		return m.tabSheet(values), true
	}
	return scoreboard.Sheet{}, false
}

// model is what the templates of TABIT read.
type model struct {
	parts.GameModel
	Tab      tabit.State
	Cards    []hand // what lies on the board, or else what was tabbed last; by player
	Last     []hand // of the round tabbed last
	Doubts   []string
	BoardSVG template.HTML
}

// hand is a player's eight cards.
type hand struct {
	tabit.Cards
	Color  engine.Color
	Called string
	Known  bool   // the cards are known
	Why    string // what they are worth, and for what
}

func newModel(s *scoreboard.State, look scoreboard.Look) *model {
	m := &model{GameModel: parts.GameModel{Model: parts.NewModel(s, page{head}, look), Lacks: "tabit.goal"}}
	m.Tab, _ = s.Detail.(tabit.State)
	m.Goal, m.HeadLine, m.TurnText = m.Tab.Options.Goal, m.T("tabit.head", "n", m.Tab.Round), m.turnText()
	cards := m.Tab.Board
	if n := len(m.Tab.Rounds); n > 0 {
		m.Last = m.hands(m.Tab.Rounds[n-1].Players)
		if len(cards) == 0 {
			cards = m.Tab.Rounds[n-1].Players
		}
	}
	m.Cards = m.hands(cards)
	for _, seat := range m.Tab.Unseated {
		m.Doubts = append(m.Doubts, m.T("tabit.unseated", "where", m.T("tabit.seat."+seat.String())))
	}
	m.BoardSVG = template.HTML(m.drawCards())
	return m
}

// hands are all players' cards in the order of their turns; players without known cards have none.
func (m *model) hands(cards []tabit.Cards) []hand {
	out := make([]hand, 0, len(m.Players))
	for _, p := range m.Players {
		h := hand{Color: p.Color, Called: m.Who(p.Color)}
		for _, c := range cards {
			if c.Player == p.Name {
				h.Cards, h.Known = c, true
			}
		}
		h.Why = m.why(h)
		out = append(out, h)
	}
	return out
}

// why is "4 moons and the word", or what is missing.
func (m *model) why(h hand) string {
	switch {
	case !h.Known:
		return ""
	case h.Count == 0 && h.Down > 0:
		return m.T("tabit.facedown", "n", h.Down)
	case h.Count == 0:
		return m.T("tabit.noscore")
	}
	key := "tabit.why."
	if h.Word {
		key = "tabit.whyword."
	}
	return m.T(key+h.Picture.String(), "n", h.Count)
}

// Card is the score card: what each player tabbed in each round.
func (m *model) Card() parts.Card {
	var points [][]any
	for _, r := range m.Tab.Rounds {
		var line []any
		for _, h := range m.hands(r.Players) {
			if h.Known {
				line = append(line, h.Points)
			} else {
				line = append(line, "–")
			}
		}
		points = append(points, line)
	}
	return m.RoundsCard(m.T("tabit.card"), m.T("tabit.card.round"), m.T("tabit.card.total"), points)
}

// turnText says what the table does now.
func (m *model) turnText() string {
	switch {
	case len(m.Players) == 0:
		return m.T("nogame")
	case m.Tab.Over:
		return m.TurnLine
	case m.Tab.Tabbing:
		return m.T("tabit.tabbing")
	case len(m.Tab.Tied) > 0:
		return m.T("tabit.tied", "who", m.Texts.List(m.Tab.Tied))
	}
	return m.T("tabit.round", "n", m.Tab.Round)
}

// Ready reports whether all cards are known and lie face up.
func (m *model) Ready() bool {
	return len(m.Tab.Board) > 0 && !slices.ContainsFunc(m.Tab.Board, func(c tabit.Cards) bool { return c.Down > 0 }) && len(m.Tab.Board) == len(m.Players)
}

// Places are the sides of the board, and the cards that lie there, in words.
func (page) Places(s *scoreboard.State, look scoreboard.Look) (sides, lying []string) {
	m := newModel(s, look)
	for _, seat := range tabit.Seats {
		sides, lying = append(sides, seat.String()), append(lying, m.lying(seat))
	}
	return sides, lying
}

// lying are the cards at a side of the board, in words; empty: none is known.
func (m *model) lying(seat tabit.Seat) string {
	for _, c := range m.Tab.Board {
		if c.Seat == seat {
			return spelling(c.Letters[:]) + " · " + m.pictured(hand{Cards: c})
		}
	}
	return ""
}
