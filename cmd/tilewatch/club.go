package main

import (
	"context"
	"fmt"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/club"
	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/queue"
	"tilewatch/cmd/internal/store"
	"tilewatch/cmd/internal/table"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/cluster"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/hub"
	"tilewatch/web/stream"
)

// clubbed is what a server has besides when its games are a club's.
type clubbed struct {
	where, table string

	conn     *cluster.Conn // nil: the games are its own
	node     *club.Node
	home     *club.Home
	desk     *table.Desk // of the own table
	queue    *queue.Queue
	clubKeys access.Keys
}

func (s *clubbed) register(c *cobra.Command) {
	c.Flags().StringVar(&s.where, "journal", "", "save games on a club's servers: `nats://HOST,HOST` (default: in the data folder)")
	c.Flags().StringVar(&s.table, "table", store.FirstTable, "`NAME` of this table in the club")
}

// open connects to the club's servers, if there are any.
func (s *clubbed) open(ctx context.Context, g input.Game, note func(string)) error {
	if !cluster.ValidTable(s.table) {
		return fmt.Errorf("--table %q: use up to 32 lower-case letters, digits and dashes", s.table)
	}
	if s.where == "" {
		return nil
	}
	var err error
	if s.conn, err = cluster.Connect(ctx, s.where); err != nil {
		return cli.Fail(err)
	}
	if s.clubKeys, err = club.Keys(ctx, s.conn); err == nil {
		s.queue, err = queue.Open(ctx, s.conn)
	}
	if err == nil {
		s.node, err = club.Open(ctx, s.conn, club.Options{Words: g.Words, Kind: g.Which.Name, Tables: []string{s.table}, Note: note})
	}
	if err != nil {
		s.close()
		return cli.Fail(err)
	}
	if s.conn.Copies() == 1 {
		note("games are on one server only; a cluster of three or more servers survives the loss of one")
	}
	return nil
}

// close ends the connection.
func (s *clubbed) close() {
	if s.conn != nil {
		_ = s.conn.Close() // never fails
	}
}

// absent opens the club's other tables; nil without a club.
func (s *clubbed) absent() func(string) *stream.Table {
	if s.node == nil {
		return nil
	}
	return s.node.Absent
}

// clubMounts adds the hub's pages.
func (s *clubbed) clubMounts(mounts []func(*web.Server, *echo.Echo)) []func(*web.Server, *echo.Echo) {
	if s.node == nil {
		return mounts
	}
	return append(mounts, hub.Mount(hub.Options{Club: club.Event{Node: s.node, Since: time.Now().Add(-24 * time.Hour)}}))
}

// sharing lets the club's workers read photos, if there are any.
func (s *clubbed) sharing(game string, here web.PhotoReader) web.PhotoReader {
	if s.queue == nil {
		return here
	}
	return s.queue.Reader(game, here)
}

// ownGames is the journal in which the table's desk keeps its games; metered counts what is written.
func (s *clubbed) ownGames(server *web.Server, page *stream.Table, games journal.Journal, metered func(journal.Journal) journal.Journal) journal.Journal {
	if s.node == nil {
		return games
	}
	s.node.Attach(server)
	page.NumberFrom(0)
	var own journal.Journal
	s.home, own = s.node.Home(s.table, page)
	return metered(own)
}

// run keeps this server and the club's others together.
func (s *clubbed) run(ctx context.Context) error {
	if s.node == nil {
		return nil
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.node.Run(ctx) })
	group.Go(func() error { return s.home.Run(ctx, s.desk) })
	return group.Wait()
}
