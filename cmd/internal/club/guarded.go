package club

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/cluster"
	"tilewatch/web/stream"
)

// errOutrun says that another program has appended to the game first. It is no journal.Conflict: a desk would go on with a copy
// of the game, and here the desk is to read what happened, and judge again.
var errOutrun = errors.New("another program was faster")

// guarded is the journal of one table's desk. It numbers the table's states by the stream, and remembers errors.
type guarded struct {
	*cluster.Journal
	web  *stream.Table
	keep Keep

	mu    sync.Mutex
	wrong error // of the last write; nil: all is kept
	alone bool  // a write failed since the last success, and not because another writer was first: no server answered
}

// newGuarded is the journal of the table's desk. keep does what is to be done, and may look on.
func newGuarded(n *Node, table string, page *stream.Table, keep Keep) *guarded {
	if keep == nil {
		keep = func(_ string, _ uint64, _ []journal.Entry, do func() error) error { return do() }
	}
	return &guarded{Journal: n.conn.Table(table), web: page, keep: keep}
}

// Keep does what keeps a game's events after the one numbered after, and may note how that goes.
type Keep func(game string, after uint64, entries []journal.Entry, do func() error) error

func (g *guarded) Create(ctx context.Context, h journal.Header, entries ...journal.Entry) error {
	err := g.keep(h.Game, 0, entries, func() error { return g.Journal.Create(ctx, h, entries...) })
	if errors.Is(err, journal.ErrExists) {
		err = fmt.Errorf("%w (%v)", errOutrun, err)
	}
	var seq uint64
	if err == nil {
		seq, err = g.Journal.AppendAt(ctx, h.Game, uint64(len(entries))) // of nothing: only to learn the number
	}
	g.wrote(seq, err)
	return err
}

func (g *guarded) Append(ctx context.Context, game string, after uint64, entries ...journal.Entry) error {
	var seq uint64
	err := g.keep(game, after, entries, func() (err error) {
		seq, err = g.Journal.AppendAt(ctx, game, after, entries...)
		return err
	})
	var conflict *journal.Conflict
	if errors.As(err, &conflict) {
		err = fmt.Errorf("%w (%v)", errOutrun, err)
	}
	g.wrote(seq, err)
	return err
}

func (g *guarded) wrote(seq uint64, err error) {
	g.mu.Lock()
	g.wrong, g.alone = err, err != nil && (g.alone || !errors.Is(err, errOutrun))
	g.mu.Unlock()
	if err == nil {
		g.web.NumberFrom(seq)
	}
}

// failed is why the last write was none; nil if all is well.
func (g *guarded) failed() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.wrong
}

// wasAlone reports whether what waits to be kept does so because no server answered.
func (g *guarded) wasAlone() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.alone
}

// moved says that the desk is about to have everything up to the stream's number.
func (g *guarded) moved(seq uint64) { g.wrote(seq, nil) }
