package club

import (
	"sync"

	"tilewatch/web/hub"
)

// results are those of games as they were read from the journal, by name.
type results struct {
	mu   sync.Mutex
	read map[string]known
}

// known is a result after so many events.
type known struct {
	last uint64
	hub.Result
}

// after is the game's result after so many events; false: it was not read then.
func (r *results) after(game string, last uint64) (hub.Result, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := r.read[game]
	return k.Result, k.last == last
}

func (r *results) keep(game string, last uint64, result hub.Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.read == nil {
		r.read = map[string]known{}
	}
	r.read[game] = known{last, result}
}
