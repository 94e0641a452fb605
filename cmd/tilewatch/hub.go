package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/club"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/queue"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal/cluster"
	"tilewatch/engine/lexicon"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/after"
	"tilewatch/web/door"
	"tilewatch/web/hosts"
	"tilewatch/web/hub"
	"tilewatch/web/invite"
)

// hubCommand is "tilewatch hub": all tables of a club.
type hubCommand struct {
	observing
	reached
	journal, addr, title, tables, game, dictionary, pin string
	since                                               string
	https                                               bool
	words                                               *lexicon.Lexicon
	phones                                              int
}

func newHub() *cobra.Command {
	h := &hubCommand{}
	c := &cobra.Command{
		Use:   "hub --journal nats://HOST,HOST [flags]",
		Short: "Show all tables of a club or tournament",
		Long: `Serves the live list of tables at /hub, the standings at /hub/standings, a view for large screens at /hub/wall, and the pages of each table
at /t/TABLE/watch and /t/TABLE/play. Run as many hubs as you like, on any machines: all show the same, and nothing is lost when one stops.
A table with a camera needs "tilewatch serve --journal nats://HOST,HOST --table TABLE" next to it; a table without one needs only the hub.`,
		Example: `  tilewatch hub --journal nats://n1,n2,n3 --tables 40`,
		Args:    cli.NoInputs,
		RunE:    h.run,
	}
	f := c.Flags()
	f.StringVar(&h.journal, "journal", "", "the club's servers: `nats://HOST,HOST`; nats://HOST,HOST/CLUB if clubs share them")
	f.StringVar(&h.addr, "addr", ":8080", "listen on this `ADDRESS`")
	f.StringVar(&h.title, "title", "", "`TITLE` of the club or tournament")
	f.StringVar(&h.tables, "tables", "", "`TABLES` to show from the start: how many, or their names separated by commas")
	f.StringVar(&h.game, "game", games.Default(), "`GAME` of tables without a game yet: "+strings.Join(games.Names(), ", "))
	f.StringVar(&h.since, "since", "", "`TIME` when the tournament started, such as 2026-11-21T18:00 (default: 24 hours ago)")
	f.StringVar(&h.pin, "pin", "", "`PIN` that makes someone host of every table, at /host (default: only the host link, which is printed)")
	f.BoolVar(&h.https, "https", false, "serve https only; http on the same port leads there; phones warn once about the certificate")
	cli.PhonesFlag(c, &h.phones)
	h.observing.registerLog(c)
	h.reached.register(c)
	cli.DictionaryFlag(c, &h.dictionary)
	return c
}

// tableNames reads --tables.
func (h *hubCommand) tableNames() ([]string, error) {
	if n, err := strconv.Atoi(h.tables); err == nil {
		if n < 1 || n > mostTables {
			return nil, fmt.Errorf("--tables %d: use 1 to %d", n, mostTables)
		}
		var names []string
		for i := range n {
			names = append(names, strconv.Itoa(i+1))
		}
		return names, nil
	}
	var names []string
	for _, name := range strings.Split(h.tables, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names, nil
}

const mostTables = 1000

// began reads --since.
func (h *hubCommand) began() (time.Time, error) {
	if h.since == "" {
		return time.Now().Add(-24 * time.Hour), nil
	}
	for _, layout := range []string{"2006-01-02T15:04", "2006-01-02"} {
		if at, err := time.ParseInLocation(layout, h.since, time.Local); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("--since %q is not a time: write it like 2026-11-21T18:00", h.since)
}

func (h *hubCommand) run(c *cobra.Command, _ []string) error {
	if h.journal == "" {
		return errors.New("no servers given: add --journal nats://HOST,HOST")
	}
	if _, err := games.Find(h.game); err != nil {
		return err
	}
	tables, err := h.tableNames()
	if err != nil {
		return err
	}
	since, err := h.began()
	if err != nil {
		return err
	}
	if h.words, err = lexicon.OpenFor(h.game, h.dictionary); err != nil {
		return err
	}
	if h.phones < 0 {
		return fmt.Errorf("--phones-per-address %d: use 0 or a positive number", h.phones)
	}
	names, err := h.reached.names()
	if err != nil {
		return err
	}
	if err := h.observing.open(c.ErrOrStderr()); err != nil {
		return err
	}
	cli.NoteSkipped(h.words, h.note)
	conn, err := cluster.Connect(c.Context(), h.journal)
	if err != nil {
		return cli.Fail(err)
	}
	defer conn.Close()
	node, err := club.Open(c.Context(), conn, club.Options{Words: h.words, Kind: h.game, Tables: tables, Note: h.note, Keep: h.meter.Keep})
	if err != nil {
		return cli.Fail(err)
	}
	if err := h.serve(c, conn, club.Event{Node: node, Since: since}, names); err != nil {
		return cli.Fail(err)
	}
	return nil
}

// serve answers until the context is done.
func (h *hubCommand) serve(c *cobra.Command, conn *cluster.Conn, event club.Event, names *hosts.Names) error {
	keys, err := club.Keys(c.Context(), conn)
	if err != nil {
		return err
	}
	photos, err := queue.Open(c.Context(), conn)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", h.addr)
	if err != nil {
		return fmt.Errorf("cannot listen on %q: %w: choose another with --addr :8081", h.addr, err)
	}
	listener = door.Listen(listener, door.Room(), h.note)
	at := listener.Addr().(*net.TCPAddr)
	urls, safe := invite.PageURLs(at), ""
	if h.https {
		urls = invite.SecureURLs(at)
		safe = strings.TrimSuffix(urls[0], "/")
		if listener, err = secured(listener, filepath.Join(store.StateFolder(), "hub"), names.Named(), h.note); err != nil {
			return err
		}
	}
	local := strings.TrimSuffix(urls[len(urls)-1], "/")
	server, err := web.New(web.Options{
		Games: games.Scoreboards(), Words: map[string]*lexicon.Lexicon{h.game: h.words},
		Hosts: names, Invite: invite.Choose("", urls[0]), Secure: safe, SecureOnly: h.https, Keys: keys, PIN: h.pin, Absent: event.Absent, Photos: h.meter.Photos(photos.Reader(h.game, nil)), Log: h.log, Incident: h.meter.Incident, PhonesPerAddress: h.phones,
		Renewed: func(s *web.Server) { _ = printHost(c.OutOrStdout(), s, local) }, // who cannot read it has the cookie still
		Mount: []func(*web.Server, *echo.Echo){
			hub.Mount(hub.Options{Club: event, Title: h.title, Front: true}), after.Mount(after.Deps{Journal: h.meter.Journal(conn.Everywhere(hub.Desk)), Games: games.Pages{}, Table: hub.Desk}),
			h.meter.Mount, aboutMount(),
		},
	})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer server.Close()
	if _, err := server.OpenBeside(hub.Desk); err != nil { // who is host of it may see every table's links
		return errors.Join(err, listener.Close())
	}
	event.Attach(server)
	if err := h.print(c.OutOrStdout(), server, conn, urls); err != nil {
		return errors.Join(err, listener.Close())
	}
	group, ctx := errgroup.WithContext(c.Context())
	group.Go(func() error { return server.Serve(ctx, listener) })
	group.Go(func() error { return event.Run(ctx) })
	return group.Wait()
}

// print says where the hub is, and the host's link.
func (h *hubCommand) print(w io.Writer, server *web.Server, conn *cluster.Conn, urls []string) error {
	if err := invite.PrintAddress(w, urls...); err != nil {
		return err
	}
	if conn.Copies() == 1 {
		if _, err := fmt.Fprintln(w, "Games are on one server only; a cluster of three or more servers survives the loss of one."); err != nil {
			return err
		}
	}
	local := strings.TrimSuffix(urls[len(urls)-1], "/")
	if _, err := fmt.Fprintf(w, "TV wall: %s/hub/wall\n", local); err != nil {
		return err
	}
	return printHost(w, server, local)
}

// printHost prints the host's link, which is another after links were renewed.
func printHost(w io.Writer, server *web.Server, local string) error {
	_, err := fmt.Fprintf(w, "Host (links of every table; keep it private): %s%s?to=hub\n", local, server.Link(hub.Desk, access.RoleHost))
	return err
}
