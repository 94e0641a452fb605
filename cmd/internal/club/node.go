package club

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"tilewatch/cmd/internal/games"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/cluster"
	"tilewatch/engine/lexicon"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/stream"
)

// Node serves the tables of a club. Its methods may be called from any goroutine.
type Node struct {
	conn  *cluster.Conn
	words *lexicon.Lexicon
	note  func(string)
	kind  string // of the games that tables begin which had none
	keep  Keep   // of what people do here

	mu      sync.Mutex
	server  *web.Server
	home    *Home                     // the table that this program's camera watches; nil: none
	head    uint64                    // the stream's number up to which everything is known
	games   map[string]cluster.Listed // all, by name
	current map[string]string         // the game of each table
	given   map[string]bool           // tables that are there though they have no game
	seats   map[string]*seat
	shown   map[string]shown // what the tables' homes say of their cameras
	changed chan struct{}    // closed when a game or a table changes
	results results
}

// Options are a node's settings.
type Options struct {
	Words *lexicon.Lexicon // judges challenges; nil: the players do
	Kind  string           // the kind of game of tables that have had none; empty: games.Default
	// Tables are there from the beginning, though nobody has played at them.
	Tables []string
	Note   func(message string) // takes what an operator should know
	Keep   Keep                 // observes writes of what people do here; nil: no observer
}

// Open learns which games there are. Run keeps it so.
func Open(ctx context.Context, conn *cluster.Conn, o Options) (*Node, error) {
	n := &Node{
		conn: conn, words: o.Words, note: o.Note, kind: o.Kind, keep: o.Keep, games: map[string]cluster.Listed{}, current: map[string]string{}, given: map[string]bool{},
		seats: map[string]*seat{}, shown: map[string]shown{}, changed: make(chan struct{}),
	}
	if n.kind == "" {
		n.kind = games.Default()
	}
	if n.note == nil {
		n.note = func(string) {}
	}
	for _, table := range o.Tables {
		if !cluster.ValidTable(table) || slices.Contains(taken, table) {
			return nil, fmt.Errorf("no table name %q: use up to 32 lower-case letters, digits and dashes", table)
		}
		n.given[table] = true
	}
	games, head, err := conn.List(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		n.index(g)
	}
	n.head = head
	return n, nil
}

// taken are names that mean something else.
var taken = []string{"current", "sample", "hub"}

// Keys are the club's: a link that one node has made counts at all.
func Keys(ctx context.Context, conn *cluster.Conn) (access.Keys, error) {
	secret, err := conn.Secret(ctx, linksKey, access.NewKeys().Secret())
	if err != nil {
		return access.Keys{}, err
	}
	keys, ok := access.KeysOf(secret, func(next []byte) error {
		ctx, cancel := context.WithTimeout(context.Background(), loadWithin)
		defer cancel()
		if err := conn.Renew(ctx, linksKey, next); err != nil {
			return err
		}
		return conn.NATS().Publish(conn.Name("links"), nil) // a node that misses it looks again soon
	})
	if !ok {
		return keys, errors.New("the club's link key is invalid: delete links.key in its bucket, and share new links")
	}
	return keys, nil
}

// lookAgain is how often a program looks for renewed links, should it have missed the word of them.
const lookAgain = 30 * time.Second

// watchKeys takes over links that other programs of the club renew, until ctx is done.
func (n *Node) watchKeys(ctx context.Context) {
	word := make(chan *nats.Msg, 1)
	words, err := n.conn.NATS().ChanSubscribe(n.conn.Name("links"), word)
	if err == nil {
		defer func() { _ = words.Unsubscribe() }() // the connection may be gone, and that with it
	}
	again := time.NewTicker(lookAgain)
	defer again.Stop()
	for {
		select {
		case <-word:
		case <-again.C:
		case <-ctx.Done():
			return
		}
		if keys, err := Keys(ctx, n.conn); err == nil { // else it is looked for again
			n.attached().Rekey(keys)
		}
	}
}

// attached is the server whose tables the node fills.
func (n *Node) attached() *web.Server {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.server
}

// Attach gives the node the server whose tables it fills. It is called once, before the server serves.
func (n *Node) Attach(server *web.Server) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.server = server
}

// Absent is for web.Options: it opens a table of the club when somebody asks for it.
func (n *Node) Absent(id string) *stream.Table {
	if !n.knows(id) {
		return nil
	}
	s, err := n.seat(id)
	if err != nil {
		n.note(fmt.Sprintf("table %q cannot be shown: %v", id, err))
		return nil
	}
	return s.web
}

func (n *Node) knows(table string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.given[table] || n.current[table] != ""
}

// Run follows the stream until ctx is done. What a server's failure holds back is made up for later.
func (n *Node) Run(ctx context.Context) error {
	words, err := n.conn.NATS().Subscribe(n.conn.Name("shown")+".*", func(m *nats.Msg) { n.takeShown(m.Data) })
	if err != nil {
		return fmt.Errorf("listen to the tables' cameras: %w", err)
	}
	defer func() { _ = words.Unsubscribe() }() // the connection may be gone, and that with it
	defer n.endDesks()
	go n.watchHomes(ctx)
	go n.watchKeys(ctx)
	for change, err := range n.conn.Changes(ctx, n.head+1) {
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, journal.ErrClosed):
			return err
		case err != nil:
			n.note(err.Error())
			continue
		}
		n.take(ctx, change)
	}
	return nil
}

// endDesks ends the desks of all seats: who still asks hears that the table is closed.
func (n *Node) endDesks() {
	n.mu.Lock()
	seats := slices.Collect(maps.Values(n.seats))
	n.mu.Unlock()
	for _, s := range seats {
		s.mu.Lock()
		if s.end != nil {
			s.end()
		}
		s.mu.Unlock()
	}
}

// take brings the change to the table's seat, if anybody looks at it here.
func (n *Node) take(ctx context.Context, change cluster.Change) {
	n.mu.Lock()
	n.index(change.Listed)
	current := n.current[change.Table] == change.Game
	s, home := n.seats[change.Table], n.home
	n.mu.Unlock()
	if current && home != nil && home.table == change.Table {
		home.inbox.put(ctx, change, home.receive)
	} else if current && s != nil {
		s.inbox.put(ctx, change, s.receive)
	}
	n.stir()
}

// index notes the game, and whether it is its table's newest now. The caller holds the lock.
func (n *Node) index(g cluster.Listed) {
	if known, there := n.games[g.Game]; there && known.Seq > g.Seq {
		return
	}
	n.games[g.Game] = g
	now, there := n.games[n.current[g.Table]]
	if c := g.Created.Compare(now.Created); !there || c > 0 || c == 0 && strings.Compare(g.Game, now.Game) > 0 {
		n.current[g.Table] = g.Game
	}
}

// game is the table's newest; false if it has none.
func (n *Node) game(table string) (cluster.Listed, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	g, there := n.games[n.current[table]]
	return g, there
}

// stir wakes those who wait for a change.
func (n *Node) stir() {
	n.mu.Lock()
	defer n.mu.Unlock()
	close(n.changed)
	n.changed = make(chan struct{})
}

// Changed is closed at the next change of any game or table.
func (n *Node) Changed() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.changed
}

// Tables are the names of all, in people's order: 2 before 10.
func (n *Node) Tables() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var tables []string
	for table := range n.current {
		tables = append(tables, table)
	}
	for table := range n.given {
		if n.current[table] == "" {
			tables = append(tables, table)
		}
	}
	slices.SortFunc(tables, byNumber)
	return tables
}

func byNumber(a, b string) int {
	if len(a) != len(b) && isNumber(a) && isNumber(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// seat is the table's, opened if need be.
func (n *Node) seat(table string) (*seat, error) {
	n.mu.Lock()
	s, server := n.seats[table], n.server
	n.mu.Unlock()
	if s != nil {
		return s.wait(), nil
	}
	if server == nil {
		return nil, errors.New("no server yet")
	}
	n.mu.Lock()
	if s = n.seats[table]; s != nil {
		n.mu.Unlock()
		return s.wait(), nil
	}
	s, err := newSeat(n, server, table)
	if err == nil {
		n.seats[table] = s
	}
	n.mu.Unlock()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), loadWithin)
	defer cancel()
	s.open(ctx, server)
	return s, nil
}

// loadWithin is how long a game may take to be read.
const loadWithin = 10 * time.Second

func plain(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil { // plain data
		return []byte("{}")
	}
	return data
}
