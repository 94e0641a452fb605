package club

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/cluster"
	"tilewatch/web/access"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// Home is the table that this program's own camera watches.
type Home struct {
	node    *Node
	table   string
	web     *stream.Table
	journal *guarded
	desk    *table.Desk
	seated  chan struct{} // closed once desk is set
	inbox   inbox
}

// Home makes the table this program's own, and answers the journal in which its desk is to keep the games.
func (n *Node) Home(table string, page *stream.Table) (*Home, journal.Journal) {
	h := &Home{node: n, table: table, web: page, seated: make(chan struct{})}
	h.journal = newGuarded(n, table, page, nil)
	n.mu.Lock()
	n.home = h
	n.given[table] = true
	n.mu.Unlock()
	return h, h.journal
}

// Run lets other nodes reach the desk, until ctx is done. It is called once.
func (h *Home) Run(ctx context.Context, d *table.Desk) error {
	h.desk = d
	close(h.seated)
	if _, answered, err := h.node.request(ctx, h.table, errand{Op: "there"}); answered && err == nil {
		h.node.note(fmt.Sprintf("another program already serves table %q: stop one of them, or name this one with --table", h.table))
	}
	// In a group, so that one alone does what somebody asks if there are two all the same.
	served, err := h.node.conn.NATS().QueueSubscribe(h.node.deskSubject(h.table), "home", func(m *nats.Msg) {
		go func() { _ = m.Respond(plain(h.answer(ctx, m.Data))) }() // who asked may be gone
	})
	if err != nil {
		return fmt.Errorf("serve table %q to other nodes: %w", h.table, err)
	}
	defer func() { _ = served.Unsubscribe() }()
	show := make(chan scoreboard.State, 1)
	go func() { // a closed table shows nothing more
		_ = h.web.Follow(ctx.Done(), func(s scoreboard.State) { keepNewest(show, s) })
	}()
	beat := time.NewTicker(homeBeat)
	defer beat.Stop()
	var last shown
	for {
		select {
		case s := <-show:
			last = shownOf(h.table, s)
		case <-beat.C:
		case <-ctx.Done():
			return nil
		}
		if last.Table != "" {
			_ = h.node.conn.NATS().Publish(h.node.conn.Name("shown")+"."+h.table, plain(last)) // the next one says more
		}
	}
}

func keepNewest(to chan scoreboard.State, s scoreboard.State) {
	for {
		select {
		case to <- s:
			return
		default:
		}
		select {
		case <-to:
		default:
		}
	}
}

// receive takes what was appended to the table's game, here or elsewhere. missed says that there was more before it.
func (h *Home) receive(ctx context.Context, change cluster.Change, missed bool) bool {
	select {
	case <-h.seated:
	case <-ctx.Done():
		return true
	}
	h.journal.web.NumberFrom(change.Seq)
	if !missed && len(change.Events) > 0 && h.desk.Apply(change.Events) == nil {
		return true
	}
	g, err := change.Load(ctx, h.journal)
	if err == nil && h.journal.wasAlone() {
		err = h.putAside(ctx, g)
	}
	if err == nil {
		h.journal.moved(change.Seq)
		err = h.desk.Reload(g)
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, stream.ErrClosed) {
		h.node.note(fmt.Sprintf("table %q: %v", h.table, err))
		return false
	}
	return true
}

// putAside keeps a copy of the game as it went here while no server answered, if it went another way elsewhere meanwhile: two may not
// write one record, and none may be lost. The copy is no table's newest game.
func (h *Home) putAside(ctx context.Context, there journal.Game) error {
	header, entries := h.desk.Unkept()
	if len(entries) == 0 || header.Game == there.Game && beginsWith(there.Events, entries) {
		return nil
	}
	header.Created = there.Created.Add(-time.Microsecond)
	err := h.journal.Journal.Create(ctx, header, entries...)
	if errors.Is(err, journal.ErrExists) {
		header.Game, header.Title = journal.NewID(time.Now()), header.Title+" (copy)"
		err = h.journal.Journal.Create(ctx, header, entries...)
	}
	if err != nil {
		return fmt.Errorf("save what happened while no server answered: %w", err)
	}
	h.node.note(fmt.Sprintf("table %q: the game continued elsewhere while no server answered; this version of it is saved as %q", h.table, header.Game))
	return nil
}

// beginsWith reports whether the entries are all there, as the game's first events.
func beginsWith(events []journal.Event, entries []journal.Entry) bool {
	return len(events) >= len(entries) && !slices.ContainsFunc(entries, func(e journal.Entry) bool {
		return !slices.ContainsFunc(events, func(k journal.Event) bool { return bytes.Equal(k.Payload, e.Payload) && k.Time.Equal(e.Time) })
	})
}

// errand is what a node asks a table's home.
type errand struct {
	Op    string           `json:"op"` // there, do, aids, crop, picture, readings
	Event json.RawMessage  `json:"event,omitempty"`
	Type  string           `json:"type,omitempty"`
	Role  access.Role      `json:"role,omitempty"`
	After int              `json:"after,omitempty"`
	Place engine.Place     `json:"place,omitzero"`
	Aids  *scoreboard.Aids `json:"aids,omitempty"`
}

// answer is what the home answers.
type answer struct {
	Answer   json.RawMessage   `json:"answer,omitempty"`
	OK       bool              `json:"ok,omitempty"`
	Late     bool              `json:"late,omitempty"`
	Rule     string            `json:"rule,omitempty"`
	Why      string            `json:"why,omitempty"`
	Unsafe   bool              `json:"unsafe,omitempty"`
	Failed   string            `json:"failed,omitempty"`
	Picture  []byte            `json:"picture,omitempty"`
	Seen     *webdesk.Seen     `json:"seen,omitempty"`
	Readings []webdesk.Reading `json:"readings,omitempty"`
}

func (h *Home) answer(ctx context.Context, data []byte) answer {
	var e errand
	if err := json.Unmarshal(data, &e); err != nil {
		return answer{Failed: err.Error()}
	}
	switch {
	case e.Op == "there":
		return answer{OK: true}
	case e.Op == "do":
		ctx, cancel := context.WithTimeout(ctx, loadWithin)
		defer cancel()
		out, err := h.desk.Do(ctx, webdesk.Command{Event: e.Event, Type: e.Type, Role: e.Role, After: e.After})
		if err != nil {
			return answer{Failed: err.Error()}
		}
		return answer{Answer: out.Answer, OK: out.OK, Late: out.Late, Rule: out.Rule, Why: out.Why, Unsafe: out.Unsafe}
	case e.Op == "aids" && e.Aids != nil:
		if h.desk.Choose(*e.Aids) == nil {
			return answer{OK: true}
		}
	case e.Op == "crop":
		return answer{OK: true, Picture: h.desk.Crop(e.Place)}
	case e.Op == "picture":
		picture, seen := h.desk.Picture()
		return answer{OK: true, Picture: picture, Seen: &seen}
	case e.Op == "readings":
		return answer{OK: true, Readings: h.desk.Readings(e.Place)}
	}
	return answer{Failed: "this table cannot do that"}
}
