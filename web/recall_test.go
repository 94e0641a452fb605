package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"tilewatch/web/access"
	"tilewatch/web/desk"
)

// recalling is a desk whose camera begins with tiles of a day.
type recalling struct {
	desk.Desk
	from time.Time
}

func (r *recalling) TilesFrom() time.Time { return r.from }
func (r *recalling) OtherTiles()          { r.from = time.Time{} }

// TestTheHostSaysThatTodaysTilesAreOthers shows the set-up page in each language, and has the host, and nobody else, press its button.
func TestTheHostSaysThatTodaysTilesAreOthers(t *testing.T) {
	s, table, site := seated(t, Options{})
	r := &recalling{table.Desk(), time.Date(2026, 11, 27, 20, 0, 0, 0, time.Local)}
	table.Seat(r)
	page := func(lang string) string {
		return sent{method: http.MethodGet, path: "/t/kitchen/setup", header: with(bearer(s, "kitchen", access.RoleHost), "Accept-Language", lang)}.to(t, site).body
	}
	for lang, want := range map[string]string{
		"en": "the tiles of 27 November 2026", "de": "den Steinen vom 27. November 2026", "fr": "des tuiles du 27 novembre 2026", "es": "las fichas del 27 de noviembre de 2026",
	} {
		if body := page(lang); !strings.Contains(body, want) || strings.Contains(body, "setup.tiles") {
			t.Errorf("%s: no %q on the page", lang, want)
		}
	}
	other := sent{path: "/t/kitchen/tiles", header: with(bearer(s, "kitchen", access.RolePlayer), "Content-Type", "application/x-www-form-urlencoded")}
	if a := other.to(t, site); a.status != http.StatusForbidden || r.from.IsZero() {
		t.Errorf("a player says so: status %d", a.status)
	}
	other.header = with(bearer(s, "kitchen", access.RoleHost), "Content-Type", "application/x-www-form-urlencoded")
	if a := other.to(t, site); a.status != http.StatusSeeOther || !r.from.IsZero() {
		t.Errorf("the host says so: status %d, tiles of %v", a.status, r.from)
	}
	if strings.Contains(page("en"), "the tiles of") {
		t.Error("the page still names them")
	}
}
