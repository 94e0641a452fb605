package web

import (
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"
)

// keyring holds the keys that count now.
type keyring struct {
	mu      sync.RWMutex
	keys    Keys
	renewed chan struct{} // closed when others take their place
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
	r.mu.Lock()
	defer r.mu.Unlock()
	keys, err := r.keys.renew()
	if err != nil {
		return err
	}
	r.keys = keys
	close(r.renewed)
	r.renewed = make(chan struct{})
	return nil
}

// renewable tells whether links can be renewed here: not where several servers share theirs.
func (r *keyring) renewable() bool { return r.now().renew != nil }

// renewLinks makes all links and codes that were handed out worthless, at every table of this server. Who has just asked for it
// stays the host; everybody else joins again. Open pages learn it at once.
func (s *Server) renewLinks(c echo.Context) error {
	table, _, err := s.table(c)
	if err != nil {
		return err
	}
	if !s.keys.renewable() {
		return echo.NewHTTPError(http.StatusConflict, "several servers share these links: they cannot be renewed from here")
	}
	if err := s.keys.renew(); err != nil {
		return err
	}
	s.tables.review()
	s.remember(c, table.ID(), RoleHost)
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/setup?renewed=1#invite")
}
