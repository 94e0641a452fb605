package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/journal"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/clock"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// Sample is a table at which a game plays itself over and over, for people to try what they can do with it. Nothing of it is
// kept, and it plays only while somebody looks.
type Sample struct {
	Sit    func(*clock.Clock) (Party, error) // begins the party, at a table with that clock
	Events []json.RawMessage                 // the game's, the start first
	Aids   scoreboard.Aids                   // what its table has chosen
	Pace   time.Duration                     // between turns; 0: sampleEvery

	once sync.Once
	fail error
}

const (
	sampleTable = "sample"
	sampleEvery = 6 * time.Second
	sampleRest  = 4 // turns' time at the end of a game
)

// Lines are the events of an NDJSON file.
func Lines(file []byte) []json.RawMessage {
	var events []json.RawMessage
	for line := range bytes.Lines(file) {
		events = append(events, json.RawMessage(bytes.TrimSpace(line)))
	}
	return events
}

// Mount adds the sample game, at /sample. It plays until ctx is done.
func (s *Sample) Mount(ctx context.Context) func(*web.Server, *echo.Echo) {
	return func(server *web.Server, e *echo.Echo) {
		e.GET("/sample", func(c echo.Context) error {
			s.once.Do(func() { s.fail = s.Open(ctx, server) })
			if s.fail != nil {
				return s.fail
			}
			return c.Redirect(http.StatusSeeOther, server.Link(sampleTable, access.RolePlayer))
		})
	}
}

// Open seats the sample's desk, which plays until ctx is done.
func (s *Sample) Open(ctx context.Context, server *web.Server) error {
	page, err := server.OpenBeside(sampleTable)
	if err != nil {
		return err
	}
	party, err := s.Sit(page.Clock())
	if err != nil {
		return err
	}
	desk := New(party, Options{Page: page, Journal: journal.NewMemory(), Kind: sampleTable})
	go func() { _ = desk.Run(ctx, nil) }() // only a camera has errors
	if err := desk.Choose(s.Aids); err != nil && !errors.Is(err, ErrNoChoice) {
		return err
	}
	desk.Seat()
	go s.play(ctx, desk, page)
	return s.next(ctx, desk, s.Events[0])
}

// play goes on, and begins again at the end or where people have made the next turn impossible.
func (s *Sample) play(ctx context.Context, desk *Desk, page *stream.Table) {
	pace := s.Pace
	if pace == 0 {
		pace = sampleEvery
	}
	tick := time.NewTicker(pace)
	defer tick.Stop()
	for n := 1; ; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if page.Phones() == 0 {
			continue
		}
		switch {
		case n >= len(s.Events)+sampleRest, n < len(s.Events) && s.next(ctx, desk, s.Events[n]) != nil:
			n = 0
			if s.next(ctx, desk, s.Events[0]) != nil {
				return
			}
		}
		n++
	}
}

// next plays one event; the error says that the rules refused it.
func (s *Sample) next(ctx context.Context, desk *Desk, event json.RawMessage) error {
	var typed struct{ Type string }
	if err := json.Unmarshal(event, &typed); err != nil {
		return err
	}
	out, err := desk.Do(ctx, webdesk.Command{Event: event, Type: typed.Type, Role: access.RoleHost, After: -1})
	if err == nil && !out.OK {
		err = fmt.Errorf("the sample game cannot go on: %s", out.Why)
	}
	return err
}
