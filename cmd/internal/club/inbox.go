package club

import (
	"context"
	"sync"
	"sync/atomic"

	"tilewatch/engine/journal/cluster"
)

// inbox holds what one table still has to hear: one that is slow, since its desk waits for a server, keeps no other waiting.
// With more than its size something is missed; that is told with the next change, and the game then read anew.
type inbox struct {
	once   sync.Once
	waits  chan cluster.Change
	missed atomic.Bool
}

const inboxSize = 64

// put leaves a change for hear, which is called in a goroutine of the table's own until ctx is done.
func (b *inbox) put(ctx context.Context, change cluster.Change, hear func(ctx context.Context, change cluster.Change, missed bool)) {
	b.once.Do(func() {
		b.waits = make(chan cluster.Change, inboxSize)
		go func() {
			for {
				select {
				case c := <-b.waits:
					hear(ctx, c, b.missed.Swap(false))
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
