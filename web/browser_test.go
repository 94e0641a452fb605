package web

import "testing"

// site is a server on all of this machine's addresses.
type site struct {
	*listener
	server *Server
}

func newSite(t *testing.T) *site { return newSiteAt(t, 0) }

func newSiteAt(t *testing.T, port int) *site { return newSiteOf(t, port, Options{}) }

func newSiteWith(t *testing.T, o Options) *site { return newSiteOf(t, 0, o) }

func newSiteOf(t *testing.T, port int, o Options) *site {
	t.Helper()
	place := &site{}
	place.listener = listening(t, port, func(invite string) (served, error) {
		o.Invite, o.Games = invite, games
		s, err := New(o)
		place.server = s
		return s, err
	})
	return place
}

func (s *site) open(t *testing.T, id string) *Table {
	t.Helper()
	table, err := s.server.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
