package cluster

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tilewatch/engine/journal"
)

// ErrUnreachable says that no server of the cluster answers. The same call may succeed later.
var ErrUnreachable = errors.New(`no NATS server answers: start one ("nats-server -js"), or check the address after --journal`)

// Conn is a connection to a club's cluster. It mends itself without limit. Its methods may be called from any goroutine.
type Conn struct {
	at      address
	nc      *nats.Conn
	js      jetstream.JetStream
	stream  jetstream.Stream
	copies  int // of every message
	closing sync.Once
	down    atomic.Pointer[time.Time] // since when no server answers; nil: one does

	mu    sync.Mutex
	known map[string]end // by game
}

const (
	// patience is how long one call goes on trying.
	patience = 10 * time.Second
	// greeting is how long the servers may take to answer at all at first.
	greeting = 3 * time.Second
	// attempt is how long one request may take: a server that is gone does not say so.
	attempt = 2 * time.Second
	// gathering is how long a cluster's servers may take to know of each other before a club is founded on fewer of them.
	gathering = 3 * time.Second
	// replicas of everything where there are so many servers.
	replicas = 3
)

// Connect connects to the servers of nats://HOST[:PORT],HOST.../CLUB (the club may be left out) and makes the club's stream
// if it is not there. ErrUnreachable: none answers.
func Connect(ctx context.Context, where string) (*Conn, error) {
	at, err := parseAddress(where)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	c := &Conn{at: at, known: map[string]end{}}
	greeted, done := context.WithTimeout(ctx, greeting)
	nc, err := c.dial(greeted)
	done()
	if err != nil {
		return nil, err
	}
	c.nc = nc
	if c.js, err = jetstream.New(nc, jetstream.WithDefaultTimeout(attempt)); err == nil {
		err = c.prepare(ctx)
	}
	if err != nil {
		nc.Close()
		return nil, err
	}
	return c, nil
}

// dial tries all servers, again and again until the time is over: they may just be starting.
func (c *Conn) dial(ctx context.Context) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Name("tilewatch"), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(500*time.Millisecond, time.Second),
		nats.ReconnectBufSize(-1), // what cannot be sent now fails now: who sent it tries again, and knows it
		nats.Timeout(attempt), nats.PingInterval(4 * time.Second), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			now := time.Now()
			c.down.Store(&now)
			if err != nil {
				slog.Warn("the journal's server is gone: looking for another", "error", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			c.down.Store(nil)
			slog.Info("the journal's server answers again", "server", nc.ConnectedUrlRedacted())
		}),
	}
	for {
		nc, err := nats.Connect(c.at.servers(), options...)
		if err == nil {
			return nc, nil
		}
		if errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) {
			return nil, fmt.Errorf("%s: the NATS server rejects the user: use --journal nats://USER:PASSWORD@HOST", c.at)
		}
		var untrusted *tls.CertificateVerificationError
		if errors.As(err, &untrusted) {
			return nil, fmt.Errorf("%s: nobody whom this computer trusts has signed the NATS server's certificate: add its authority to the system's (%w)", c.at, untrusted)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s: %w (%v)", c.at, ErrUnreachable, err)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// prepare finds the club's stream, or makes it, on as many servers as there are up to three.
func (c *Conn) prepare(ctx context.Context) error {
	for {
		err := c.findStream(ctx)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
			// A cluster that is just starting says so too.
			if c.nc.ConnectedClusterName() == "" {
				return fmt.Errorf("%s: the NATS server has no JetStream: start it with \"nats-server -js\"", c.at)
			}
		case !passing(err):
			return fmt.Errorf("%s: prepare the games' stream: %w", c.at, err)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w (%v)", c.at, ErrUnreachable, err)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (c *Conn) findStream(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*attempt)
	defer cancel()
	stream, err := c.js.Stream(ctx, c.name("games"))
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		stream, err = c.makeStream(ctx)
	}
	if err != nil {
		return err
	}
	c.stream, c.copies = stream, stream.CachedInfo().Config.Replicas
	if c.copies < replicas && c.nc.ConnectedClusterName() != "" {
		grown := stream.CachedInfo().Config
		grown.Replicas = replicas
		if more, err := c.js.UpdateStream(ctx, grown); err == nil { // else there still are too few servers
			c.stream, c.copies = more, replicas
		}
	}
	return nil
}

// makeStream makes the stream. Nothing in it can be deleted: events are only added.
func (c *Conn) makeStream(ctx context.Context) (jetstream.Stream, error) {
	config := jetstream.StreamConfig{
		Name: c.name("games"), Subjects: []string{c.subject("*", "*")}, Description: "games of tilewatch: one subject a game",
		Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew, DenyDelete: true, DenyPurge: true,
		Replicas: replicas, AllowAtomicPublish: true,
	}
	stream, err := c.js.CreateStream(ctx, config)
	for begun := time.Now(); apiNumber(err) == noSuitablePeers && time.Since(begun) < gathering; {
		time.Sleep(100 * time.Millisecond)
		stream, err = c.js.CreateStream(ctx, config)
	}
	if tooFew(err) {
		config.Replicas = 1
		stream, err = c.js.CreateStream(ctx, config)
	}
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another program was faster
		return c.js.Stream(ctx, config.Name)
	}
	return stream, err
}

// The server's numbers of errors that nats.go has no names for.
const (
	noSuitablePeers = 10005
	noReplicasAlone = 10074
	stillInProcess  = 10158 // the same message, sent before: whether it counts is not known yet
)

// tooFew reports whether there are too few servers for the copies wanted.
func tooFew(err error) bool {
	return apiNumber(err) == noSuitablePeers || apiNumber(err) == noReplicasAlone
}

// apiNumber is the server's number of an error, 0 for what the server did not say.
func apiNumber(err error) jetstream.ErrorCode {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.ErrorCode
	}
	return 0
}

// passing reports whether the same request may succeed a little later: a server is gone, or a leader is being elected.
func passing(err error) bool {
	for _, e := range []error{
		nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrReconnectBufExceeded, nats.ErrConnectionReconnecting, nats.ErrStaleConnection,
		jetstream.ErrNoStreamResponse, context.DeadlineExceeded, jetstream.ErrJetStreamNotEnabled, errNotYet,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.Code >= 500 || api.ErrorCode == stillInProcess)
}

// name is that of the club's stream or bucket of that kind.
func (c *Conn) name(kind string) string { return c.at.club + "_" + kind }

// subject is that of a game; either part may be "*".
func (c *Conn) subject(table, game string) string {
	return c.at.club + ".table." + table + "." + game
}

// parts are the table and the game of a subject.
func (c *Conn) parts(subject string) (table, game string) {
	rest, _ := strings.CutPrefix(subject, c.at.club+".table.")
	table, game, _ = strings.Cut(rest, ".")
	return table, game
}

// Copies is on how many servers everything is kept.
func (c *Conn) Copies() int { return c.copies }

// NATS is the connection itself, for requests from one program to another. It is closed with c.
func (c *Conn) NATS() *nats.Conn { return c.nc }

// JetStream is for queues beside the games. What is made there is named by Name, in as many Copies.
func (c *Conn) JetStream() jetstream.JetStream { return c.js }

// Name is a name of this club's, for a subject, a stream or a bucket.
func (c *Conn) Name(kind string) string { return c.name(kind) }

// String names the servers.
func (c *Conn) String() string { return c.at.String() }

// Close ends the connection. It may be called again.
func (c *Conn) Close() error {
	c.closing.Do(c.nc.Close)
	return nil
}

// usable is an error where nothing can be done any more.
func (c *Conn) usable(ctx context.Context) error {
	if c.nc.IsClosed() {
		return journal.ErrClosed
	}
	return ctx.Err()
}

// gone reports whether no server has answered for so long that waiting is no use: a table must not stand still for it.
func (c *Conn) gone() bool {
	since := c.down.Load()
	return since != nil && time.Since(*since) > attempt
}

// Persist calls do until it succeeds, or fails for good, or the time is over: while a leader is elected, say. Each call has
// a short time of its own.
func (c *Conn) Persist(ctx context.Context, do func(context.Context) error) error {
	return c.try(ctx, do)
}

// try calls do until it succeeds, or fails for good, or the time is over.
func (c *Conn) try(ctx context.Context, do func(context.Context) error) error {
	if err := c.usable(ctx); err != nil {
		return err
	}
	whole, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		once, done := context.WithTimeout(whole, attempt)
		err := do(once)
		done()
		if err == nil || !passing(err) {
			return err
		}
		if c.nc.IsClosed() {
			return journal.ErrClosed
		}
		if c.gone() {
			return fmt.Errorf("%s: %w (%v)", c.at, ErrUnreachable, err)
		}
		select {
		case <-whole.Done():
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("%s: %w (%v)", c.at, ErrUnreachable, err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}
