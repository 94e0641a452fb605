package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/lexicon"
	"tilewatch/web/access"
	"tilewatch/web/door"
	"tilewatch/web/hosts"
	"tilewatch/web/invite"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/setup"
	"tilewatch/web/sheets"
	"tilewatch/web/stream"
)

// PhotoReader reads one photo and answers its result as JSON, as "tilewatch score" prints it. An unreadable
// photo is such a result, not an error; an error is ours.
type PhotoReader func(ctx context.Context, photo []byte) (json.RawMessage, error)

// Options are a server's settings. The zero value serves pages without photos, and draws any game plainly.
type Options struct {
	// Games are those that the pages show: each enters here. The first one draws a table where no game has a name yet.
	Games parts.Games
	// Shown are the states of a game that plays itself on the first page, asked for when somebody opens it; nil, or none: nothing plays there.
	Shown func() []scoreboard.State
	// Invite is the address that the join code shows. nil, or empty: no code.
	Invite *invite.Choice
	// Secure is the same address on a secure connection, where browsers give more: the screen's lock, the camera, installing. Empty:
	// there is none.
	Secure string
	// SecureOnly redirects http requests to the same address by https, and answers nothing else on http.
	SecureOnly bool
	// Keys make the links that give roles; the zero value is replaced by keys that end with the program.
	Keys access.Keys
	// Book is what hosts have allowed; nil is replaced by one that ends with the program.
	Book *access.Book
	// Hosts are the names that the server answers to, and the proxies that it trusts; nil: this computer's names, and no proxy.
	Hosts *hosts.Names
	// PIN makes a person who knows it a host, at /host. Empty: only the host's link does.
	PIN string
	// Words are the lists that judge words, by the name of the game; a game without one is not played with words, or its players judge.
	Words map[string]*lexicon.Lexicon
	// Absent may open a requested table that is not open (with OpenBeside, or Prepare and Show); it returns nil where there is none.
	Absent func(id string) *stream.Table
	// Mount adds further pages. New calls each once, after its own routes.
	Mount []func(*Server, *echo.Echo)
	// Photos reads uploaded photos; nil: uploads are refused. It must be safe for concurrent use.
	Photos PhotoReader
	// PhotoLimit is the largest upload in bytes; 0 means 64 MB.
	PhotoLimit int64
	// Notices are messages for the host beside the game; nil: none.
	Notices setup.Notices
	// Panicked is called after a request was answered with an error because its handler panicked; nil: nothing.
	Panicked func()
	// Incident is called with each incident that an operator should know of; the Log has them, too. nil: nothing.
	Incident func(access.Incident)
	// Renewed is called after links were renewed, here or elsewhere: earlier links open nothing any more. nil: nothing.
	Renewed func(*Server)
	// PhonesPerAddress is how many streams one address may have open; 0 means 2000.
	PhonesPerAddress int
	// Log is for the operator only; nil is slog.Default.
	Log *slog.Logger
}

// Server serves the pages, the event streams and the API.
type Server struct {
	echo     *echo.Echo
	tables   *stream.Registry
	options  Options
	assets   assets
	guard    *access.Guard
	streams  *stream.Server
	senders  *access.Crowds // of photos
	setup    *setup.Pages
	hero     hero
	closing  chan struct{}
	once     sync.Once
	started  time.Time
	build    string        // of the pages
	patience time.Duration // with answers under way at the end
	reading  chan struct{} // a place for each photo being read
}

// drawnWith are the files that pages are made of.
func (s *Server) drawnWith() []fs.FS {
	all := []fs.FS{files, parts.Files, sheets.Files}
	for _, game := range s.options.Games {
		all = append(all, game.Files())
	}
	return all
}

// Open adds a table, which becomes the current one that / and the short addresses show. The id may hold
// letters, digits, - and _; "current" is taken. Opening an id again closes its earlier table.
func (s *Server) Open(id string) (*stream.Table, error) {
	if id == stream.CurrentTable || !stream.ValidID(id) {
		return nil, fmt.Errorf("bad table name %q: use letters, digits, - and _, and not %q", id, stream.CurrentTable)
	}
	return s.tables.Open(id), nil
}

// OpenBeside adds a table without making it the current one.
func (s *Server) OpenBeside(id string) (*stream.Table, error) {
	t, err := s.Prepare(id)
	if err == nil {
		s.Show(t)
	}
	return t, err
}

// Prepare makes a table that stays hidden until Show is called with it.
func (s *Server) Prepare(id string) (*stream.Table, error) {
	if id == stream.CurrentTable || !stream.ValidID(id) {
		return nil, fmt.Errorf("bad table name %q: use letters, digits, - and _, and not %q", id, stream.CurrentTable)
	}
	return stream.NewTable(id, s.options.Games...), nil
}

// Show adds a prepared table, as OpenBeside does.
func (s *Server) Show(t *stream.Table) { s.tables.Add(t) }

// LinkSetup adds a link to the set-up page, to a page that was mounted. text is a key of the catalog.
func (s *Server) LinkSetup(url, text string) { s.setup.Link(url, text) }

// Shown is what the table shows now.
func (s *Server) Shown(table string) (*stream.Event, error) {
	t, _, err := s.tables.Find(table)
	if err != nil {
		return nil, err
	}
	return t.Snapshot()
}

// Handler is the whole site.
func (s *Server) Handler() http.Handler { return s.options.Hosts.Behind(answersHead(s.echo)) }

// Close ends every stream and table, and has returned when they have ended. It may be called again.
func (s *Server) Close() {
	s.once.Do(func() {
		close(s.closing)
		s.tables.Close()
		if err := s.options.Book.Close(); err != nil {
			s.options.Log.Warn("who came in is not kept", "error", err)
		}
	})
}

// sendBuffer bounds what the system holds for one connection, in bytes: a phone that takes nothing must not take megabytes of
// it, and shows sooner that it does not.
const sendBuffer = 128 << 10

// narrow gives a new connection its bound.
func narrow(ctx context.Context, c net.Conn) context.Context {
	if tcp, ok := stream.Lowest(c).(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(sendBuffer) // it works without
	}
	return ctx
}

// patience is how long answers under way may take when the server ends.
const patience = 5 * time.Second

// Serve answers on the listener, which it closes, until ctx ends. Streams are ended first; other answers have
// five seconds to finish, and are cut off then.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s.Handler(),
		// One byte a minute must not hold a connection open. Streams lift the limits for themselves.
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 60 * time.Second, WriteTimeout: 60 * time.Second,
		IdleTimeout: 90 * time.Second, MaxHeaderBytes: 16 << 10,
		ErrorLog:    slog.NewLogLogger(s.options.Log.Handler(), slog.LevelDebug),
		ConnContext: narrow, ConnState: door.State,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		s.Close()
		return fmt.Errorf("serve on %s: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	s.Close()
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.patience)
	defer cancel()
	err := server.Shutdown(limit)
	if errors.Is(err, context.DeadlineExceeded) { // somebody's photo: who asked to end does not wait for that
		s.options.Log.Warn("answers were cut off at the end")
		err = server.Close()
	}
	if served := <-failed; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}
