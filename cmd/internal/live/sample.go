package live

import (
	"bytes"
	"context"
	_ "embed" // the game
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/follow"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/lexicon"
	"tilewatch/web"
	"tilewatch/web/access"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// sampleGame is a game as "tilewatch engine" reads it.
//
//go:embed sample.ndjson
var sampleGame []byte

// Sample is a table at which a game plays itself over and over, for people to try what they can do with it. Nothing of it is
// kept, and it plays only while somebody looks.
type Sample struct {
	Words *lexicon.Lexicon
	Pace  time.Duration // between turns; 0: sampleEvery

	once sync.Once
	ctx  context.Context
	fail error
}

const (
	sampleTable = "sample"
	sampleEvery = 6 * time.Second
	sampleRest  = 4 // turns' time at the end of a game
)

// Mount adds the sample game, at /sample. It plays until ctx is done.
func (s *Sample) Mount(ctx context.Context) func(*web.Server, *echo.Echo) {
	s.ctx = ctx
	return func(server *web.Server, e *echo.Echo) {
		e.GET("/sample", func(c echo.Context) error {
			s.once.Do(func() { s.fail = s.open(server) })
			if s.fail != nil {
				return s.fail
			}
			return c.Redirect(http.StatusSeeOther, server.Link(sampleTable, access.RolePlayer))
		})
	}
}

// open seats the sample's desk.
func (s *Sample) open(server *web.Server) error {
	table, err := server.OpenBeside(sampleTable)
	if err != nil {
		return err
	}
	board, err := NewBoard(table, nil)
	if err != nil {
		return err
	}
	desk := &Desk{Follower: follow.New(nil, s.Words, follow.Options{}), Board: board, Words: s.Words}
	desk.Keeping = &Keeping{Keeper: record.NewKeeper(journal.NewMemory(), nil), Board: board, Note: func(string) {}}
	if err := desk.Set(s.ctx, scoreboard.Aids{Hints: true}); err != nil {
		return err
	}
	table.Seat(desk)
	go s.play(desk, table)
	return s.next(desk, sampleEvents()[0])
}

// sampleEvents are the game's, the start first.
func sampleEvents() []json.RawMessage {
	var events []json.RawMessage
	for line := range bytes.Lines(sampleGame) {
		events = append(events, json.RawMessage(bytes.TrimSpace(line)))
	}
	return events
}

// play goes on, and begins anew at the end or where people have made the next turn impossible.
func (s *Sample) play(desk *Desk, table *stream.Table) {
	pace := s.Pace
	if pace == 0 {
		pace = sampleEvery
	}
	events := sampleEvents()
	tick := time.NewTicker(pace)
	defer tick.Stop()
	for n := 1; ; {
		select {
		case <-tick.C:
		case <-s.ctx.Done():
			return
		}
		if table.Phones() == 0 {
			continue
		}
		switch {
		case n >= len(events)+sampleRest, n < len(events) && s.next(desk, events[n]) != nil:
			n = 0
			if s.next(desk, events[0]) != nil {
				return
			}
		}
		n++
	}
}

// next plays one event; the error says that the rules refused it.
func (s *Sample) next(desk *Desk, event json.RawMessage) error {
	var typed struct{ Type string }
	if err := json.Unmarshal(event, &typed); err != nil {
		return err
	}
	out, err := desk.Do(s.ctx, webdesk.Command{Event: event, Type: typed.Type, Role: access.RoleHost, After: -1})
	if err == nil && !out.OK {
		err = fmt.Errorf("the sample game cannot go on: %s", out.Why)
	}
	return err
}
