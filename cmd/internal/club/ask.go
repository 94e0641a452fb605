package club

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/nats-io/nats.go"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// askWithin is how long a table's home may take to answer.
const askWithin = 12 * time.Second

func (n *Node) deskSubject(table string) string { return n.conn.Name("desk") + "." + table }

// request asks the table's home; answered is false if it has none that runs.
func (n *Node) request(ctx context.Context, table string, e errand) (a answer, answered bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	reply, err := n.conn.NATS().RequestWithContext(ctx, n.deskSubject(table), plain(e))
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return a, false, nil
	case err != nil && !n.hasHome(table):
		return a, false, nil // no other node is known: the journal reports whether it can keep what follows
	case err != nil:
		return a, true, echo.NewHTTPError(http.StatusServiceUnavailable, "the computer at the table does not answer: try again in a moment")
	}
	if err := json.Unmarshal(reply.Data, &a); err != nil {
		return a, true, err
	}
	if a.Failed != "" {
		n.note("table " + table + ": " + a.Failed)
		return a, true, echo.NewHTTPError(http.StatusServiceUnavailable, "the computer at the table cannot do that now: try again in a moment")
	}
	return a, true, nil
}

// ask passes a person's command on to the table's home.
func (n *Node) ask(ctx context.Context, table string, c webdesk.Command) (out webdesk.Outcome, answered bool, err error) {
	a, answered, err := n.request(ctx, table, errand{Op: "do", Event: c.Event, Type: c.Type, Role: c.Role, After: c.After})
	return webdesk.Outcome{Answer: a.Answer, OK: a.OK, Late: a.Late, Rule: a.Rule, Why: a.Why, Unsafe: a.Unsafe}, answered, err
}

// explore asks the camera at the table for what it knows. Without a camera the answer is zero.
func (s *seat) explore(e errand) answer {
	ctx, cancel := context.WithTimeout(context.Background(), askWithin/4)
	defer cancel()
	a, _, err := s.node.request(ctx, s.table, e)
	if err != nil {
		return answer{}
	}
	return a
}

// Readings implements webdesk.Explorer.
func (s *seat) Readings(at engine.Place) []webdesk.Reading {
	return s.explore(errand{Op: "readings", Place: at}).Readings
}

// Crop implements webdesk.Explorer.
func (s *seat) Crop(at engine.Place) []byte {
	return s.explore(errand{Op: "crop", Place: at}).Picture
}

// Picture implements webdesk.Explorer.
func (s *seat) Picture() ([]byte, webdesk.Seen) {
	a := s.explore(errand{Op: "picture"})
	if a.Seen == nil {
		return nil, webdesk.Seen{}
	}
	return a.Picture, *a.Seen
}

// Hints implements webdesk.Adviser.
func (s *seat) Hints(_ context.Context, rack string, n int) ([]webdesk.Hint, error) {
	s.mu.Lock()
	desk := s.desk
	s.mu.Unlock()
	if desk == nil {
		return nil, errNoDesk
	}
	return desk.Advise(rack, n)
}

// Try implements webdesk.Trier: each node has the whole game, and tells without a way to the table's home.
func (s *seat) Try(ctx context.Context, c webdesk.Command) (webdesk.Outcome, error) {
	s.mu.Lock()
	desk := s.desk
	s.mu.Unlock()
	if desk == nil {
		return webdesk.Outcome{}, webdesk.ErrNoTrial
	}
	return desk.Try(ctx, c)
}

// Set implements webdesk.Settable: the choice is made at the table's home, and where that does not run, here.
func (s *seat) Set(ctx context.Context, a scoreboard.Aids) error {
	if _, answered, err := s.node.request(ctx, s.table, errand{Op: "aids", Aids: &a}); answered {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.desk == nil {
		return nil
	}
	if err := s.desk.Choose(a); !errors.Is(err, table.ErrNoChoice) {
		return err
	}
	return nil
}
