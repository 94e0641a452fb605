package record

import (
	"fmt"

	"tilewatch/engine/journal"
)

// Position is the game being kept, how many of its events are safe, and how many wait.
func (k *Keeper) Position() (game string, kept, waiting int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.tapes.Position()
}

// Unkept is the game being kept with all its events, if some of them wait; else there are none.
func (k *Keeper) Unkept() (journal.Header, []journal.Entry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.tapes.Unkept()
}

// Heard notes events that another program has kept, after all that this one has: what is kept here follows upon them.
func (k *Keeper) Heard(events []journal.Event) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tapes.Heard(events)
}

// Restore forgets everything, also what waits, and goes on with the stored game.
func (k *Keeper) Restore(stored *Stored) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tapes.Restore(stored.Header, stored.Journaled)
}

// Follows tells whether the events are known already; an error says that they are not the next ones.
func Follows(position func() (game string, kept, waiting int), events []journal.Event) (known bool, err error) {
	if len(events) == 0 {
		return true, nil
	}
	game, kept, waiting := position()
	first, last := events[0], events[len(events)-1]
	switch {
	case game != first.Game || waiting > 0:
		return false, fmt.Errorf("event %d of game %q does not belong to what is here", first.Seq, first.Game)
	case last.Seq <= uint64(kept):
		return true, nil
	case first.Seq != uint64(kept)+1:
		return false, fmt.Errorf("event %d of game %q comes after one that is not known here", first.Seq, first.Game)
	}
	return false, nil
}
