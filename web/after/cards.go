package after

import (
	"context"
	"fmt"
	"sync"
)

// cards remembers the pictures drawn last, and draws one at a time.
type cards struct {
	busy  chan struct{}
	mu    sync.Mutex
	known map[string][]byte
}

// rememberedCards is how many pictures are remembered; one takes some hundred kilobytes.
const rememberedCards = 24

func newCards() *cards { return &cards{busy: make(chan struct{}, 1), known: map[string][]byte{}} }

// of is the game's picture in the page's language, drawn by draw if it is not remembered.
func (d *cards) of(ctx context.Context, k *kept, pg page, draw func(*kept, page) ([]byte, error)) ([]byte, error) {
	select {
	case d.busy <- struct{}{}:
		defer func() { <-d.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	key := fmt.Sprint(k.info.Game, " ", k.info.Last, " ", pg.Lang)
	d.mu.Lock()
	picture := d.known[key]
	d.mu.Unlock()
	if picture != nil {
		return picture, nil
	}
	picture, err := draw(k, pg)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.known) >= rememberedCards {
		clear(d.known)
	}
	d.known[key] = picture
	return picture, nil
}
