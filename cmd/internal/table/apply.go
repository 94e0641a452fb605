package table

import (
	"errors"
	"fmt"

	"tilewatch/engine/journal"
)

// Apply takes events that were kept, in order: by another program, or by this one, which then changes nothing. An error says that
// they do not follow from the game as it is here: the caller Reloads it then.
func (d *Desk) Apply(events []journal.Event) (err error) {
	closed := d.call(d.commands, func() {
		known, wrong := follows(d.keeper.position, events)
		if err = wrong; known || err != nil {
			return
		}
		if err = d.party.Apply(events); err == nil {
			d.keeper.tapes.follow(events)
			err = d.showOnly()
		}
	})
	return errors.Join(closed, err)
}

// Reload makes the stored game the desk's, whatever it was about before: as if the program began again. It shows one state, the game's
// as it stands.
func (d *Desk) Reload(stored journal.Game) (err error) {
	if len(stored.Events) == 0 {
		return fmt.Errorf("game %q has no events", stored.Game)
	}
	closed := d.call(d.commands, func() {
		if err = d.party.Load(stored); err == nil {
			d.keeper.restore(stored)
			err = d.showOnly()
		}
	})
	return errors.Join(closed, err)
}

// showOnly shows what the game has become, which others have kept.
func (d *Desk) showOnly() error {
	return d.show(d.party.Changes(), nil)
}

// Unkept is the whole game if some of its events still wait to be written; else nothing.
func (d *Desk) Unkept() (header journal.Header, entries []journal.Entry) {
	_ = d.call(d.commands, func() { header, entries = d.keeper.tapes.unkept() }) // nothing of a table that is closed
	return header, entries
}

// follows says whether the events are known already; an error says that they are not the next ones.
func follows(position func() (game string, kept, waiting int), events []journal.Event) (known bool, err error) {
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
