package web

import (
	"embed"
	"html/template"
	"io/fs"
	"net/url"
	"slices"
	"strconv"

	"tilewatch/engine"
	"tilewatch/engine/tabit"
	"tilewatch/web/text"
)

// tabitGame draws TABIT. A State's Detail is a tabit.State.
type tabitGame struct{}

// tabitPage draws the game.
var tabitPage Game = tabitGame{}

//go:embed games/tabit/templates
var tabitFiles embed.FS

var tabitTemplates = parse(tabitFiles)

// Tabit is a game of TABIT as a State: players have colors in the order of their turns. The caller adds what the rules do
// not know, like the Status while the game goes on.
func Tabit(g tabit.State) State {
	s := State{Game: "tabit", Drawn: tabitGame{}, Status: Live, Turn: len(g.Rounds), Detail: g}
	for _, score := range g.Scores {
		s.seat(score.Player, score.Total, slices.Contains(g.Winners, score.Player))
	}
	s.ended(g.Over)
	if s.Turn > 0 {
		s.LastTurn = &Turn{Number: s.Turn, Kind: "tab"}
	}
	return s
}

// Files are the game's templates.
func (tabitGame) Files() fs.FS { return tabitFiles }

// Name is the name in State.Game.
func (tabitGame) Name() string { return "tabit" }

// Title is as the box prints it.
func (tabitGame) Title() string { return "TABIT" }

// Complete has nothing to add: the rules tell all.
func (tabitGame) Complete(s State, _ *State) State { return s }

// Sentence is "Round 3: Ana 500, Ben 50. Ana leads by 450."
func (tabitGame) Sentence(s *State, t *text.Texts) string {
	m := newTabitModel(s, Look{Texts: t})
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
		said += " " + t.Say("over.wins", "n", len(s.Winners), "who", s.names(s.Winners, t)) + "."
	case len(first) > 1 && first[0].Total > first[1].Total:
		said += " " + t.Say("tabit.say.leads", "who", first[0].Called, "n", first[0].Total-first[1].Total)
	}
	return said
}

// Parts are the cards on the board, the round tabbed last, the score card, and what players can do.
func (tabitGame) Parts(s *State, look Look) map[string]template.HTML {
	return partsNamed(tabitTemplates, newTabitModel(s, look), "tabit")
}

// Choices are as engine/tabit's Options names them.
func (tabitGame) Choices() []Choice {
	return []Choice{{Name: "letters_in_order"}, {Name: "goal", Default: tabit.DefaultOptions.Goal, Least: 1, Most: 1_000_000}}
}

// Sheet is the card to write down a round that no camera saw, or to correct one.
func (tabitGame) Sheet(s *State, look Look, name string, values url.Values) (Sheet, bool) {
	m := newTabitModel(s, look)
	switch {
	case len(m.Players) == 0:
		return Sheet{}, false
	case name == "tab":
		return m.tabSheet(values), true
	case name == "seats":
		return Sheet{m.T("tabit.seats.title"), draw(tabitTemplates, m, "tabit-sheet-seats")["tabit-sheet-seats"]}, true
	}
	return Sheet{}, false
}

// tabitModel is what the templates of TABIT read.
type tabitModel struct {
	*Model
	Tab      tabit.State
	Cards    []tabitHand // what lies on the board, or else what was tabbed last; by player
	Last     []tabitHand // of the round tabbed last
	Doubts   []string
	BoardSVG template.HTML
}

// tabitHand is a player's eight cards.
type tabitHand struct {
	tabit.Cards
	Color  engine.Color
	Called string
	Known  bool   // the cards are known
	Why    string // what they are worth, and for what
}

func newTabitModel(s *State, look Look) *tabitModel {
	m := &tabitModel{Model: newModel(s, tabitGame{}, look)}
	m.Tab, _ = s.Detail.(tabit.State)
	m.Playing = m.Tab.Round
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

// hands are all players' cards in the order of their turns; those of whom none are told have none.
func (m *tabitModel) hands(cards []tabit.Cards) []tabitHand {
	out := make([]tabitHand, 0, len(m.Players))
	for _, p := range m.Players {
		h := tabitHand{Color: p.Color, Called: m.Who(p.Color)}
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
func (m *tabitModel) why(h tabitHand) string {
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

// Totals are the players' points, for the score card.
func (m *tabitModel) Totals() []int {
	out := make([]int, len(m.Tab.Scores))
	for i, s := range m.Tab.Scores {
		out[i] = s.Total
	}
	return out
}

// RoundPoints are what each player tabbed in a round, in the order of the turns.
func (m *tabitModel) RoundPoints(r tabit.Round) []string {
	var out []string
	for _, h := range m.hands(r.Players) {
		text := "–"
		if h.Known {
			text = strconv.Itoa(h.Points)
		}
		out = append(out, text)
	}
	return out
}

// TurnText says what the table does now.
func (m *tabitModel) TurnText() string {
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

// Ready tells whether all cards are known and lie face up.
func (m *tabitModel) Ready() bool {
	return len(m.Tab.Board) > 0 && !slices.ContainsFunc(m.Tab.Board, func(c tabit.Cards) bool { return c.Down > 0 }) && len(m.Tab.Board) == len(m.Players)
}

// Seats are the sides of the board.
func (m *tabitModel) Seats() []tabit.Seat { return tabit.Seats[:] }

// Missing is how many points a total lacks to the goal.
func (m *tabitModel) Missing(total int) int { return max(0, m.Tab.Options.Goal-total) }

// Bar is how far a player has come to the goal.
func (m *tabitModel) Bar(p Player) template.HTML {
	return meter(p, p.Total, m.Tab.Options.Goal)
}

// SeatOf is where a player is known to sit.
func (m *tabitModel) SeatOf(name string) tabit.Seat { return m.Tab.Seats[name] }
