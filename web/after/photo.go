package after

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// photo answers the page on which a photo is chosen. Its script sends the photo to the API, and what that answers to
// photoResult, which draws it.
func (p *pages) photo(c echo.Context) error {
	pg := p.page(c)
	return p.answer(c, web.Page{Title: pg.T("after.photo"), Class: "after-photo", Back: "/games", Wide: true}, "photo.html", pg, "photo.js")
}

// mostAnswer is how many bytes a photo's reading may have.
const mostAnswer = 1 << 20

// photoResult draws what was read in photos, and counts it.
func (p *pages) photoResult(c echo.Context) error {
	m, err := p.photoOf(c)
	if err != nil {
		return err
	}
	body, err := m.Draw()
	if err != nil {
		return err
	}
	return c.HTML(http.StatusOK, string(body))
}

// photoOf is the answer to what the script sent.
func (p *pages) photoOf(c echo.Context) (scoreboard.Counted, error) {
	data, err := io.ReadAll(http.MaxBytesReader(c.Response(), c.Request().Body, mostAnswer))
	if err != nil {
		return nil, echo.NewHTTPError(http.StatusRequestEntityTooLarge, "the reading is too large: send the answer of /api/photos")
	}
	counted, err := readPhoto(p.Games, data, p.server.Texts(c), p.mayKeep(c))
	if err != nil {
		return nil, echo.NewHTTPError(http.StatusBadRequest, err.Error())
	}
	return counted, nil
}

// readPhoto has the game count its photo, or shows it in the words of the game's page. Where nobody knows the game, or the photo could not be
// read, the first game says so.
func readPhoto(games Games, sent []byte, t *text.Texts, keeps bool) (scoreboard.Counted, error) {
	var head struct {
		Result struct {
			Game  string          `json:"game"`
			Error json.RawMessage `json:"error"`
		} `json:"result"`
		Width  int `json:"width"`
		Height int `json:"height"`
	}
	if err := json.Unmarshal(sent, &head); err != nil {
		return nil, fmt.Errorf("this is not a photo's reading: %w", err)
	}
	if games == nil {
		return nil, errors.New("no game is known here")
	}
	drawn := games.Drawn(head.Result.Game)
	counter, counts := drawn.(scoreboard.PhotoCounter)
	if !counts && (drawn == nil || head.Result.Error != nil) {
		counter, counts = games.Drawn("").(scoreboard.PhotoCounter)
	}
	switch {
	case counts:
		return counter.Count(sent, t, keeps)
	case drawn == nil:
		return nil, fmt.Errorf("nobody knows the game %q", head.Result.Game)
	case retold.TooLarge(head.Width, head.Height):
		return nil, retold.ErrTooLarge
	}
	return readOther(drawn, sent, head.Width, head.Height, t), nil
}

// otherPhoto is the answer for a game whose board is not counted, in the words of that game's own page.
type otherPhoto struct {
	page
	Problem string
	Views   []retold.View
	Other   []scoreboard.PhotoLine
}

func readOther(game scoreboard.Game, sent []byte, width, height int, t *text.Texts) otherPhoto {
	m := otherPhoto{page: page{retold.ReaderOf(nil, t)}}
	var r struct {
		Result json.RawMessage `json:"result"`
	}
	_ = json.Unmarshal(sent, &r) // it was read before
	read := parts.PhotoOf(game, r.Result, t)
	view, around := retold.View{Width: width, Height: height}, retold.Corners(nil)
	for _, mark := range read.Marks {
		around = append(around, mark.Corners)
		view.Outlines = append(view.Outlines, retold.OutlineOf(mark.Corners, engine.NoColor, mark.Label))
	}
	view.Crop = around.Crop(float64(width), float64(height))
	m.Other, m.Views = read.Lines, []retold.View{view}
	if len(m.Other) == 0 {
		m.Problem = m.T("after.photo.none")
	}
	return m
}

// Draw implements scoreboard.Counted.
func (m otherPhoto) Draw() (template.HTML, error) { return parts.HTML(templates(), "photo-other", m) }

// Sheet implements scoreboard.Counted: there is none.
func (otherPhoto) Sheet(string) (sheet scoreboard.Sheet, known bool, err error) { return }

// Events implements scoreboard.Counted: there are none.
func (otherPhoto) Events() ([]json.RawMessage, error) { return nil, nil }

// photoSheet answers a sheet over a photo's reading.
func (p *pages) photoSheet(c echo.Context) error {
	m, err := p.photoOf(c)
	if err != nil {
		return err
	}
	sheet, known, err := m.Sheet(c.Param("name"))
	if err != nil {
		return err
	}
	if !known {
		return echo.NewHTTPError(http.StatusNotFound, "no such sheet")
	}
	return p.server.Sheet(c, sheet)
}

// mayKeep reports whether who asks may add to the history: players and hosts, where there is a journal to keep it in.
func (p *pages) mayKeep(c echo.Context) bool {
	return p.Journal != nil && p.Keep && p.server.Role(c, p.Table) >= access.RolePlayer
}

// photoKeep keeps a photo's board as a finished game, and answers where it is shown.
func (p *pages) photoKeep(c echo.Context) error {
	if !p.mayKeep(c) {
		return access.ErrRole(access.RolePlayer)
	}
	m, err := p.photoOf(c)
	if err != nil {
		return err
	}
	events, err := m.Events()
	if err != nil {
		return echo.NewHTTPError(http.StatusUnprocessableEntity, err.Error())
	}
	if len(events) == 0 {
		return echo.NewHTTPError(http.StatusBadRequest, "no board to save")
	}
	start, err := game.ParseEvent(events[0])
	if err != nil {
		return err
	}
	now := p.Now()
	header := journal.Header{Game: journal.NewID(now), Kind: start.Game, Title: p.server.Texts(c).Say("after.photo.kept.title"), Created: now}
	entries := make([]journal.Entry, len(events))
	for i, e := range events {
		entries[i] = journal.Entry{Time: now, Payload: e}
	}
	if err := p.Journal.Create(c.Request().Context(), header, entries...); err != nil {
		return fmt.Errorf("keep the photo's game: %w", err)
	}
	return c.JSON(http.StatusOK, map[string]string{"game": header.Game, "url": "/games/" + header.Game})
}
