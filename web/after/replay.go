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
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
	"tilewatch/web"
	"tilewatch/web/album"
	"tilewatch/web/board"
	"tilewatch/web/explain"
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
	Game     string
	Index    int // of the step; 0 is the start
	All      int // turns of the game: one that was taken back and played again is one
	Quarters int
	Number   int
	Player   engine.Color
	Heading  string
	Deed     string
	Further  []string
	Words    []stepWord
	Whys     []why // of all words on the board
	Scores   []stepScore
	Notes    []string // who saw it, how sure, what was corrected
	Board    template.HTML
	Picture  *picture
	NoPict   string // why there is none; empty: no camera ever looked at this game
	Took     string
	Sure     int // percent; -1: not known
}

// why explains a word.
type why struct{ Cells, Text string }

// stepWord is a new word with who controls it.
type stepWord struct {
	Text        string
	Cells       string // as the drawing names them: "0,0 0,1"; empty if it is not on the board any more
	Controllers []engine.Color
	Nabbed      bool
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
	Crop          crop // the part with the board
	Outlines      []outline
}

type outline struct {
	Points string
	Color  engine.Color
	Letter string
	X, Y   string
	Size   string
	At     string // its place, where a tap on it asks; else empty
	Doubt  bool
}

func (p *pages) replay(c echo.Context) error {
	k, err := p.told(c)
	if err != nil {
		return err
	}
	index := stepIndex(k.steps(), c.QueryParam("step"))
	if c.QueryParam("step") == "" {
		index = k.steps() - 1
		if k.over() {
			index = 0
		}
	}
	m := replayPage{moment: p.moment(c, k, index), Last: k.steps() - 1, Finished: k.over(), Live: p.live(k.info.Game), Lanes: k.players()}
	m.Strip = strip(k.marks(m.Lanes), len(m.Lanes))
	return p.answer(c, web.Page{Title: m.T("after.replay"), Class: "after-replay", Back: "/games/" + k.info.Game, Wide: true}, "replay.html", m, "replay.js")
}

// step answers one moment's html, for the page's script.
func (p *pages) step(c echo.Context) error {
	k, err := p.told(c)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(c.Param("step"))
	if err != nil || n < 0 || n >= k.steps() {
		return echo.NewHTTPError(http.StatusNotFound, fmt.Sprintf("no step %q: the game has 0 to %d", c.Param("step"), k.steps()-1))
	}
	body, err := draw("moment", p.moment(c, k, n))
	if err != nil {
		return err
	}
	c.Response().Header().Set("X-Steps", strconv.Itoa(k.steps()-1))
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
	if k.retold != nil {
		return p.retoldMoment(c, k, index)
	}
	s := k.Steps[index]
	m := moment{page: p.pageOf(c, k), Game: k.info.Game, Index: index, All: k.Turns(), Number: s.Number, Player: s.Player, Quarters: quarters(c), Sure: -1}
	m.Heading = m.T("after.step.turn", "n", s.Number)
	if index == 0 {
		m.Heading = m.T("after.step.start")
	} else {
		m.Deed = m.deed(s)
	}
	m.Further = m.further(s)
	m.Words, m.Scores, m.Whys = newWords(s), m.scores(k, index), m.whys(k, s)
	if s.Took > 0 {
		m.Took = m.T("after.step.took", "time", span(m.Texts, s.Took))
	}
	m.Board = drawBoard(stacksOf(s), board.Options{
		Label: m.T("board.label", "n", len(s.Stacks)), Frame: frameOf(k.Game), Judged: disputed(s), Quarters: m.Quarters,
	})
	p.look(c, k, s, &m)
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

// newWords are the words that the turn made.
func newWords(s history.Step) []stepWord {
	var words []stepWord
	for _, text := range s.Turn.Words {
		w := stepWord{Text: text}
		for _, on := range s.Words {
			if on.Text == text && touches(on.Word, s.Placements) {
				w.Controllers, w.Cells = on.Controllers, cells(on.Word)
			}
		}
		for _, n := range s.Nabbed {
			w.Nabbed = w.Nabbed || n.Word == text
		}
		words = append(words, w)
	}
	return words
}

// whys explain all words of the step's board.
func (p page) whys(k *kept, s history.Step) []why {
	b := engine.Board{}
	for _, st := range s.Stacks {
		b[st.Place] = st.Cell
	}
	var all []why
	for _, w := range s.Words {
		all = append(all, why{cells(w.Word), explain.Explain(b, w.Word, k.Players(), p.Name, p.Texts)})
	}
	return all
}

// cells names a word's places as the drawing does.
func cells(w engine.Word) string {
	var names []string
	for _, p := range w.Places() {
		names = append(names, fmt.Sprintf("%d,%d", p.Row, p.Col))
	}
	return strings.Join(names, " ")
}

func touches(w engine.Word, laid []nabit.Placement) bool {
	for _, at := range w.Places() {
		for _, p := range laid {
			if p.Place == at {
				return true
			}
		}
	}
	return false
}

// scores are everybody's after the step, in the order of their turns.
func (p page) scores(k *kept, index int) []stepScore {
	total := func(step int, c engine.Color) int {
		for _, s := range k.Steps[step].Scores {
			if s.Color == c {
				return s.Total
			}
		}
		return 0
	}
	var all []stepScore
	for _, c := range k.Players() {
		s := stepScore{Color: c, Name: p.Name(c), Total: total(index, c), Moves: index > 0 && k.Steps[index].Player == c}
		if index > 0 {
			s.Delta = s.Total - total(index-1, c)
		}
		all = append(all, s)
	}
	return all
}

// look adds the camera's side: its picture, how sure the reading was, what was corrected.
func (p *pages) look(c echo.Context, k *kept, s history.Step, m *moment) {
	if s.Number > 0 && s.Kind == nabit.Played {
		m.Notes = append(m.Notes, m.T("after.step."+map[bool]string{true: "seen", false: "told"}[s.Seen]))
	}
	for _, f := range s.Corrected {
		m.Notes = append(m.Notes, m.correction(f))
	}
	if shot, pictured := p.pictured(c, k, s.Number, m); pictured {
		m.Picture.Outlines = outlines(shot, s)
	}
}

// pictured adds the picture of the turn, if there is one and the reader may see it.
func (p *pages) pictured(c echo.Context, k *kept, turn int, m *moment) (shot album.Shot, pictured bool) {
	if p.Album == nil {
		return shot, false
	}
	shot, err := p.Album.Shot(k.info.Game, turn)
	if errors.Is(err, album.ErrNone) && len(p.Album.Turns(k.info.Game)) > 0 && m.Index > 0 {
		m.NoPict = m.T("after.step.nopicture")
	}
	if err != nil {
		return shot, false
	}
	if shot.Confidence > 0 {
		m.Sure = int(shot.Confidence*100 + 0.5)
	}
	if !p.MaySee(p.server, c) {
		m.NoPict = m.T("after.step.private")
		return shot, false
	}
	var board corners
	for _, cell := range shot.Cells {
		board = append(board, cell.Corners)
	}
	m.Picture = &picture{
		Crop:  board.crop(float64(shot.Width), float64(shot.Height)),
		URL:   fmt.Sprintf("/games/%s/pictures/%d?%d", k.info.Game, turn, shot.Time.UnixMilli()),
		Width: shot.Width, Height: shot.Height, Alt: m.T("after.step.picture", "n", turn),
	}
	return shot, true
}

// outlines are the turn's tiles in the picture.
func outlines(shot album.Shot, s history.Step) []outline {
	var all []outline
	for _, cell := range shot.Cells {
		for _, p := range s.Placements {
			if p.Place == cell.Place {
				all = append(all, outlineOf(cell.Corners, cell.Color, cell.Letter.String()))
			}
		}
	}
	return all
}

func outlineOf(corners [4][2]float64, c engine.Color, letter string) outline {
	var points []string
	var x, y, high float64
	for i, p := range corners {
		points = append(points, svg.Num(p[0])+","+svg.Num(p[1]))
		x, y = x+p[0]/4, y+p[1]/4
		next := corners[(i+1)%4]
		high += (abs(next[0]-p[0]) + abs(next[1]-p[1])) / 4
	}
	return outline{Points: strings.Join(points, " "), Color: c, Letter: letter, X: svg.Num(x), Y: svg.Num(y + high*0.18), Size: svg.Num(high * 0.5)}
}

func abs[T int | float64](v T) T { return max(v, -v) }

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

// mark is a step in the strip: how high it stands in its player's lane. Without a player it crosses all lanes.
type mark struct {
	Lane  int // -1: nobody's
	High  float64
	Class string
}

// marks are the steps but for the start.
func (k *kept) marks(lanes []engine.Color) []mark {
	if k.retold != nil {
		return retoldMarks(k.retold, lanes)
	}
	return marksOf(k.Game, lanes)
}

// marksOf are the steps of NAB-IT! but for the start: nabs stand out, and plays that were taken back are hollow.
func marksOf(g *history.Game, lanes []engine.Color) []mark {
	var all []mark
	for _, s := range g.Steps[1:] {
		m := mark{slices.Index(lanes, s.Player), 5, "f-" + s.Player.String()}
		switch {
		case s.Kind != nabit.Played:
			m.High = 2
		case s.Withdrawn:
			m.Class = "hollow k-" + s.Player.String()
		case len(s.Nabbed) > 0:
			m.High = 9
		}
		all = append(all, m)
	}
	return all
}

// strip shows all steps: a lane for each player, so that nobody needs the color to see whose a turn was. A step has as much room as the
// start, which is the first.
func strip(marks []mark, lanes int) template.HTML {
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
