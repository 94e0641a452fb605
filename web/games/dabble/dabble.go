package dabble

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/dabble"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// page draws DABBLE. A State's Detail is a dabble.State.
type page struct{ parts.Seated }

//go:embed templates
var files embed.FS

var head = parts.NewSeated("dabble", "DABBLE", files, dabble.HouseRules)

// Page draws the game.
var Page scoreboard.Game = page{head}

// Scoreboard is a game of DABBLE as a State: players have colors in the order of their racks. The caller adds what the rules
// do not know, like the Status while the game goes on.
func Scoreboard(g dabble.State) scoreboard.State {
	s := scoreboard.State{Game: "dabble", Drawn: page{head}, Status: scoreboard.Live, Turn: len(g.History), Detail: g}
	for i, score := range g.Scores {
		p := scoreboard.Player{Color: g.Colors[i], Name: score.Player, Place: g.Seats[score.Player], Total: score.Total}
		s.AddPlayer(p, slices.Contains(g.Won, score.Player))
	}
	s.End(g.Over)
	if s.Turn > 0 {
		s.LastTurn = &scoreboard.Turn{Number: s.Turn, Kind: "round"}
	}
	if c := g.Challenge; c != nil {
		valid := c.Verdict == "rejected"
		s.Verdict = &scoreboard.Verdict{Of: g.Colors[c.Player], Upheld: !valid, Words: []scoreboard.Judged{{Word: c.Word, Valid: valid}}}
		if c.List != nil {
			s.Verdict.List = c.List.Name
		}
	}
	return s
}

// Sentence is "Round 3: Ana 37, Ben 0. Ana leads by 37."
func (page) Sentence(s *scoreboard.State, t *text.Texts) string {
	m := newModel(s, scoreboard.Look{Texts: t})
	if m.Last == nil {
		return ""
	}
	var players []string
	for i, points := range m.Last.Points {
		players = append(players, t.Say("dabble.say.player", "who", m.Seat(i), "n", points))
	}
	said := t.Say("dabble.say.round", "n", m.Last.Round, "what", t.List(players))
	switch first := m.Rows; {
	case m.Game.Over:
		said += " " + s.Outcome(t) + "."
	case len(first) > 1 && first[0].Total > first[1].Total:
		said += " " + t.Say("dabble.say.leads", "who", first[0].Called, "n", first[0].Total-first[1].Total)
	}
	return said
}

// Parts are the racks on the board, the timer in the turn's place, the round decided last, the score card, and what players can do.
func (page) Parts(s *scoreboard.State, look scoreboard.Look) map[string]template.HTML {
	return parts.DrawPlaces(head.Templates(), newModel(s, look), "dabble")
}

// Sheet is the card to write a rack down, to challenge a word, or to choose a category.
func (page) Sheet(s *scoreboard.State, look scoreboard.Look, name string, values url.Values) (scoreboard.Sheet, bool) {
	m := newModel(s, look)
	if len(m.Players) == 0 {
		return scoreboard.Sheet{}, false
	}
	switch name {
	case "rack":
		return m.rackSheet(values), true
	case "words":
		return parts.DrawSheet(head.Templates(), m, m.T("dabble.doubt.title"), "dabble-sheet-words"), true
	case "subject":
		return m.subjectSheet(values), true
	}
	return scoreboard.Sheet{}, false
}

// Places are the racks from the left, as many as there are players, and the words on each.
func (page) Places(s *scoreboard.State, look scoreboard.Look) (places, words []string) {
	m := newModel(s, look)
	for _, place := range dabble.Places[:len(m.Players)] {
		on := ""
		for _, r := range m.Racks {
			if s.Players[r.Seat].Place == place {
				on = m.Texts.List(r.Words())
			}
		}
		places, words = append(places, place), append(words, on)
	}
	return places, words
}

// model is what the templates of DABBLE read.
type model struct {
	parts.GameModel
	Game     dabble.State
	Last     *dabble.ShownRound // decided last; nil: none yet
	Racks    []rack             // those known in this round
	BoardSVG template.HTML
}

// rack is a player's rack.
type rack struct {
	dabble.ShownRack
	Color  engine.Color
	Called string
}

func newModel(s *scoreboard.State, look scoreboard.Look) *model {
	m := &model{GameModel: parts.GameModel{Model: parts.NewModel(s, page{head}, look), Lacks: "dabble.goal"}}
	m.Game, _ = s.Detail.(dabble.State)
	m.Goal, m.HeadLine, m.TurnText = m.Game.Goal, m.T("dabble.head", "n", m.Game.Round), m.turnText()
	if n := len(m.Game.History); n > 0 {
		m.Last = &m.Game.History[n-1]
	}
	for _, r := range m.Game.Racks {
		m.Racks = append(m.Racks, rack{r, m.ColorOf(r.Seat), m.Seat(r.Seat)})
	}
	m.BoardSVG = template.HTML(m.drawRacks(2, "broad"))
	if len(m.Players) > 2 { // too small on a phone: there they stand below each other
		m.BoardSVG += template.HTML(m.drawRacks(1, "tall"))
	}
	return m
}

// gap is what nobody knows of a player's rack, in a round that has ended.
type gap struct {
	dabble.Missing
	Called string
	Whole  bool // nobody has seen any of it
}

// Asked is what people are asked about.
func (m *model) Asked() []gap { return m.gaps(m.Game.Missing) }

// Uncounted is what the round decided last counts without, once people are not asked about it.
func (m *model) Uncounted() []gap {
	if len(m.Game.Missing) > 0 && m.Game.Missing[0].Round == m.Last.Round {
		return nil
	}
	return m.gaps(m.Last.Missing)
}

func (m *model) gaps(missing []dabble.Missing) (all []gap) {
	for _, g := range missing {
		all = append(all, gap{g, m.Seat(g.Seat), g.Tiles == dabble.MostTiles})
	}
	return all
}

// Apostrophes reports whether the racks show more of them than the game has.
func (m *model) Apostrophes() bool { return len(m.Game.Doubts) > len(m.Game.Missing) }

// turnText says what the table does now.
func (m *model) turnText() string {
	switch {
	case len(m.Players) == 0:
		return m.T("nogame")
	case m.Game.Over, m.Life == engine.SourceEnded:
		return m.TurnLine
	case m.Game.Phase == dabble.RoundOver && len(m.Game.Winners) > 0:
		return m.T("dabble.won", "who", m.Texts.List(m.Game.Winners))
	case m.Game.Phase == dabble.Exchange && len(m.Game.Missing) > 0:
		return m.T("dabble.unknown")
	case m.Game.Phase == dabble.Exchange:
		return m.T("dabble.exchange")
	case m.Game.Timer.Ends == nil:
		return m.T("dabble.draw")
	}
	return m.T("dabble.build")
}

// Running reports whether the sand may be running: pages then count it down.
func (m *model) Running() bool {
	return m.Game.Timer.Ends != nil && m.Game.Phase == dabble.Playing
}

// Ends is when the timer runs out, in milliseconds since 1970.
func (m *model) Ends() int64 { return m.Game.Timer.Ends.UnixMilli() }

// Full is the timer's whole time, for pages without scripts.
func (m *model) Full() string {
	return fmt.Sprintf("%d:%02d", m.Game.Timer.Seconds/60, m.Game.Timer.Seconds%60)
}

// Card is the score card: what each round brought each player.
func (m *model) Card() parts.Card {
	var points [][]any
	for _, r := range m.Game.History {
		var line []any
		for _, n := range r.Points {
			line = append(line, n)
		}
		points = append(points, line)
	}
	return m.RoundsCard(m.T("dabble.card"), m.T("dabble.card.round"), m.T("dabble.card.total"), points)
}

// Gains are what the round decided last brought each player.
func (m *model) Gains() []gain {
	var out []gain
	for i, points := range m.Last.Points {
		g := gain{Color: m.ColorOf(i), Called: m.Seat(i), Points: points}
		if m.Game.Phase != dabble.Playing && i < len(m.Game.Scores) {
			g.Why = m.why(m.Game.Scores[i].Round)
		}
		out = append(out, g)
	}
	return out
}

// gain is what a round brought a player, and for what.
type gain struct {
	Color       engine.Color
	Called, Why string
	Points      int
}

// why is "five words, apostrophe 8, category 5".
func (m *model) why(r dabble.Result) string {
	var parts []string
	if r.Finished {
		parts = append(parts, m.T("dabble.why.five"))
	}
	for _, p := range []struct {
		key string
		n   int
	}{{"apostrophe", r.Apostrophe}, {"spare", r.Spare}, {"subject", r.Subject}, {"lost", r.Lost}} {
		if p.n != 0 {
			parts = append(parts, m.T("dabble.why."+p.key, "n", p.n))
		}
	}
	return strings.Join(parts, ", ")
}

// The drawing of racks, in units of its own: a place for each player, whatever lies there, so that nothing jumps.
const (
	tileSize  = 44
	rackWide  = 6*tileSize + 36
	rackHigh  = 5*tileSize + 74
	rackAbove = 34 // for the name
)

// drawRacks is a drawing of everybody's rack, so many side by side.
func (m *model) drawRacks(beside int, class string) string {
	n := max(len(m.Players), 1)
	cols := min(n, beside)
	rows := (n + cols - 1) / cols
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="board dabble %s" viewBox="0 0 %d %d" role="img" aria-label="%s">`, class, cols*rackWide, rows*rackHigh, template.HTMLEscapeString(m.racksLabel()))
	for seat := range m.Players {
		m.drawRack(&b, seat, seat%cols*rackWide, seat/cols*rackHigh)
	}
	b.WriteString(`</svg>`)
	return b.String()
}

func (m *model) racksLabel() string {
	var said []string
	for _, r := range m.Racks {
		var words []string
		for _, t := range r.Tiers {
			if t.Valid {
				words = append(words, t.Word)
			}
		}
		if len(words) == 0 {
			words = []string{m.T("dabble.rack.none")}
		}
		said = append(said, m.T("dabble.rack.label", "who", r.Called, "words", m.Texts.List(words), "n", r.UnusedPoints))
	}
	return strings.Join(append([]string{m.T("dabble.board")}, said...), " ")
}

// drawRack draws a seat's rack: the tiers' places, the tiles on them, what counts and what does not.
func (m *model) drawRack(b *strings.Builder, seat, x, y int) {
	i := slices.IndexFunc(m.Racks, func(r rack) bool { return r.Seat == seat })
	foot := ""
	if i >= 0 {
		foot = m.T("dabble.rack.foot", "n", m.Racks[i].Points, "unused", m.Racks[i].UnusedPoints)
	}
	fmt.Fprintf(b, `<g transform="translate(%d %d)"><text class="who" x="%d" y="24" font-size="20" text-anchor="middle" fill="currentColor">%s</text><text class="foot" x="%d" y="%d" font-size="15" text-anchor="middle" fill="currentColor">%s</text>`,
		x, y, rackWide/2, template.HTMLEscapeString(m.Seat(seat)), rackWide/2, rackHigh-14, template.HTMLEscapeString(foot))
	for k := range dabble.Tiers {
		length := k + dabble.Shortest
		left, top := (rackWide-length*tileSize)/2, rackAbove+k*tileSize
		kind := "open"
		var tiles []dabble.Tile
		if i >= 0 {
			tier := m.Racks[i].Tiers[k]
			tiles = tier.Tiles
			switch {
			case tier.Valid:
				kind = "valid"
			case tier.Full:
				kind = "wrong"
			}
		}
		fmt.Fprintf(b, `<rect class="tier %s" fill="#d9cfb6" stroke="%s" stroke-width="2" x="%d" y="%d" width="%d" height="%d" rx="7"/>`, kind, tierEdges[kind], left-2, top, length*tileSize+4, tileSize-2)
		for n, t := range tiles {
			drawTile(b, t, left+n*tileSize+2, top+3)
		}
	}
	b.WriteString(`</g>`)
}

// tierEdges are the lines around a tier, where no style sheet draws them.
var tierEdges = map[string]string{"open": "#8d8570", "valid": "#1d6b34", "wrong": "#a52121"}

// drawTile draws a tile with its value.
func drawTile(b *strings.Builder, t dabble.Tile, x, y int) {
	letter := t.Letter
	if letter == dabble.Blank {
		letter = strings.ToLower(t.As)
	}
	fmt.Fprintf(b, `<rect class="tile" fill="#f4ead2" stroke="#6b5b3a" stroke-width="1" x="%d" y="%d" width="%d" height="%d" rx="5"/><text class="letter" font-size="25" text-anchor="middle" fill="#1b2330" x="%d" y="%d">%s</text>`,
		x, y, tileSize-5, tileSize-8, x+tileSize/2-8, y+25, template.HTMLEscapeString(letter))
	if t.Value > 0 {
		fmt.Fprintf(b, `<text class="value" font-size="15" text-anchor="end" fill="#1b2330" x="%d" y="%d">%d</text>`, x+tileSize-7, y+33, t.Value)
	}
}

// subjectSheet chooses the category of the round.
func (m *model) subjectSheet(values url.Values) scoreboard.Sheet {
	f := struct {
		*model
		Named   []string
		Other   string
		Command string
	}{model: m, Named: []string{"clothing", "food", "household"}, Other: strings.TrimSpace(values.Get("other"))}
	if f.Other != "" {
		if data, err := json.Marshal(map[string]string{"type": dabble.Subject, "subject": f.Other}); err == nil {
			f.Command = string(data)
		}
	}
	return parts.DrawSheet(head.Templates(), f, m.T("dabble.subject.title"), "dabble-sheet-subject")
}
