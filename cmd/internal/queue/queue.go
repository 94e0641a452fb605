package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"tilewatch/engine/journal/cluster"
)

// ErrNoWorker says that nobody reads photos of the game.
var ErrNoWorker = errors.New(`no worker reads photos for the club: start "tilewatch worker"`)

// ErrSlow says that no answer came in time.
var ErrSlow = errors.New("all workers are busy: try again, or start more workers")

// Queue is a club's photos to be read.
type Queue struct {
	conn    *cluster.Conn
	stream  jetstream.Stream
	photos  jetstream.ObjectStore
	answers jetstream.KeyValue
}

const (
	// keptFor is how long unclaimed photos, messages and answers stay.
	keptFor = 10 * time.Minute
	// within is how long an answer may take in all: the server's answers end after a minute.
	within = 50 * time.Second
	// presence is how long workers have to say that they are there.
	presence = time.Second
)

// job is a message of the queue.
type job struct {
	ID   string `json:"id"` // of the photo in the store, and of its answer
	Game string `json:"game"`
}

// Open finds or makes the club's queue.
func Open(ctx context.Context, conn *cluster.Conn) (*Queue, error) {
	q := &Queue{conn: conn}
	for _, find := range []func(context.Context) error{q.findStream, q.findPhotos, q.findAnswers} {
		if err := conn.Persist(ctx, find); err != nil {
			return nil, fmt.Errorf("prepare the queue of photos: %w", err)
		}
	}
	return q, nil
}

func (q *Queue) findStream(ctx context.Context) (err error) {
	q.stream, err = q.conn.JetStream().CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: q.conn.Name("photos"), Subjects: []string{q.conn.Name("photos") + ".*"}, Description: "photos to be read",
		Retention: jetstream.WorkQueuePolicy, MaxAge: keptFor, Discard: jetstream.DiscardNew, MaxMsgs: 1000, Replicas: q.conn.Copies(),
	})
	return err
}

func (q *Queue) findPhotos(ctx context.Context) (err error) {
	q.photos, err = q.conn.JetStream().CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: q.conn.Name("pictures"), TTL: keptFor, MaxBytes: 2 << 30, Replicas: q.conn.Copies()})
	return err
}

func (q *Queue) findAnswers(ctx context.Context) (err error) {
	q.answers, err = q.conn.JetStream().CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: q.conn.Name("answers"), TTL: keptFor, Replicas: q.conn.Copies()})
	return err
}

func (q *Queue) subject(game string) string  { return q.conn.Name("photos") + "." + game }
func (q *Queue) presence(game string) string { return q.conn.Name("worker") + "." + game }

// Manned reports whether a worker for the game is there.
func (q *Queue) Manned(ctx context.Context, game string) bool {
	ctx, cancel := context.WithTimeout(ctx, presence)
	defer cancel()
	_, err := q.conn.NATS().RequestWithContext(ctx, q.presence(game), nil)
	return err == nil
}

// Read passes the photo to a worker and returns its answer. ErrNoWorker: no worker is free; ErrSlow: it took too long.
func (q *Queue) Read(ctx context.Context, game string, photo []byte) (json.RawMessage, error) {
	if !q.Manned(ctx, game) {
		return nil, ErrNoWorker
	}
	whole, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	id := nuid.Next()
	if _, err := q.photos.PutBytes(whole, id, photo); err != nil {
		return nil, late(ctx, err)
	}
	defer q.clean(id)
	waiting, err := q.answers.Watch(whole, id)
	if err != nil {
		return nil, late(ctx, err)
	}
	defer func() { _ = waiting.Stop() }() // the connection may be gone, and it with that
	data, err := json.Marshal(job{id, game})
	if err != nil {
		return nil, err
	}
	if _, err := q.conn.JetStream().Publish(whole, q.subject(game), data, jetstream.WithMsgID(id), jetstream.WithRetryAttempts(5)); err != nil {
		return nil, late(ctx, err)
	}
	for {
		select {
		case entry := <-waiting.Updates():
			if entry != nil { // nil: nothing was there before
				return entry.Value(), nil
			}
		case <-whole.Done():
			return nil, late(ctx, whole.Err())
		}
	}
}

// late is the error of something that took too long, unless who asked is gone.
func late(asked context.Context, err error) error {
	if asked.Err() != nil {
		return asked.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse) {
		return fmt.Errorf("%w (%v)", ErrSlow, err)
	}
	return fmt.Errorf("ask a worker to read a photo: %w", err)
}

// clean removes what an answered photo leaves behind. What it cannot remove expires.
func (q *Queue) clean(id string) {
	ctx, cancel := context.WithTimeout(context.Background(), presence)
	defer cancel()
	_ = q.photos.Delete(ctx, id)
	_ = q.answers.Purge(ctx, id)
}
