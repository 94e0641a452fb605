package after

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/web"
	"tilewatch/web/board"
	"tilewatch/web/scoreboard"
)

// photo answers the page on which a photo is chosen. Its script sends the photo to the API, and what that answers to
// photoResult, which draws it.
func (p *pages) photo(c echo.Context) error {
	pg := page{p.server.Texts(c), nil}
	return p.answer(c, web.Page{Title: pg.T("after.photo"), Class: "after-photo", Back: "/games", Wide: true}, "photo.html", pg, "photo.js")
}

// photoRequest is what the page's script sends: the API's answer, the picture's size, and what people say.
type photoRequest struct {
	Result photoRead                    `json:"result"`
	Width  int                          `json:"width"` // pixels, upright
	Height int                          `json:"height"`
	Out    engine.Color                 `json:"out"`
	Banked map[engine.Color]json.Number `json:"banked"` // as changed by a person
}

// photoRead is the part of the API's answer that is drawn.
type photoRead struct {
	Game  string `json:"game"`
	Cells []struct {
		engine.Place
		engine.Cell
		Corners    [4][2]float64 `json:"corners"`
		Confidence float64       `json:"confidence"`
	} `json:"cells"`
	Racks []struct {
		Color engine.Color `json:"color"`
		Tiles []struct {
			Letter  engine.Letter `json:"letter"`
			Corners [4][2]float64 `json:"corners"`
		} `json:"tiles"`
	} `json:"racks"`
	Banks []struct {
		Color *engine.Color `json:"color"`
		Tiles int           `json:"tiles"`
	} `json:"banks"`
	Warnings []engine.Warning `json:"warnings"`
	Error    *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// Limits of what is drawn: more tiles than all games of a shelf have are no game.
const (
	mostCells    = 400
	mostAnswer   = 1 << 20 // bytes
	mostPixels   = 30000   // a side
	doubtedBelow = 0.8     // confidence
)

// photoPage is what the template of a photo's result reads.
type photoPage struct {
	page
	*standing
	Problem       string
	Width, Height int
	Outlines      []outline
	Crop          crop // the part of the photo with the tiles
	Board         template.HTML
	Owners        []owned
	Out           engine.Color
	Banked        []bankedTiles
	Notes         []string
	Other         []scoreboard.PhotoLine // of a game whose board is not counted: all there is
	games         Games                  // nil: none is known
}

// bankedTiles is how many tiles a player has on the bank.
type bankedTiles struct {
	Color engine.Color
	Name  string
	Tiles int
}

// photoResult draws what was read in a photo, and counts it.
func (p *pages) photoResult(c echo.Context) error {
	data, err := io.ReadAll(http.MaxBytesReader(c.Response(), c.Request().Body, mostAnswer))
	if err != nil {
		return echo.NewHTTPError(http.StatusRequestEntityTooLarge, "that is more than a photo's reading: send what /api/photos answered")
	}
	m := photoPage{page: page{p.server.Texts(c), nil}, games: p.Games}
	if err := m.read(data); err != nil {
		return err
	}
	body, err := draw("photo-result", m)
	if err != nil {
		return err
	}
	return c.HTML(http.StatusOK, string(body))
}

// read fills the page from what the script sent.
func (m *photoPage) read(data []byte) error {
	var head struct {
		Result struct {
			Game  string          `json:"game"`
			Error json.RawMessage `json:"error"`
		} `json:"result"`
		Width  int `json:"width"`
		Height int `json:"height"`
	}
	var r photoRequest
	err := json.Unmarshal(data, &head)
	var other scoreboard.Game
	if err == nil && head.Result.Error == nil && m.games != nil && m.games.History(head.Result.Game) == nil {
		other = m.games.Drawn(head.Result.Game)
	}
	if err == nil && other == nil {
		err = json.Unmarshal(data, &r)
	}
	switch {
	case err != nil:
		return echo.NewHTTPError(http.StatusBadRequest, fmt.Sprintf("that is no photo's reading: %v", err))
	case head.Width < 0 || head.Height < 0 || head.Width > mostPixels || head.Height > mostPixels:
		return echo.NewHTTPError(http.StatusBadRequest, "no photo has so many pixels")
	case other != nil:
		m.Width, m.Height = head.Width, head.Height
		m.fillOther(other, data)
		return nil
	}
	return m.fill(r)
}

func (m *photoPage) fill(r photoRequest) error {
	switch {
	case r.Result.Error != nil:
		m.Problem = m.problem(r.Result.Error.Code, r.Result.Error.Message)
		return nil
	case len(r.Result.Cells) > mostCells:
		return echo.NewHTTPError(http.StatusBadRequest, "no photo has so many tiles")
	case len(r.Result.Cells) == 0:
		m.Problem = m.T("after.photo.none")
		return nil
	}
	b, stacks, err := r.board()
	if err != nil {
		return err
	}
	m.Width, m.Height, m.Out = r.Width, r.Height, r.Out
	banked := r.banked()
	players := r.players(b, banked)
	m.standing = m.stand(nabit.Scores(b, banked, r.Out, players), nabit.Options{}, true)
	for _, c := range players {
		m.Banked = append(m.Banked, bankedTiles{c, m.Name(c), banked[c]})
	}
	m.Owners = m.owners(b, players)
	m.Board = drawBoard(stacks, board.Options{Label: m.T("board.label", "n", len(stacks))})
	m.outline(r.Result)
	return nil
}

// problem says why the photo gave no score, in the reader's language.
func (m *photoPage) problem(code, message string) string {
	if key := "after.photo.error." + code; m.Has(key) {
		return m.T(key)
	}
	if message == "" {
		return m.T("after.photo.error.unreadable")
	}
	return message
}

// board is what was read, as the rules know it.
func (r photoRequest) board() (engine.Board, []board.Stack, error) {
	b := engine.Board{}
	var stacks []board.Stack
	for _, c := range r.Result.Cells {
		if c.Height < 1 || c.Height > engine.MaxHeight || c.Row < -mostCells || c.Row > mostCells || c.Col < -mostCells || c.Col > mostCells {
			return nil, nil, echo.NewHTTPError(http.StatusBadRequest, "the reading holds a stack that cannot be")
		}
		b[c.Place] = c.Cell
		stacks = append(stacks, board.Stack{Place: c.Place, Cell: c.Cell, Doubt: c.Confidence < doubtedBelow})
	}
	return b, stacks, nil
}

// banked are the banks as they were read, or as a person says.
func (r photoRequest) banked() map[engine.Color]int {
	banked := map[engine.Color]int{}
	for _, bank := range r.Result.Banks {
		if bank.Color != nil {
			banked[*bank.Color] += bank.Tiles
		}
	}
	for c, n := range r.Banked {
		if v, err := n.Int64(); err == nil && v >= 0 && v < nabit.TilesPerColor {
			banked[c] = int(v)
		}
	}
	return banked
}

// players are all whose tiles are in the photo, and who is said to have played last.
func (r photoRequest) players(b engine.Board, banked map[engine.Color]int) []engine.Color {
	seen := map[engine.Color]bool{r.Out: true}
	for _, c := range b {
		seen[c.Color] = true
	}
	for _, rack := range r.Result.Racks {
		seen[rack.Color] = true
	}
	for c, n := range banked {
		seen[c] = seen[c] || n > 0
	}
	return slices.DeleteFunc(slices.Clone(engine.PlayerColors[:]), func(c engine.Color) bool { return !seen[c] })
}

// outline marks what was read in the photo.
func (m *photoPage) outline(r photoRead) {
	doubts := 0
	var around corners
	for _, c := range r.Cells {
		around = append(around, c.Corners)
		label := c.Letter.String()
		if c.Height > 1 {
			label += fmt.Sprint(c.Height)
		}
		if c.Confidence < doubtedBelow {
			label += "?"
			doubts++
		}
		m.Outlines = append(m.Outlines, outlineOf(c.Corners, c.Color, label))
	}
	for _, rack := range r.Racks {
		for _, t := range rack.Tiles {
			around = append(around, t.Corners)
			m.Outlines = append(m.Outlines, outlineOf(t.Corners, rack.Color, t.Letter.String()))
		}
	}
	m.Crop = around.crop(float64(m.Width), float64(m.Height))
	if doubts > 0 {
		m.Notes = append(m.Notes, m.T("after.photo.doubt", "n", doubts))
	}
	for _, w := range r.Warnings {
		key := "after.photo.warning." + w.Code
		if m.Has(key) {
			m.Notes = append(m.Notes, m.T(key))
		} else {
			m.Notes = append(m.Notes, strings.TrimSpace(w.Message))
		}
	}
}
