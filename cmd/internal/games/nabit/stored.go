package nabit

import (
	"fmt"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/record"
)

// remembers is how many games, from the last on, are looked through for the one on the table.
const remembers = 8

// Resume implements table.Game: the game that was played last is shown, also if it is over. One with nothing on its board yet goes on
// at once, as whoever began it said. Which one of the others goes on the table shows, or a person.
func (d *session) Resume(games []journal.Game) error {
	d.stored = map[string]*record.Stored{}
	var last, bare *record.Stored // of the newest game, if something lies on its board, or nothing
	for i, g := range games {
		stored, over, err := readable(g)
		if err != nil {
			d.note(err.Error())
		}
		if stored == nil || over && i > 0 && bare == nil {
			continue
		}
		d.stored[stored.Game] = stored
		// A game of other players simply does not go on.
		switch err := d.follower.Remember(stored.Game, stored.Events); {
		case i == 0 && err == nil:
			last = stored
		case i == 0:
			bare = stored
		}
	}
	var err error
	switch {
	case last != nil:
		err = d.showStored(last)
	case bare != nil && len(games) > 1:
		d.takeUp(bare, games[1].Game)
	case bare != nil:
		d.takeUp(bare, "")
	}
	if err != nil {
		d.note(fmt.Sprintf("the last game is not shown: %v", err))
	}
	return nil
}

// takeUp goes on with a game that has nothing on its board; before names the one that was played before it. One of other players does
// not go on.
func (d *session) takeUp(stored *record.Stored, before string) {
	if d.follower.TakeUp(stored.Game, stored.Events, before) != nil {
		return
	}
	d.record(d.follower.Recorded())
	d.show()
}

// readable is the game if it can be read, else nil, and whether it is over.
func readable(g journal.Game) (stored *record.Stored, over bool, err error) {
	if len(g.Events) == 0 {
		return nil, false, nil
	}
	if stored, err = record.Read(g); err != nil {
		return nil, false, fmt.Errorf("game %q: %w", g.Game, err)
	}
	summary, err := stored.Summarize()
	if err != nil {
		return nil, false, err
	}
	return stored, summary.Finished, nil
}

// showStored shows a stored game as it stood. It goes on as soon as the table shows it, or a person does something to it.
func (d *session) showStored(stored *record.Stored) error {
	if err := d.board.resume(stored); err != nil {
		return err
	}
	game, err := nabit.Replay(nil, stored.Events)
	if err != nil {
		return err
	}
	d.shown = stored.Game
	d.changes.Records = append(d.changes.Records, table.Record{Resumed: &journal.Game{Header: stored.Header, Events: stored.Journaled}})
	d.board.shown.Verdict = d.verdict(game.State())
	d.steps(game.Steps())
	d.board.publish()
	return nil
}

// Apply implements table.Game.
func (d *session) Apply(events []journal.Event) error {
	if d.shown != "" {
		d.follower.GoOn(d.shown)
		d.shown = ""
	}
	d.board.shown.Notice = nil
	for _, kept := range events {
		e, err := nabit.ParseEvent(kept.Payload)
		if err != nil {
			return err
		}
		e.Kept = true
		a := d.follower.Enter(e)
		if !a.OK {
			return fmt.Errorf("event %d of game %q: %s", kept.Seq, kept.Game, a.Violations[0].Message())
		}
		if d.board.shown.Notice = nil; !e.Seen {
			d.board.shown.Notice = d.notice(e, a, string(e.Type))
		}
	}
	d.follower.Recorded() // others have kept it
	d.open = nil
	d.show()
	return nil
}

// Load implements table.Game. One state is shown, the game's as it stands.
func (d *session) Load(g journal.Game) error {
	stored, err := record.Read(g)
	if err != nil {
		return err
	}
	d.follower = d.fresh()
	d.shown, d.open, d.changes, d.goesOn = "", nil, table.Changes{}, stored.Game
	if d.follower.TakeUp(stored.Game, stored.Events, "") != nil { // its board does not follow from its turns
		for i, e := range stored.Events {
			e.Kept = true
			if a := d.follower.Enter(e); !a.OK {
				return fmt.Errorf("event %d of game %q: %s", i+1, stored.Game, a.Violations[0].Message())
			}
		}
	}
	d.follower.Recorded()
	d.board.taken()
	if err := d.board.recall(stored); err != nil {
		return err
	}
	d.show()
	return nil
}

// resume shows a stored game as it stood: first the turn before the last, so that it is seen what the last one changed.
func (b *board) resume(stored *record.Stored) error {
	whole, before, had, err := b.takeUp(stored)
	if err != nil {
		return err
	}
	start := whole.Standing()[0].Board
	if had {
		b.stand(before, start)
		b.publish()
	}
	b.stand(whole.State(), start)
	b.shown.TurnSince, b.stored = stored.Changed, stored.Game
	b.publish()
	return nil
}

// takeUp takes the stored game's players, and answers the game, and how it stood before its last turn if it had one.
func (b *board) takeUp(stored *record.Stored) (whole *nabit.Game, before nabit.State, had bool, err error) {
	if whole, err = nabit.Replay(nil, stored.Events); err != nil {
		return nil, before, false, err
	}
	b.players = b.given
	if players := whole.Standing()[0].Players; len(players) > 0 {
		b.players = players
	}
	before, had = turnBefore(whole.Standing(), whole.State().Turn)
	return whole, before, had, nil
}

// turnBefore is the game before its last turn; false if it had none.
func turnBefore(standing []nabit.Event, last int) (nabit.State, bool) {
	game, end := nabit.New(nabit.AnyWord{}), 0
	for n, e := range standing {
		e.Kept = true
		if a := game.Apply(e); a.OK && a.Turn < last {
			end = n + 1
		}
	}
	game = nabit.New(nabit.AnyWord{})
	for _, e := range standing[:end] {
		e.Kept = true
		game.Apply(e) // those that a correction took the ground from are refused again
	}
	return game.State(), end > 0
}

// recall takes up the stored game, and what its last turn changed, without showing it.
func (b *board) recall(stored *record.Stored) error {
	whole, before, had, err := b.takeUp(stored)
	if err != nil {
		return err
	}
	b.stored, b.shown.LastTurn, b.shown.Notice = stored.Game, nil, nil
	if !had {
		return nil
	}
	b.stand(before, whole.Standing()[0].Board)
	recalled := b.shown
	b.recalled = &recalled
	return nil
}
