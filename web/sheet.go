package web

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tilewatch/engine"
)

//go:embed sheets/templates
var sheetFiles embed.FS

var sheetTemplates = parse(sheetFiles)

// sheetModel is what the templates of the sheets read.
type sheetModel struct {
	*Model
	Asked
}

// Asked is what somebody asks at a table.
type Asked struct {
	Role    Role
	Seat    engine.Color // of who asks, if known
	Table   string
	Values  url.Values
	Desk    Desk
	Game    Game                   // that is being played
	Site    string                 // the server's address on a secure connection; empty if there is none
	Mounted func(path string) bool // says whether there is such a page
	Ctx     context.Context        // of the request
}

// drawSheet draws the house's own sheets, else the game's.
func drawSheet(s *State, look Look, a Asked, name string) (Sheet, bool) {
	m := &sheetModel{Model: newModel(s, a.Game, look), Asked: a}

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
	return m.Game.Sheet(m.State, m.Look, name, m.Values)
}

// path is the table's address.
func (m *sheetModel) path() string { return "/t/" + m.Table }

// draw is a sheet made by a template.
func (m *sheetModel) draw(title, name string, data any, pairs ...any) Sheet {
	return Sheet{Title: m.T(title, pairs...), Body: draw(sheetTemplates, data, name)[name]}
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
	if m.Site == "" {
		return ""
	}
	return strings.TrimSuffix(m.Site, "/") + m.path() + "/play"
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
	game, says := m.Game.(interface{ Knows(event string) bool })
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
func (m *sheetModel) Linked(path string) bool { return m.Mounted(path) }

// Path is the address of something at this table.
func (m *sheetModel) Path(rest string) string { return m.path() + rest }

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
	if x, ok := m.Desk.(Explorer); ok {
		c.Readings = shownReadings(x.Readings(stack.Place), stack)
		if x.Crop(stack.Place) != nil {
			c.Crop = fmt.Sprintf("%s/crop/%d,%d?seq=%d", m.path(), stack.Row, stack.Col, m.Seq)
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
	adviser, can := m.Desk.(Adviser)
	if h.Asked = h.Rack != "" && can; h.Asked {
		var err error
		if h.Hints, err = adviser.Hints(m.Ctx, h.Rack, hintsShown); err != nil {
			h.Problem = m.T("hints.rack")
		}
	}
	return m.draw("hints.title", "sheet-hints", h)
}
