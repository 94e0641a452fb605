package cluster

import (
	"context"
	"errors"
	"iter"

	"github.com/nats-io/nats.go/jetstream"

	"tilewatch/engine/journal"
)

// Listed is one game of the club.
type Listed struct {
	journal.Info
	Table string
	Seq   uint64 // of its last message, in the stream
}

// Change is one append to a game, by any writer.
type Change struct {
	Listed
	Events []journal.Event // none where a game was created without any
}

// List is every game of every table, and the number of the stream's last message: Changes from the next number on leave
// nothing out.
func (c *Conn) List(ctx context.Context) (games []Listed, head uint64, err error) {
	err = c.try(ctx, func(ctx context.Context) error {
		stream, err := c.js.Stream(ctx, c.name("games"))
		if err == nil {
			head = stream.CachedInfo().State.LastSeq
		}
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	ends, err := c.list(ctx, "*")
	for _, at := range ends {
		games = append(games, Listed{at.info(), at.table, at.seq})
	}
	return games, head, err
}

// Changes are those from the stream's number on, in order, each once, as they come, until ctx is done or the connection is
// closed: that is the error they end with. Servers may come and go meanwhile. Damage is reported as an error of that change;
// the next ones follow.
func (c *Conn) Changes(ctx context.Context, from uint64) iter.Seq2[Change, error] {
	return func(yield func(Change, error) bool) {
		for m, err := range c.messages(ctx, c.subject("*", "*"), from) {
			if err != nil {
				yield(Change{}, err)
				return
			}
			change, err := c.change(m)
			if !yield(change, err) {
				return
			}
		}
	}
}

func (c *Conn) change(m jetstream.Msg) (Change, error) {
	about, err := m.Metadata()
	if err != nil {
		return Change{}, err
	}
	table, game := c.parts(m.Subject())
	change := Change{Listed: Listed{Info: journal.Info{Header: journal.Header{Game: game}}, Table: table, Seq: about.Sequence.Stream}}
	part, err := received(game, m.Headers(), m.Data())
	if err != nil {
		return change, err
	}
	c.remember(newEnd(table, change.Seq, part))
	change.Info = part.info()
	change.Events, err = part.events(part.Before)
	return change, err
}

// Secret is shared by the club's programs alone. The first caller makes it.
func (c *Conn) Secret(ctx context.Context, name string, made []byte) ([]byte, error) {
	bucket, err := c.bucket(ctx)
	if err != nil {
		return nil, err
	}
	var secret []byte
	err = c.try(ctx, func(ctx context.Context) error {
		if _, err := bucket.Create(ctx, name, made); err != nil && !errors.Is(err, jetstream.ErrKeyExists) {
			return err
		}
		entry, err := bucket.Get(ctx, name)
		if err == nil {
			secret = entry.Value()
		}
		return err
	})
	return secret, err
}

// Renew puts another secret in the place of one that all programs of the club know.
func (c *Conn) Renew(ctx context.Context, name string, secret []byte) error {
	bucket, err := c.bucket(ctx)
	if err != nil {
		return err
	}
	return c.try(ctx, func(ctx context.Context) error {
		_, err := bucket.Put(ctx, name, secret)
		return err
	})
}

// bucket keeps the club's data that is not a game.
func (c *Conn) bucket(ctx context.Context) (jetstream.KeyValue, error) {
	var bucket jetstream.KeyValue
	err := c.try(ctx, func(ctx context.Context) error {
		var err error
		bucket, err = c.js.KeyValue(ctx, c.name("club"))
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			bucket, err = c.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: c.name("club"), Description: "what the programs of a club share", Replicas: c.copies})
		}
		if errors.Is(err, jetstream.ErrBucketExists) {
			bucket, err = c.js.KeyValue(ctx, c.name("club"))
		}
		return err
	})
	return bucket, err
}
