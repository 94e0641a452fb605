package access

import (
	"crypto/subtle"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
)

// Guard finds the role of a request, and bounds what strangers can try.
type Guard struct {
	Keys   *Keyring
	Limits *Limiter
	Book   *Book
	Alarms *Alarms // nil: nobody is told
	PIN    string  // makes a person who knows it a host; empty: there is no PIN
}

// NewGuard guards tables with the keys, and with a PIN unless it is empty.
func NewGuard(k Keys, pin string) *Guard {
	return &Guard{Keys: newKeyring(k), Limits: NewLimiter(), Book: NewBook(), PIN: pin}
}

// Role is what the request's sender may do at the table: by the cookie that a link left, or an Authorization header with
// the link's key, or the PIN ("Bearer KEY").
func (g *Guard) Role(c echo.Context, table string) Role {
	id, best := g.held(c, table)
	if id != "" {
		g.Book.see(Session{ID: id, Table: table, Role: best, Device: device(c.Request().UserAgent()), Seen: g.Limits.Now()})
	}
	if key, ok := strings.CutPrefix(c.Request().Header.Get("Authorization"), "Bearer "); ok {
		key = strings.TrimSpace(key)
		if best = max(best, g.Keys.Now().Role(table, key)); best == RoleWatcher {
			if right, _ := g.IsPIN(c, key); right {
				best = RoleHost
			}
		}
	}
	return best
}

// IsPIN reports whether the text is the PIN. wait is how long the sender has to wait before any PIN counts.
func (g *Guard) IsPIN(c echo.Context, text string) (right bool, wait time.Duration) {
	return g.is(c, PIN, text, g.PIN)
}

// IsCode reports whether the text is the code of the table's players; wait is as IsPIN's.
func (g *Guard) IsCode(c echo.Context, table, text string) (right bool, wait time.Duration) {
	return g.is(c, Code, text, g.Keys.Now().Code(table))
}

// is reports whether the sender's text is the secret. An empty secret is never guessed.
func (g *Guard) is(c echo.Context, s Secret, text, secret string) (right bool, wait time.Duration) {
	if secret == "" {
		return false, 0
	}
	if wait := g.Guess(c, s); wait > 0 {
		g.Alarms.Raise(s.locked, "from", c.RealIP(), "seconds", int(wait.Seconds()+1))
		return false, wait
	}
	if subtle.ConstantTimeCompare([]byte(text), []byte(secret)) != 1 {
		g.Alarms.Raise(s.wrong, "from", c.RealIP())
		return false, 0
	}
	g.forgive(c, s)
	return true, 0
}

// Hosted lists the tables whose host sends the request, this one first.
func (g *Guard) Hosted(c echo.Context, table string) []string {
	all := []string{table}
	for _, cookie := range c.Cookies() {
		id, ok := strings.CutPrefix(cookie.Name, cookieName(""))
		if !ok || slices.Contains(all, id) {
			continue
		}
		if _, r := g.held(c, id); r == RoleHost {
			all = append(all, id)
		}
	}
	return all
}

// ErrRole refuses a request that needs at least the role.
func ErrRole(least Role) error {
	return echo.NewHTTPError(http.StatusForbidden, fmt.Sprintf("only a %s can do this: open the table with the %s link", least, least))
}
