package access

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/labstack/echo/v4"
)

// asks is a request with a cookie or a bearer key.
func asks(cookies map[string]string, bearer string) echo.Context {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for name, value := range cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	return echo.New().NewContext(r, httptest.NewRecorder())
}

func TestARoleComesFromCookieKeyOrPIN(t *testing.T) {
	g := NewGuard(NewKeys(), "4711")
	key := g.Keys.Now().Key
	for _, tt := range []struct {
		name    string
		cookies map[string]string
		bearer  string
		want    Role
	}{
		{"nothing is a watcher", nil, "", RoleWatcher},
		{"a link's cookie gives its role", map[string]string{cookieName("kitchen"): key("kitchen", RolePlayer)}, "", RolePlayer},
		{"another table's cookie gives none here", map[string]string{cookieName("garden"): key("garden", RoleHost)}, "", RoleWatcher},
		{"another table's key gives none here either", map[string]string{cookieName("kitchen"): key("garden", RoleHost)}, "", RoleWatcher},
		{"the greater of cookie and key counts", map[string]string{cookieName("kitchen"): key("kitchen", RolePlayer)}, key("kitchen", RoleHost), RoleHost},
		{"the PIN makes a host", nil, "4711", RoleHost},
		{"a wrong PIN makes nobody one", nil, "4712", RoleWatcher},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := g.Role(asks(tt.cookies, tt.bearer), "kitchen"); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestAnEmptyPINMakesNobodyAHost(t *testing.T) {
	if right, wait := NewGuard(NewKeys(), "").IsPIN(asks(nil, ""), ""); right || wait > 0 {
		t.Errorf("right %v, wait %v", right, wait)
	}
}

func TestRenewedKeysOpenNothing(t *testing.T) {
	g := NewGuard(NewKeys(), "")
	old, changed := g.Keys.Now().Key("kitchen", RoleHost), g.Keys.Changed()
	if !g.Keys.Renewable() {
		t.Fatal("new keys cannot be renewed")
	}
	if err := g.Keys.Renew(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-changed:
	default:
		t.Error("nobody learns that the keys are others")
	}
	if role := g.Role(asks(nil, old), "kitchen"); role != RoleWatcher {
		t.Errorf("an old key still makes a %v", role)
	}
	if g.Keys.Put(g.Keys.Now()) {
		t.Error("the same keys count as new ones")
	}
}

func TestHostedListsTheSendersTables(t *testing.T) {
	g := NewGuard(NewKeys(), "")
	key := g.Keys.Now().Key
	got := g.Hosted(asks(map[string]string{cookieName("garden"): key("garden", RoleHost), cookieName("attic"): key("attic", RolePlayer)}, ""), "kitchen")
	if !slices.Equal(got, []string{"kitchen", "garden"}) {
		t.Errorf("hosted are %v", got)
	}
}
