package after

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/web/access"
)

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
	if m.standing == nil {
		return echo.NewHTTPError(http.StatusBadRequest, "no board to save")
	}
	events, err := m.events()
	if err != nil {
		return err
	}
	now := p.Now()
	header := journal.Header{Game: journal.NewID(now), Kind: "nabit", Title: m.T("after.photo.kept.title"), Created: now}
	entries := make([]journal.Entry, len(events))
	for i, e := range events {
		payload, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("keep the photo's game: %w", err)
		}
		entries[i] = journal.Entry{Time: now, Payload: payload}
	}
	if err := p.Journal.Create(c.Request().Context(), header, entries...); err != nil {
		return fmt.Errorf("keep the photo's game: %w", err)
	}
	return c.JSON(http.StatusOK, map[string]string{"game": header.Game, "url": "/games/" + header.Game})
}

// events are the game of a photo: it starts with the board as it lies, and is over.
func (m *photoPage) events() ([]nabit.Event, error) {
	start := nabit.Event{Type: nabit.Start, Game: "nabit", Seen: true, Board: nabit.BoardCells(m.reading.Board()), Banked: m.reading.Banked()}
	if players := m.reading.Players(start.Banked, m.Out); len(players) >= 2 {
		start.Players = players
	}
	events := []nabit.Event{start, {Type: nabit.Finished, Out: m.Out}}
	game := nabit.New(nil)
	for _, e := range events {
		if a := game.Apply(e); !a.OK {
			return nil, echo.NewHTTPError(http.StatusUnprocessableEntity, a.Violations[0].Message())
		}
	}
	return events, nil
}
