package table

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/web/scoreboard"
)

// eveningGap is how long the players may pause between two games of an evening.
const eveningGap = 5 * time.Hour

// evenings add up the games of an evening: those that ended at a table one after another, by the same players. The table's goroutine owns
// them.
type evenings struct {
	journal  journal.Journal
	kind     string
	standing func(journal.Game) (scoreboard.State, error)
	note     func(string)

	at    moment // whose evening is known
	known *scoreboard.Evening
	read  map[string]scoreboard.State // games that have ended, by name and length
}

// moment is a game as far as an evening counts it.
type moment struct {
	game    string
	life    engine.Life
	events  int // of one that has ended: it may be corrected
	players string
}

func momentOf(now scoreboard.State, game string) moment {
	m := moment{game: game, life: now.Life, players: fmt.Sprint(scoreboard.NewEvening(now.Players).Players)}
	if now.Life == engine.Ended {
		m.events = now.Events
	}
	return m
}

// of is the evening to which the game on the page belongs; nil if it is the first one, and under way.
func (e *evenings) of(now scoreboard.State, header journal.Header) *scoreboard.Evening {
	if e.standing == nil || len(now.Players) == 0 {
		return nil
	}
	at := momentOf(now, header.Game)
	if e.at == at {
		return e.known
	}
	e.at = at
	if e.known = e.count(now, header); e.known.Games == 0 {
		e.known = nil
	}
	return e.known
}

// count adds up the evening, from the newest game back.
func (e *evenings) count(now scoreboard.State, header journal.Header) *scoreboard.Evening {
	evening := scoreboard.NewEvening(now.Players)
	ctx, cancel := context.WithTimeout(context.Background(), keepWithin)
	defer cancel()
	begun := header.Created
	if now.Life == engine.Ended {
		evening.Add(now)
	}
	infos, err := e.journal.Games(ctx)
	if err != nil {
		e.note(fmt.Sprintf("the evening's scores are not shown: %v", err))
	}
	for _, info := range slices.Backward(infos) {
		if info.Kind != e.kind || info.Game == header.Game {
			continue
		}
		if !begun.IsZero() && begun.Sub(info.Changed).Abs() > eveningGap {
			continue // of another evening, or dated by a wrong clock
		}
		if s, ok := e.ended(ctx, info); ok && evening.Of(s.Players) {
			evening.Add(s)
			begun = info.Created
		}
	}
	return evening
}

// ended is how a game stands at its end; false if it has none, or counts no more.
func (e *evenings) ended(ctx context.Context, info journal.Info) (scoreboard.State, bool) {
	key := fmt.Sprint(info.Game, " ", info.Last)
	if s, known := e.read[key]; known {
		return s, s.Life == engine.Ended
	}
	stored, err := info.Load(ctx, e.journal)
	if err != nil {
		return scoreboard.State{}, false
	}
	var s scoreboard.State // a deleted one counts no more
	if !deleted(stored) {
		s, err = e.standing(stored)
	}
	if err != nil {
		return scoreboard.State{}, false
	}
	if e.read == nil {
		e.read = map[string]scoreboard.State{}
	}
	e.read[key] = s
	return s, s.Life == engine.Ended
}

func deleted(stored journal.Game) bool {
	var events []json.RawMessage
	for _, e := range stored.Events {
		events = append(events, e.Payload)
	}
	return game.MarksOf(events).Deleted
}
