package cluster

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tilewatch/engine/journal"
)

// Read implements journal.Journal.
func (j *Journal) Read(ctx context.Context, game string, from uint64) iter.Seq2[journal.Event, error] {
	return func(yield func(journal.Event, error) bool) {
		from = max(from, 1)
		at, err := j.end(ctx, game)
		if err == nil && from <= at.last {
			err = j.read(ctx, at, from, func(e journal.Event) bool { return yield(e, nil) })
		}
		if err != nil && !errors.Is(err, errEnough) {
			yield(journal.Event{}, err)
		}
	}
}

// errEnough says that the reader wants no more.
var errEnough = errors.New("enough")

// read reads the game up to the end as it was seen. The whole chain is checked, also what comes before from. What is not ours is passed over;
// it is damage only if nothing of ours follows.
func (c *Conn) read(ctx context.Context, at end, from uint64, yield func(journal.Event) bool) error {
	before, next := journal.Root(at.Game), uint64(1)
	var problem error
	for m, err := range c.messages(ctx, c.subject(at.table, at.Game), 0) {
		if err != nil {
			return err
		}
		events, err := follows(at.Game, m, next, before)
		for _, e := range events {
			if e.Seq >= from && !yield(e) {
				return errEnough
			}
			next, before = e.Seq+1, e.Sum
		}
		if problem == nil {
			problem = err
		}
		about, err := m.Metadata()
		switch {
		case err != nil:
			return err
		case next > at.last:
			return nil
		case about.Sequence.Stream >= at.seq:
			return problem
		}
	}
	return ctx.Err()
}

// follows are the message's events, if the next one is the first of them.
func follows(game string, m jetstream.Msg, next uint64, before journal.Sum) ([]journal.Event, error) {
	part, err := received(game, m.Headers(), m.Data())
	if err == nil && part.First != next {
		err = &journal.Damage{Game: game, Seq: next, Reason: "it is missing"}
	}
	if err != nil {
		return nil, err
	}
	return part.events(before)
}

// afterLast is the number of the event that comes next, and the checksum of the last.
func (m *message) afterLast() (uint64, journal.Sum) {
	last, sum := m.last()
	return last + 1, sum
}

// messages are those on the subject from the stream's number on, and those that come later, until ctx ends or the caller wants
// no more. It outlives servers: the error is one of ctx or of a closed connection.
func (c *Conn) messages(ctx context.Context, subject string, from uint64) iter.Seq2[jetstream.Msg, error] {
	return func(yield func(jetstream.Msg, error) bool) {
		for {
			next, err := c.feed(ctx, subject, from, func(m jetstream.Msg) bool { return yield(m, nil) })
			from = next
			switch {
			case errors.Is(err, errEnough):
				return
			case c.nc.IsClosed():
				yield(nil, journal.ErrClosed)
				return
			case ctx.Err() != nil:
				yield(nil, ctx.Err())
				return
			}
			select {
			case <-ctx.Done():
			case <-time.After(100 * time.Millisecond):
			}
		}
	}
}

// silence is after how long without a sign of life a consumer is made again: it is on one server, which may be gone.
const silence = 2 * time.Second

// feed passes messages on until something fails. The answer is the number to go on from.
func (c *Conn) feed(ctx context.Context, subject string, from uint64, take func(jetstream.Msg) bool) (uint64, error) {
	config := jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}, DeliverPolicy: jetstream.DeliverAllPolicy, MaxResetAttempts: 1, InactiveThreshold: 30 * time.Second}
	if from > 0 {
		config.DeliverPolicy, config.OptStartSeq = jetstream.DeliverByStartSequencePolicy, from
	}
	var messages jetstream.MessagesContext
	err := c.try(ctx, func(ctx context.Context) error {
		consumer, err := c.stream.OrderedConsumer(ctx, config)
		if err == nil {
			messages, err = consumer.Messages(jetstream.PullHeartbeat(silence/2), jetstream.PullExpiry(30*time.Second))
		}
		return err
	})
	if err != nil {
		return from, err
	}
	defer messages.Stop()
	for {
		m, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return from, err
		}
		about, err := m.Metadata()
		if err != nil {
			return from, err
		}
		if about.Sequence.Stream < from {
			continue
		}
		from = about.Sequence.Stream + 1
		if !take(m) {
			return from, errEnough
		}
	}
}

// list is the end of every game on the table, or on all ("*"). The stream's leader says which games there are and how many
// messages each has; those that did not change since they were last seen are not fetched again.
func (c *Conn) list(ctx context.Context, table string) ([]end, error) {
	var counts map[string]uint64
	err := c.try(ctx, func(ctx context.Context) error {
		// A handle of its own: what Info learns is written into it, and others read theirs.
		stream, err := c.js.Stream(ctx, c.name("games"))
		if err != nil {
			return err
		}
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(c.subject(table, "*")))
		if err == nil {
			counts = info.State.Subjects
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return c.fetch(ctx, counts)
}

// fetchers is how many ends are asked for at a time.
const fetchers = 8

func (c *Conn) fetch(ctx context.Context, counts map[string]uint64) ([]end, error) {
	ends := make([]end, 0, len(counts))
	var missing []string
	for subject, n := range counts {
		_, game := c.parts(subject)
		if at := c.remembered(game); at.N >= n {
			ends = append(ends, at)
		} else {
			missing = append(missing, game)
		}
	}
	var mu sync.Mutex
	var failed error
	var all sync.WaitGroup
	todo := make(chan string)
	for range min(fetchers, len(missing)) {
		all.Go(func() {
			for game := range todo {
				at, err := c.end(ctx, game)
				var foreign *journal.Damage
				mu.Lock()
				switch {
				case errors.As(err, &foreign): // no game, or none of ours
				case err != nil:
					failed = fmt.Errorf("game %q: %w", game, err)
				default:
					ends = append(ends, at)
				}
				mu.Unlock()
			}
		})
	}
	for _, game := range missing {
		todo <- game
	}
	close(todo)
	all.Wait()
	if failed != nil {
		return nil, failed
	}
	return ends, nil
}
