package sheets

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
	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Files are the sheets' templates.
//
//go:embed templates
var Files embed.FS

var templates = parts.Parse(Files)

// model is what the templates of the sheets read.
type model struct {
	*parts.Model
	Asked
}

// Asked is what somebody asks at a table.
type Asked struct {
	Role    access.Role
	Seat    engine.Color // of the sender, if known
	Table   string
	Values  url.Values
	Desk    desk.Desk
	Game    scoreboard.Game        // that is being played
	Site    string                 // the server's address on a secure connection; empty if there is none
	Mounted func(path string) bool // says whether there is such a page
	Ctx     context.Context        // of the request
}

// Draw draws the house's own sheets, else the game's.
func Draw(s *scoreboard.State, look scoreboard.Look, a Asked, name string) (scoreboard.Sheet, bool) {
	a.Values = ofSender(a, s.Players)
	m := &model{Model: parts.NewModel(s, a.Game, look), Asked: a}
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
	case "keys":
		return m.draw("keys.title", "sheet-keys", m), true
	case "names":
		return m.draw("more.names", "sheet-names", m), m.Knows("name")
	case "seats":
		return m.draw("seats.title", "sheet-seats", m), len(m.Players) > 0 && m.Knows("sit")
	case "finish":
		return m.draw("more.finish", "sheet-finish", m), len(m.Players) > 0
	case "tiles":
		return m.draw("more.tiles", "sheet-tiles", m), true
	}
	return m.Game.Sheet(m.State, m.Look, name, m.Values)
}

// path is the table's address.
func (m *model) path() string { return "/t/" + m.Table }

// draw is a sheet made by a template.
func (m *model) draw(title, name string, data any, pairs ...any) scoreboard.Sheet {
	return scoreboard.Sheet{Title: m.T(title, pairs...), Body: parts.Draw(templates(), data, name)[name]}
}

// By is the challenger: the phone's holder, else the next player, else any player but the mover.
func (m *model) By() engine.Color {
	mover := m.LastTurn.Player
	for _, c := range append([]engine.Color{m.Seat, m.Next}, scoreboard.ColorsOf(m.Players)...) {
		if c != engine.NoColor && c != mover {
			return c
		}
	}
	return mover
}

// Others are the players who may challenge.
func (m *model) Others() []scoreboard.Player {
	return slices.DeleteFunc(slices.Clone(m.Players), func(p scoreboard.Player) bool { return p.Color == m.LastTurn.Player })
}

// Lines are the board's stacks row by row: a way to them without pointing.
func (m *model) Lines() [][]scoreboard.Cell {
	var lines [][]scoreboard.Cell
	for _, c := range m.Board { // by row, then column
		if n := len(lines); n == 0 || lines[n-1][0].Row != c.Row {
			lines = append(lines, nil)
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], c)
	}
	return lines
}

// Secure is this table's address on a secure connection; empty if there is none.
func (m *model) Secure() string {
	if m.Site == "" {
		return ""
	}
	return strings.TrimSuffix(m.Site, "/") + m.path() + "/play"
}

// Called is the name that somebody gave the player; empty if nobody did.
func (m *model) Called(p scoreboard.Player) string {
	if p.Name == scoreboard.Title(p.Color.String()) {
		return ""
	}
	return p.Name
}

// Mine are the players whom the reader may rename: a host all, a player the one of the reader's own seat.
func (m *model) Mine() []scoreboard.Player {
	if m.Role >= access.RoleHost {
		return m.Players
	}
	return slices.DeleteFunc(slices.Clone(m.Players), func(p scoreboard.Player) bool { return p.Color != m.Seat })
}

// Mover plays next, for a pass or an exchange.
func (m *model) Mover() engine.Color { return m.Next }

// Knows reports whether the game takes an event that the house's own sheets can send. A game that does not
// implement Knows takes none of them.
func (m *model) Knows(event string) bool {
	game, says := m.Game.(interface{ Knows(event string) bool })
	return says && game.Knows(event)
}

// WordsJSON are the words that may be challenged, for a command.
func (m *model) WordsJSON() string {
	data, err := json.Marshal(m.Challengeable)
	if err != nil { // plain data
		return "[]"
	}
	return string(data)
}

// Five are the numbers of tiles that may be exchanged.
func (m *model) Five() []int { return []int{1, 2, 3, 4, 5} }

// Linked reports whether a page is mounted at the path.
func (m *model) Linked(path string) bool { return m.Mounted(path) }

// OwnWords reports whether there is a page of the table's own words.
func (m *model) OwnWords() bool {
	_, has := m.Desk.(desk.WordLists)
	return has && m.Lists != nil && m.Mounted("/t/:id/words")
}

// Path is the address of something at this table.
func (m *model) Path(rest string) string { return m.path() + rest }

// cellModel is what the sheet of a tile reads.
type cellModel struct {
	*model
	scoreboard.Cell
	Crop     string // address of the camera's picture; empty: none
	Readings []shownReading
	Even     bool // all readings are equally likely
	Letters  []string
	Heights  []int
	Colors   []engine.Color
	Whys     []string
}

// shownReading is a reading with its bar.
type shownReading struct {
	desk.Reading
	Percent int
	Now     bool // as it is shown
}

// stackAt is the stack at the place in the address; false if there is none.
func (m *model) stackAt() (scoreboard.Cell, bool) {
	place, err := ParsePlace(m.Values.Get("at"))
	if err != nil {
		return scoreboard.Cell{}, false
	}
	i := slices.IndexFunc(m.Board, func(c scoreboard.Cell) bool { return c.Place == place })
	if i < 0 {
		return scoreboard.Cell{}, false
	}
	return m.Board[i], true
}

// ParsePlace reads a place as the drawing names it: "row,col".
func ParsePlace(text string) (engine.Place, error) {
	row, col, _ := strings.Cut(text, ",")
	r, err1 := strconv.Atoi(row)
	c, err2 := strconv.Atoi(col)
	if err1 != nil || err2 != nil || len(text) > 12 {
		return engine.Place{}, fmt.Errorf("no such place %.12q: use ROW,COLUMN", text)
	}
	return engine.Place{Row: r, Col: c}, nil
}

// cell is the sheet of a tile: what the camera saw of it, and buttons for everything that may be wrong.
func (m *model) cell() (scoreboard.Sheet, bool) {
	stack, ok := m.stackAt()
	if !ok {
		return scoreboard.Sheet{}, false
	}
	c := cellModel{model: m, Cell: stack, Whys: m.whys(stack), Colors: scoreboard.ColorsOf(m.Players)}
	for l := 'A'; l <= 'Z'; l++ {
		c.Letters = append(c.Letters, string(l))
	}
	for h := 1; h <= engine.MaxHeight; h++ {
		c.Heights = append(c.Heights, h)
	}
	if x, ok := m.Desk.(desk.Explorer); ok {
		c.Readings, c.Even = shownReadings(x.Readings(stack.Place), stack)
		if x.Crop(stack.Place) != nil {
			c.Crop = fmt.Sprintf("%s/crop/%d,%d?seq=%d", m.path(), stack.Row, stack.Col, m.Seq)
		}
	}
	return m.draw("cell.title", "sheet-cell", c, "letter", stack.Letter), true
}

// bestReadings is how many readings are offered at once, evenReadings how many where none is likelier than another.
const bestReadings, evenReadings = 3, 8

func shownReadings(all []desk.Reading, now scoreboard.Cell) (out []shownReading, even bool) {
	for _, r := range all {
		out = append(out, shownReading{r, int(100*r.Chance + 0.5), r.Letter == now.Letter && r.Blank == now.Blank})
	}
	best := out[:min(len(out), bestReadings)]
	even = len(best) > 1 && best[0].Percent == best[len(best)-1].Percent
	if even {
		return out[:min(len(out), evenReadings)], true
	}
	return best, false
}

// why is the sheet about the words through a tile.
func (m *model) why() (scoreboard.Sheet, bool) {
	stack, ok := m.stackAt()
	if !ok {
		return scoreboard.Sheet{}, false
	}
	return m.draw("why.title", "sheet-why", m.whys(stack)), true
}

// explainer is a scoreboard.Game that says why a word is whose.
type explainer interface {
	Why(s *scoreboard.State, w scoreboard.Word, t *text.Texts) string
}

// whys are the reasons of all words through the stack.
func (m *model) whys(stack scoreboard.Cell) (out []string) {
	by, explains := m.Game.(explainer)
	for _, w := range m.Words {
		if explains && slices.Contains(w.Places(), stack.Place) {
			out = append(out, by.Why(m.State, w, m.Texts))
		}
	}
	return out
}

// hintsModel is what the sheet of hints reads.
type hintsModel struct {
	*model
	Rack, Problem string
	Hints         []desk.Hint
	Asked         bool
}

// hintsShown is how many plays a sheet of hints shows.
const hintsShown = 3

func (m *model) hints() scoreboard.Sheet {
	h := hintsModel{model: m, Rack: strings.ToUpper(m.Values.Get("rack"))}
	adviser, can := m.Desk.(desk.Adviser)
	if h.Asked = h.Rack != "" && can; h.Asked {
		var err error
		if h.Hints, err = adviser.Hints(m.Ctx, h.Rack, hintsShown); err != nil {
			h.Problem = m.T("hints.rack")
		}
	}
	return m.draw("hints.title", "sheet-hints", h)
}
