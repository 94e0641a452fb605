package after

import (
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web"
	"tilewatch/web/album"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
	"tilewatch/web/svg"
)

// replayPage is what the replay's template reads.
type replayPage struct {
	moment
	Strip    template.HTML
	Last     int // number of the last step
	Finished bool
	Live     string
	Lanes    []engine.Color
}

// moment is one step of a replay: all that changes when the slider moves.
type moment struct {
	page
	retold.Moment
	Game    string
	Index   int // of the step; 0 is the start
	All     int // turns of the game: one that was taken back and played again is one
	Scores  []stepScore
	Picture *picture
	NoPict  string // why there is none; empty: no camera ever looked at this game
	Sure    int    // percent; -1: not known
}

// stepScore is a player's points after the step.
type stepScore struct {
	Color engine.Color
	Name  string
	Total int
	Delta int
	Moves bool
}

// picture is the camera's, with the outlines of the turn's tiles.
type picture struct {
	URL           string
	Width, Height int
	Alt           string
	Crop          retold.Crop // the part with the board
	Outlines      []retold.Outline
}

func (p *pages) replay(c echo.Context) error {
	k, err := p.told(c)
	if err != nil {
		return err
	}
	g := k.About()
	last, over := g.Steps-1, g.Life == engine.Ended
	index := stepIndex(g.Steps, c.QueryParam("step"))
	if c.QueryParam("step") == "" {
		index = last // its board shows the game; playing begins at the first turn
	}
	m := replayPage{moment: p.moment(c, k, index), Last: last, Finished: over, Live: p.live(k.info.Game), Lanes: g.Players}
	m.Strip = strip(k.Marks(m.Lanes), len(m.Lanes))
	return p.answer(c, web.Page{Title: m.T("after.replay"), Class: "after-replay", Back: "/games/" + k.info.Game, Wide: true}, "replay.html", m, "replay.js")
}

// step answers one moment's html, for the page's script.
func (p *pages) step(c echo.Context) error {
	k, err := p.told(c)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(c.Param("step"))
	last := k.About().Steps - 1
	if err != nil || n < 0 || n > last {
		return echo.NewHTTPError(http.StatusNotFound, fmt.Sprintf("no step %q: the game has 0 to %d", c.Param("step"), last))
	}
	body, err := parts.HTML(templates(), "moment", p.moment(c, k, n))
	if err != nil {
		return err
	}
	c.Response().Header().Set("X-Steps", strconv.Itoa(last))
	return c.HTML(http.StatusOK, string(body))
}

// stepIndex is the step of the address; out of it, the nearest.
func stepIndex(steps int, text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return min(max(n, 0), steps-1)
}

func (p *pages) moment(c echo.Context, k *kept, index int) moment {
	pg := p.pageOf(c, k)
	m := moment{page: pg, Moment: k.Moment(index, quarters(c), pg.Reader), Game: k.info.Game, Index: index, All: k.About().Turns, Sure: -1}
	_, now := k.Points(index)
	_, before := k.Points(max(index-1, 0))
	for _, p := range now {
		score := stepScore{Color: p.Color, Name: m.Name(p.Color), Total: p.Total, Delta: p.Total, Moves: p.Color == m.Player}
		if i := slices.IndexFunc(before, func(b retold.Points) bool { return b.Color == p.Color }); i >= 0 {
			score.Delta -= before[i].Total
		}
		m.Scores = append(m.Scores, score)
	}
	p.pictured(c, k, &m)
	return m
}

// quarters is how the reader has turned the board.
func quarters(c echo.Context) int {
	n, err := strconv.Atoi(c.QueryParam("turned"))
	if err != nil || n < 0 {
		return 0
	}
	return n % 4
}

// Turned is the address's part for another quarter turn; so many more than now.
func (m moment) Turned(more int) template.URL {
	if n := (m.Quarters + more) % 4; n > 0 {
		return template.URL("&turned=" + strconv.Itoa(n))
	}
	return ""
}

// Before and Next are the steps beside this one.
func (m moment) Before() int { return max(m.Index-1, 0) }

// Next is the step after this one; the last if there is none.
func (m moment) Next() int { return min(m.Index+1, m.All) }

// pictured adds the picture of the turn, if there is one and the reader may see it.
func (p *pages) pictured(c echo.Context, k *kept, m *moment) {
	if p.Album == nil {
		return
	}
	shot, err := p.Album.Shot(k.info.Game, m.Number)
	if errors.Is(err, album.ErrNone) && len(p.Album.Turns(k.info.Game)) > 0 && m.Index > 0 {
		m.NoPict = m.T("after.step.nopicture")
	}
	if err != nil {
		return
	}
	if shot.Confidence > 0 {
		m.Sure = int(shot.Confidence*100 + 0.5)
	}
	if !p.MaySee(p.server, c) {
		m.NoPict = m.T("after.step.private")
		return
	}
	m.Picture = &picture{
		URL:   fmt.Sprintf("/games/%s/pictures/%d?%d", k.info.Game, m.Number, shot.Time.UnixMilli()),
		Width: shot.Width, Height: shot.Height, Alt: m.T("after.step.picture", "n", m.Number),
	}
	var board retold.Corners
	for _, cell := range shot.Cells {
		board = append(board, cell.Corners)
		for _, laid := range m.Laid {
			if laid == cell.Place {
				m.Picture.Outlines = append(m.Picture.Outlines, retold.OutlineOf(cell.Corners, cell.Color, cell.Letter.String()))
			}
		}
	}
	m.Picture.Crop = board.Crop(float64(shot.Width), float64(shot.Height))
}

// picture answers the camera's picture of a turn, to those who may see it.
func (p *pages) picture(c echo.Context) error {
	if p.Album == nil {
		return echo.NewHTTPError(http.StatusNotFound, "no pictures are saved here")
	}
	turn, err := strconv.Atoi(c.Param("turn"))
	if err != nil {
		return echo.NewHTTPError(http.StatusNotFound, fmt.Sprintf("no turn %q", c.Param("turn")))
	}
	k, err := p.told(c)
	if err != nil {
		return err
	}
	if !p.MaySee(p.server, c) {
		return echo.NewHTTPError(http.StatusForbidden, "only players can see the camera's pictures: open a player link first")
	}
	data, err := p.Album.Picture(k.info.Game, turn)
	if errors.Is(err, album.ErrNone) {
		return echo.NewHTTPError(http.StatusNotFound, err.Error())
	}
	if err != nil {
		return err
	}
	// The address changes with the picture; what a player's own browser keeps is the player's.
	c.Response().Header().Set("Cache-Control", "private, max-age=86400")
	return c.Blob(http.StatusOK, "image/jpeg", data)
}

// strip shows all steps: a lane for each player, so that nobody needs the color to see whose a turn was. A step has as much room as the
// start, which is the first.
func strip(marks []retold.Mark, lanes int) template.HTML {
	const lane = 10.0
	wide, all := svg.Num(float64(len(marks)+1)*10), lane*float64(max(lanes, 1))
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="strip" viewBox="0 0 %s %s" preserveAspectRatio="none" aria-hidden="true" focusable="false">`, wide, svg.Num(all))
	for i := range lanes {
		fmt.Fprintf(&b, `<rect class="lane" x="0" y="%s" width="%s" height="1"/>`, svg.Num(lane*float64(i)+lane/2-0.5), wide)
	}
	for i, m := range marks {
		x := float64(i+1)*10 + 0.8
		if m.Lane < 0 {
			fmt.Fprintf(&b, `<rect class="lane" x="%s" y="1" width="8.4" height="%s"/>`, svg.Num(x), svg.Num(all-2))
			continue
		}
		fmt.Fprintf(&b, `<rect class="%s" x="%s" y="%s" width="8.4" height="%s"/>`, m.Class, svg.Num(x), svg.Num(lane*float64(m.Lane)+(lane-m.High)/2), svg.Num(m.High))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}
