package journal

import (
	"context"
	"errors"
	"fmt"
)

// Added is what an import did with one game.
type Added struct {
	Game   string
	Events int // added; 0: all were there
}

// Differs says that a game of that name is there and went another way.
type Differs struct {
	Game string
	Seq  uint64 // the first event that is not the same; 0: the header
}

func (d *Differs) Error() string {
	what := "header"
	if d.Seq > 0 {
		what = fmt.Sprintf("event %d", d.Seq)
	}
	return fmt.Sprintf("another game %q exists, its %s differs: import this one as a copy with --new", d.Game, what)
}

// Import adds the game to the journal. If it is there, the events that are missing at its end are added; if it went
// another way there, that is a *Differs, and nothing is changed. One that was erased there stays erased, and of a game without events nothing
// is added.
func Import(ctx context.Context, j Journal, g Game) (Added, error) {
	done := Added{Game: g.Game}
	if len(g.Events) == 0 {
		return done, nil
	}
	err := takeIn(ctx, j, g)
	if err == nil {
		done.Events = len(g.Events)
	}
	if !errors.Is(err, ErrExists) {
		return done, err
	}
	there, err := Load(ctx, j, g.Game)
	if errors.Is(err, ErrNoGame) { // it was erased
		return done, nil
	}
	if err != nil {
		return done, err
	}
	if there.Header.Sum() != g.Header.Sum() {
		return done, &Differs{Game: g.Game}
	}
	for i := range min(len(there.Events), len(g.Events)) {
		if there.Events[i].Sum != g.Events[i].Sum {
			return done, &Differs{g.Game, uint64(i) + 1}
		}
	}
	if len(there.Events) >= len(g.Events) {
		return done, nil
	}
	missing := g.Events[len(there.Events):]
	done.Events = len(missing)
	return done, j.Append(ctx, g.Game, uint64(len(there.Events)), Entries(missing)...)
}

// takeIn creates the game where it belongs by its dates; a journal that knows no such place has it as the newest.
func takeIn(ctx context.Context, j Journal, g Game) error {
	if sorted, ok := j.(interface {
		TakeIn(context.Context, Game) error
	}); ok {
		return sorted.TakeIn(ctx, g)
	}
	return j.Create(ctx, g.Header, Entries(g.Events)...)
}

// Renamed is the game under another name, its events linked again.
func (g Game) Renamed(name string) (Game, error) {
	g.Header.Game = name
	h, err := g.Header.Checked()
	if err != nil {
		return g, err
	}
	events, err := Link(h, 0, Root(name), Entries(g.Events))
	return Game{h, events}, err
}
