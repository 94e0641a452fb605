package access

import (
	"cmp"
	"crypto/rand"
	"crypto/subtle"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
)

// Session is a role that one browser holds at a table, since it came in by a link, a code or the PIN. The Book lists sessions for the host,
// who can end each; what gives the role is the browser's cookie, so that a lost Book throws nobody out.
type Session struct {
	ID     string    `json:"id"`
	Table  string    `json:"table"`
	Role   Role      `json:"role"`
	Seat   string    `json:"seat,omitempty"`   // whose phone it is, as its owner said
	Device string    `json:"device,omitempty"` // as the browser calls itself, in plain words
	Seen   time.Time `json:"seen"`             // about
	Ended  bool      `json:"ended,omitempty"`
}

// idLength is in characters: 80 bits. A cookie is a session's id and a sum of it that only the server can make.
const idLength = 16

// cookieLasts is how long a browser keeps its cookie, and the Book what it knows of a session.
const cookieLasts = 180 * 24 * time.Hour

// mostSessions bounds the Book: the one seen longest ago is forgotten. Its cookie stays good.
const mostSessions = 4000

// pass is the cookie's value of a session with the role at the table.
func (k Keys) pass(table string, r Role, id string) string {
	return id + spelled.EncodeToString(k.mac(r.String()+" "+id, table)[:16])[:26]
}

// passed is the session of a cookie's value, and its role; a watcher's if the value is none of ours.
func (k Keys) passed(table, value string) (id string, r Role) {
	if len(value) <= idLength {
		return "", RoleWatcher
	}
	id = value[:idLength]
	for r := RoleHost; r > RoleWatcher; r-- {
		if subtle.ConstantTimeCompare([]byte(value), []byte(k.pass(table, r, id))) == 1 {
			return id, r
		}
	}
	return "", RoleWatcher
}

// held is the session of the request's browser at the table, and its role. Cookies of earlier versions are the links' keys, and no session.
func (g *Guard) held(c echo.Context, table string) (id string, r Role) {
	cookie, err := c.Cookie(cookieName(table))
	if err != nil {
		return "", RoleWatcher
	}
	if id, r = g.Keys.Now().passed(table, cookie.Value); r == RoleWatcher {
		return "", g.Keys.Now().Role(table, cookie.Value)
	}
	if g.Book.ended(id) {
		return "", RoleWatcher
	}
	return id, r
}

// Remember gives the role to the request's browser, in a cookie.
func (g *Guard) Remember(c echo.Context, table string, r Role) {
	id, _ := g.held(c, table)
	if id == "" {
		bytes := make([]byte, idLength)
		_, _ = rand.Read(bytes) // never fails
		id = spelled.EncodeToString(bytes)[:idLength]
	}
	g.Book.see(Session{ID: id, Table: table, Role: r, Device: device(c.Request().UserAgent()), Seen: g.Limits.Now()})
	setRole(c, table, g.Keys.Now().pass(table, r, id), int(cookieLasts.Seconds()))
}

// Leave takes the role back from the request's browser.
func (g *Guard) Leave(c echo.Context, table string) error {
	id, _ := g.held(c, table)
	setRole(c, table, "", -1)
	if id == "" {
		return nil
	}
	return g.End(table, id)
}

// End ends a session at the table: its cookie gives no role any more.
func (g *Guard) End(table, id string) error {
	defer g.Keys.touch()
	return g.Book.end(table, id)
}

// Renew replaces the keys by new ones, which ends all sessions.
func (g *Guard) Renew() error {
	err := g.Keys.Renew()
	if err == nil {
		g.Book.Forget()
	}
	return err
}

// Own is the session of the request's browser at the table; empty: it has none.
func (g *Guard) Own(c echo.Context, table string) string {
	id, _ := g.held(c, table)
	return id
}

// Sit notes whose phone the request's browser is.
func (g *Guard) Sit(c echo.Context, table, seat string) {
	if id, r := g.held(c, table); id != "" {
		g.Book.see(Session{ID: id, Table: table, Role: r, Seat: cmp.Or(seat, noSeat), Seen: g.Limits.Now()})
	}
}

// seatLasts is for how long a seat counts as taken after its phone was seen last: one of an earlier evening is empty again.
const seatLasts = time.Hour

// Seated are the players whose phones are at the table, in the order of the colors.
func (g *Guard) Seated(table string) (seated []engine.Color) {
	for _, color := range engine.PlayerColors {
		if slices.ContainsFunc(g.Book.Sessions(table), func(s Session) bool {
			return s.Seat == color.String() && s.Role >= RolePlayer && g.Limits.Now().Sub(s.Seen) < seatLasts
		}) {
			seated = append(seated, color)
		}
	}
	return seated
}

// SeenWithin is how exactly the Book knows when a session was seen: its file is written at most so often for that alone.
const SeenWithin = 5 * time.Minute

// noSeat takes a seat away.
const noSeat = "-"

func setRole(c echo.Context, table, value string, seconds int) {
	c.SetCookie(&http.Cookie{Name: cookieName(table), Value: value, Path: "/", MaxAge: seconds, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.Scheme() == "https"})
}

// see notes that a session is there. What its fields leave out stays as it was.
func (b *Book) see(now Session) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now.Seen = now.Seen.Truncate(SeenWithin)
	old, known := b.sessions[now.ID]
	now.Seat, now.Device = cmp.Or(now.Seat, old.Seat), cmp.Or(now.Device, old.Device)
	if now.Seat == noSeat {
		now.Seat = ""
	}
	if old == now || old.Ended {
		return
	}
	if !known {
		b.makeRoom(now.Seen)
	}
	b.sessions[now.ID] = now
	b.keepSoon()
}

// keepSoon has the file written with what else is seen until then. If that fails, it is written the next time.
func (b *Book) keepSoon() {
	if b.late == nil {
		b.late = time.AfterFunc(writeAfter, func() { _ = b.Close() })
	}
}

// makeRoom forgets sessions whose cookie is over, and the one seen longest ago if there are too many; one that was ended only if all were.
func (b *Book) makeRoom(now time.Time) {
	maps.DeleteFunc(b.sessions, func(_ string, s Session) bool { return now.Sub(s.Seen) > cookieLasts })
	if len(b.sessions) < mostSessions {
		return
	}
	oldest := slices.MinFunc(slices.Collect(maps.Values(b.sessions)), func(a, b Session) int {
		if a.Ended != b.Ended {
			return map[bool]int{false: -1, true: 1}[a.Ended]
		}
		return a.Seen.Compare(b.Seen)
	})
	delete(b.sessions, oldest.ID)
}

func (b *Book) ended(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sessions[id].Ended
}

func (b *Book) end(table, id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	s, known := b.sessions[id]
	if !known || s.Table != table {
		return nil // it has ended by itself
	}
	s.Ended = true
	b.sessions[id] = s
	return b.keep()
}

// Sessions are those of the table that have not ended, the one seen last first.
func (b *Book) Sessions(table string) (all []Session) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.sessions {
		if s.Table == table && !s.Ended {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b Session) int { return cmp.Or(b.Seen.Compare(a.Seen), strings.Compare(a.ID, b.ID)) })
	return all
}

// Forget drops all sessions: links were renewed, which ends them.
func (b *Book) Forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.sessions)
	b.keepSoon()
}
