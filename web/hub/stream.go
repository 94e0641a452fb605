package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/web/access"
	"tilewatch/web/oneway"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

const (
	// settle is how long changes are gathered before a page is drawn again: forty tables change all the time.
	settle = 500 * time.Millisecond
	// beatEvery is how often a silent stream says that it is alive.
	beatEvery = 4 * time.Second
	// writeLimit is how long one event may take to leave.
	writeLimit = 10 * time.Second
	// drawWithin is how long the club may take to answer what a page shows.
	drawWithin = 20 * time.Second
)

// renders are the views as they were drawn last: once for all who look at the same in the same language.
type renders struct {
	club Club
	mu   sync.Mutex
	drew map[string]*rendered
}

// rendered is one view in one language.
type rendered struct {
	mu    sync.Mutex
	valid <-chan struct{} // closed when it is no longer
	at    time.Time
	page  page
	html  template.HTML
}

func newRenders(club Club) *renders { return &renders{club: club, drew: map[string]*rendered{}} }

// shownPage is the page as drawn.
type shownPage struct {
	page  page
	html  template.HTML
	valid <-chan struct{}
}

// get is the view as it is now; no older than settle.
func (r *renders) get(ctx context.Context, v view, t *text.Texts, read func(context.Context, view, *text.Texts) (page, error)) (shownPage, error) {
	r.mu.Lock()
	d := r.drew[string(v)+t.Lang]
	if d == nil {
		d = &rendered{}
		r.drew[string(v)+t.Lang] = d
	}
	r.mu.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.valid != nil && (!isClosed(d.valid) || time.Since(d.at) < settle) {
		return shownPage{d.page, d.html, d.valid}, nil
	}
	valid := r.club.Changed()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drawWithin) // others wait for it too
	defer cancel()
	m, err := read(ctx, v, t)
	if err != nil {
		return shownPage{}, err
	}
	html, err := draw(string(v), m)
	if err != nil {
		return shownPage{}, err
	}
	d.valid, d.at, d.page, d.html = valid, time.Now(), m, html
	return shownPage{m, html, valid}, nil
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// stream sends the view when a client connects and whenever it changes.
func (p *pages) stream(v view) echo.HandlerFunc {
	return func(c echo.Context) error {
		leave, err := p.server.Arrive(c)
		if err != nil {
			return err
		}
		defer leave()
		send, end, err := p.line(c)
		if err != nil {
			return err
		}
		defer end()
		ctx := c.Request().Context()
		last := template.HTML("")
		beat := time.NewTicker(beatEvery)
		defer beat.Stop()
		for {
			now, err := p.renders.get(ctx, v, p.server.Texts(c), p.newPage)
			if err != nil {
				return err
			}
			if now.html != last {
				if last = now.html; send("view", now.html) != nil {
					return nil
				}
			}
			for waiting := true; waiting; {
				select {
				case <-now.valid:
					waiting = false
				case <-beat.C:
					if send("beat", "") != nil {
						return nil
					}
				case <-p.server.Closing():
					return nil
				case <-ctx.Done():
					return nil
				}
			}
			select {
			case <-time.After(settle):
			case <-ctx.Done():
				return nil
			}
		}
	}
}

// sender sends one event within writeLimit.
type sender func(kind string, html template.HTML) error

// line leads to one page: a WebSocket where it asks for one, else server-sent events. Call end when it is over.
func (p *pages) line(c echo.Context) (send sender, end func(), err error) {
	if oneway.Wanted(c.Request()) {
		return socket(c)
	}
	header := c.Response().Header()
	header.Set("Content-Type", "text/event-stream; charset=utf-8")
	header.Set("X-Accel-Buffering", "no") // a proxy must not hold events back
	w := http.NewResponseController(c.Response())
	_ = w.SetReadDeadline(time.Time{}) // not every writer has deadlines; those in tests have none
	return func(kind string, html template.HTML) error {
		_ = w.SetWriteDeadline(time.Now().Add(writeLimit)) // as for reading, above
		if _, err := c.Response().Write(event(kind, html)); err != nil {
			return err
		}
		return w.Flush()
	}, func() {}, nil
}

// socket is line over a WebSocket.
func socket(c echo.Context) (send sender, end func(), err error) {
	conn, head, _, err := oneway.Accept(c)
	if err != nil {
		return nil, nil, err
	}
	write := func(data []byte) error {
		if err := conn.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
			return err
		}
		_, err := conn.Write(data)
		return err
	}
	return func(kind string, html template.HTML) error {
			out := oneway.Frame(head, false, func(to []byte) []byte { return append(to, event(kind, html)...) })
			head = nil
			return write(out)
		}, func() {
			_ = write(oneway.Goodbye) // it may be gone
			_ = conn.Close()
		}, nil
}

// event is one as it leaves.
func event(kind string, html template.HTML) []byte {
	data, err := json.Marshal(map[string]any{"html": html})
	if err != nil { // a text: cannot fail
		data = []byte("{}")
	}
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", kind, data)
}

// api answers everything as JSON.
func (p *pages) api(c echo.Context) error {
	ctx := c.Request().Context()
	tables, err := p.Club.Tables(ctx)
	if err != nil {
		return err
	}
	results, err := p.Club.Results(ctx)
	if err != nil {
		return err
	}
	type table struct {
		Table   string              `json:"table"`
		Game    string              `json:"game,omitempty"`
		Status  scoreboard.Status   `json:"status"`
		Turn    int                 `json:"turn"`
		Players []scoreboard.Player `json:"players"`
		Watch   string              `json:"watch"`
	}
	type row struct {
		Place  int     `json:"place"`
		Name   string  `json:"name"`
		Played int     `json:"played"`
		Wins   float64 `json:"wins"`
		Points int     `json:"points"`
	}
	answer := struct {
		Tables    []table `json:"tables"`
		Rounds    int     `json:"rounds"`
		Standings []row   `json:"standings"`
	}{Tables: []table{}, Standings: []row{}}
	for _, t := range tables {
		card := newCard(t)
		answer.Tables = append(answer.Tables, table{t.ID, t.State.Game, card.Status(), t.State.Turn, card.Players, p.server.Link(t.ID, access.RoleWatcher)})
	}
	all := stand(results, p.server.Texts(c))
	answer.Rounds = len(all.Rounds)
	for _, s := range all.Rows {
		answer.Standings = append(answer.Standings, row{s.Place, s.Name, s.Played, s.wins, s.Points})
	}
	return c.JSON(http.StatusOK, answer)
}
