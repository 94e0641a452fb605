package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"tilewatch/cmd/internal/live"
	"tilewatch/cmd/internal/photo"
	"tilewatch/engine/journal/record"
	"tilewatch/vision"
	"tilewatch/web"
)

// serve is "tilewatch serve": the live scoreboard.
type serve struct {
	game
	data
	addr, source string
}

func newServe() *cobra.Command {
	s := &serve{}
	c := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Show the game live to every phone in the room",
		Long: `Every play is kept in the data folder before it is shown. Started again, the server shows the last game as it stood, and
goes on with it if the table still shows its board; otherwise a new game begins with the first play.`,
		Args: cobra.NoArgs,
		RunE: s.run,
	}
	s.game.register(c)
	s.data.register(c)
	c.Flags().StringVar(&s.addr, "addr", ":8080", "address to listen on")
	c.Flags().StringVar(&s.source, "source", "", "what to watch: a video file (played as if it were a camera), a camera's number, an http:// or rtsp:// address")
	return c
}

func (s *serve) run(c *cobra.Command, _ []string) (err error) {
	if err := s.load(); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		return failure{fmt.Errorf("cannot listen on %q: %w: choose another with --addr :8081", s.addr, err)}
	}
	note := noting(c)
	urls := web.PageURLs(listener.Addr().(*net.TCPAddr).Port)
	photos, err := photo.NewReader(s.camera, s.tileset, s.words)
	if err != nil {
		return failure{errors.Join(err, listener.Close())}
	}
	defer func() { err = closing(photos, err) }()
	server, err := web.New(web.Options{Invite: urls[0], Photos: reading(photos)})
	if err != nil {
		return failure{errors.Join(err, listener.Close())}
	}
	defer server.Close()
	games, err := s.keep(c.Context(), note)
	if err != nil {
		return failure{errors.Join(err, listener.Close())}
	}
	defer func() { err = closing(games, err) }()
	watching, err := s.watch(c, server, games)
	if err != nil {
		return failure{errors.Join(err, listener.Close())}
	}
	if err := web.PrintAddress(c.OutOrStdout(), urls...); err != nil {
		return failure{errors.Join(err, listener.Close())}
	}
	group, ctx := errgroup.WithContext(c.Context())
	group.Go(func() error { return server.Serve(ctx, listener) })
	group.Go(func() error { return watching(ctx) })
	if err := group.Wait(); err != nil {
		return failure{err}
	}
	return nil
}

// reading lets one upload at a time be read: the reader is for one goroutine.
func reading(photos *photo.Reader) web.PhotoReader {
	var one sync.Mutex
	return func(ctx context.Context, data []byte) (json.RawMessage, error) {
		one.Lock()
		defer one.Unlock()
		if err := ctx.Err(); err != nil {
			return nil, err // who asked is gone
		}
		result, err := photos.Read(data)
		if err != nil {
			return json.Marshal(photo.Failed("", err))
		}
		return json.Marshal(result)
	}
}

// noting tells an operator what no page shows.
func noting(c *cobra.Command) func(string) {
	return func(message string) { fmt.Fprintln(c.ErrOrStderr(), "tilewatch:", message) }
}

// watch opens the source and answers with what is to run: it returns when the film is over or ctx is done. Pages
// are served on after a film's end.
func (s *serve) watch(c *cobra.Command, server *web.Server, games *keptGames) (func(context.Context) error, error) {
	table, err := server.Open("1")
	if err != nil {
		return nil, err
	}
	board, err := live.NewBoard(table, s.players)
	if err != nil {
		return nil, err
	}
	note := noting(c)
	if s.source == "" {
		games.resume(c.Context(), board, nil, note)
		return func(context.Context) error { return nil }, nil
	}
	eyes, err := s.open(s.source, vision.SourceOptions{Paced: true})
	if err != nil {
		return nil, err
	}
	keeping := live.Keeping{Keeper: record.NewKeeper(games, nil), Board: board, Note: note}
	keeping.Stored = games.resume(c.Context(), board, eyes.Watch.Follower, note)
	eyes.Watch.Tell, eyes.Watch.Note, eyes.Watch.Keep = board.Tell, note, keeping.Keep
	eyes.Watch.Turned = func(status live.Status) {
		if err := board.Turned(status); err != nil {
			note(err.Error())
		}
	}
	return func(ctx context.Context) error {
		err := errors.Join(eyes.Watch.Run(ctx), eyes.Close())
		// Asked to end, the server has closed its tables already: there is nothing left to show.
		if err != nil && ctx.Err() == nil {
			// A camera that is gone for good must not take the score away from the phones.
			note(err.Error())
			err = board.Lost(err.Error())
		} else {
			err = nil
		}
		keeping.Rest(ctx)
		return err
	}, nil
}
