package club

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/cluster"
	"tilewatch/web/hub"
	"tilewatch/web/scoreboard"
)

// Event is what the hub shows of a node: its tables, and the games begun since.
type Event struct {
	*Node
	Since time.Time
}

var _ hub.Club = Event{}

// openers is how many tables are opened at a time.
const openers = 8

// Tables implements hub.Club. A table whose last game is older than the event has none.
func (e Event) Tables(ctx context.Context) ([]hub.Table, error) {
	names := e.Node.Tables()
	tables := make([]hub.Table, len(names))
	var all sync.WaitGroup
	places := make(chan struct{}, openers)
	for i, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			tables[i] = e.shows(name)
		})
	}
	all.Wait()
	return tables, nil
}

func (e Event) shows(name string) hub.Table {
	t := hub.Table{ID: name}
	g, there := e.game(name)
	if !there || g.Changed.Before(e.Since) {
		return t
	}
	s, err := e.page(name)
	if err != nil {
		return t
	}
	t.State = s
	if which, err := games.Find(s.Game); err == nil {
		t.Title = which.Title
	}
	return t
}

// page is what the table's page shows.
func (n *Node) page(table string) (scoreboard.State, error) {
	n.mu.Lock()
	home := n.home
	n.mu.Unlock()
	if home != nil && home.table == table {
		return home.web.State()
	}
	s, err := n.seat(table)
	if err != nil {
		return scoreboard.State{}, err
	}
	return s.web.State()
}

// Results implements hub.Club. A game that is over is read once.
func (e Event) Results(ctx context.Context) ([]hub.Result, error) {
	e.mu.Lock()
	var list []cluster.Listed
	for _, g := range e.games {
		if !g.Created.Before(e.Since) && g.Last > 0 {
			list = append(list, g)
		}
	}
	e.mu.Unlock()
	slices.SortFunc(list, func(a, b cluster.Listed) int {
		if c := a.Created.Compare(b.Created); c != 0 {
			return c
		}
		return strings.Compare(a.Game, b.Game)
	})
	var results []hub.Result
	for _, g := range list {
		r, err := e.result(ctx, g)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			e.note(err.Error())
			continue // the others count all the same
		}
		if r.Game == "" { // it was deleted
			continue
		}
		results = append(results, r)
	}
	return results, nil
}

// result is the game in figures: from its page while it is its table's newest, else from the journal.
func (n *Node) result(ctx context.Context, g cluster.Listed) (hub.Result, error) {
	if now, there := n.game(g.Table); there && now.Game == g.Game {
		if s, err := n.page(g.Table); err == nil && s.Events > 0 {
			return ofPage(g, s), nil
		}
	}
	if r, there := n.results.after(g.Game, g.Last); there {
		return r, nil
	}
	kept, err := g.Load(ctx, n.conn.Table(g.Table))
	if err != nil {
		return hub.Result{}, err
	}
	r, err := n.read(g, kept)
	if err == nil {
		n.results.keep(g.Game, g.Last, r)
	}
	return r, err
}

func newResult(g cluster.Listed) hub.Result {
	return hub.Result{Game: g.Game, Table: g.Table, Kind: g.Kind, Begun: g.Created}
}

// ofPage is the result that a page shows. The page calls players without a name by their color.
func ofPage(g cluster.Listed, s scoreboard.State) hub.Result {
	r := newResult(g)
	r.Over = s.Status == scoreboard.Finished
	for _, p := range s.Players {
		row := hub.Row{Color: p.Color, Name: p.Name, Total: p.Total, Winner: r.Over && slices.Contains(s.Winners, p.Color)}
		if strings.EqualFold(p.Name, p.Color.String()) {
			row.Name = ""
		}
		r.Rows = append(r.Rows, row)
	}
	return r
}

// read is the result of a game as it was kept; none of one that was deleted.
func (n *Node) read(g cluster.Listed, kept journal.Game) (hub.Result, error) {
	if game.Marks(kept).Deleted {
		return hub.Result{}, nil
	}
	which, err := games.Find(g.Kind)
	if err != nil {
		return hub.Result{}, err
	}
	s, err := which.Standing(kept, n.words)
	if err != nil {
		return hub.Result{}, err
	}
	return ofPage(g, s), nil
}
