package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Reader reads one photo and answers its line. An unreadable photo is such a line too; an error is ours.
type Reader func(ctx context.Context, photo []byte) (json.RawMessage, error)

// Worker reads photos of one game.
type Worker struct {
	Queue *Queue
	Game  string
	Read  Reader
	Note  func(message string) // takes what an operator should know
	Took  func(took time.Duration)
	// Patience is how long a worker may say nothing before another takes its photo; 0: 15 seconds.
	Patience time.Duration
}

const (
	// tries is how many workers a photo may cost.
	tries = 4
	// fetchWithin is how long a photo may take to arrive.
	fetchWithin = 20 * time.Second
)

// Run reads photos, one after another, until ctx is done. Servers may come and go meanwhile.
func (w *Worker) Run(ctx context.Context) error {
	if w.Patience == 0 {
		w.Patience = 15 * time.Second
	}
	there, err := w.Queue.conn.NATS().Subscribe(w.Queue.presence(w.Game), func(m *nats.Msg) { _ = m.Respond(nil) })
	if err != nil {
		return fmt.Errorf("register this worker: %w", err)
	}
	defer func() { _ = there.Unsubscribe() }() // the connection may be gone, and that with it
	for ctx.Err() == nil {
		if err := w.work(ctx); err != nil && ctx.Err() == nil {
			if w.Queue.conn.NATS().IsClosed() {
				return err
			}
			w.Note(fmt.Sprintf("looking for photos again: %v", err))
			select {
			case <-ctx.Done():
			case <-time.After(time.Second / 4):
			}
		}
	}
	return nil
}

// work takes photos from the queue until something fails.
func (w *Worker) work(ctx context.Context) error {
	consumer, err := w.Queue.stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: "workers-" + w.Game, FilterSubject: w.Queue.subject(w.Game), AckPolicy: jetstream.AckExplicitPolicy, AckWait: w.Patience, MaxDeliver: tries,
	})
	if err != nil {
		return err
	}
	jobs, err := consumer.Messages(jetstream.PullMaxMessages(1), jetstream.PullExpiry(10*time.Second), jetstream.PullHeartbeat(time.Second))
	if err != nil {
		return err
	}
	defer jobs.Stop()
	for {
		m, err := jobs.Next(jetstream.NextContext(ctx))
		if err != nil {
			return err
		}
		if err := w.do(ctx, m); err != nil {
			w.Note(fmt.Sprintf("cannot read a photo: %v", err))
		}
	}
}

// do reads one photo. An unanswered photo goes back, for another worker to try.
func (w *Worker) do(ctx context.Context, m jetstream.Msg) error {
	var j job
	if err := json.Unmarshal(m.Data(), &j); err != nil {
		return errors.Join(err, m.Term()) // no worker can read it
	}
	busy, done := context.WithCancel(ctx)
	defer done()
	go w.alive(busy, m)
	began := time.Now()
	answer, err := w.answer(ctx, j)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return m.Term() // who asked is gone
	}
	if err != nil {
		return errors.Join(err, m.NakWithDelay(time.Second))
	}
	err = w.Queue.conn.Persist(ctx, func(ctx context.Context) error {
		_, err := w.Queue.answers.Put(ctx, j.ID, answer)
		return err
	})
	if err != nil {
		return errors.Join(err, m.NakWithDelay(time.Second))
	}
	if w.Took != nil {
		w.Took(time.Since(began))
	}
	return m.DoubleAck(ctx)
}

func (w *Worker) answer(ctx context.Context, j job) (json.RawMessage, error) {
	fetching, done := context.WithTimeout(ctx, fetchWithin)
	photo, err := w.Queue.photos.GetBytes(fetching, j.ID)
	done()
	if err != nil {
		return nil, err
	}
	return w.Read(ctx, photo)
}

// alive says that the photo is still being read.
func (w *Worker) alive(ctx context.Context, m jetstream.Msg) {
	tick := time.NewTicker(w.Patience / 3)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = m.InProgress() // else another worker takes it
		case <-ctx.Done():
			return
		}
	}
}
