package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/helper"
	"tilewatch/cmd/internal/live"
	"tilewatch/engine/journal/record"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/after"
	"tilewatch/web/album"
	"tilewatch/web/invite"
	"tilewatch/web/stream"
)

// serve is "tilewatch serve": the live scoreboard.
type serve struct {
	game
	data
	cameras
	observing
	clubbed
	addr, source, pin string
	phones            int            // of one address
	keeper            *record.Keeper // of the game being played; nil before the table is open
}

// firstTable is the name of a program's own table, if nobody says otherwise.
const firstTable = "1"

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
	s.cameras.register(c)
	s.observing.register(c)
	s.clubbed.register(c)
	c.Flags().StringVar(&s.addr, "addr", ":8080", "address to listen on")
	c.Flags().StringVar(&s.source, "source", "", "what to watch: a video file (played as if it were a camera), a camera's number, an http:// or rtsp:// address (without it: a phone's browser, at /camera)")
	c.Flags().StringVar(&s.pin, "pin", "", "who knows it may begin and change games, at /host (without it: only who opens the host's link, which is printed)")
	phonesFlag(c, &s.phones)
	return c
}

// mounts are the pages of other packages.
func (s *serve) mounts(stored *keptGames, pictures *album.Album) []func(*web.Server, *echo.Echo) {
	return append(s.cameras.mounts(), after.Mount(after.Deps{Journal: stored, Others: games.Others{}, Words: s.words, Album: pictures, Live: s.live}))
}

// live is where the game is shown live, if it is the one being played.
func (s *serve) live(game string) string {
	if s.keeper == nil || s.keeper.Game() != game {
		return ""
	}
	return "/t/" + s.table + "/watch"
}

func (s *serve) run(c *cobra.Command, _ []string) (err error) {
	if err := s.load(); err != nil {
		return err
	}
	if err := s.observing.open(c.ErrOrStderr()); err != nil {
		return err
	}
	if err := s.clubbed.open(c.Context(), s.game, s.note); err != nil {
		return err
	}
	defer s.clubbed.close()
	s.cameras.at = s.table
	if s.which.Name() != "nabit" {
		return s.serveGame(c)
	}
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		return failure{fmt.Errorf("cannot listen on %q: %w: choose another with --addr :8081", s.addr, err)}
	}
	urls := invite.PageURLs(listener.Addr().(*net.TCPAddr).Port)
	defer func() { err = closing(&s.cameras, err) }()
	s.cameras.prepare(filepath.Dir(s.data.file()), s.source)
	safe, err := s.cameras.listen(listener, filepath.Dir(s.data.file()), urls, s.note)
	if err != nil {
		return failure{errors.Join(err, listener.Close())}
	}
	listener = safe
	photos := helper.NewWorker(s.child(helpPhotos), photoWithin)
	s.helpers(photos, s.plain)
	defer func() { err = closing(photos, err) }()
	kept, err := s.keep(c.Context(), s.note)
	if err != nil {
		return failure{errors.Join(err, listener.Close())}
	}
	defer func() { err = closing(kept, err) }()
	pictures, err := album.Open(filepath.Join(filepath.Dir(s.data.file()), "pictures"), 0)
	if err != nil {
		s.note(fmt.Sprintf("pictures of the turns are not kept: %v", err))
	}
	server, err := web.New(web.Options{Games: games.Pages, Invite: urls[0], Secure: s.cameras.safe, Photos: s.meter.Photos(s.sharing(s.gameName, readingAside(photos))), Keys: s.keys(s.note), PIN: s.pin, Log: s.log, PhonesPerAddress: s.phones, Absent: s.absent(), Mount: append(s.clubMounts(s.mounts(kept, pictures)), s.meter.Mount, (&live.Sample{Words: s.words}).Mount(c.Context()))})
	if err != nil {
		return failure{errors.Join(err, listener.Close())}
	}
	defer server.Close()
	watching, err := s.watch(c, server, kept, pictures)
	if err != nil {
		return failure{errors.Join(err, listener.Close())}
	}
	if err := errors.Join(printLinks(c.OutOrStdout(), server, s.table, urls), s.cameras.explain(c.OutOrStdout(), server)); err != nil {
		return failure{errors.Join(err, listener.Close())}
	}
	group, ctx := errgroup.WithContext(c.Context())
	group.Go(func() error { return server.Serve(ctx, listener) })
	group.Go(func() error { return watching(ctx) })
	group.Go(func() error { return s.bench.Run(ctx) })
	group.Go(func() error { return s.clubbed.run(ctx) })
	if err := group.Wait(); err != nil {
		return failure{err}
	}
	return nil
}

// keys are the club's, or the ones of the data folder, so that links hold after a restart; where nothing is kept they do not.
func (s *serve) keys(note func(string)) access.Keys {
	if s.conn != nil {
		return s.clubKeys
	}
	keys, err := access.LoadKeys(filepath.Dir(s.data.file()))
	if err == nil {
		return keys
	}
	note(fmt.Sprintf("links to play end with the program: %v", err))
	return access.NewKeys()
}

// printLinks tells where the scoreboard is, and the host's own link, which goes to nobody else.
func printLinks(w io.Writer, server *web.Server, table string, urls []string) error {
	if err := invite.PrintAddress(w, urls...); err != nil {
		return err
	}
	local := strings.TrimSuffix(urls[len(urls)-1], "/")
	_, err := fmt.Fprintf(w, "Host (new game, players, corrections; for you alone): %s%s?to=setup\n", local, server.Link(table, access.RoleHost))
	return err
}

// watch opens the source and seats people and camera at one desk. It answers with what is to run: that returns when the film is over
// or ctx is done. Pages are served on after a film's end.
func (s *serve) watch(c *cobra.Command, server *web.Server, games *keptGames, pictures *album.Album) (func(context.Context) error, error) {
	table, err := server.Open(s.table)
	if err != nil {
		return nil, err
	}
	own := s.ownGames(server, table, games, s.meter.Journal)
	board, err := live.NewBoard(table, s.players)
	if err != nil {
		return nil, err
	}
	note := s.note
	desk := &live.Desk{Board: board, Words: s.words, AidsFile: filepath.Join(filepath.Dir(s.data.file()), "table-"+s.table+".json")}
	desk.Camera.Album = pictures
	s.keeper = record.NewKeeper(own, nil)
	desk.Keeping = &live.Keeping{Keeper: s.keeper, Board: board, Note: note, Ready: s.meter.Ready}
	if err := desk.LoadAids(); err != nil {
		note(err.Error())
	}
	eyes, err := s.eyes(c)
	if err != nil {
		return nil, err
	}
	desk.Follower = eyes.Watch.Follower
	s.desk = s.atHome(desk)
	rest := s.attend(c, desk, games, table)
	eyes.Watch.Eyes = measured{eyes.Watch.Eyes, s.meter}
	eyes.Watch.Tell, eyes.Watch.Told, eyes.Watch.Lock, eyes.Watch.Saw = s.meter.Tell(desk.Tell), desk.Told, desk, desk.Camera.Saw
	eyes.Watch.Note, eyes.Watch.Keep = note, desk.Keeping.Keep
	eyes.Watch.Turned = func(status live.Status) {
		if err := desk.Turned(status); err != nil {
			note(err.Error())
		}
	}
	return func(ctx context.Context) error {
		var resting errgroup.Group // beside the watch: a camera may show nothing for hours
		resting.Go(func() error { return rest(ctx) })
		err := errors.Join(eyes.Watch.Run(ctx), eyes.Close())
		// Asked to end, the server has closed its tables already: there is nothing left to show.
		if err != nil && ctx.Err() == nil {
			// A camera that is gone for good must not take the score away from the phones.
			note(err.Error())
			err = desk.Lost(err.Error())
		} else {
			err = nil
		}
		return errors.Join(err, resting.Wait())
	}, nil
}

// attend seats people at the table, with the games that may go on. What it answers goes on keeping what could not be kept.
func (s *serve) attend(c *cobra.Command, desk *live.Desk, games *keptGames, table *stream.Table) func(context.Context) error {
	desk.Keeping.Stored = games.resume(c.Context(), desk, s.note)
	table.Seat(desk)
	return func(ctx context.Context) error {
		desk.Keeping.Rest(ctx, desk)
		return nil
	}
}
