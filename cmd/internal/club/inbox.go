package club

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"tilewatch/engine/journal/cluster"
)

// inbox holds what one table still has to hear: one that is slow, since its desk waits for a server, keeps no other waiting.
// With more than its size something is missed; the next change says so, and the game is then read again.
type inbox struct {
	once   sync.Once
	waits  chan cluster.Change
	missed atomic.Bool
}

const (
	inboxSize = 64
	// retryEvery is how often a change is heard again that could not be: no other may follow for long.
	retryEvery = time.Second
)

// put leaves a change for hear, which reports whether that could be done, and is called in a goroutine of the table's own until ctx is done.
func (b *inbox) put(ctx context.Context, change cluster.Change, receive func(ctx context.Context, change cluster.Change, missed bool) bool) {
	b.once.Do(func() {
		b.waits = make(chan cluster.Change, inboxSize)
		go func() {
			again := time.NewTicker(retryEvery)
			defer again.Stop()
			var last cluster.Change
			for done := true; ; {
				select {
				case last = <-b.waits:
					done = receive(ctx, last, b.missed.Swap(false))
				case <-again.C:
					done = done || receive(ctx, last, true)
				case <-ctx.Done():
					return
				}
			}
		}()
	})
	select {
	case b.waits <- change:
	default:
		b.missed.Store(true)
	}
}
