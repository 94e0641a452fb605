package access

import (
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
)

// Secret is something short that people type. Each has limits of its own, so that who guesses one leaves the other to everybody.
type Secret struct {
	one, all      Rate // of one address; of all together that are equally near
	wrong, locked Incident
}

var (
	// PIN makes a host. To try all of four digits takes half a week.
	PIN = Secret{Rate{"pin", 8, 30 * time.Second}, Rate{"pins", 40, 30 * time.Second}, WrongPIN, LockedPIN}
	// Code makes a player. With any number of addresses nobody finds a code of 30 bits in a year.
	Code = Secret{Rate{"code", 8, 10 * time.Second}, Rate{"codes", 40, 3 * time.Second}, WrongCode, LockedCode}
)

// Guess counts a guess of the request's sender. wait is how long the sender has to wait before a guess counts; 0: this one does.
//
// All addresses together have a limit, too: somebody may have many. Phones with a seat have another than strangers, and this computer
// none: no stranger locks them out.
func (g *Guard) Guess(c echo.Context, s Secret) (wait time.Duration) {
	return g.Limits.Wait(g.claims(c, s)...)
}

// forgive takes a guess back: it was right.
func (g *Guard) forgive(c echo.Context, s Secret) {
	for _, claim := range g.claims(c, s) {
		g.Limits.forgive(claim)
	}
}

// claims are what a guess counts as.
func (g *Guard) claims(c echo.Context, s Secret) []Claim {
	own := Claim{s.one, c.RealIP()}
	switch {
	case isHere(c):
		return []Claim{own}
	case g.seated(c):
		return []Claim{own, {s.all, everySeat}}
	}
	return []Claim{own, {s.all, everyStranger}}
}

// isHere reports whether the request comes from this computer: then both ends of the connection have one address.
func isHere(c echo.Context) bool {
	local, ok := c.Request().Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return ok && local.IP.Equal(net.ParseIP(c.RealIP()))
}

// seated reports whether the request's sender plays at a table, or is its host.
func (g *Guard) seated(c echo.Context) bool {
	for _, cookie := range c.Cookies() {
		if id, ok := strings.CutPrefix(cookie.Name, cookieName("")); ok {
			if _, r := g.held(c, id); r >= RolePlayer {
				return true
			}
		}
	}
	return false
}
