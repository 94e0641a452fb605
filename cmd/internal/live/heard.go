package live

import (
	"fmt"

	"tilewatch/engine/follow"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/nabit"
)

// Heard takes events that were kept, in order: by another program, or by this one, which then changes nothing. An error says that
// they do not follow from the game as it is here: then it is to be Reloaded.
func (d *Desk) Heard(events []journal.Event) error {
	d.Lock()
	defer d.Unlock()
	if known, err := record.Follows(d.Keeping.Keeper.Position, events); known || err != nil {
		return err
	}
	if d.shown != "" {
		d.Follower.GoOn(d.shown)
		d.shown = ""
	}
	d.Board.shown.Notice = nil
	for _, kept := range events {
		e, err := nabit.ParseEvent(kept.Payload)
		if err != nil {
			return err
		}
		a := d.Follower.Told(e)
		if !a.OK {
			return fmt.Errorf("event %d of game %q: %s", kept.Seq, kept.Game, a.Violations[0].Message())
		}
		if d.Board.shown.Notice = nil; !e.Seen {
			d.Board.shown.Notice = d.notice(e, a, string(e.Type))
		}
	}
	d.Follower.Recorded() // others have kept it
	d.Keeping.Keeper.Heard(events)
	d.open = nil
	return d.show()
}

// Unkept is the game being kept with all its events, if some of them wait; else there are none.
func (d *Desk) Unkept() (journal.Header, []journal.Entry) { return d.Keeping.Keeper.Unkept() }

// Reload makes the stored game the desk's, whatever it was about before: as if the program began anew. fresh is a follower that
// has seen nothing; its players and words are the desk's. One state is shown, the game's as it stands.
func (d *Desk) Reload(stored *record.Stored, fresh *follow.Follower) error {
	d.Lock()
	defer d.Unlock()
	*d.Follower = *fresh
	d.shown, d.pending, d.open, d.ended = "", nil, nil, false
	d.Keeping.Keeper.Restore(stored)
	d.Keeping.game = stored.Game
	if d.Follower.Remember(stored.Game, stored.Events) == nil {
		d.Follower.GoOn(stored.Game)
	} else { // with nothing on the board
		for i, e := range stored.Events {
			if a := d.Follower.Told(e); !a.OK {
				return fmt.Errorf("event %d of game %q: %s", i+1, stored.Game, a.Violations[0].Message())
			}
		}
	}
	d.Follower.Recorded()
	if err := d.Board.recall(stored); err != nil {
		return err
	}
	return d.show()
}

// recall takes up the stored game, and what its last turn changed, without showing it.
func (b *Board) recall(stored *record.Stored) error {
	whole, before, had, err := b.takeUp(stored)
	if err != nil {
		return err
	}
	b.stored, b.shown.LastTurn, b.shown.Notice, b.unsaved = stored.Game, nil, nil, nil
	if !had {
		return nil
	}
	b.stand(before, whole.Standing()[0].Board)
	return b.table.Recall(b.shown)
}
