package setup

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/web/text"
)

// Notice is something about this server that its host should know, beside the game.
type Notice struct {
	Time  time.Time
	Key   string // of the catalog
	Pairs []any  // of the sentence's places
}

// Notices are messages for the host on the set-up page, until the host dismisses them. All methods may be called from any
// goroutine.
type Notices interface {
	Notices() []Notice
	// Seen drops those up to that time.
	Seen(until time.Time) error
}

// told are the notices as the set-up page shows them.
type told struct {
	Says  []string
	Until string // the time of the newest
}

// tell are the notices in a language; nil without notices.
func (p *Pages) tell(t *text.Texts) *told {
	if p.Notices == nil {
		return nil
	}
	var all told
	var newest time.Time
	for _, n := range p.Notices.Notices() {
		all.Says = append(all.Says, n.Time.Local().Format("2006-01-02 15:04 MST: ")+t.Say(n.Key, n.Pairs...))
		if n.Time.After(newest) {
			newest = n.Time
		}
	}
	if all.Says == nil {
		return nil
	}
	all.Until = newest.UTC().Format(time.RFC3339Nano)
	return &all
}

// noticesSeen takes the host's word that the notices up to one were read.
func (p *Pages) noticesSeen(c echo.Context) error {
	table, err := p.server.Table(c)
	if err != nil {
		return err
	}
	until, err := time.Parse(time.RFC3339Nano, c.FormValue("until"))
	if err != nil || p.Notices == nil {
		return echo.NewHTTPError(http.StatusBadRequest, "\"until\" must be the time of the newest notice you have seen")
	}
	if err := p.Notices.Seen(until); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/setup")
}
