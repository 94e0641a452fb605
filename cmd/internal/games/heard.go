package games

import (
	"encoding/json"
	"fmt"

	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
)

// Heard takes events that were kept, in order: by another program, or by this one, which then changes nothing. An error says that
// they do not follow from the game as it is here: then it is to be Reloaded.
func (d *Desk) Heard(events []journal.Event) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if known, err := record.Follows(d.Keeper.position, events); known || err != nil {
		return err
	}
	for _, e := range events {
		if a := d.table.Handle(e.Payload); !a.OK {
			return fmt.Errorf("event %d of game %q: %s", e.Seq, e.Game, a.Violations[0].Message)
		}
	}
	d.Keeper.heard(events)
	d.notice = nil
	return d.show()
}

// Reload makes the stored game the desk's, whatever it was about before.
func (d *Desk) Reload(stored journal.Game) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	table := d.fresh()
	var events []json.RawMessage
	for _, e := range stored.Events {
		events = append(events, json.RawMessage(e.Payload))
	}
	if err := game.Replay(table, events); err != nil {
		return err
	}
	d.table, d.notice = table, nil
	d.Keeper.restore(stored)
	return d.show()
}

// Unkept is the game being kept with all its events, if some of them wait; else there are none.
func (d *Desk) Unkept() (journal.Header, []journal.Entry) {
	d.Keeper.mu.Lock()
	defer d.Keeper.mu.Unlock()
	return d.Keeper.tapes.Unkept()
}

// position is the game being kept, how many of its events are safe, and how many wait.
func (k *Keeper) position() (game string, kept, waiting int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.tapes.Position()
}

// heard notes events that another program has kept.
func (k *Keeper) heard(events []journal.Event) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tapes.Heard(events)
}

// restore forgets what waits, and goes on with the stored game.
func (k *Keeper) restore(stored journal.Game) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tapes.Restore(stored.Header, stored.Events)
	k.problem = nil
}
