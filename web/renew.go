package web

import (
	"crypto/subtle"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"
)

// keyring holds the keys that count now.
type keyring struct {
	renewing sync.Mutex
	mu       sync.RWMutex
	keys     Keys
	renewed  chan struct{} // closed when others take their place
}

func newKeyring(k Keys) *keyring { return &keyring{keys: k, renewed: make(chan struct{})} }

func (r *keyring) now() Keys {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.keys
}

// changed is closed when the keys that count now count no more.
func (r *keyring) changed() <-chan struct{} {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.renewed
}

// renew puts new keys in place of the old ones, which open nothing from then on.
func (r *keyring) renew() error {
	r.renewing.Lock() // others may ask for roles meanwhile: it may take seconds
	defer r.renewing.Unlock()
	keys, err := r.now().renew()
	if err == nil {
		r.put(keys)
	}
	return err
}

// put makes the keys those that count, and tells whether they were not before.
func (r *keyring) put(k Keys) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if subtle.ConstantTimeCompare(r.keys.secret, k.secret) == 1 {
		return false
	}
	r.keys = k
	close(r.renewed)
	r.renewed = make(chan struct{})
	return true
}

// renewable tells whether links can be renewed here.
func (r *keyring) renewable() bool { return r.now().renew != nil }

// renewLinks makes all links and codes that were handed out worthless, at every table of this server. Who has just asked for it
// stays the host; everybody else joins again. Open pages learn it at once.
func (s *Server) renewLinks(c echo.Context) error {
	table, _, err := s.table(c)
	if err != nil {
		return err
	}
	if !s.keys.renewable() {
		return echo.NewHTTPError(http.StatusConflict, "these links cannot be renewed from here")
	}
	hosted := s.hosted(c, table.ID())
	if err := s.keys.renew(); err != nil {
		return err
	}
	for _, id := range hosted {
		s.remember(c, id, RoleHost)
	}
	s.renewed()
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/setup?renewed=1#invite")
}

// hosted are the tables of which the request's sender is the host, this one first.
func (s *Server) hosted(c echo.Context, table string) []string {
	all := []string{table}
	for _, cookie := range c.Cookies() {
		id, ok := strings.CutPrefix(cookie.Name, cookieName(""))
		if ok && !slices.Contains(all, id) && s.keys.now().role(id, cookie.Value) == RoleHost {
			all = append(all, id)
		}
	}
	return all
}
