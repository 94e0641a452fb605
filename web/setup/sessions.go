package setup

import (
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/frame"
	"tilewatch/web/scoreboard"
)

// shownSession is a row of the set-up page: who holds a role at the table.
type shownSession struct {
	access.Session
	Color engine.Color // whose phone it is; none: nobody said
	Who   string
	When  string // it was seen
	Own   bool   // it is the reader's
}

// sessions are those of the table, the one seen last first.
func (p *Pages) sessions(c echo.Context, table string, state *scoreboard.State, f *frame.Frame) []shownSession {
	own := p.Guard.Own(c, table)
	var all []shownSession
	for _, session := range p.Guard.Book.Sessions(table) {
		shown := shownSession{Session: session, Who: f.T("session.role." + session.Role.String()), When: seen(f, session.Seen), Own: session.ID == own}
		if color, err := engine.ParsePlayerColor(session.Seat); err == nil {
			shown.Color = color
			shown.Who += ", " + state.NameOf(color, f.Texts)
		}
		all = append(all, shown)
	}
	return all
}

// seen says when a browser was seen, to the minute today, else the day.
func seen(f *frame.Frame, at time.Time) string {
	now, at := time.Now(), at.Local()
	switch {
	case now.Sub(at) < 2*access.SeenWithin:
		return f.T("session.now")
	case at.YearDay() == now.YearDay() && at.Year() == now.Year():
		return f.T("session.seen", "when", at.Format("15:04"))
	}
	return f.T("session.seen", "when", f.Texts.Date(at))
}
