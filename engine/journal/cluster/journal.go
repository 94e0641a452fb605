package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"tilewatch/engine/journal"
)

// Journal is the club's games as one table sees them: it begins games at its own table, and may read and go on with all.
type Journal struct {
	*Conn
	table string
	all   bool // lists the games of every table
}

var _ journal.Journal = (*Journal)(nil)

// Table is the journal of one table. Closing it closes the connection.
func (c *Conn) Table(table string) *Journal { return &Journal{c, table, false} }

// Everywhere is a journal that lists the games of all tables; what it creates is at the table.
func (c *Conn) Everywhere(table string) *Journal { return &Journal{c, table, true} }

// Connection is the connection that the journal is on.
func (j *Journal) Connection() *Conn { return j.Conn }

// end is how far a game has come.
type end struct {
	message // without its events
	table   string
	seq     uint64 // of its last message, in the stream
	last    uint64 // event
	sum     journal.Sum
}

func newEnd(table string, seq uint64, m *message) end {
	e := end{message: *m, table: table, seq: seq}
	e.last, e.sum = m.last()
	e.Events, e.First, e.Before = nil, e.last+1, e.sum
	return e
}

// ValidTable reports whether a table may be called that.
func ValidTable(name string) bool { return clubPattern.MatchString(name) }

// Create implements journal.Journal.
func (j *Journal) Create(ctx context.Context, h journal.Header, entries ...journal.Entry) error {
	h, err := h.Checked()
	if err != nil {
		return err
	}
	if !ValidTable(j.table) {
		return fmt.Errorf("no table name %q: use up to 32 lower-case letters, digits and dashes", j.table)
	}
	events, err := journal.Link(h, 0, journal.Root(h.Game), entries)
	if err != nil {
		return err
	}
	if err := j.usable(ctx); err != nil {
		return err
	}
	begun := newEnd(j.table, 0, newMessage(h, 0, 0, journal.Root(h.Game), nil))
	_, err = j.publish(ctx, begun, h, events)
	var lost *outrun
	if errors.As(err, &lost) {
		return fmt.Errorf("game %q: %w", h.Game, journal.ErrExists)
	}
	return err
}

// Append implements journal.Journal.
func (j *Journal) Append(ctx context.Context, game string, after uint64, entries ...journal.Entry) error {
	_, err := j.AppendAt(ctx, game, after, entries...)
	return err
}

// AppendAt is Append, and answers the number that the stream gave to what was appended: it grows over all games of the club.
func (j *Journal) AppendAt(ctx context.Context, game string, after uint64, entries ...journal.Entry) (uint64, error) {
	if err := j.usable(ctx); err != nil {
		return 0, err
	}
	at, fresh := j.remembered(game), false // another may have written since
	for {
		if !fresh && (at.seq == 0 || at.last != after) {
			var err error
			if at, err = j.end(ctx, game); err != nil {
				return 0, err
			}
			fresh = true
		}
		if at.last != after {
			return 0, &journal.Conflict{Game: game, After: after, Last: at.last}
		}
		h := at.header()
		events, err := journal.Link(h, after, at.sum, entries)
		if err != nil || len(events) == 0 {
			return at.seq, err
		}
		seq, err := j.publish(ctx, at, h, events)
		var lost *outrun
		if !errors.As(err, &lost) {
			return seq, err
		}
		if at, err = j.end(ctx, game); err != nil {
			return 0, err
		}
		if fresh = true; at.last == after { // what outran us brought no event
			continue
		}
	}
}

// remembered is the end of the game as it was last seen; the zero end if it was not.
func (c *Conn) remembered(game string) end {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[game]
}

// mostKnown bounds the memory of ends.
const mostKnown = 10000

func (c *Conn) remember(at end) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= mostKnown {
		clear(c.known)
	}
	if c.known[at.Game].seq < at.seq {
		c.known[at.Game] = at
	}
}

// end asks the stream's leader how far the game has come.
func (c *Conn) end(ctx context.Context, game string) (end, error) {
	var found *jetstream.RawStreamMsg
	err := c.try(ctx, func(ctx context.Context) error {
		var err error
		found, err = c.stream.GetLastMsgForSubject(ctx, c.subject("*", game))
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return end{}, fmt.Errorf("game %q: %w", game, journal.ErrNoGame)
	}
	if err != nil {
		return end{}, err
	}
	table, _ := c.parts(found.Subject)
	m, err := received(game, found.Header, found.Data)
	var foreign *journal.Damage
	if errors.As(err, &foreign) {
		return c.sound(ctx, end{message: message{Game: game}, table: table, seq: found.Sequence})
	}
	if err != nil {
		return end{}, err
	}
	at := newEnd(table, found.Sequence, m)
	c.remember(at)
	return at, nil
}

// sound is how far the game has come up to the stream's number of at, without what others have put on its subject.
func (c *Conn) sound(ctx context.Context, at end) (end, error) {
	found := end{}
	before, next := journal.Root(at.Game), uint64(1)
	for m, err := range c.messages(ctx, c.subject(at.table, at.Game), 0) {
		if err != nil {
			return end{}, err
		}
		about, err := m.Metadata()
		if err != nil {
			return end{}, err
		}
		if part, err := received(at.Game, m.Headers(), m.Data()); err == nil && part.First == next && part.Before == before {
			found = newEnd(at.table, at.seq, part)
			next, before = part.afterLast()
		}
		if about.Sequence.Stream >= at.seq {
			break
		}
	}
	if found.seq == 0 {
		return end{}, &journal.Damage{Game: at.Game, Reason: "nothing on its subject is ours"}
	}
	c.remember(found)
	return found, ctx.Err()
}

// Games implements journal.Journal.
func (j *Journal) Games(ctx context.Context) ([]journal.Info, error) {
	table := "*"
	if !j.all {
		table = j.table
	}
	found, err := j.list(ctx, table)
	if err != nil {
		return nil, err
	}
	infos := make([]journal.Info, 0, len(found))
	for _, at := range found {
		i := at.info()
		i.Place = int64(at.seq)
		i.Players = slices.Clone(i.Players)
		infos = append(infos, i)
	}
	slices.SortFunc(infos, journal.NewestLast)
	return infos, nil
}
