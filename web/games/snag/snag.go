package snag

import (
	"embed"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/snag"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/svg"
	"tilewatch/web/text"
)

// page draws SNAG. A State's Detail is a snag.State.
type page struct{ parts.Seated }

//go:embed templates
var files embed.FS

var head = parts.NewSeated("snag", "SNAG", files, snag.HouseRules)

// Page draws the game.
var Page scoreboard.Game = page{head}

// Scoreboard is a series of SNAG as a State: players have colors in the order of their turns. The caller adds what the rules do
// not know, like the Status while the game goes on.
func Scoreboard(g snag.State) scoreboard.State {
	s := scoreboard.State{Game: "snag", Drawn: page{head}, Status: scoreboard.Live, Turn: g.Turn, Detail: g}
	for i, name := range g.Players {
		s.AddPlayer(scoreboard.Player{Color: g.Colors[i], Name: name, Total: g.Scores[i].Tiles}, g.Over && slices.Contains(g.WinnerSeats, i))
	}
	s.Next = s.ColorOf(g.NextSeat)
	s.End(g.Over)
	if g.Turn > 0 {
		s.LastTurn = &scoreboard.Turn{Number: g.Turn, Kind: "place"}
		if g.Last != nil && g.Last.Turn == g.Turn {
			s.LastTurn.Kind, s.LastTurn.Player = "call", s.ColorOf(g.Last.TakerSeat)
		}
	}
	return s
}

// Number is that of the tile laid last.
func (page) Number(s *scoreboard.State) int {
	now, _ := s.Detail.(snag.State)
	return now.Placed
}

// Sentence is "Tile 12: 34 is played. A run of 7 tiles! Who calls SNAG?" or "Tile 12: 34 is played. Ana takes 7 tiles. Ben loses a turn for not calling."
func (page) Sentence(s *scoreboard.State, t *text.Texts) string {
	m := newModel(s, scoreboard.Look{Texts: t})
	if s.Turn == 0 || len(m.Players) == 0 {
		return ""
	}
	said := t.Say("snag.say.turn", "n", s.Turn, "number", m.Snag.Placed)
	switch c := m.Snag.Last; {
	case m.Snag.Offer != nil:
		said += " " + t.Say("snag.say.run", "n", len(m.Snag.Offer.Tiles))
	case c != nil && c.Turn == s.Turn:
		said += " " + t.Say("snag.say.taken", "who", m.Seat(c.TakerSeat), "n", len(c.Tiles))
		if lost := m.LostMove(); lost != "" {
			said += " " + lost
		}
	}
	switch {
	case !m.Snag.Over && m.Snag.NextSeat < 0: // the last tile's run waits
		return said
	case m.Snag.Over:
		return said + " " + s.Outcome(t) + "."
	}
	return said + " " + m.TurnLine + "."
}

// Parts are the board, the run taken last, the score card, and the players' SNAG! buttons.
func (page) Parts(s *scoreboard.State, look scoreboard.Look) map[string]template.HTML {
	return parts.DrawPlaces(head.Templates(), newModel(s, look), "snag")
}

// Sheet is the board to lay a tile that no camera saw, and rare actions.
func (page) Sheet(s *scoreboard.State, look scoreboard.Look, name string, values url.Values) (scoreboard.Sheet, bool) {
	m := newModel(s, look)
	if len(m.Players) == 0 {
		return scoreboard.Sheet{}, false
	}
	switch name {
	case "place":
		return m.placeSheet(values.Get("number")), true
	case "correct":
		return m.correctSheet(values)
	case "round":
		return parts.DrawSheet(head.Templates(), m, m.T("snag.round.title"), "snag-sheet-round"), true
	}
	return scoreboard.Sheet{}, false
}

// model is what the templates of SNAG read.
type model struct {
	parts.GameModel
	Snag     snag.State
	BoardSVG template.HTML
}

func newModel(s *scoreboard.State, look scoreboard.Look) *model {
	m := &model{GameModel: parts.GameModel{Model: parts.NewModel(s, page{head}, look), Goal: len(snag.Numbers)}}
	m.Snag, _ = s.Detail.(snag.State)
	m.HeadLine, m.TurnText = m.T("snag.head", "n", m.Snag.Turn, "game", m.Snag.Game), m.TurnLine
	if m.Racing() {
		m.TurnText = m.T("snag.run", "n", len(m.Snag.Offer.Tiles))
	}
	m.BoardSVG = template.HTML(m.drawBoard())
	return m
}

// Racing reports whether a run waits for its call: that comes before whose turn it is.
func (m *model) Racing() bool { return m.Snag.Offer != nil && !m.Snag.Over }

// Mover is nobody while a run waits.
func (m *model) Mover() engine.Color {
	if m.Racing() {
		return engine.NoColor
	}
	return m.GameModel.Mover()
}

// Under is how many tiles the player has won.
func (m *model) Under(p scoreboard.Player) string { return m.T("snag.tiles", "n", p.Total) }

// placeSheet takes a tile that no camera saw, by its number.
func (m *model) placeSheet(number string) scoreboard.Sheet {
	sheet := parts.DrawSheet(head.Templates(), m, m.T("snag.place.title"), "snag-sheet-place")
	n, err := strconv.Atoi(number)
	switch {
	case err == nil:
		sheet.Typed = scoreboard.TypedEvent(map[string]any{"type": snag.Place, "player": m.Snag.NextSeat, "number": n})
	case number != "":
		sheet.Typed = &scoreboard.Typed{Problem: m.T("snag.type.wrong")}
	default:
		sheet.Typed = &scoreboard.Typed{}
	}
	return sheet
}

// Seats are several players' names in a list.
func (m *model) Seats(seats []int) string {
	var names []string
	for _, s := range seats {
		names = append(names, m.Seat(s))
	}
	return m.Texts.List(names)
}

// LostMove says who lost a move by the run taken last, and why; empty if nobody did.
func (m *model) LostMove() string {
	c := m.Snag.Last
	if c == nil || len(c.SkippedSeats) == 0 {
		return ""
	}
	return m.T("snag.lost."+string(c.Why), "n", len(c.SkippedSeats), "who", m.Seats(c.SkippedSeats))
}

// PassedOver says who has no tile left while others have; empty if nobody is passed over.
func (m *model) PassedOver() string {
	var empty []int
	for seat, tiles := range m.Snag.Racks {
		if tiles == 0 {
			empty = append(empty, seat)
		}
	}
	if len(empty) == 0 || m.Snag.NextSeat < 0 {
		return ""
	}
	return m.T("snag.passed", "n", len(empty), "who", m.Seats(empty))
}

// Fresh reports whether the run taken last was taken since the last tile was placed.
func (m *model) Fresh() bool {
	return m.Snag.Last != nil && m.Snag.Last.Turn == m.Snag.Turn && !m.Snag.Over
}

// Card is the score card: a line for each player.
func (m *model) Card() parts.Card {
	card := parts.Card{Title: m.T("snag.card"), Head: m.Heads("snag.card.", "player", "tiles", "total", "won", "plus", "minus")}
	for seat, s := range m.Snag.Scores {
		card.Rows = append(card.Rows, []parts.CardCell{m.PlayerCell(m.ColorOf(seat)),
			parts.Cell(s.Tiles), parts.Cell(s.Total), parts.Cell(s.GamesWon), parts.Cell(s.Plus), parts.Cell(s.Minus)})
	}
	return card
}

// Line is tiles in words: "4, 14, 24 and 34".
func (m *model) Line(tiles []int) string {
	var all []string
	for _, n := range tiles {
		all = append(all, fmt.Sprint(n))
	}
	return m.Texts.List(all)
}

// Squares are the rows of the board, as numbers; 0 where there is no square.
func (m *model) Squares() [][]int {
	rows := make([][]int, snag.Side)
	for r := range rows {
		for c := range snag.Side {
			rows[r] = append(rows[r], snag.Number(engine.Place{Row: r, Col: c}))
		}
	}
	return rows
}

// Free reports whether a number's tile can still be placed.
func (m *model) Free(number int) bool {
	return !slices.Contains(m.Snag.Board, number) && !slices.Contains(m.Snag.Taken, number)
}

// The drawing of the board, in its own units.
const (
	squareSize = 58.0
	boardSide  = 10*squareSize + 20
)

// drawBoard is the octagon with its numbers, the tiles that lie there, the newest and the run that waits marked. It has
// one size whatever lies there.
func (m *model) drawBoard() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="board snag" viewBox="0 0 %s %s" role="img" aria-label="%s">`, svg.Num(boardSide), svg.Num(boardSide), svg.Escape(m.description()))
	fmt.Fprintf(&b, `<rect width="%s" height="%s" rx="18" fill="#1f6a4e"/>`, svg.Num(boardSide), svg.Num(boardSide))
	var run []int
	if m.Snag.Offer != nil {
		run = m.Snag.Offer.Tiles
	}
	for _, n := range snag.Numbers {
		at, _ := snag.Square(n)
		x, y := 10+float64(at.Col)*squareSize, 10+float64(at.Row)*squareSize
		lies := slices.Contains(m.Snag.Board, n)
		m.drawSquare(&b, n, x, y, lies, slices.Contains(run, n))
	}
	b.WriteString("</svg>")
	return b.String()
}

func (m *model) drawSquare(b *strings.Builder, n int, x, y float64, lies, run bool) {
	square, ink := "#f3ead2", "#7a6f58"
	if slices.Contains(m.Snag.Taken, n) {
		square, ink = "#d9cfb6", "#93876c" // won: out of this game
	}
	free := ""
	if m.Free(n) {
		free = fmt.Sprintf(` data-number="%d"`, n) // a touch begins to type it
	}
	fmt.Fprintf(b, `<rect%s x="%s" y="%s" width="56" height="56" rx="5" fill="%s"/>`, free, svg.Num(x+1), svg.Num(y+1), square)
	size, weight := 20.0, 500
	if lies {
		fill, edge, wide := "#ffb52e", "#8a5200", 2.0
		if run {
			fill, edge, wide = "#e23b2e", "#5c0f08", 4
		} else if n == m.Snag.Placed {
			edge, wide = "#1b2330", 4
		}
		fmt.Fprintf(b, `<rect class="tile%s" x="%s" y="%s" width="48" height="48" rx="8" fill="%s" stroke="%s" stroke-width="%s"/>`, map[bool]string{true: " run"}[run], svg.Num(x+5), svg.Num(y+5), fill, edge, svg.Num(wide))
		size, weight, ink = 27, 900, "#1b1206"
		if run {
			ink = "#ffffff"
		}
	}
	fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s" font-weight="%d" fill="%s" text-anchor="middle" pointer-events="none">%d</text>`, svg.Num(x+29), svg.Num(y+29+0.36*size), svg.Num(size), weight, ink, n)
}

// description is the drawing in words.
func (m *model) description() string {
	if len(m.Snag.Board) == 0 {
		return m.T("snag.board.empty")
	}
	return m.T("snag.board.label", "n", len(m.Snag.Board), "what", m.Line(m.Snag.Board))
}
