package club

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/cluster"
	"tilewatch/web"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/stream"
)

// seat is one table as this node shows it.
type seat struct {
	node   *Node
	table  string
	web    *stream.Table
	opened chan struct{} // closed once the table shows its game, as far as it could be read

	inbox inbox

	mu      sync.Mutex // held while the desk is asked
	journal *guarded
	kind    string
	desk    *table.Desk // nil: what is kept could not be read yet
	end     func()      // ends the desk
	behind  bool        // the desk does not have what the journal has
}

var (
	_ webdesk.Desk     = (*seat)(nil)
	_ webdesk.Explorer = (*seat)(nil)
	_ webdesk.Adviser  = (*seat)(nil)
	_ webdesk.Settable = (*seat)(nil)
	_ webdesk.Trier    = (*seat)(nil)
)

// newSeat prepares the page of a table.
func newSeat(n *Node, server *web.Server, table string) (*seat, error) {
	page, err := server.Prepare(table)
	if err != nil {
		return nil, err
	}
	page.NumberFrom(0)
	return &seat{node: n, table: table, web: page, opened: make(chan struct{}), journal: newGuarded(n, table, page, n.keep), behind: true}, nil
}

// open shows the table's game and seats the people. Nobody finds the table before: who did would see less than another node has shown,
// under numbers that are not the club's.
func (s *seat) open(ctx context.Context, server *web.Server) {
	defer close(s.opened)
	defer server.Show(s.web)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(ctx); err != nil {
		s.node.note(fmt.Sprintf("table %q: %v", s.table, err))
	}
	_ = s.web.Dress(s.dressed) // a closed table shows nothing
	s.web.Seat(s)
}

// wait is the seat, once another has opened it.
func (s *seat) wait() *seat {
	select {
	case <-s.opened:
	case <-time.After(loadWithin):
	}
	return s
}

// ready brings the desk to the end of the table's game, as the journal has it now.
func (s *seat) ready(ctx context.Context) error {
	if s.desk != nil && !s.behind {
		return nil
	}
	at, there := s.node.game(s.table)
	kind := s.node.kind
	if there {
		kind = at.Kind
	}
	if s.desk == nil || s.kind != kind {
		desk, end, err := newDesk(kind, s.node.words, s.web, s.journal, s.node.note)
		if err != nil {
			return err
		}
		if s.end != nil {
			s.end()
		}
		s.desk, s.end, s.kind = desk, end, kind
	}
	if !there {
		s.behind = false
		return nil
	}
	g, err := at.Load(ctx, s.journal)
	if err != nil {
		return err
	}
	seq, err := s.journal.AppendAt(ctx, at.Game, uint64(len(g.Events)))
	var conflict *journal.Conflict
	if err != nil && !errors.As(err, &conflict) { // one that came meanwhile is heard of
		return err
	}
	s.journal.moved(max(seq, at.Seq))
	if err := s.desk.Reload(g); err != nil && !errors.Is(err, stream.ErrClosed) {
		return err
	}
	s.behind = false
	return nil
}

// receive takes what somebody has appended to the table's game. missed says that there was more before it.
func (s *seat) receive(ctx context.Context, change cluster.Change, missed bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behind = s.behind || missed
	if err := s.apply(ctx, change); err != nil && !errors.Is(err, stream.ErrClosed) && ctx.Err() == nil {
		s.behind = true
		s.node.note(fmt.Sprintf("table %q: %v", s.table, err))
		return false
	}
	return true
}

func (s *seat) apply(ctx context.Context, change cluster.Change) error {
	if s.desk == nil || s.behind || change.Kind != s.kind || len(change.Events) == 0 {
		s.behind = true
		return s.ready(ctx)
	}
	s.web.NumberFrom(change.Seq)
	if s.desk.Apply(change.Events) != nil {
		s.behind = true
		return s.ready(ctx)
	}
	return nil
}

// races is how often a command is judged again because others were faster.
const races = 8

// Do takes what somebody does, here or at the table's home. Only what is kept is answered with a yes.
func (s *seat) Do(ctx context.Context, c webdesk.Command) (webdesk.Outcome, error) {
	if out, answered, err := s.node.ask(ctx, s.table, c); answered {
		return out, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now, err := s.web.State(); err == nil && c.After > now.Events {
		s.behind = true // its sender has seen more, at another node
	}
	for range races {
		if err := s.ready(ctx); err != nil {
			return webdesk.Outcome{}, s.unavailable(err)
		}
		s.web.Hold()
		out, err := s.desk.Do(ctx, c)
		wrong := s.journal.failed()
		s.web.Release(wrong == nil)
		if err != nil && !errors.Is(err, stream.ErrClosed) || wrong == nil {
			return out, err
		}
		// What the desk has taken is not kept: it is taken back.
		if s.behind = true; !errors.Is(wrong, errOutrun) {
			return webdesk.Outcome{}, s.unavailable(wrong)
		}
	}
	return webdesk.Outcome{Late: true}, nil
}

// unavailable asks a phone to try again.
func (s *seat) unavailable(err error) error {
	s.node.note(fmt.Sprintf("table %q: %v", s.table, err))
	return echo.NewHTTPError(http.StatusServiceUnavailable, "the game cannot be saved just now: try again in a moment")
}
