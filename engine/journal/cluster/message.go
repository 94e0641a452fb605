package cluster

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tilewatch/engine/journal"
)

// message is what one append leaves on the game's subject. Each holds the game's header, so that the last one has all
// that a list of games does.
type message struct {
	Version int         `json:"v"`
	ID      string      `json:"id"` // of the append: one whose answer was lost knows itself again
	N       uint64      `json:"n"`  // of the game's messages, from 1
	Game    string      `json:"game"`
	Kind    string      `json:"kind"`
	Title   string      `json:"title"`
	Players []string    `json:"players,omitempty"`
	Created int64       `json:"created"` // Unix microseconds, as all times here
	Sum     journal.Sum `json:"sum"`     // of the header
	Before  journal.Sum `json:"before"`  // checksum of the event before the first
	First   uint64      `json:"first"`   // number of the first event
	Events  []keptEvent `json:"events,omitempty"`
	Changed int64       `json:"changed"` // the last event's time, also where that is in an earlier message
}

type keptEvent struct {
	Time    int64           `json:"t"`
	Payload json.RawMessage `json:"e"`
	Sum     journal.Sum     `json:"s"`
}

// newMessage holds the events, which follow upon the one numbered after.
func newMessage(h journal.Header, n, after uint64, before journal.Sum, events []journal.Event) *message {
	m := &message{
		Version: journal.Version, N: n, Game: h.Game, Kind: h.Kind, Title: h.Title, Players: h.Players,
		Created: h.Created.UnixMicro(), Sum: h.Sum(), Before: before, First: after + 1, Changed: h.Created.UnixMicro(),
	}
	for _, e := range events {
		m.Events = append(m.Events, keptEvent{e.Time.UnixMicro(), e.Payload, e.Sum})
		m.Changed = e.Time.UnixMicro()
	}
	return m
}

// encode writes the message. Payloads stay as they are: no sign in them is written in another way.
func (m *message) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(m)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// received reads a message that the stream has on the game's subject. Ours are published as the next of their game, which the server has
// checked: without that it is anything, or one of ours that somebody has sent again.
func received(game string, h nats.Header, data []byte) (*message, error) {
	if h.Get(jetstream.ExpectedLastSubjSeqHeader) == "" && h.Get(batchID) == "" {
		return nil, &journal.Damage{Game: game, Reason: "a message on its subject is not ours"}
	}
	return decode(game, data)
}

// decode reads a message of the game; an invalid one is a *journal.Damage.
func decode(game string, data []byte) (*message, error) {
	m := &message{}
	if err := json.Unmarshal(data, m); err != nil || m.Game != game || m.First == 0 {
		return nil, &journal.Damage{Game: game, Reason: "a message on its subject is not ours"}
	}
	if m.Version > journal.Version {
		return nil, fmt.Errorf("game %q: %w", game, journal.ErrNewer)
	}
	return m, nil
}

func (m *message) header() journal.Header {
	return journal.Header{Game: m.Game, Kind: m.Kind, Title: m.Title, Players: m.Players, Created: time.UnixMicro(m.Created).UTC()}
}

// last is the number of the last event, and its checksum.
func (m *message) last() (uint64, journal.Sum) {
	if n := len(m.Events); n > 0 {
		return m.First + uint64(n) - 1, m.Events[n-1].Sum
	}
	return m.First - 1, m.Before
}

// info is the game as a list shows it.
func (m *message) info() journal.Info {
	last, _ := m.last()
	i := journal.Info{Header: m.header(), Last: last, Changed: time.UnixMicro(m.Changed).UTC()}
	if i.Header.Sum() != m.Sum {
		i.Damage = &journal.Damage{Game: m.Game, Reason: "it was changed"}
	}
	return i
}

// events are the message's events, checked: before is the checksum of the one before its first.
func (m *message) events(before journal.Sum) ([]journal.Event, error) {
	var events []journal.Event
	for i, k := range m.Events {
		e := journal.Event{Game: m.Game, Seq: m.First + uint64(i), Version: m.Version, Time: time.UnixMicro(k.Time).UTC(), Kind: m.Kind, Payload: k.Payload, Sum: k.Sum}
		if !e.Follows(before) {
			return events, &journal.Damage{Game: m.Game, Seq: e.Seq, Reason: "its checksum does not fit: it was changed"}
		}
		events, before = append(events, e), e.Sum
	}
	return events, nil
}
