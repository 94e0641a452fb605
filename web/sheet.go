package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
)

// freeSheets are those that only tell what everybody may know.
var freeSheets = []string{"why"}

// sheetModel is what the templates of the sheets read.
type sheetModel struct {
	*Model
	Role   Role
	Seat   engine.Color // of who asks, if known
	Table  string
	Values url.Values
	desk   Desk
	path   string
	server *Server
	ctx    context.Context // of the request
}

// sheet answers a dialog's html.
func (s *Server) sheet(c echo.Context) error {
	table, _, err := s.table(c)
	if err != nil {
		return err
	}
	name, role := c.Param("name"), s.Role(c, table.ID())
	if role < RolePlayer && !slices.Contains(freeSheets, name) {
		return errRole(RolePlayer)
	}
	state, err := table.State()
	if err != nil {
		return err
	}
	m := &sheetModel{Model: newModel(&state, lookOf(c)), Role: role, Table: table.ID(), Values: c.QueryParams(), desk: table.Desk(), path: "/t/" + table.ID(), ctx: c.Request().Context(), server: s}
	if color, err := engine.ParseColor(seat(c, table.ID())); err == nil {
		m.Seat = color
	}
	if name == "hints" {
		if problem := s.mayHint(c, m); problem != nil {
			return problem
		}
	}
	sheet, ok := s.drawSheet(m, name)
	if !ok {
		return echo.NewHTTPError(http.StatusNotFound, "there is nothing of that name here")
	}
	return write(c, "sheet", sheet)
}

// drawSheet draws the house's own sheets, else the game's.
func (s *Server) drawSheet(m *sheetModel, name string) (Sheet, bool) {
	switch name {
	case "more":
		return m.draw("more.title", "sheet-more", m), true
	case "why":
		return m.why()
	case "challenge":
		return m.draw("challenge.title", "sheet-challenge", m), m.LastTurn != nil
	case "cell":
		return m.cell()
	case "hints":
		return m.hints(), true
	case "names":
		return m.draw("more.names", "sheet-names", m), m.Knows("name")
	case "tiles":
		return m.draw("more.tiles", "sheet-tiles", m), true
	}
	return gameOf(m.State).Sheet(m.State, m.Look, name, m.Values)
}

// draw is a sheet made by a template.
func (m *sheetModel) draw(title, name string, data any, pairs ...any) Sheet {
	return Sheet{Title: m.T(title, pairs...), Body: draw(data, name)[name]}
}

// By is who challenges: the phone's holder, else who plays next, else anybody but the mover.
func (m *sheetModel) By() engine.Color {
	mover := m.LastTurn.Player
	for _, c := range append([]engine.Color{m.Seat, m.Next}, colorsOf(m.Players)...) {
		if c != engine.NoColor && c != mover {
			return c
		}
	}
	return mover
}

func colorsOf(players []Player) []engine.Color {
	colors := make([]engine.Color, len(players))
	for i, p := range players {
		colors[i] = p.Color
	}
	return colors
}

// Others are the players who may challenge.
func (m *sheetModel) Others() []Player {
	return slices.DeleteFunc(slices.Clone(m.Players), func(p Player) bool { return p.Color == m.LastTurn.Player })
}

// Lines are the board's stacks row by row: a way to them without pointing.
func (m *sheetModel) Lines() [][]Cell {
	var lines [][]Cell
	for _, c := range m.Board { // by row, then column
		if n := len(lines); n == 0 || lines[n-1][0].Row != c.Row {
			lines = append(lines, nil)
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], c)
	}
	return lines
}

// Secure is this table's address on a secure connection; empty if there is none.
func (m *sheetModel) Secure() string {
	if m.server.options.Secure == "" {
		return ""
	}
	return strings.TrimSuffix(m.server.options.Secure, "/") + m.path + "/play"
}

// Called is the name that somebody gave the player; empty if nobody did.
func (m *sheetModel) Called(p Player) string {
	if p.Name == title(p.Color.String()) {
		return ""
	}
	return p.Name
}

// Mover is who is to play: for a pass or an exchange.
func (m *sheetModel) Mover() engine.Color { return m.Next }

// Knows tells whether the game takes an event that the house's own sheets can send. A game says so itself: one that says
// nothing takes none of them.
func (m *sheetModel) Knows(event string) bool {
	game, says := gameOf(m.State).(interface{ Knows(event string) bool })
	return says && game.Knows(event)
}

// WordsJSON are the words that may be challenged, for a command.
func (m *sheetModel) WordsJSON() string {
	data, err := json.Marshal(m.Challengeable)
	if err != nil { // plain data
		return "[]"
	}
	return string(data)
}

// Five are the numbers of tiles that may be exchanged.
func (m *sheetModel) Five() []int { return []int{1, 2, 3, 4, 5} }

// Linked tells whether there is such a page: other packages mount some.
func (m *sheetModel) Linked(path string) bool { return m.server.has(path) }

// Path is the address of something at this table.
func (m *sheetModel) Path(rest string) string { return m.path + rest }

// cellModel is what the sheet of a tile reads.
type cellModel struct {
	*sheetModel
	Cell
	Crop     string // address of the camera's picture; empty: none
	Readings []shownReading
	Letters  []string
	Heights  []int
	Colors   []engine.Color
	Whys     []string
}

// shownReading is a reading with its bar.
type shownReading struct {
	Reading
	Percent int
	Now     bool // as it is shown
}

// stackAt is the stack at the place in the address; false if there is none.
func (m *sheetModel) stackAt() (Cell, bool) {
	place, err := parsePlace(m.Values.Get("at"))
	if err != nil {
		return Cell{}, false
	}
	i := slices.IndexFunc(m.Board, func(c Cell) bool { return c.Place == place })
	if i < 0 {
		return Cell{}, false
	}
	return m.Board[i], true
}

// parsePlace reads a place as the drawing names it: "row,col".
func parsePlace(text string) (engine.Place, error) {
	row, col, _ := strings.Cut(text, ",")
	r, err1 := strconv.Atoi(row)
	c, err2 := strconv.Atoi(col)
	if err1 != nil || err2 != nil || len(text) > 12 {
		return engine.Place{}, fmt.Errorf("no such place %.12q: use ROW,COLUMN", text)
	}
	return engine.Place{Row: r, Col: c}, nil
}

// cell is the sheet of a tile: what the camera saw of it, and buttons for everything that may be wrong.
func (m *sheetModel) cell() (Sheet, bool) {
	stack, ok := m.stackAt()
	if !ok {
		return Sheet{}, false
	}
	c := cellModel{sheetModel: m, Cell: stack, Whys: m.whys(stack), Colors: colorsOf(m.Players)}
	for l := 'A'; l <= 'Z'; l++ {
		c.Letters = append(c.Letters, string(l))
	}
	for h := 1; h <= engine.MaxHeight; h++ {
		c.Heights = append(c.Heights, h)
	}
	if x, ok := m.desk.(Explorer); ok {
		c.Readings = shownReadings(x.Readings(stack.Place), stack)
		if x.Crop(stack.Place) != nil {
			c.Crop = fmt.Sprintf("%s/crop/%d,%d?seq=%d", m.path, stack.Row, stack.Col, m.Seq)
		}
	}
	return m.draw("cell.title", "sheet-cell", c, "letter", stack.Letter), true
}

// bestReadings is how many readings are offered at once.
const bestReadings = 3

func shownReadings(all []Reading, now Cell) []shownReading {
	var out []shownReading
	for _, r := range all[:min(len(all), bestReadings)] {
		out = append(out, shownReading{r, int(100*r.Chance + 0.5), r.Letter == now.Letter && r.Blank == now.Blank})
	}
	return out
}

// why is the sheet that tells of the words through a tile.
func (m *sheetModel) why() (Sheet, bool) {
	stack, ok := m.stackAt()
	if !ok {
		return Sheet{}, false
	}
	return m.draw("why.title", "sheet-why", m.whys(stack)), true
}

// whys are the reasons of all words through the stack.
func (m *sheetModel) whys(stack Cell) []string {
	var out []string
	for _, w := range m.Words {
		if slices.Contains(w.Places(), stack.Place) {
			out = append(out, reason(m.State, w, m.Texts))
		}
	}
	return out
}

// mayHint refuses hints where the table has not allowed them.
func (s *Server) mayHint(c echo.Context, m *sheetModel) error {
	if !m.Aids.Hints {
		return echo.NewHTTPError(http.StatusForbidden, "this table plays without hints: the host can allow them")
	}
	if m.Values.Get("rack") != "" && !s.limits.allow(hintRate, m.Table+" "+c.RealIP()) {
		return echo.NewHTTPError(http.StatusTooManyRequests, "one hint after another: wait a moment")
	}
	return nil
}

// hintsModel is what the sheet of hints reads.
type hintsModel struct {
	*sheetModel
	Rack, Problem string
	Hints         []Hint
	Asked         bool
}

// hintsShown is how many plays are told.
const hintsShown = 3

func (m *sheetModel) hints() Sheet {
	h := hintsModel{sheetModel: m, Rack: strings.ToUpper(m.Values.Get("rack"))}
	adviser, can := m.desk.(Adviser)
	if h.Asked = h.Rack != "" && can; h.Asked {
		var err error
		if h.Hints, err = adviser.Hints(m.ctx, h.Rack, hintsShown); err != nil {
			h.Problem = m.T("hints.rack")
		}
	}
	return m.draw("hints.title", "sheet-hints", h)
}
