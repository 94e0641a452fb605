package web

import (
	"testing"

	"tilewatch/web/invite"
	"tilewatch/web/stream"
	"tilewatch/web/webtest"
)

// site is a server on all of this machine's addresses.
type site struct {
	*webtest.Site
	server *Server
}

func newSite(t *testing.T) *site { return newSiteAt(t, 0) }

func newSiteAt(t *testing.T, port int) *site { return newSiteOf(t, port, Options{}) }

func newSiteWith(t *testing.T, o Options) *site { return newSiteOf(t, 0, o) }

func newSiteOf(t *testing.T, port int, o Options) *site {
	t.Helper()
	place := &site{}
	place.Site = webtest.Listen(t, port, func(address string) (webtest.Server, error) {
		o.Invite, o.Games = invite.Choose("", address), webtest.Games
		s, err := New(o)
		place.server = s
		return s, err
	})
	return place
}

func (s *site) open(t *testing.T, id string) *stream.Table {
	t.Helper()
	table, err := s.server.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
