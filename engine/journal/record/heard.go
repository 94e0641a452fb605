package record

import "tilewatch/engine/journal"

// Heard notes events that another program has kept, after all that this one has: what is kept here follows upon them.
func (k *Keeper) Heard(events []journal.Event) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.tapes) == 0 {
		return
	}
	t := k.tapes[len(k.tapes)-1]
	for _, e := range events {
		t.entries = append(t.entries, journal.Entry{Time: e.Time, Payload: e.Payload})
		t.kept++
	}
}

// Restore forgets everything, also what waits, and goes on with the stored game.
func (k *Keeper) Restore(stored *Stored) {
	k.mu.Lock()
	k.tapes = nil
	k.mu.Unlock()
	k.GoOn(stored)
}
