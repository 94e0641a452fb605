package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"path/filepath"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/helper"
	"tilewatch/cmd/internal/live"
	rules "tilewatch/engine/game"
	"tilewatch/vision"
	"tilewatch/web"
	"tilewatch/web/access"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/invite"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// serveGame serves one of the games that came after NAB-IT!: all of them alike.
func (s *serve) serveGame(c *cobra.Command) (err error) {
	show := s.which.Page()
	if show == nil {
		return fmt.Errorf("%s has no page yet: use \"tilewatch watch\"", s.which.Title())
	}
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		return failure{fmt.Errorf("cannot listen on %q: %w: choose another with --addr :8081", s.addr, err)}
	}
	folder, urls, note := filepath.Dir(s.data.file()), invite.PageURLs(listener.Addr().(*net.TCPAddr).Port), s.note
	defer func() { err = closing(&s.cameras, err) }()
	s.cameras.prepare(folder, s.source)
	if listener, err = s.cameras.listen(listener, folder, urls, note); err != nil {
		return failure{err}
	}
	defer listener.Close()
	kept, err := s.keep(c.Context(), note)
	if err != nil {
		return failure{err}
	}
	defer func() { err = closing(kept, err) }()
	photos := helper.NewWorker(s.child(helpPhotos), photoWithin)
	s.helpers(photos, s.plain)
	defer func() { err = closing(photos, err) }()
	server, err := web.New(web.Options{Games: games.Pages, Invite: urls[0], Photos: s.meter.Photos(s.sharing(s.gameName, readingAside(photos))), Keys: s.keys(note), PIN: s.pin, Log: s.log, PhonesPerAddress: s.phones, Absent: s.absent(), Mount: append(s.clubMounts(s.mounts(kept, nil)), s.meter.Mount)})
	if err != nil {
		return failure{err}
	}
	defer server.Close()
	desk, err := s.seat(c, server, kept, show)
	if err != nil {
		return failure{err}
	}
	if err := errors.Join(printLinks(c.OutOrStdout(), server, s.table, urls), s.cameras.explain(c.OutOrStdout(), server)); err != nil {
		return failure{err}
	}
	group, ctx := errgroup.WithContext(c.Context())
	group.Go(func() error { return server.Serve(ctx, listener) })
	group.Go(func() error { return s.film(ctx, desk, note) })
	group.Go(func() error { return s.bench.Run(ctx) })
	group.Go(func() error {
		desk.Keeper.Rest(ctx, func() { _ = desk.Show() }) // a table that is closed shows nothing
		return nil
	})
	group.Go(func() error { return s.clubbed.run(ctx) })
	if err := group.Wait(); err != nil {
		return failure{err}
	}
	return nil
}

// seat seats people at the game's table, with the game that was kept last if there is one.
func (s *serve) seat(c *cobra.Command, server *web.Server, kept *keptGames, show func(any) scoreboard.State) (*games.Desk, error) {
	table, err := server.Open(s.table)
	if err != nil {
		return nil, err
	}
	desk := games.NewDesk(func() rules.Table { return s.which.Table(s.words) })
	desk.Shown, desk.Web, desk.Note = show, table, s.note
	desk.Keeper = &games.Keeper{Journal: s.ownGames(server, table, kept, s.meter.Journal), Kind: s.which.Name(), Title: s.which.Title(), Note: s.note}
	events, err := desk.Keeper.Last(c.Context())
	if err == nil && len(events) > 0 && len(s.names) == 0 {
		err = desk.Resume(events)
	}
	if err != nil {
		desk.Note(fmt.Sprintf("no game goes on: %v", err))
	}
	if !desk.Begun() {
		if err := s.begin(c.Context(), desk); err != nil {
			return nil, err
		}
	}
	table.Seat(desk)
	s.desk = desk
	return desk, desk.Show()
}

// begin starts a game of the players named, or of two: others are named on the set-up page.
func (s *serve) begin(ctx context.Context, desk *games.Desk) error {
	names := s.names
	if len(names) == 0 {
		names = []string{"Ana", "Ben"}
	}
	event, err := json.Marshal(map[string]any{"type": rules.Start, "game": s.which.Name(), "players": names})
	if err != nil {
		return err
	}
	out, err := desk.Do(ctx, webdesk.Command{Event: event, Type: rules.Start, Role: access.RoleHost, After: -1})
	if err == nil && !out.OK {
		err = fmt.Errorf("--players: %s", out.Why)
	}
	return err
}

// film follows the source, or what a phone sends, until it ends. Pages are served on after it.
func (s *serve) film(ctx context.Context, desk *games.Desk, note func(string)) error {
	source := vision.OpenFeed(s.cameras.feed())
	if !ofPhone(s.source) {
		var err error
		if source, err = vision.OpenSource(s.source, vision.SourceOptions{Paced: true}); err != nil {
			return err
		}
		s.recall(filepath.Dir(s.data.file()), s.source, note)
	}
	source = vision.Tap(s.meter.Source(source), s.bench.See)
	in := s.inputsOf()
	in.Looked = s.meter.Read
	film, err := s.which.Film(in, source)
	if err != nil {
		return errors.Join(err, source.Close())
	}
	told := func(err error) {
		if err != nil && !errors.Is(err, stream.ErrClosed) {
			note(err.Error())
		}
	}
	if t, ok := film.(interface{ Turned(func(scoreboard.Status)) }); ok {
		t.Turned(func(status scoreboard.Status) { told(desk.Turned(status, "")) })
	}
	if shown, ok := film.(interface{ Saw(func(vision.Frame)) }); ok {
		shown.Saw(desk.Camera.Saw)
	}
	err = film.Run(ctx, s.meter.Tell(func(line any) error {
		if news, ok := line.(live.News); ok {
			told(desk.Turned(map[bool]scoreboard.Status{true: scoreboard.Thinking, false: scoreboard.Lost}[news.Type == vision.Recovered], news.Message))
		}
		return desk.Tell(line)
	}), note)
	if err = errors.Join(err, source.Close(), film.Close()); err != nil && ctx.Err() == nil {
		// A camera that is gone for good must not take the score away from the phones.
		note(err.Error())
		told(desk.Turned(scoreboard.Lost, err.Error()))
	}
	return nil
}
