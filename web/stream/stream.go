package stream

import (
	"bytes"
	"cmp"
	"errors"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/web/access"
	"tilewatch/web/oneway"
	"tilewatch/web/scoreboard"
	"tilewatch/web/viewer"
)

// beatEvery is how often a silent stream says that it is alive. A page that misses two and a half beats
// takes itself for cut off.
const beatEvery = 4 * time.Second

// stream is one open event stream. Its table's fan gives it events; what does not leave at once leaves by a goroutine of its own,
// which ends when it has caught up.
type stream struct {
	server *Server
	name   string        // of the table, as the phone asked for it
	who    *http.Request // what gives roles of the phone's request; nil: nothing
	view   string        // the page that shows rendered parts; empty: the state is wanted
	look   scoreboard.Look
	thin   bool // compressed
	wrap   wrapping
	line   line
	leave  func()        // gives back the place of the phone's address
	over   chan struct{} // closed when nothing is sent any more

	mu sync.Mutex // never held while anybody waits
	place
	quiet   time.Duration // for how long nothing was sent
	after   uint64        // what the phone had
	shown   *Event        // what the page shows; nil: nothing
	begun   bool          // something was sent
	rest    []byte        // is to leave before anything else
	waiting []message     // events that are to leave then
	busy    bool          // a goroutine sends
	ended   bool
}

var _ phone = (*stream)(nil)

// wrapping is what a stream puts around each event itself.
type wrapping int

const (
	unwrapped wrapping = iota // net/http does it
	inChunks                  // of an answer of HTTP/1.1
	inFrames                  // of a WebSocket
)

// place is a stream's at a table.
type place struct {
	table *Table
	may   bool               // whether the page may change the game
	stale [2]<-chan struct{} // closed when the name means another table, or the phone's role is another
}

// Server answers requests for event streams of the tables.
type Server struct {
	tables *Registry
	guard  *access.Guard
	Crowds *access.Crowds // bounds the phones of one address
	build  string         // of the pages
	Beat   time.Duration
	echo   *echo.Echo // makes contexts of requests that are answered already
}

// New serves streams of the tables, to as many phones of one address as the crowds allow.
func New(tables *Registry, g *access.Guard, c *access.Crowds, build string) *Server {
	e := echo.New()
	e.IPExtractor = echo.ExtractIPDirect() // as the server's
	return &Server{tables: tables, guard: g, Crowds: c, build: build, Beat: beatEvery, echo: e}
}

// Serve answers GET /api/tables/{id}/events. With page=VIEW the data are a page's parts, else the State. A
// stream of the table "current" goes on with the next table when that one becomes the current.
func (s *Server) Serve(c echo.Context) error {
	leave, err := s.Crowds.Arrive(c)
	if err != nil {
		return err
	}
	st := s.newStream(c)
	st.leave = leave
	if st.place, err = st.choose(); err != nil {
		leave()
		return err
	}
	return st.answer(c)
}

// newStream reads what the phone wants.
func (s *Server) newStream(c echo.Context) *stream {
	st := &stream{server: s, name: strings.Clone(c.Param("id")), who: credentials(c.Request()), look: viewer.LookOf(c), after: lastEventID(c), over: make(chan struct{})}
	if page := c.QueryParam("page"); page != "" {
		st.view = cmp.Or(viewer.Pick(page, viewer.ViewNames[:]...), "watch")
	}
	return st
}

// credentials keeps of a request only what gives roles, so that the rest can be freed.
func credentials(r *http.Request) *http.Request {
	header := http.Header{}
	for _, name := range []string{"Cookie", "Authorization"} {
		for _, value := range r.Header.Values(name) {
			header.Add(name, strings.Clone(value))
		}
	}
	if len(header) == 0 {
		return nil
	}
	return &http.Request{Header: header, RemoteAddr: strings.Clone(r.RemoteAddr)}
}

// answer sends events until the phone leaves, falls behind, or the table is closed. Where the connection can be taken over
// that goes on after it has returned.
func (st *stream) answer(c echo.Context) error {
	if oneway.Wanted(c.Request()) {
		return st.answerSocket(c)
	}
	st.prepare(c)
	wire, head := hijack(c)
	if wire != nil {
		st.line, st.rest, st.wrap = wire, head, inChunks
		st.join()
		return nil
	}
	st.line = newHandled(c)
	st.join()
	select {
	case <-c.Request().Context().Done():
		st.end(false)
		<-st.over
	case <-st.over:
	}
	return nil
}

// prepare sets the headers of server-sent events.
func (st *stream) prepare(c echo.Context) {
	header := c.Response().Header()
	header.Set("Content-Type", "text/event-stream; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no") // a proxy must not hold events back
	header.Add("Vary", "Accept-Encoding")
	if st.thin = strings.Contains(c.Request().Header.Get("Accept-Encoding"), "gzip"); st.thin {
		header.Set("Content-Encoding", "gzip")
	}
}

// answerSocket sends the same events over a WebSocket, a message for each. It has returned at once.
func (st *stream) answerSocket(c echo.Context) error {
	conn, head, thin, err := oneway.Accept(c)
	if err != nil {
		st.table.leave(false)
		st.leave()
		return err
	}
	wire := newWire(c, conn)
	wire.end, wire.silent = oneway.Goodbye, true
	st.line, st.rest, st.wrap, st.thin = wire, head, inFrames, thin
	st.join()
	return nil
}

// lastEventID is where the phone stopped. The browser sends it as a header when it reconnects by itself; our
// pages, which wait longer each time, send it in the address.
func lastEventID(c echo.Context) uint64 {
	text := c.Request().Header.Get("Last-Event-ID")
	if text == "" {
		text = c.QueryParam("last_event_id")
	}
	id, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0 // a full snapshot follows anyway
	}
	return id
}

// choose finds the table and takes a place at it, in the role that the phone has there.
func (st *stream) choose() (place, error) {
	table, changed, err := st.server.tables.Find(st.name)
	if err != nil {
		return place{}, err
	}
	renewed := st.server.guard.Keys.Changed()
	role := access.RoleWatcher
	if st.who != nil {
		role = st.server.guard.Role(st.server.echo.NewContext(st.who, nil), table.ID())
	}
	may := st.view == viewer.ViewNames[viewer.PlayView] && role >= access.RolePlayer && table.Desk() != nil
	return place{table, may, [2]<-chan struct{}{changed, renewed}}, table.enter()
}

// join has the table's events sent.
func (st *stream) join() {
	if st.table.subscribe(st, st.after) != nil {
		st.end(false)
	}
}

// rejoin looks up table and role again.
func (st *stream) rejoin() {
	next, err := st.choose()
	st.mu.Lock()
	switch {
	case err != nil:
		st.endLocked(false)
	case st.ended:
		next.table.leave(false)
	default:
		st.table.leave(false)
		st.place, st.after = next, 0
	}
	ended := st.ended
	st.mu.Unlock()
	if !ended {
		st.join()
	}
}

func (st *stream) beatsEvery() time.Duration { return st.server.Beat }

// isStale reports whether table and role are to be looked up again.
func (st *stream) isStale() bool {
	for _, old := range st.stale {
		select {
		case <-old:
			return true
		default:
		}
	}
	return false
}

// greet sends the missed events and a full snapshot.
func (st *stream) greet(missed []*Event, current *Event, scratch *[]byte) (open bool) {
	var all []message
	if st.view == "" { // a page takes it from the snapshot; a client that keeps a record wants each
		for _, one := range missed {
			all = append(all, message{"update", one})
		}
	}
	return st.put(append(all, message{"snapshot", current}), scratch)
}

// put sends events: at once if they leave without waiting, else after those that wait before them. A phone with too many waiting events is
// disconnected. put writes into scratch, which stays the caller's.
func (st *stream) put(all []message, scratch *[]byte) (open bool) {
	st.mu.Lock()
	defer st.mu.Unlock()
	switch {
	case st.ended:
		return false
	case !st.busy:
		*scratch = append((*scratch)[:0], st.rest...)
		st.rest = nil
		for _, one := range all {
			*scratch = st.event(*scratch, one)
		}
		return st.try(*scratch)
	case len(st.waiting) >= queueSize:
		st.endLocked(true)
		return false
	}
	st.waiting = append(st.waiting, all...)
	return true
}

// try sends what leaves at once, and has the rest follow. The caller holds the lock.
func (st *stream) try(data []byte) (open bool) {
	st.quiet = 0
	sent, err := st.line.try(data)
	if err != nil {
		st.endLocked(false)
		return false
	}
	if sent < len(data) {
		st.rest, st.busy = bytes.Clone(data[sent:]), true
		go st.catchUp()
	}
	return true
}

// catchUp sends queued events until the queue is empty.
func (st *stream) catchUp() {
	var scratch []byte
	for data := st.next(&scratch); data != nil; data = st.next(&scratch) {
		if err := st.line.send(data); err != nil {
			st.end(errors.Is(err, os.ErrDeadlineExceeded))
		}
	}
}

// next is the next queued event; nil: the queue is empty.
func (st *stream) next(scratch *[]byte) []byte {
	st.mu.Lock()
	defer st.mu.Unlock()
	data := st.rest
	st.rest = nil
	for data == nil && len(st.waiting) > 0 {
		one := st.waiting[0]
		st.waiting = slices.Delete(st.waiting, 0, 1)
		if *scratch = st.event((*scratch)[:0], one); len(*scratch) > 0 {
			data = *scratch
		}
	}
	if data == nil || st.ended {
		st.busy, st.waiting = false, nil
		if st.ended {
			close(st.over)
		}
		return nil
	}
	return data
}

// tick sends a sign of life on a stream that has been silent for long, and ends one whose phone has left.
func (st *stream) tick(passed time.Duration, scratch *[]byte) (open bool) {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.quiet += passed
	switch {
	case st.ended:
		return false
	case st.busy, st.quiet <= passed: // something has just been sent
		return true
	case st.line.hungUp():
		st.endLocked(false)
		return false
	case st.quiet < st.server.Beat:
		return true
	}
	*scratch = st.piece((*scratch)[:0], alive(st.thin))
	return st.try(*scratch)
}

// end ends the stream. It may be called again.
func (st *stream) end(dropped bool) {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.endLocked(dropped)
}

// endLocked ends the stream; dropped says that the phone was too slow. The caller holds the lock.
func (st *stream) endLocked(dropped bool) {
	if st.ended {
		return
	}
	st.ended, st.shown, st.rest = true, nil, nil
	st.line.close(!st.busy)
	st.table.leave(dropped)
	st.leave()
	if !st.busy {
		close(st.over)
	}
}

// alive is the sign of life of a silent stream. It says what time it is, for the clock of a phone may have been set since.
func alive(thin bool) packet {
	text := []byte(": alive\nevent: beat\ndata: {\"now\":")
	if thin {
		return packet{body: stored(nil, text), open: true, thin: true}
	}
	return packet{body: text, open: true}
}

// had reports whether a client that keeps a record already got the event, from another and faster server.
func (st *stream) had(e *Event) bool {
	return st.view == "" && e.State.Seq <= st.after && st.after-e.State.Seq < soon
}

// soon is how far servers may be apart, in numbers of a table's states.
const soon = 10000 * numberStep

// event appends an event as it leaves; nothing if the phone had it.
func (st *stream) event(to []byte, one message) []byte {
	if one.kind == "update" && st.had(one.Event) {
		return to
	}
	r := variant{kind: one.kind, page: st.view != "", thin: st.thin, build: st.server.build}
	shown := st.shown
	if one.kind == "snapshot" {
		shown = nil
	}
	if r.page {
		r.look, r.may = st.look, st.may
		st.shown = one.Event
	}
	if shown != nil {
		r.from = shown.State.Seq
	}
	return st.piece(to, one.packet(r, shown))
}

// piece appends a packet as it leaves.
func (st *stream) piece(to []byte, p packet) []byte {
	switch st.wrap {
	case inChunks:
		return inChunk(to, func(to []byte) []byte { return st.plainPiece(to, p) })
	case inFrames:
		return oneway.Frame(to, p.thin, func(to []byte) []byte { return p.appendTo(to, st.table.clock.Now()) })
	}
	return st.plainPiece(to, p)
}

func (st *stream) plainPiece(to []byte, p packet) []byte {
	if p.thin && !st.begun {
		to = append(to, gzipHeader...)
	}
	st.begun = true
	return p.appendTo(to, st.table.clock.Now())
}
