package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"tilewatch/engine/game"
)

// historian is a Table whose events can be corrected.
type historian interface {
	Line() []game.Stood
}

// corrected corrects any earlier event, takes that back and brings it back. Often it stays so, and the game goes on.
func (p *played) corrected() error {
	h, can := p.table.(historian)
	if !can || len(h.Line()) < 2 {
		return nil
	}
	line, before := h.Line(), marshal(p.table.State())
	want, err := p.correct(slices.Clone(line))
	if want == nil || err != nil {
		return err
	}
	after := marshal(p.table.State())
	if err := p.playedSo(want, h.Line(), after); err != nil {
		return fmt.Errorf("%s: %w", p.sent, err)
	}
	p.corrections++
	if err := p.back(); err != nil {
		return err
	}
	if state := marshal(p.table.State()); !bytes.Equal(state, before) || !reflect.DeepEqual(h.Line(), line) {
		return fmt.Errorf("%s is undone, and the state is\n%s, was\n%s", p.sent, state, before)
	}
	if p.r.IntN(4) == 0 {
		return nil
	}
	if err := p.again(); err != nil {
		return err
	}
	if state := marshal(p.table.State()); !bytes.Equal(state, after) {
		return fmt.Errorf("%s is redone, and the state is\n%s, was\n%s", p.sent, state, after)
	}
	return nil
}

// correct sends a correction that must be taken: an event is removed, was one that brought the game on, or came after such a one. It answers
// the line as it is then; nil: nothing could be corrected there.
func (p *played) correct(line []game.Stood) ([]game.Stood, error) {
	at := 1 + p.r.IntN(len(line)-1)
	event := Fields{"type": game.Correct, "event": line[at].Number}
	how := p.r.IntN(3)
	if how == 0 {
		event["remove"] = true
		return slices.Delete(line, at, at+1), p.send(event, true)
	}
	was, err := p.Replay(fitting(line[:at]))
	if err != nil || p.Over(was.State()) {
		return nil, err
	}
	to := p.Onward(p.r, was.State())
	event["to"] = to
	data, err := json.Marshal(to)
	if err != nil {
		return nil, err
	}
	put := game.Stood{Number: line[at].Number, Event: data}
	if how == 1 {
		line[at] = put
		return line, p.send(event, true)
	}
	delete(event, "event")
	event["before"] = put.Number
	put.Number = len(p.table.Events()) + 1
	return slices.Insert(line, at, put), p.send(event, true)
}

// playedSo compares a corrected game with the one in which the same was played from the start.
func (p *played) playedSo(want, got []game.Stood, state []byte) error {
	same := func(a, b game.Stood) bool { return a.Number == b.Number && sameEvent(a.Event, b.Event) }
	if !slices.EqualFunc(want, got, same) {
		return fmt.Errorf("the line is %s, not %s", marshal(got), marshal(want))
	}
	so, err := p.Replay(fitting(got))
	if err != nil {
		return err
	}
	if other := marshal(so.State()); !bytes.Equal(other, state) {
		return fmt.Errorf("the state is\n%s, played so it is\n%s", state, other)
	}
	for i, s := range got {
		if s.Misfit == nil {
			continue
		}
		if p.misfits++; p.r.IntN(8) > 0 { // it takes as long as the whole game
			continue
		}
		if _, err := p.Replay(append(fitting(got[:i]), s.Event)); err == nil {
			return fmt.Errorf("event %d does not count: %s; and yet it fits", s.Number, s.Misfit[0].Message)
		}
	}
	return nil
}

// sameEvent reports whether both say the same, but for the time, which a corrected event has of the other.
func sameEvent(a, b json.RawMessage) bool {
	fields := func(event json.RawMessage) (f Fields) {
		if json.Unmarshal(event, &f) == nil {
			delete(f, "at")
		}
		return f
	}
	return reflect.DeepEqual(fields(a), fields(b))
}

// fitting are the events that count.
func fitting(line []game.Stood) (events []json.RawMessage) {
	for _, s := range line {
		if s.Misfit == nil {
			events = append(events, s.Event)
		}
	}
	return events
}
