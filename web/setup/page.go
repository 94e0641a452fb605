package setup

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/frame"
	"tilewatch/web/invite"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
	"tilewatch/web/viewer"
)

// setupModel is what the set-up page reads.
type setupModel struct {
	*frame.Frame
	Table   string
	State   *scoreboard.State
	Game    string
	Aids    bool // whether the table can be helped
	Seats   []setupSeat
	Choices game.HouseRules
	Words   *setupWords
	Usual   string // what is set where nobody has changed anything
	First   string // who starts, as the rule sheet says
	Problem string
	Told    *told
	Camera  bool   // whether a camera is watching this table
	Tiles   string // the day of the tiles with which it begins; empty: with none
	Player  *invite.Invitation
	Code    string
	Running bool               // a game is under way: starting ends it
	Out     bool               // and it counts who played the last tile
	Nonet   bool               // this computer is in no network
	Address string             // to which phones are led
	Others  []string           // among which a host may choose another
	Host    *invite.Invitation // the host's own link, for another device
	Links   []link
	Held    []shownSession // who holds a role at the table
	Kept    bool           // there is a list of kept games
	Lent    bool           // players may change them
	Own     bool           // there is a page of the table's own words
	Docs    bool           // there is a manual
	Renew   bool           // whether the links can be renewed
	Renewed bool           // they just were
	Defs    any
}

// MostList is the largest word list that can be uploaded, in bytes, and MostListMB in megabytes.
func (setupModel) MostList() int64   { return lexicon.MaxFile }
func (setupModel) MostListMB() int64 { return lexicon.MaxFile >> 20 }

// setupSeat is a row of the form.
type setupSeat struct {
	Color  engine.Color
	Name   string
	Called string // the color in the reader's language
	Plays  bool
}

// setupWords says by which list words are judged.
type setupWords struct {
	Which, About, Skipped string
	Lists                 desk.Lists
}

// Label is what a list is called where lists are chosen: its name, and how it spells what tiles lack.
func (setupWords) Label(list string) string {
	if spelling := lexicon.Spelling(list); spelling != "" {
		return list + " (" + spelling + ")"
	}
	return list
}

// wordsOf is nil for a game that knows no words.
func (p *Pages) wordsOf(game scoreboard.Game, chosen desk.Desk, f *frame.Frame) *setupWords {
	list, lists := p.Words[game.Name()], desk.Lists{}
	if chooser, can := chosen.(desk.WordLists); can {
		if lists = chooser.Lists(); lists.Now != nil {
			list = lists.Now
		}
	}
	if list == nil || !game.Choices().Has("words") {
		return nil
	}
	if lists.Unchosen {
		suggested := lexicon.Suggested(game.Name(), f.Texts.Lang)
		if l, err := lexicon.OpenBuiltIn(suggested); err == nil {
			list, lists.Chosen = l, suggested
		}
	}
	w := setupWords{Which: f.T("setup.list.which", "name", list.Name(), "n", list.Len()), About: f.T("setup.list.own"), Lists: lists}
	if slices.Contains(lexicon.Names(), list.Name()) {
		w.About = f.T("setup.list." + list.Name())
	}
	if skipped := list.Skipped(); skipped.Lines > 0 {
		w.Skipped = f.T("setup.list.skipped", "n", skipped.Lines, "line", skipped.First, "text", skipped.Text)
	}
	return &w
}

func (p *Pages) setupPage(c echo.Context) error { return p.showSetup(c, http.StatusOK, "") }

func (p *Pages) showSetup(c echo.Context, status int, problem string) error {
	table, err := p.server.Table(c)
	if err != nil {
		return err
	}
	e, err := table.Snapshot()
	if err != nil {
		return err
	}
	state := e.State
	m := setupModel{Frame: p.server.Frame(c, viewer.Language(c).Say("setup.title")), Table: table.ID(), State: &state, Game: e.Game.Name(), Choices: e.Game.Choices(), Problem: problem, Docs: p.server.Mounted("/docs"), Own: p.server.Mounted("/t/:id/words"),
		Running: state.Life == engine.InPlay || state.Life == engine.SourceEnded, Code: access.ShownCode(p.server.Code(table.ID())), Defs: p.Defs}
	m.Told = p.tell(m.Texts)
	m.Words = p.wordsOf(e.Game, table.Desk(), m.Frame)
	m.Usual = m.T("setup.rules.default")
	if m.Words != nil {
		m.Usual += " · " + m.Words.Which
	}
	m.First = m.T("setup.youngest")
	if own := m.Game + ".first"; m.Texts.Has(own) {
		m.First = m.T(own)
	}
	m.Address, m.Others = p.Invite.Address(), p.Invite.All()
	m.Nonet = m.Address == ""
	m.Out = m.Running && parts.GoesOut(e.Game)
	m.Player, m.Host = p.server.Invitation(c, table.ID(), access.RolePlayer), p.server.Invitation(c, table.ID(), access.RoleHost)
	m.Held = p.sessions(c, table.ID(), &state, m.Frame)
	m.Kept, m.Lent = p.server.Mounted("/games"), p.Guard.Book.Lent(table.ID())
	m.Renew, m.Renewed = p.Guard.Keys.Renewable(), c.QueryParam("renewed") != ""
	m.Seats = setupSeats(&state, m.Frame)
	if filled := filledSeats(c, m.Frame); problem != "" && len(filled) > 0 {
		m.Seats = filled // nobody types the names twice
	}
	if x, ok := table.Desk().(desk.Explorer); ok {
		jpeg, _ := x.Picture()
		m.Camera = jpeg != nil
	}
	if r, ok := table.Desk().(desk.Recaller); ok {
		if from := r.TilesFrom(); !from.IsZero() {
			m.Tiles = m.Texts.Date(from)
		}
	}
	_, m.Aids = table.Desk().(desk.Settable)
	for _, l := range p.links {
		m.Links = append(m.Links, link{l.URL, m.T(l.Text)})
	}
	return p.server.Draw(c, status, "setup.html", m)
}

// setupSeats are those who play now in the order of their turns, then the other colors.
func setupSeats(s *scoreboard.State, f *frame.Frame) []setupSeat {
	var seats []setupSeat
	there := map[engine.Color]bool{}
	for _, p := range s.Players {
		seat := setupSeat{p.Color, p.Name, f.T("color." + p.Color.String()), true}
		if p.Name == scoreboard.Title(p.Color.String()) {
			seat.Name = ""
		}
		seats, there[p.Color] = append(seats, seat), true
	}
	for _, c := range engine.PlayerColors {
		if !there[c] {
			seats = append(seats, setupSeat{c, "", f.T("color." + c.String()), len(s.Players) == 0})
		}
	}
	return seats
}

// filledSeats are the rows as the form was sent.
func filledSeats(c echo.Context, f *frame.Frame) (seats []setupSeat) {
	form, err := c.FormParams()
	if err != nil {
		return nil
	}
	for _, name := range form["seat"] {
		if color, err := engine.ParsePlayerColor(name); err == nil {
			seats = append(seats, setupSeat{color, form.Get("name-" + name), f.T("color." + color.String()), form.Get("plays-"+name) != ""})
		}
	}
	return seats
}

// setup begins the game that the form describes.
func (p *Pages) setup(c echo.Context) error {
	table, err := p.server.Table(c)
	if err != nil {
		return err
	}
	taker := table.Desk()
	if taker == nil {
		return p.showSetup(c, http.StatusConflict, viewer.Language(c).Say("setup.nodesk"))
	}
	e, err := table.Snapshot()
	if err != nil {
		return err
	}
	event, err := startEvent(c, e.Game)
	if err != nil {
		return p.showSetup(c, http.StatusUnprocessableEntity, err.Error())
	}
	if err := chooseWords(c, taker); errors.Is(err, lexicon.ErrLarge) {
		return access.ErrLarge(lexicon.MaxFile)
	} else if err != nil {
		return p.showSetup(c, http.StatusUnprocessableEntity, err.Error())
	}
	if err := p.keepChoices(c, table); err != nil {
		return err
	}
	out, err := taker.Do(c.Request().Context(), desk.Command{Event: event, Type: "start", Role: access.RoleHost, After: -1})
	if err != nil {
		return err
	}
	if !out.OK {
		return p.showSetup(c, http.StatusUnprocessableEntity, out.Why)
	}
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/play")
}

// startForm is the start event that the form describes.
type startForm struct {
	Type    string                  `json:"type"`
	Game    string                  `json:"game,omitempty"`
	Players []engine.Color          `json:"players"`
	Names   map[engine.Color]string `json:"names,omitempty"`
	Options map[string]any          `json:"options"`
	Out     engine.Color            `json:"out,omitempty"` // who played the last tile of the game before
	Lot     bool                    `json:"-"`             // who starts was drawn
}

func startEvent(c echo.Context, game scoreboard.Game) (json.RawMessage, error) {
	form, err := c.FormParams()
	if err != nil {
		return nil, fmt.Errorf("%s", viewer.Language(c).Say("setup.form"))
	}
	e := startForm{Type: "start", Names: map[engine.Color]string{}}
	for _, name := range form["seat"] { // in the order of the form's rows
		color, err := engine.ParseColor(name)
		if err != nil || form.Get("plays-"+name) == "" {
			continue
		}
		e.Players = append(e.Players, color)
		if called := strings.TrimSpace(form.Get("name-" + name)); called != "" {
			e.Names[color] = called
		}
	}
	if len(e.Players) < 2 {
		return nil, fmt.Errorf("%s", viewer.Language(c).Say("setup.players"))
	}
	e.Options = scoreboard.Chosen(game.Choices(), form)
	if out, err := engine.ParsePlayerColor(form.Get("out")); err == nil {
		e.Out = out
	}
	if first := form.Get("first"); first == "lot" {
		e.Lot = true
		e.Players = startingWith(e.Players, e.Players[rand.IntN(len(e.Players))])
	} else if color, err := engine.ParseColor(first); err == nil {
		e.Players = startingWith(e.Players, color)
	}
	if start, ok := game.(interface{ Starter(lot bool) string }); ok {
		e.Options["start"] = start.Starter(e.Lot)
	}
	return json.Marshal(e)
}

// startingWith keeps the order around the table, from another player on.
func startingWith(players []engine.Color, first engine.Color) []engine.Color {
	for i, p := range players {
		if p == first {
			return append(append([]engine.Color{}, players[i:]...), players[:i]...)
		}
	}
	return players
}

// saveChoices keeps what the form says of the table, and begins no game.
func (p *Pages) saveChoices(c echo.Context) error {
	table, err := p.server.Table(c)
	if err != nil {
		return err
	}
	if _, can := table.Desk().(desk.Settable); !can && c.FormValue("aids") != "" {
		return p.showSetup(c, http.StatusConflict, viewer.Language(c).Say("setup.nodesk"))
	}
	if err := errors.Join(p.keepChoices(c, table), letLookUp(c, table.Desk())); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/setup#more")
}

// keepChoices keeps the aids of the form, and whether players may change kept games, as far as it asked for them.
func (p *Pages) keepChoices(c echo.Context, table *stream.Table) error {
	if c.FormValue("kept") != "" {
		if err := p.Guard.Book.Lend(table.ID(), c.FormValue("players") != ""); err != nil {
			return err
		}
	}
	settable, can := table.Desk().(desk.Settable)
	if !can || c.FormValue("aids") == "" {
		return nil
	}
	timer, err := strconv.Atoi(c.FormValue("timer"))
	if err != nil || timer < 0 || timer > 3600 {
		timer = 0
	}
	return settable.Set(c.Request().Context(), scoreboard.Aids{Timer: timer, Hints: c.FormValue("hints") != "", NoNudge: c.FormValue("nudges") == ""})
}

// address has phones led to another of this computer's addresses.
func (p *Pages) address(c echo.Context) error {
	if err := p.Invite.Choose(c.FormValue("address")); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/t/"+c.Param("id")+"/setup#invite")
}

// otherTiles has the camera begin without the tiles of an earlier game.
func (p *Pages) otherTiles(c echo.Context) error {
	table, err := p.server.Table(c)
	if err != nil {
		return err
	}
	if r, ok := table.Desk().(desk.Recaller); ok {
		r.OtherTiles()
	}
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/setup#camera")
}
