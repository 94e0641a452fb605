package web

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/frame"
	"tilewatch/web/invite"
	"tilewatch/web/stream"
	"tilewatch/web/text"
	"tilewatch/web/viewer"
)

// joinModel is what the join page reads.
type joinModel struct {
	*frame.Frame
	Table   string
	Role    access.Role
	Invite  *invite.Invitation // for more players, or only to watch
	Player  bool               // whether Invite lets play
	Code    string             // short form of the player's link
	Wrong   bool               // the code that was typed
	Players []seatChoice
	PIN     bool // hosts may come in by a PIN
	Nonet   bool // this computer is in no network
	Sample  bool // there is a game that plays itself
	Defs    any
}

// seatChoice is a player to choose: whose phone is this?
type seatChoice struct {
	Color  engine.Color
	Called string
	Taken  bool // by this phone
}

// Invitation draws the address of the role at the table, nil if this machine is in no network.
func (s *Server) Invitation(c echo.Context, table string, r access.Role) *invite.Invitation {
	if !invite.ForPhones(s.options.Invite.Address()) {
		return nil
	}
	url := strings.TrimSuffix(s.options.Invite.Address(), "/") + "/"
	if r > access.RoleWatcher {
		url = strings.TrimSuffix(url, "/") + s.Link(table, r)
	}
	i, err := invite.New(url)
	if err != nil { // the same address with a few letters more than New has tried
		return nil
	}
	i.Short = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(s.options.Invite.Address(), "http://"), "https://"), "/")
	return i
}

// joinPage shows players the link for more players, and everybody else how to watch, with a field for the code.
func (s *Server) joinPage(c echo.Context) error { return s.showJoin(c, http.StatusOK, false) }

func (s *Server) showJoin(c echo.Context, status int, wrong bool) error {
	table, e, err := s.shown(c)
	if err != nil {
		return err
	}
	state := &e.State
	role := s.Role(c, table.ID())
	m := joinModel{Frame: s.Frame(c, viewer.Language(c).Say("join.title")), Table: table.ID(), Role: role, Wrong: wrong, PIN: s.guard.PIN != "",
		Nonet: s.options.Invite.Address() == "", Sample: s.Mounted("/sample"), Defs: defs}
	m.Player = role >= access.RolePlayer && table.Desk() != nil
	as := access.RoleWatcher
	if m.Player {
		as, m.Code = access.RolePlayer, access.ShownCode(s.Code(table.ID()))
		for _, p := range state.Players {
			m.Players = append(m.Players, seatChoice{p.Color, state.NameOf(p.Color, m.Texts), p.Color.String() == viewer.Seat(c, table.ID(), state.Players)})
		}
	}
	m.Invite = s.Invitation(c, table.ID(), as)
	return writeStatus(c, status, "join.html", m)
}

// Code is what players type to play at the table.
func (s *Server) Code(table string) string { return s.guard.Keys.Now().Code(table) }

// joinByCode makes a person who types the player's code a player. Codes are short, so it accepts only a few tries.
func (s *Server) joinByCode(c echo.Context) error {
	table, _, err := s.tables.Find(stream.CurrentTable)
	if err != nil {
		return err
	}
	typed := typedCode(c.FormValue("code"))
	switch right, wait := s.guard.IsCode(c, table.ID(), typed); {
	case wait > 0:
		return locked(c, "code", wait)
	case !right:
		return s.showJoin(c, http.StatusForbidden, true)
	}
	if s.Role(c, table.ID()) < access.RolePlayer {
		s.guard.Remember(c, table.ID(), access.RolePlayer)
	}
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/join")
}

// typedCode is a code as somebody typed it: there is no 0 in codes, so that one is an O.
func typedCode(text string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "–", "", " ", "", "0", "o").Replace(text))
}

// locked refuses a guess, and says how long.
func locked(c echo.Context, what string, wait time.Duration) error {
	seconds := int(math.Ceil(wait.Seconds()))
	c.Response().Header().Set("Retry-After", strconv.Itoa(seconds))
	text := fmt.Sprintf("too many wrong guesses of the %s: try again in %d seconds, or open a link", what, seconds)
	return &access.Refusal{HTTPError: echo.NewHTTPError(http.StatusTooManyRequests, text), Key: "error.locked." + what, Pairs: []any{"n", seconds}}
}

// hostPage asks for the PIN.
func (s *Server) hostPage(c echo.Context) error {
	if s.guard.PIN == "" {
		return echo.NewHTTPError(http.StatusNotFound, `this server has no PIN: open the host link printed by Tilewatch, or start it with --pin`)
	}
	return write(c, "host.html", joinModel{Frame: s.Frame(c, viewer.Language(c).Say("host.title")), Defs: defs})
}

// hostByPIN makes a person who knows the PIN the host.
func (s *Server) hostByPIN(c echo.Context) error {
	table, _, err := s.tables.Find(stream.CurrentTable)
	if err != nil || s.guard.PIN == "" {
		return s.hostPage(c)
	}
	switch right, wait := s.guard.IsPIN(c, c.FormValue("pin")); {
	case wait > 0:
		return locked(c, "pin", wait)
	case !right:
		return writeStatus(c, http.StatusForbidden, "host.html", joinModel{Frame: s.Frame(c, viewer.Language(c).Say("host.title")), Wrong: true, Defs: defs})
	}
	s.guard.Remember(c, table.ID(), access.RoleHost)
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/setup")
}

// takeSeat keeps in a cookie whose phone this is: its challenges are then by that player.
func (s *Server) takeSeat(c echo.Context) error {
	table, e, err := s.shown(c)
	if err != nil {
		return err
	}
	state := &e.State
	color := viewer.Pick(c.FormValue("color"), "red", "purple", "yellow", "green")
	s.guard.Sit(c, table.ID(), color)
	table.Sit(s.guard.Seated(table.ID()))
	c.SetCookie(&http.Cookie{Name: "seat-" + table.ID(), Value: viewer.Seated(color, state.Players), Path: "/", MaxAge: 24 * 3600, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.Scheme() == "https"})
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/play")
}

// chooseLanguage keeps the reader's language and goes back.
func (s *Server) chooseLanguage(c echo.Context) error {
	s.setCookie(c, viewer.LanguageCookie, text.For(c.FormValue("lang")).Lang, yearSeconds)
	return c.Redirect(http.StatusSeeOther, ownPath(c.FormValue("back")))
}

// ownPath is the address if it leads to a page of this server, else "/". Browsers take \ for /, and leave out tabs and ends of lines.
func ownPath(address string) string {
	odd := func(r rune) bool { return r == '\\' || unicode.IsControl(r) }
	if !strings.HasPrefix(address, "/") || strings.HasPrefix(address, "//") || strings.ContainsFunc(address, odd) {
		return "/"
	}
	return address
}

const yearSeconds = 365 * 24 * 3600

// setCookie keeps a choice of this device. It gives no rights, and the pages' scripts may change it.
func (s *Server) setCookie(c echo.Context, name, value string, seconds int) {
	c.SetCookie(&http.Cookie{Name: name, Value: value, Path: "/", MaxAge: seconds, SameSite: http.SameSiteLaxMode, Secure: c.Scheme() == "https"})
}
