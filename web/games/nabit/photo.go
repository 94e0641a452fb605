package nabit

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
	"tilewatch/web/board"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

var _ scoreboard.PhotoCounter = page{}

// Count implements scoreboard.PhotoCounter.
func (page) Count(sent []byte, t *text.Texts, keeps bool) (scoreboard.Counted, error) {
	m := &photoPage{reader: reader{retold.ReaderOf(nil, t)}, MayKeep: keeps}
	var r photoRequest
	if err := json.Unmarshal(sent, &r); err != nil {
		return nil, fmt.Errorf("this is not a photo's reading: %w", err)
	}
	if retold.TooLarge(r.Width, r.Height) {
		return nil, retold.ErrTooLarge
	}
	return m, m.fill(r)
}

// Draw implements scoreboard.Counted.
func (m *photoPage) Draw() (template.HTML, error) { return parts.HTML(templates(), "photo-result", m) }

// photoRequest is what the page's script sends: the API's answers, the pictures' sizes, and what people say.
type photoRequest struct {
	photoShot
	More  []photoShot  `json:"more"` // further photos of the same table
	Out   engine.Color `json:"out"`
	Fixes []still.Fix  `json:"fixes"` // and answers to questions, oldest first
	At    string       `json:"at"`    // the place whose sheet is wanted: "row,col"
}

// photoShot is one photo.
type photoShot struct {
	Result photoRead `json:"result"`
	Width  int       `json:"width"` // pixels, upright
	Height int       `json:"height"`
}

// photoRead is the part of the API's answer that is counted and drawn.
type photoRead struct {
	Game string `json:"game"`
	still.Reading
	Error *struct {
		Code    string `json:"code"`
		Kind    string `json:"kind"`
		Message string `json:"message"`
	} `json:"error"`
}

// Limits of what is drawn: more tiles than all games of a shelf have are no game.
const (
	mostCells = 400
	mostShots = 12
)

// photoPage is what the template of a photo's result reads.
type photoPage struct {
	reader
	*retold.Standing
	Problem string
	Views   []retold.View
	Board   template.HTML
	Owners  []owned
	Unsure  []string // words whose control is not sure
	Out     engine.Color
	Banked  []bankedTiles
	Asked   []photoQuestion // what decides the count
	Look    *still.Look     // one more photo that tells the heights; nil where all are sure
	Notes   []string
	Tiles   int    // in the reading
	Check   string // the places of the doubtful ones, as the drawing names them: "0,1 2,3"
	Doubts  int    // how many those are
	MayKeep bool   // as a game of the history

	shots   photoRequest
	reading still.Reading // of all photos together, mended
}

// bankedTiles is how many tiles a player has on the bank.
type bankedTiles struct {
	Color engine.Color
	Name  string
	Tiles int
}

// fill joins the photos, mends what people said is wrong, and counts.
func (m *photoPage) fill(r photoRequest) error {
	if err := r.check(); err != nil {
		return err
	}
	m.shots = r
	joined := m.join(r.shots())
	if m.Problem != "" {
		return nil
	}
	mended, err := joined.Mend(r.Fixes)
	if err != nil {
		return err
	}
	m.reading, m.Out = mended, r.Out
	b, banked := mended.Board(), mended.Banked()
	players := mended.Players(banked, r.Out)
	m.outlook(mended.Outlook(r.Out))
	for _, c := range players {
		m.Banked = append(m.Banked, bankedTiles{c, m.Name(c), banked[c]})
	}
	m.Owners = m.owners(b, players)
	m.doubts()
	m.draw()
	return nil
}

// shots are all photos, in order.
func (r photoRequest) shots() []photoShot { return append([]photoShot{r.photoShot}, r.More...) }

// check refuses input that no photo or person can produce.
func (r photoRequest) check() error {
	far := func(p engine.Place) bool { return max(p.Row, -p.Row, p.Col, -p.Col) > mostCells }
	if len(r.More) >= mostShots || len(r.Fixes) > mostCells {
		return errors.New("too many photos or corrections")
	}
	for _, s := range r.shots() {
		switch {
		case retold.TooLarge(s.Width, s.Height):
			return retold.ErrTooLarge
		case len(s.Result.Cells)+len(s.Result.Unlikely.Cells) > mostCells:
			return errors.New("too many tiles")
		}
		for _, b := range slices.Concat(s.Result.Banks, s.Result.Unlikely.Banks) {
			if !b.Possible() {
				return errors.New("the reading has an impossible bank")
			}
		}
		for _, c := range slices.Concat(s.Result.Cells, s.Result.Unlikely.Cells) {
			if c.Height < 1 || c.Height > engine.MaxHeight || far(c.Place) {
				return errors.New("the reading has an impossible stack")
			}
		}
	}
	for _, f := range r.Fixes {
		if far(f.Place) {
			return errors.New("a correction is outside the table")
		}
	}
	return nil
}

// join lays the photos over each other. Those that cannot be read or show another table are left out, with a note; if none is left that is
// the page's problem.
func (m *photoPage) join(shots []photoShot) still.Reading {
	var good []still.Reading
	var number []int
	for i, s := range shots {
		problem := ""
		switch {
		case s.Result.Error != nil:
			problem = m.problem(s.Result.Error.Code, s.Result.Error.Kind, s.Result.Error.Message)
		case len(s.Result.Cells) == 0:
			problem = m.T("after.photo.none")
		default:
			good, number = append(good, s.Result.Reading), append(number, i)
			continue
		}
		m.Notes = append(m.Notes, m.T("after.photo.left", "n", i+1, "why", problem))
		if m.Problem == "" {
			m.Problem = problem
		}
	}
	if len(good) == 0 {
		return still.Reading{}
	}
	m.Problem = ""
	joined, err := still.Join(good)
	if apart := (*still.Apart)(nil); errors.As(err, &apart) {
		for _, i := range apart.Shots {
			m.Notes = append(m.Notes, m.T("after.photo.left", "n", number[i]+1, "why", m.T("after.photo.apart")))
		}
	}
	for i := range joined.Cells {
		joined.Cells[i].View = number[joined.Cells[i].View]
	}
	return joined
}

// problem says why the photo gave no score, in the reader's language.
func (m *photoPage) problem(code, kind, message string) string {
	switch kind {
	case "":
	case "film":
		return m.T("after.photo.error.film")
	default:
		return m.T("after.photo.error.kind", "kind", kind)
	}
	if key := "after.photo.error." + code; m.Has(key) {
		return m.T(key)
	}
	if message == "" {
		return m.T("after.photo.error.unreadable")
	}
	return message
}

// draw draws the board, and marks in each photo what was read in it.
func (m *photoPage) draw() {
	var stacks []board.Stack
	for _, c := range m.reading.Cells {
		stacks = append(stacks, board.Stack{Place: c.Place, Cell: c.Cell(), Doubt: c.Doubtful()})
	}
	m.Board = drawBoard(stacks, board.Options{Label: m.T("board.label", "n", len(stacks))})
	for i, s := range m.shots.shots() {
		m.Views = append(m.Views, m.view(i, s))
	}
	for _, w := range m.reading.Warnings {
		key := "after.photo.warning." + w.Code
		if m.Has(key) {
			m.Notes = append(m.Notes, m.T(key))
		} else {
			m.Notes = append(m.Notes, strings.TrimSpace(w.Message))
		}
	}
}

// view marks what was read in one photo.
func (m *photoPage) view(number int, s photoShot) retold.View {
	v := retold.View{Width: s.Width, Height: s.Height}
	var around retold.Corners
	for _, c := range m.reading.Cells {
		if c.View != number || c.Corners == ([4][2]float64{}) {
			continue
		}
		around = append(around, c.Corners)
		label := c.Letter.String()
		if c.Height > 1 {
			label += fmt.Sprint(c.Height)
		}
		if c.Doubtful() {
			label += "?"
		}
		o := retold.OutlineOf(c.Corners, c.Color, label)
		o.At, o.Doubt = placeName(c.Place), c.Doubtful()
		v.Outlines = append(v.Outlines, o)
	}
	for _, rack := range s.Result.Racks {
		for _, t := range rack.Tiles {
			around = append(around, t.Corners)
			v.Outlines = append(v.Outlines, retold.OutlineOf(t.Corners, rack.Color, t.Letter.String()))
		}
	}
	if m.Look != nil && m.Look.View == number && s.Width > 0 {
		foot, head := within(m.Look.Arrow[0], s), within(m.Look.Arrow[1], s)
		v.Arrow = retold.ArrowOf(foot, head)
		around = append(around, [4][2]float64{foot, foot, head, head})
	}
	v.Crop = around.Crop(float64(s.Width), float64(s.Height))
	return v
}

// within is the nearest point of a photo.
func within(p [2]float64, s photoShot) [2]float64 {
	return [2]float64{min(max(p[0], 0), float64(s.Width)), min(max(p[1], 0), float64(s.Height))}
}

// LookText says from where one more photo tells the heights that are not sure.
func (m *photoPage) LookText() string {
	side := m.T("after.photo.look." + strings.ReplaceAll(m.Look.From, " ", "-"))
	return m.T("after.photo.look", "side", side, "tilt", m.Look.Tilt, "n", len(m.Look.Stacks))
}

// placeName is a place as the drawing names it.
func placeName(p engine.Place) string { return fmt.Sprintf("%d,%d", p.Row, p.Col) }

// doubts says how sure the reading is, and which tiles a person should look at.
func (m *photoPage) doubts() {
	var places []string
	for _, c := range m.reading.Cells {
		if c.Doubtful() {
			places = append(places, placeName(c.Place))
		}
	}
	m.Tiles, m.Doubts, m.Check = len(m.reading.Cells), len(places), strings.Join(places, " ")
}

// Certainty says how sure the reading is, in one line.
func (m *photoPage) Certainty() string {
	if m.Doubts == 0 {
		return m.T("after.photo.sure.all", "n", m.Tiles)
	}
	return m.T("after.photo.sure", "sure", m.Tiles-m.Doubts, "all", m.Tiles, "n", m.Doubts)
}
