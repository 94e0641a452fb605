package web

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
)

const (
	// beatEvery is how often a silent stream says that it is alive. A page that misses two and a half beats
	// takes itself for cut off.
	beatEvery = 4 * time.Second
	// writeLimit is how long one event may take to leave; a phone out of reach holds no goroutine for longer.
	writeLimit = 10 * time.Second
)

// stream is one open event stream.
type stream struct {
	w     *http.ResponseController
	out   http.ResponseWriter
	view  string // the page that shows rendered parts; empty: the state is wanted
	look  Look
	role  Role
	may   bool   // whether the page may change the game
	after uint64 // what the phone had
	shown *event // what the page shows; nil: nothing
	beat  time.Duration
	thin  bool // compressed
	begun bool // something was sent
}

// streamEvents answers GET /api/tables/{id}/events. With page=VIEW the data are a page's parts, else the State. A
// stream of the table "current" goes on with the next table when that one becomes the current.
func (s *Server) streamEvents(c echo.Context) error {
	st := newStream(c, s.beat)
	after := lastEventID(c)
	for {
		table, changed, err := s.tables.find(c.Param("id"))
		if err != nil {
			return err
		}
		renewed := s.keys.changed()
		st.role = s.Role(c, table.ID())
		st.may = st.view == viewNames[playView] && st.role >= RolePlayer && table.Desk() != nil
		more, err := st.follow(c.Request().Context(), table, after, ends{changed, renewed, s.closing})
		if err != nil || !more {
			return err
		}
		after = 0
	}
}

// newStream prepares the response. The server's limits for ordinary answers do not hold for a stream: each
// write has its own.
func newStream(c echo.Context, beat time.Duration) *stream {
	header := c.Response().Header()
	header.Set("Content-Type", "text/event-stream; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no") // a proxy must not hold events back
	st := &stream{w: http.NewResponseController(c.Response()), out: c.Response(), look: lookOf(c), beat: beat}
	header.Add("Vary", "Accept-Encoding")
	if strings.Contains(c.Request().Header.Get("Accept-Encoding"), "gzip") {
		st.thin = true
		header.Set("Content-Encoding", "gzip")
	}
	if page := c.QueryParam("page"); page != "" {
		st.view = cmp.Or(pick(page, viewNames[:]...), "watch")
	}
	_ = st.w.SetReadDeadline(time.Time{}) // not every writer has deadlines; those in tests have none
	return st
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

// ends are what a table's stream may end by.
type ends struct {
	changed <-chan struct{} // another table is now the current one
	renewed <-chan struct{} // links give other roles now
	closing <-chan struct{} // the server ends
}

// follow sends what was missed, a full snapshot, and then every event. more tells that the table or the role is to be looked up
// again; false that the stream is over.
func (st *stream) follow(ctx context.Context, t *Table, after uint64, e ends) (more bool, err error) {
	missed, current, sub, err := t.subscribe(after)
	if err != nil {
		return false, err
	}
	defer t.unsubscribe(sub)
	if st.view == "" { // a page takes it from the snapshot; a client that keeps a record wants each
		for _, one := range missed {
			if err := st.send("update", one); err != nil {
				return false, nil
			}
		}
	}
	st.shown, st.after = nil, after
	if err := st.send("snapshot", current); err != nil {
		return false, nil
	}
	return st.pump(ctx, sub, e), nil
}

// alive is what a silent stream says.
func alive(thin bool) packet {
	text := []byte(": alive\nevent: beat\ndata: {}\n\n")
	if thin {
		return packet{body: stored(nil, text), thin: true}
	}
	return packet{body: text}
}

// pump sends events until the phone leaves, falls behind, or the table or the role changes.
func (st *stream) pump(ctx context.Context, sub *subscription, end ends) (more bool) {
	beat := time.NewTicker(st.beat)
	defer beat.Stop()
	for {
		var err error
		select {
		case e, ok := <-sub.queue:
			if !ok {
				return false
			}
			if !st.had(e) {
				err = st.send("update", e)
				beat.Reset(st.beat) // it is alive
			}
		case <-beat.C:
			err = st.write(alive(st.thin))
		case <-end.changed:
			return true
		case <-end.renewed:
			return true
		case <-end.closing:
			return false
		case <-ctx.Done():
			return false
		}
		if err != nil {
			return false
		}
	}
}

// had tells whether a client that keeps a record got the event from another server, which was faster than this one.
func (st *stream) had(e *event) bool {
	return st.view == "" && e.state.Seq <= st.after && st.after-e.state.Seq < soon
}

// soon is how far servers may be apart, in numbers of a table's states.
const soon = 10000 * numberStep
