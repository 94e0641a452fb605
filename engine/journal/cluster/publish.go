package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"tilewatch/engine/journal"
)

// outrun says that another program has written to the game since its end was looked up.
type outrun struct{ game string }

func (o *outrun) Error() string { return fmt.Sprintf("another program wrote to game %q", o.game) }

// publish appends linked events after the game's end, all or none, and remembers the new end. It tries again until it
// knows whether they count. The answer is the stream's number of the last message.
func (c *Conn) publish(ctx context.Context, at end, h journal.Header, events []journal.Event) (uint64, error) {
	parts := c.split(at, h, events)
	var seq uint64
	var err error
	if len(parts) == 1 {
		seq, err = c.publishOne(ctx, at, parts[0])
	} else {
		seq, err = c.publishBatch(ctx, at, parts)
	}
	if err != nil {
		return 0, err
	}
	c.remember(newEnd(at.table, seq, parts[len(parts)-1]))
	return seq, nil
}

// batchBytes is about how much of a game one message holds; servers take a megabyte if nobody says otherwise.
const batchBytes = 512 << 10

// split makes messages of the events: one, unless they are very many.
func (c *Conn) split(at end, h journal.Header, events []journal.Event) []*message {
	limit := min(batchBytes, int(c.nc.MaxPayload()/2))
	id := nuid.Next()
	var parts []*message
	n, after, before := at.N, at.last, at.sum
	for first := true; first || len(events) > 0; first = false {
		take, size := 0, 0
		for take < len(events) && (take == 0 || size+len(events[take].Payload) < limit) {
			size += len(events[take].Payload) + 80
			take++
		}
		n++
		m := newMessage(h, n, after, before, events[:take])
		m.ID = id
		if take == 0 && at.N > 0 {
			m.Changed = at.Changed
		}
		parts = append(parts, m)
		after, before = m.last()
		events = events[take:]
	}
	return parts
}

// publishOne publishes one message as the next one of its game. Its id and the number expected before it make that happen
// once, however often it is sent.
func (c *Conn) publishOne(ctx context.Context, at end, m *message) (uint64, error) {
	data, err := m.encode()
	if err != nil {
		return 0, err
	}
	var ack *jetstream.PubAck
	sent := false // and perhaps received, though no answer came
	err = c.try(ctx, func(ctx context.Context) error {
		var err error
		ack, err = c.js.PublishMsg(ctx, &nats.Msg{Subject: c.subject(at.table, m.Game), Data: data},
			jetstream.WithMsgID(m.ID), jetstream.WithExpectLastSequencePerSubject(at.seq), jetstream.WithRetryAttempts(0))
		if wrongLast(err) && sent {
			ack, err = c.published(ctx, at, m)
		}
		sent = true
		return err
	})
	switch {
	case wrongLast(err):
		return 0, &outrun{m.Game}
	case err != nil:
		return 0, explain(err)
	}
	return ack.Sequence, nil
}

// errNotYet says that a message is on its way into the game, and that nobody can say yet which.
var errNotYet = errors.New("a message of the game is on its way")

// published looks whether the message that came after the end is this one, whose answer was lost. A server refuses by what is on its
// way already: until that has arrived nothing is found there.
func (c *Conn) published(ctx context.Context, at end, m *message) (*jetstream.PubAck, error) {
	next, err := c.stream.GetMsg(ctx, at.seq+1, jetstream.WithGetMsgSubject(c.subject(at.table, m.Game)))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, errNotYet
	}
	if err != nil {
		return nil, err
	}
	there, err := received(m.Game, next.Header, next.Data)
	if err != nil {
		return nil, err
	}
	if there.ID != m.ID {
		return nil, &outrun{m.Game}
	}
	return &jetstream.PubAck{Sequence: next.Sequence}, nil
}

// publishBatch publishes several messages at once, all or none.
func (c *Conn) publishBatch(ctx context.Context, at end, parts []*message) (uint64, error) {
	if len(parts) > mostInBatch {
		return 0, fmt.Errorf("game %q: %d messages at once are too many: at most %d", at.Game, len(parts), mostInBatch)
	}
	sent := false
	var seq uint64
	err := c.try(ctx, func(ctx context.Context) error {
		var err error
		seq, err = c.sendBatch(context.WithoutCancel(ctx), at, parts)
		if wrongLast(err) && sent {
			var ack *jetstream.PubAck
			if ack, err = c.published(ctx, at, parts[0]); err == nil {
				seq = ack.Sequence
			}
		}
		sent = true
		return err
	})
	switch {
	case wrongLast(err):
		return 0, &outrun{at.Game}
	case err != nil:
		return 0, explain(err)
	}
	return seq, nil
}

// batchID is the header of messages that count together or not at all.
const batchID = "Nats-Batch-Id"

// mostInBatch is the server's limit.
const mostInBatch = 1000

func (c *Conn) sendBatch(ctx context.Context, at end, parts []*message) (uint64, error) {
	id := nuid.Next()
	var answer struct {
		Error *jetstream.APIError `json:"error"`
		Seq   uint64              `json:"seq"`
	}
	for i, m := range parts {
		data, err := m.encode()
		if err != nil {
			return 0, err
		}
		msg := &nats.Msg{Subject: c.subject(at.table, m.Game), Data: data, Header: nats.Header{batchID: {id}, "Nats-Batch-Sequence": {strconv.Itoa(i + 1)}}}
		if i == 0 {
			msg.Header.Set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(at.seq, 10))
		}
		if i == len(parts)-1 {
			msg.Header.Set("Nats-Batch-Commit", "1")
		}
		once, done := context.WithTimeout(ctx, attempt)
		reply, err := c.nc.RequestMsgWithContext(once, msg)
		done()
		if err != nil {
			return 0, err
		}
		if len(reply.Data) == 0 {
			continue // taken, not yet counted
		}
		if err := json.Unmarshal(reply.Data, &answer); err != nil {
			return 0, fmt.Errorf("cannot read the server's answer: %w", err)
		}
		if answer.Error != nil {
			return 0, answer.Error
		}
	}
	return answer.Seq, nil
}

// wrongLast reports whether the server refused because the game's last message is another.
func wrongLast(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && slices.Contains([]jetstream.ErrorCode{jetstream.JSErrCodeStreamWrongLastSequence, jetstream.JSErrCodeStreamWrongLastSequenceConstant}, api.ErrorCode)
}

// The server's numbers of errors that say that it cannot take more.
const (
	noResources   = 10023
	storageFull   = 10047
	storeFailed   = 10077
	batchDisabled = 10174
)

// explain is the error in the journal's words.
func explain(err error) error {
	var api *jetstream.APIError
	switch {
	case errors.Is(err, nats.ErrMaxPayload):
		return fmt.Errorf("the message is too large for the NATS server: raise its max_payload")
	case !errors.As(err, &api):
		return err
	}
	switch api.ErrorCode {
	case noResources, storageFull:
		return fmt.Errorf("%w (%v)", journal.ErrFull, err)
	case storeFailed:
		return fmt.Errorf("%w (%v)", journal.ErrStorage, err)
	case batchDisabled:
		return fmt.Errorf("a game this long needs NATS 2.12 or newer (%w)", err)
	}
	return err
}
