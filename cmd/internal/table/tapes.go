package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/journal"
)

// tapes are the games of one table on their way into a journal. Nothing is lost when the journal cannot be written, on a full disk
// say: the events wait, in order, and every flush tries again. The zero value has no game.
type tapes struct {
	all []*tape // the game being played, and before it those with events that wait
}

// tape is one game on its way into the journal.
type tape struct {
	header  journal.Header
	created bool
	entries []journal.Entry
	kept    int    // of the entries
	left    string // the game that another program continues; this one is a copy, and no screen says so yet
}

// begin makes a new game the one that is kept.
func (s *tapes) begin(h journal.Header) { s.all = append(s.all, &tape{header: h}) }

// goOn makes a stored game the one that is kept.
func (s *tapes) goOn(h journal.Header, events []journal.Event) {
	s.all = append(s.all, &tape{header: h, created: true})
	s.follow(events)
}

// follow notes events of the game that another program has kept, after all that this one has: what is kept here follows upon them.
func (s *tapes) follow(events []journal.Event) {
	t := s.last()
	if t == nil {
		return
	}
	for _, e := range events {
		t.entries = append(t.entries, journal.Entry{Time: e.Time, Payload: e.Payload})
		t.kept++
	}
}

// put has the events wait as the game's next ones. There must be a game.
func (s *tapes) put(entries ...journal.Entry) {
	t := s.last()
	t.entries = append(t.entries, entries...)
}

// header is that of the game being kept; zero if there is none.
func (s *tapes) header() journal.Header {
	if t := s.last(); t != nil {
		return t.header
	}
	return journal.Header{}
}

// begun says whether there is a game.
func (s *tapes) begun() bool { return len(s.all) > 0 }

func (s *tapes) last() *tape {
	if len(s.all) == 0 {
		return nil
	}
	return s.all[len(s.all)-1]
}

// position is the game being kept, how many of its events are safe, and how many wait, of the games before it too.
func (s *tapes) position() (game string, kept, waiting int) {
	for _, t := range s.all {
		game, kept = t.header.Game, t.kept
		waiting += len(t.entries) - t.kept
	}
	return game, kept, waiting
}

// unkept is the whole game if some of its events still wait to be written; else nothing.
func (s *tapes) unkept() (journal.Header, []journal.Entry) {
	t := s.last()
	if t == nil || t.kept == len(t.entries) {
		return journal.Header{}, nil
	}
	return t.header, slices.Clone(t.entries)
}

// flush writes what waits into the journal, of earlier games first, and returns when it is safe. The error is one of the journal's;
// the rest then waits on. note takes a sentence about each game that goes on as a copy.
func (s *tapes) flush(ctx context.Context, j journal.Journal, note func(string)) error {
	for i, t := range s.all {
		err := t.write(ctx, j)
		if t.left != "" {
			note(fmt.Sprintf("another program has gone on with game %q: as it went here it is kept as %q; end one of the two programs", t.left, t.header.Game))
			t.left = ""
		}
		if err != nil {
			s.all = s.all[i:]
			return err
		}
	}
	s.all = s.all[max(0, len(s.all)-1):]
	return nil
}

// write keeps what waits on the tape.
func (t *tape) write(ctx context.Context, j journal.Journal) error {
	if t.kept == len(t.entries) {
		return nil
	}
	var err error
	if t.created {
		err = j.Append(ctx, t.header.Game, uint64(t.kept), t.entries[t.kept:]...)
	} else {
		err = j.Create(ctx, t.header, t.entries...)
	}
	var conflict *journal.Conflict
	if errors.As(err, &conflict) || errors.Is(err, journal.ErrExists) {
		return t.settle(ctx, j)
	}
	if err == nil {
		t.created, t.kept = true, len(t.entries)
	}
	return err
}

// settle deals with a game that is not as it was left. Either an earlier write counted though it seemed to have
// failed; then that is known now, and the rest can be written. Or another program has gone on with the same game;
// then this one goes on with a copy, since two may not write one record, and none may be lost.
func (t *tape) settle(ctx context.Context, j journal.Journal) error {
	n, mine, err := t.written(ctx, j)
	if err != nil {
		return err
	}
	if t.created, t.kept = mine, n; !mine {
		t.left = t.header.Game
		t.header.Game, t.header.Title, t.kept = journal.NewID(time.Now()), t.header.Title+" (copy)", 0
	}
	return t.write(ctx, j)
}

// written is how many events the game has in the journal; mine says whether they are the tape's first ones.
func (t *tape) written(ctx context.Context, j journal.Journal) (n int, mine bool, err error) {
	for e, err := range j.Read(ctx, t.header.Game, 1) {
		if err != nil {
			return n, false, err
		}
		if n >= len(t.entries) || !bytes.Equal(e.Payload, t.entries[n].Payload) || !e.Time.Equal(t.entries[n].Time) {
			return n, false, nil
		}
		n++
	}
	return n, true, nil
}

// unsaved is what players read where their game is not being kept. What the system says of it is the operator's.
func unsaved(err error) engine.Warning {
	reasons := []error{journal.ErrFull, journal.ErrReadOnly, journal.ErrBusy, journal.ErrStorage, journal.ErrInUse}
	codes := []string{"not_saved_full", "not_saved_read_only", "not_saved_busy", "not_saved_failing", "not_saved_in_use"}
	if i := slices.IndexFunc(reasons, func(reason error) bool { return errors.Is(err, reason) }); i >= 0 {
		return engine.Warning{Code: codes[i], Message: "The game is not being saved: " + reasons[i].Error() + "."}
	}
	return engine.Warning{Code: "not_saved", Message: "The game is not being saved: the journal cannot be written."}
}
