package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/helper"
	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/observe"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/store"
	"tilewatch/cmd/internal/table"
	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/source"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/after"
	"tilewatch/web/album"
	"tilewatch/web/clock"
	"tilewatch/web/desk"
	"tilewatch/web/door"
	"tilewatch/web/hosts"
	"tilewatch/web/invite"
	"tilewatch/web/lanname"
	"tilewatch/web/scoreboard"
	"tilewatch/web/words"
)

// serve is "tilewatch serve": the live scoreboard.
type serve struct {
	input.Game
	store.Data
	cameras
	observing
	clubbed
	reached
	addr, source, pin string
	insecure          bool
	phones            int            // of one address
	invited           *invite.Choice // the address for them
}

func newServe() *cobra.Command {
	s := &serve{}
	c := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Show a live scoreboard to every phone in the room",
		Long: `Saves every play before it is shown. After a restart the server shows the last game and continues it if its board is still on
the table; otherwise the first play starts a new game.`,
		Example: `  tilewatch serve --source 0                       # the first camera
  tilewatch serve --https --source phone           # a phone as the camera
  tilewatch serve --source 0 --players red,green   # the turn order`,
		Args: cli.NoInputs,
		RunE: s.run,
	}
	s.Game.Register(c)
	s.Data.Register(c)
	s.Data.RegisterBackups(c)
	s.cameras.register(c)
	s.observing.register(c)
	s.clubbed.register(c)
	s.reached.register(c)
	c.Flags().StringVar(&s.addr, "addr", ":8080", "listen on this `ADDRESS`")
	c.Flags().StringVar(&s.source, "source", "", "`CAMERA` to watch: a number, an http:// or rtsp:// address, \"phone\", or a video file (default: a phone's browser, at /camera)")
	input.InsecureFlag(c, &s.insecure)
	c.Flags().StringVar(&s.pin, "pin", "", "`PIN` that makes someone host, at /host (default: only the host link, which is printed)")
	cli.PhonesFlag(c, &s.phones)
	return c
}

// mounts are the pages of other packages.
func (s *serve) mounts(ctx context.Context, kept *store.Kept, pictures *album.Album) ([]func(*web.Server, *echo.Echo), error) {
	mounts := append(s.cameras.mounts(), after.Mount(after.Deps{Journal: kept, Games: games.Pages{}, Words: s.Words, Album: pictures, Live: s.live, Do: s.do, Erase: s.eraser(kept, pictures), Table: s.table, Keep: true}), words.Mount)
	mounts = append(s.clubMounts(mounts), s.meter.Mount, aboutMount())
	if s.Which.Sample == nil {
		return mounts, nil
	}
	sample := &table.Sample{Events: s.Which.Sample, Aids: scoreboard.Aids{Hints: true}, Sit: func(c *clock.Clock) (table.Party, error) {
		party, err := s.Which.Sit(game.Inputs{Words: s.Words}, game.Seat{Blind: func() bool { return true }, Clock: c, Note: s.note})
		return party.Party, err
	}}
	return append(mounts, sample.Mount(ctx)), nil
}

// live is where the game is shown live, if it is the one being played.
func (s *serve) live(game string) string {
	if s.desk == nil || s.desk.Game() != game {
		return ""
	}
	return "/t/" + s.table + "/watch"
}

// do gives what people do to the game that is being played to its table.
func (s *serve) do(ctx context.Context, game string, c desk.Command) (out desk.Outcome, played bool, err error) {
	if s.desk == nil || s.desk.Game() != game {
		return out, false, nil
	}
	out, err = s.desk.Do(ctx, c)
	return out, true, err
}

// eraser removes a game that was deleted, with its pictures, for good; nil where the journal is a club's, which keeps all.
func (s *serve) eraser(kept *store.Kept, pictures *album.Album) func(context.Context, string) error {
	if s.conn != nil {
		return nil
	}
	return func(ctx context.Context, game string) error {
		if s.desk != nil && s.desk.Game() == game {
			return fmt.Errorf("game %q is at the table: it is erased once another one has begun", game)
		}
		var err error
		if pictures != nil {
			err = pictures.Forget(game)
		}
		return errors.Join(err, journal.Erase(ctx, kept, game))
	}
}

func (s *serve) run(c *cobra.Command, _ []string) (err error) {
	if err := s.Load(); err != nil {
		return err
	}
	if err := s.observing.open(c.ErrOrStderr()); err != nil {
		return err
	}
	cli.NoteSkipped(s.Words, s.note)
	names, err := s.reached.names()
	if err != nil {
		return err
	}
	if err := s.backups(); err != nil {
		return err
	}
	if err := s.clubbed.open(c.Context(), s.Game, s.note); err != nil {
		return err
	}
	defer s.clubbed.close()
	s.cameras.at = s.table
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		return cli.Fail(fmt.Errorf("cannot listen on %q: %w: choose another with --addr :8081", s.addr, err))
	}
	listener = door.Listen(listener, door.Room(), s.note)
	if err := s.serve(c, listener, names); err != nil {
		return cli.Fail(errors.Join(err, closed(listener)))
	}
	return nil
}

// backups checks where backups are to be kept, and has the host told of trouble with them.
func (s *serve) backups() error {
	if s.Backups.Folder != "" && s.clubbed.where != "" {
		return errors.New("--backup-to is for games in the data folder: back up a club's with tilewatch backup --journal")
	}
	s.Backups.Told = s.meter.BackedUp
	return s.CheckBackups()
}

// closed closes a listener that may be closed already.
func closed(l net.Listener) error {
	if err := l.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// serve serves until the context is done: pages, a camera, a desk.
func (s *serve) serve(c *cobra.Command, listener net.Listener, names *hosts.Names) (err error) {
	folder := s.Dir()
	defer func() { err = cli.Closing(&s.cameras, err) }()
	s.cameras.prepare(folder, s.source)
	s.Found = s.cameras.found
	listener, urls, err := s.cameras.listen(listener, folder, names.Named(), s.note)
	if err != nil {
		return err
	}
	s.invited = invite.Choose(filepath.Join(folder, "address"), forPhones(urls)...)
	photos := helper.NewWorker(s.Child(input.Photos), input.PhotoWithin)
	s.helpers(photos, s.plain)
	defer func() { err = cli.Closing(photos, err) }()
	kept, err := s.keep(c.Context())
	if err != nil {
		return err
	}
	defer func() { err = cli.Closing(kept, err) }()
	pictures, err := album.Open(filepath.Join(folder, "pictures"), 0)
	if err != nil {
		s.note(fmt.Sprintf("pictures of the turns are not saved: %v", err))
	}
	mounts, err := s.mounts(c.Context(), kept, pictures)
	if err != nil {
		return err
	}
	server, err := web.New(web.Options{
		Games: games.Scoreboards(), Shown: s.Which.Played, Words: map[string]*lexicon.Lexicon{s.Which.Name: s.Words},
		Invite: s.invited, Secure: s.cameras.safe, SecureOnly: s.https, Photos: s.meter.Photos(s.sharing(s.Name, input.ReadingAside(photos))), Keys: s.keys(s.note), Book: s.book(), PIN: s.pin,
		Hosts: names, Log: s.log, Notices: s.meter, Panicked: func() { s.meter.Panicked(observe.Request) }, Incident: s.meter.Incident, PhonesPerAddress: s.phones, Absent: s.absent(), Mount: mounts,
	})
	if err != nil {
		return err
	}
	defer server.Close()
	camera, err := s.seat(c.Context(), server, kept, pictures)
	if err != nil {
		return err
	}
	if err := errors.Join(printLinks(c.OutOrStdout(), server, s.table, urls), s.cameras.explain(c.OutOrStdout(), server)); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(c.Context())
	group.Go(func() error { return server.Serve(ctx, listener) })
	group.Go(func() error { return s.desk.Run(ctx, camera) })
	group.Go(func() error {
		debug.FreeOSMemory() // what only the start needed
		return nil
	})
	group.Go(func() error { return s.bench.Run(ctx) })
	if erase := s.eraser(kept, pictures); erase != nil {
		group.Go(func() error {
			store.Sweep(ctx, kept, erase, s.note)
			return nil
		})
	}
	group.Go(func() error { return s.clubbed.run(ctx) })
	if at := listener.Addr().(*net.TCPAddr); at.IP.IsUnspecified() {
		group.Go(func() error {
			s.named(ctx, c.OutOrStdout(), at)
			return nil
		})
	}
	return group.Wait()
}

// named answers for this computer's name in the network until ctx is done. A network that carries none has addresses.
func (s *serve) named(ctx context.Context, out io.Writer, at *net.TCPAddr) {
	err := lanname.Answer(ctx, false, func(name string) {
		address := invite.NamedURL(s.https, name, at)
		s.invited.Add(address)
		_, _ = fmt.Fprintf(out, "In this network also: %s\n", address) // the other addresses are printed already
	})
	if err != nil && ctx.Err() == nil {
		s.log.Info("no name in the network", "reason", err)
	}
}

// seat seats people and camera at one desk. It answers what runs the camera until the film is over or ctx is done; pages are served on
// after a film's end.
func (s *serve) seat(ctx context.Context, server *web.Server, kept *store.Kept, pictures *album.Album) (func(context.Context) error, error) {
	page, err := server.Open(s.table)
	if err != nil {
		return nil, err
	}
	camera := &table.Camera{}
	words, err := wordlist.Open(s.Which.Name, s.Words, filepath.Join(s.Dir(), "words-"+s.table+".json"))
	if err != nil {
		s.note(err.Error())
	}
	party, err := s.Which.Sit(s.Inputs(), game.Seat{Blind: camera.Blind, Clock: page.Clock(), Note: s.note, Words: words})
	if err != nil {
		return nil, err
	}
	source, err := s.open()
	if err != nil {
		return nil, err
	}
	film, err := party.Film(s.Inputs(), source)
	if err != nil {
		return nil, errors.Join(err, source.Close())
	}
	s.desk = table.New(party.Party, table.Options{
		Page: page, Journal: s.ownGames(server, page, kept, s.meter.Journal), Kind: s.Which.Name, Title: s.Which.Title, Camera: camera, Album: pictures,
		AidsFile: filepath.Join(s.Dir(), "table-"+s.table+".json"), Note: s.note, Failing: kept.Problem, Ready: s.meter.Ready, Over: kept.GameOver, Words: words, Found: s.Found, Clocked: true,
		Standing: func(g journal.Game) (scoreboard.State, error) { return s.Which.Standing(g, s.Words) },
	})
	if err := s.desk.Resume(ctx); err != nil {
		return nil, errors.Join(err, source.Close(), film.Close())
	}
	s.desk.Seat()
	return func(ctx context.Context) error {
		err := film.Run(ctx, s.meter.Table(s.desk), pipeline.Reports{Looked: s.meter.Read, Tripped: func() { s.meter.Panicked(observe.Frame) }, Note: s.note})
		if err = errors.Join(err, source.Close(), film.Close()); err != nil && ctx.Err() == nil {
			// A camera that is gone for good must not take the score away from the phones.
			s.note(err.Error())
			s.desk.Lost(err.Error())
		}
		return nil
	}, nil
}

// forPhones are the addresses that phones can open. On a computer that is in a network, and serves itself alone, it is that one.
func forPhones(urls []string) []string {
	open := slices.DeleteFunc(slices.Clone(urls), func(url string) bool { return !invite.ForPhones(url) })
	if _, networked := invite.LANAddress(); networked && len(open) == 0 {
		return urls[:1]
	}
	return open
}

// keep opens the journal: the club's, or the one of the data folder.
func (s *serve) keep(ctx context.Context) (*store.Kept, error) {
	if s.conn != nil {
		return &store.Kept{Journal: s.meter.Journal(s.conn.Table(s.table))}, nil
	}
	s.meter.Watch(&s.Data)
	return s.Data.Keep(ctx, s.meter.Journal, s.note)
}

// keys are the club's, or the ones of the data folder, so that links hold after a restart; where nothing is kept they do not.
func (s *serve) keys(note func(string)) access.Keys {
	if s.conn != nil {
		return s.clubKeys
	}
	keys, err := access.LoadKeys(s.Dir())
	if err == nil {
		return keys
	}
	note(fmt.Sprintf("player links stop working when the program ends: %v", err))
	return access.NewKeys()
}

// book is the data folder's.
func (s *serve) book() *access.Book {
	book, err := access.OpenBook(s.Dir())
	if err != nil {
		s.note(err.Error())
	}
	return book
}

// alone says why there is no code for phones.
const alone = "Only this computer can open it. For phones, connect the computer to their network, and leave out --addr or give it a port alone, like --addr :8080."

// printLinks prints where the scoreboard is, and the host's own link, which goes to nobody else.
func printLinks(w io.Writer, server *web.Server, table string, urls []string) error {
	if err := invite.PrintAddress(w, urls...); err != nil {
		return err
	}
	if !invite.ForPhones(urls[0]) {
		if _, err := fmt.Fprintln(w, alone); err != nil {
			return err
		}
	} else if _, err := fmt.Fprintf(w, "Players: open %sjoin and type %s\n", urls[0], access.ShownCode(server.Code(table))); err != nil {
		return err
	}
	local, link := strings.TrimSuffix(urls[len(urls)-1], "/"), server.Link(table, access.RoleHost)
	_, err := fmt.Fprintf(w, "Host (new game, players, corrections; keep it private): %s%s?to=setup\n", local, link)
	if err == nil && len(urls) > 1 {
		_, err = fmt.Fprintf(w, "  on another device: %s%s?to=setup\n", strings.TrimSuffix(urls[0], "/"), link)
	}
	return err
}

// open opens the source that was named; without one, what a phone sends. The bench sees every picture, too. What was kept of the camera
// becomes known.
func (s *serve) open() (src source.Source, err error) {
	folder := s.Dir()
	if ofPhone(s.source) {
		src = source.OpenFeed(s.cameras.feed())
		s.Recall(folder, input.OnlyPhone(folder), s.note)
		if s.Glyphs == nil { // no phone was calibrated
			s.Glyphs = input.OpenGlyphs(folder, s.Tileset, s.note)
		}
	} else {
		if src, err = input.Open(s.source, source.Options{Paced: true, Insecure: s.insecure}); err != nil {
			return nil, err
		}
		s.Recall(folder, input.CameraName(s.source), s.note)
	}
	s.bench.Forget = s.ForgetGlyphs
	src = source.Tap(s.meter.Source(src), s.bench.See)
	if s.Which.Colors {
		src = source.RequireColor(src)
	}
	return src, nil
}
