package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/labstack/echo/v4"
)

// Role is what somebody may do at a table. Watching is free to everybody in the network.
type Role int

// The roles, each of which may do what those before it may.
const (
	RoleWatcher Role = iota // look
	RolePlayer              // correct, challenge, answer, undo
	RoleHost                // begin games, choose options, name players, see the camera's picture
)

var roleNames = [...]string{RoleWatcher: "watcher", RolePlayer: "player", RoleHost: "host"}

func (r Role) String() string { return roleNames[r] }

// Keys makes the links that give roles. A key cannot be guessed, says nothing of the others, and is the same after a
// restart.
type Keys struct {
	secret []byte
	renew  func() (Keys, error) // makes others in place of these, and keeps them as these were kept; nil: nobody here may
}

// secretSize is in bytes.
const secretSize = 32

// NewKeys are keys that no other program has; they are gone with it.
func NewKeys() Keys {
	secret := make([]byte, secretSize)
	_, _ = rand.Read(secret) // never fails
	return Keys{secret, func() (Keys, error) { return NewKeys(), nil }}
}

// LoadKeys are those of the data folder, made there at their first use. Only the folder's owner can read the file.
func LoadKeys(folder string) (Keys, error) {
	name := filepath.Join(folder, keysFile)
	data, err := os.ReadFile(name)
	switch {
	case err == nil && len(data) == secretSize:
		return Keys{data, func() (Keys, error) { return keepKeys(folder) }}, nil
	case err == nil:
		return Keys{}, fmt.Errorf("%q holds no key: delete it, and hand out new links", name)
	case !errors.Is(err, fs.ErrNotExist):
		return Keys{}, fmt.Errorf("read the key of the links: %w", err)
	}
	return keepKeys(folder)
}

// keepKeys makes new keys, which the folder keeps from now on.
func keepKeys(folder string) (Keys, error) {
	keys := NewKeys()
	keys.renew = func() (Keys, error) { return keepKeys(folder) }
	name := filepath.Join(folder, keysFile)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return Keys{}, fmt.Errorf("keep the key of the links: %w", err)
	}
	if err := os.WriteFile(name+".new", keys.secret, 0o600); err != nil {
		return Keys{}, fmt.Errorf("keep the key of the links: %w", err)
	}
	if err := os.Rename(name+".new", name); err != nil {
		return Keys{}, fmt.Errorf("keep the key of the links: %w", err)
	}
	return keys, nil
}

// keysFile holds the secret.
const keysFile = "links.key"

// base32 without the look-alikes i, l, 0 and 1.
var spelled = base32.NewEncoding("23456789bcdfghjkmnpqrstvwxyzaeuo").WithPadding(base32.NoPadding)

// key is the role's at the table: 26 characters, 128 bits.
func (k Keys) key(table string, r Role) string {
	return spelled.EncodeToString(k.mac(r.String(), table)[:16])[:26]
}

// code is the short form of the player's key, for those who type: six characters, 30 bits, of which only so many may be
// tried a minute.
func (k Keys) code(table string) string {
	return spelled.EncodeToString(k.mac("code", table))[:codeLength]
}

const codeLength = 6

func (k Keys) mac(purpose, table string) []byte {
	mac := hmac.New(sha256.New, k.secret)
	fmt.Fprintf(mac, "%s\n%s", purpose, table)
	return mac.Sum(nil)
}

// role is what the key gives at the table.
func (k Keys) role(table, key string) Role {
	for r := RoleHost; r > RoleWatcher; r-- {
		if subtle.ConstantTimeCompare([]byte(key), []byte(k.key(table, r))) == 1 {
			return r
		}
	}
	return RoleWatcher
}

// cookieName keeps a table's key in the browser.
func cookieName(table string) string { return "tilewatch-" + table }

// Role is what the request's sender may do at the table: by the cookie that a link left, or an Authorization header with
// the link's key, or the PIN ("Bearer KEY").
func (s *Server) Role(c echo.Context, table string) Role {
	best := RoleWatcher
	if cookie, err := c.Cookie(cookieName(table)); err == nil {
		best = s.keys.now().role(table, cookie.Value)
	}
	if key, ok := strings.CutPrefix(c.Request().Header.Get("Authorization"), "Bearer "); ok {
		key = strings.TrimSpace(key)
		if best = max(best, s.keys.now().role(table, key)); best == RoleWatcher {
			if right, _ := s.isPIN(c, key); right {
				best = RoleHost
			}
		}
	}
	return best
}

// isPIN tells whether the text is the PIN. Only so many wrong ones may be tried; then none counts any more for a while.
func (s *Server) isPIN(c echo.Context, text string) (right, tried bool) {
	if s.options.PIN == "" || !s.limits.allow(guessRate, c.RealIP()) {
		return false, false
	}
	if !s.limits.allow(everybodysPINs, everybody) {
		return false, false
	}
	if subtle.ConstantTimeCompare([]byte(text), []byte(s.options.PIN)) != 1 {
		return false, true
	}
	s.limits.forgive(guessRate, c.RealIP())
	s.limits.forgive(everybodysPINs, everybody)
	return true, true
}

// Require lets only those pass who have the role at the table of the address (":id"; else the current one).
func (s *Server) Require(least Role) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			table, _, err := s.table(c)
			if err != nil {
				return err
			}
			if s.Role(c, table.ID()) < least {
				return errRole(least)
			}
			return next(c)
		}
	}
}

func errRole(least Role) error {
	return echo.NewHTTPError(http.StatusForbidden, fmt.Sprintf("only a %s may do that: open the table with a %s's link", least, least))
}

// table is the one in the address, or the current one.
func (s *Server) table(c echo.Context) (*Table, <-chan struct{}, error) {
	id := c.Param("id")
	if id == "" {
		id = currentTable
	}
	return s.tables.find(id)
}

// Link is the address, without the host, that gives the role at the table.
func (k Keys) Link(table string, r Role) string {
	if r == RoleWatcher {
		return "/t/" + table + "/watch"
	}
	return "/j/" + table + "/" + k.key(table, r)
}

// Link is the address, without the host, that gives the role at the table.
func (s *Server) Link(table string, r Role) string { return s.keys.now().Link(table, r) }

// RoleOf is Role for a request at the current table, for handlers that know nothing of tables.
func (s *Server) RoleOf(r *http.Request) Role {
	table, _, err := s.tables.find(currentTable)
	if err != nil {
		return RoleWatcher
	}
	return s.Role(s.echo.NewContext(r, nil), table.ID())
}

// enter takes a link's key into a cookie and goes on to the table, so that the key does not stay in the address.
func (s *Server) enter(c echo.Context) error {
	table, _, err := s.table(c)
	if err != nil {
		return err
	}
	id := table.ID()
	role := s.keys.now().role(id, c.Param("key"))
	if role == RoleWatcher {
		return echo.NewHTTPError(http.StatusNotFound, "this link is not known here: ask for a new one")
	}
	if role >= s.Role(c, id) {
		s.remember(c, id, role)
	}
	to := "/t/" + id + "/play"
	if role == RoleHost && c.QueryParam("to") == "setup" {
		to = "/t/" + id + "/setup"
	}
	if c.QueryParam("to") == "camera" { // this browser is to be the camera: see package camera
		to = "/camera"
	}
	if c.QueryParam("to") == "hub" { // see package hub
		to = "/hub"
	}
	return c.Redirect(http.StatusSeeOther, to)
}

// remember gives the browser the role's key.
func (s *Server) remember(c echo.Context, table string, r Role) {
	c.SetCookie(&http.Cookie{
		Name: cookieName(table), Value: s.keys.now().key(table, r), Path: "/", MaxAge: 180 * 24 * 3600,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.IsTLS(),
	})
}
