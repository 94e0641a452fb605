package journal

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"
)

// Late is a journal whose store could not be opened: its disk may not be written, or is full. Every call tries again, and from the
// first that succeeds on it is that store. Until then there are no games but those that can only be read, and what is written is refused
// with why.
type Late struct {
	open func(context.Context) (Journal, error)
	now  func() time.Time

	mu     sync.Mutex
	store  Journal // nil until it is open
	reads  Journal // until then; may be nil
	why    error
	tried  time.Time
	closed bool
}

var _ Journal = (*Late)(nil)

// NewLate makes one of a store that did not open, for that reason; open is asked again, once a second at most.
func NewLate(why error, open func(context.Context) (Journal, error)) *Late {
	return &Late{open: open, now: time.Now, why: why, tried: time.Now()}
}

// Meanwhile has the journal show the games of another until its store is open. It closes that, too.
func (l *Late) Meanwhile(reads Journal) { l.reads = reads }

// Unopened says why the journal's store is not open, so that its games can only be read; nil: it is open.
func Unopened(j Journal) error {
	for j != nil {
		if l, ok := j.(*Late); ok {
			l.mu.Lock()
			defer l.mu.Unlock()
			if l.store == nil {
				return l.why
			}
			return nil
		}
		wrapped, ok := j.(interface{ Unwrap() Journal })
		if !ok {
			return nil
		}
		j = wrapped.Unwrap()
	}
	return nil
}

// tryEvery bounds how often the store is opened in vain.
const tryEvery = time.Second

// MayComeLate reports whether a store that failed to open so may open later, when its disk can be written.
func MayComeLate(err error) bool {
	return errors.Is(err, ErrReadOnly) || errors.Is(err, ErrFull) || errors.Is(err, ErrFiles) || errors.Is(err, ErrStorage) || errors.Is(err, ErrBusy) || errors.Is(err, ErrInUse)
}

// opened is the store if it is open.
func (l *Late) opened(ctx context.Context) (Journal, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		return nil, ErrClosed
	case l.store != nil:
		return l.store, nil
	case l.now().Sub(l.tried) < tryEvery:
		return nil, l.why
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	store, err := l.open(context.WithoutCancel(ctx)) // for others too
	if l.tried = l.now(); err != nil {
		l.why = err
		return nil, err
	}
	l.store = store
	return store, nil
}

// Create implements Journal.
func (l *Late) Create(ctx context.Context, h Header, entries ...Entry) error {
	store, err := l.opened(ctx)
	if err != nil {
		return err
	}
	return store.Create(ctx, h, entries...)
}

// Append implements Journal.
func (l *Late) Append(ctx context.Context, game string, after uint64, entries ...Entry) error {
	store, err := l.opened(ctx)
	if err != nil {
		return err
	}
	return store.Append(ctx, game, after, entries...)
}

// Read implements Journal.
func (l *Late) Read(ctx context.Context, game string, from uint64) iter.Seq2[Event, error] {
	store, err := l.opened(ctx)
	if err == nil {
		return store.Read(ctx, game, from)
	}
	if !errors.Is(err, ErrClosed) {
		if l.reads != nil {
			return l.reads.Read(ctx, game, from)
		}
		err = fmt.Errorf("game %q: %w", game, ErrNoGame)
	}
	return func(yield func(Event, error) bool) { yield(Event{}, err) }
}

// Games implements Journal.
func (l *Late) Games(ctx context.Context) ([]Info, error) {
	store, err := l.opened(ctx)
	switch {
	case err == nil:
		return store.Games(ctx)
	case errors.Is(err, ErrClosed):
		return nil, err
	case l.reads != nil:
		return l.reads.Games(ctx)
	}
	return nil, nil
}

// Writable says why nothing can be written now; nil: something can.
func (l *Late) Writable(ctx context.Context) error {
	store, err := l.opened(ctx)
	if err != nil {
		return err
	}
	return Writable(ctx, store)
}

// Close implements Journal.
func (l *Late) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	var err error
	for _, j := range []Journal{l.store, l.reads} {
		if j != nil {
			err = errors.Join(err, j.Close())
		}
	}
	return err
}
