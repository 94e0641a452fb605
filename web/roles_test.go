package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/web/access"
	"tilewatch/web/desk"
	webnabit "tilewatch/web/games/nabit"
	"tilewatch/web/invite"
	"tilewatch/web/stream"
	"tilewatch/web/webtest"
)

// ruled is a desk with the rules alone: no camera, no journal.
type ruled struct {
	mu    sync.Mutex
	game  *nabit.Game
	table *stream.Table
}

func (d *ruled) Do(_ context.Context, c desk.Command) (desk.Outcome, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if c.After >= 0 && c.After != len(d.game.Events()) {
		return desk.Outcome{Late: true}, nil
	}
	a := d.game.Table().Handle(c.Event)
	answer, err := json.Marshal(a)
	if err != nil {
		return desk.Outcome{}, err
	}
	if !a.OK {
		return desk.Outcome{Answer: answer, Rule: a.Violations[0].Rule, Why: a.Violations[0].Message}, nil
	}
	s := d.game.State()
	shown := webnabit.Laid(s.Board, s.Scores, s.Names)
	shown.Turn, shown.Next = s.Turn, s.Next
	shown.Events = len(d.game.Events())
	_, err = d.table.Publish(shown)
	return desk.Outcome{Answer: answer, OK: true, State: shown}, err
}

// seated is a site with a table at which people may play.
func seated(t *testing.T, o Options) (s *Server, table *stream.Table, url string) {
	t.Helper()
	s, table, url = testServer(t, o)
	table.Seat(&ruled{game: nabit.New(nil), table: table})
	return s, table, url
}

// sent is a request as some client may send it.
type sent struct {
	method, path, body string
	header             map[string]string
}

func (r sent) to(t *testing.T, site string) answer {
	t.Helper()
	if r.method == "" {
		r.method = http.MethodPost
	}
	header := map[string]string{}
	if r.method == http.MethodPost {
		header["Content-Type"] = "application/json"
	}
	for k, v := range r.header {
		header[k] = v
	}
	var body io.Reader
	if r.body != "" {
		body = strings.NewReader(r.body)
	}
	return ask(t, r.method, site+r.path, header, body)
}

const (
	commands = "/api/tables/kitchen/commands"
	begin    = `{"type":"start","players":["red","green"]}`
)

func bearer(s *Server, table string, r access.Role) map[string]string {
	return map[string]string{"Authorization": "Bearer " + s.guard.Keys.Now().Key(table, r)}
}

func with(header map[string]string, more ...string) map[string]string {
	for i := 0; i+1 < len(more); i += 2 {
		header[more[i]] = more[i+1]
	}
	return header
}

// TestNothingIsWritableWithoutARole lists attempts to write, with what they get.
func TestNothingIsWritableWithoutARole(t *testing.T) {
	s, table, site := seated(t, Options{})
	if _, err := s.Open("garden"); err != nil {
		t.Fatal(err)
	}
	other := strangersKeys(t)
	host, player := bearer(s, "kitchen", access.RoleHost), func() map[string]string { return bearer(s, "kitchen", access.RolePlayer) }
	for _, c := range []struct {
		name   string
		sent   sent
		status int
	}{
		{"nobody's command", sent{path: commands, body: begin}, 403},
		{"a made-up key", sent{path: commands, body: begin, header: map[string]string{"Authorization": "Bearer 2222222222222222222222222b"}}, 403},
		{"an empty key", sent{path: commands, body: begin, header: map[string]string{"Authorization": "Bearer "}}, 403},
		{"another table's key", sent{path: commands, body: begin, header: bearer(s, "garden", access.RoleHost)}, 403},
		{"another program's key", sent{path: commands, body: begin, header: map[string]string{"Authorization": "Bearer " + other.Key("kitchen", access.RoleHost)}}, 403},
		{"a player may not begin a game", sent{path: commands, body: begin, header: player()}, 403},
		{"another site's page", sent{path: commands, body: begin, header: with(bearer(s, "kitchen", access.RoleHost), "Origin", "http://evil.example", "Sec-Fetch-Site", "cross-site")}, 403},
		{"a form of another site", sent{path: commands, body: begin, header: with(bearer(s, "kitchen", access.RoleHost), "Content-Type", "text/plain")}, 415},
		{"no JSON", sent{path: commands, body: `{"type"`, header: host}, 400},
		{"a whole book", sent{path: commands, body: `{"type":"` + strings.Repeat("x", 64<<10) + `"}`, header: host}, 413},
		{"a strange count", sent{path: commands + "?after=-3", body: begin, header: host}, 400},
		{"the host begins", sent{path: commands, body: begin, header: host}, 200},
		{"what the rules refuse", sent{path: commands, body: `{"type":"bank","player":"red"}`, header: player()}, 422},
		{"what is no event", sent{path: commands, body: `{"type":"dance"}`, header: player()}, 422},
		{"a player passes", sent{path: commands + "?after=1", body: `{"type":"pass","player":"red"}`, header: player()}, 200},
		{"who had not seen that", sent{path: commands + "?after=1", body: `{"type":"undo"}`, header: player()}, 409},
		{"a table that is not there", sent{path: "/api/tables/attic/commands", body: begin, header: host}, 404},
		{"a table that nobody keeps", sent{path: "/api/tables/garden/commands", body: begin, header: bearer(s, "garden", access.RoleHost)}, 409},
		{"the set-up page", sent{method: "GET", path: "/t/kitchen/setup"}, 403},
		{"setting up", sent{path: "/t/kitchen/setup", body: "seat=red", header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}, 403},
		{"the table's choices", sent{path: "/t/kitchen/choices", body: "timer=9", header: with(player(), "Content-Type", "application/x-www-form-urlencoded")}, 403},
		{"the camera's picture", sent{method: "GET", path: "/t/kitchen/camera/picture.jpg"}, 403},
		{"a tile's picture", sent{method: "GET", path: "/t/kitchen/crop/0,0"}, 403},
		{"a sheet with buttons", sent{method: "GET", path: "/t/kitchen/sheet/more"}, 403},
		{"hints that the table does not allow", sent{method: "GET", path: "/t/kitchen/sheet/hints", header: player()}, 403},
		{"a link that is none", sent{method: "GET", path: "/j/kitchen/2222222222222222222222222b"}, 404},
	} {
		t.Run(c.name, func(t *testing.T) {
			if a := c.sent.to(t, site); a.status != c.status {
				t.Errorf("status %d, want %d: %s", a.status, c.status, a.body)
			}
		})
	}
	if s, err := table.State(); err != nil || s.Turn != 1 || s.Events != 2 {
		t.Errorf("in the end it is turn %d after %d events, %v", s.Turn, s.Events, err)
	}
}

// strangersKeys are another program's keys.
func strangersKeys(t *testing.T) access.Keys {
	t.Helper()
	keys, err := access.LoadKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestKeysHoldAfterARestart(t *testing.T) {
	folder := t.TempDir()
	first, err := access.LoadKeys(folder)
	if err != nil {
		t.Fatal(err)
	}
	second, err := access.LoadKeys(folder)
	if err != nil || first.Key("1", access.RoleHost) != second.Key("1", access.RoleHost) {
		t.Errorf("other keys after a restart, %v", err)
	}
	seen := map[string]bool{}
	for _, table := range []string{"1", "2"} {
		for _, key := range []string{first.Key(table, access.RolePlayer), first.Key(table, access.RoleHost), first.Code(table)} {
			if seen[key] || len(key) != 26 && len(key) != access.CodeLength {
				t.Errorf("key %q is used twice, or too short", key)
			}
			seen[key] = true
		}
	}
}

// TestRenewedLinksLeaveOldOnesWorthless has a host renew all links: what was handed out opens nothing, also after a restart, and
// the host's own browser goes on.
func TestRenewedLinksLeaveOldOnesWorthless(t *testing.T) {
	folder := t.TempDir()
	keys, err := access.LoadKeys(folder)
	if err != nil {
		t.Fatal(err)
	}
	s, _, site := seated(t, Options{Keys: keys, Invite: invite.Choose("", "http://192.168.1.20:8080/")})
	link, code, player, host := s.Link("kitchen", access.RolePlayer), keys.Code("kitchen"), bearer(s, "kitchen", access.RolePlayer), bearer(s, "kitchen", access.RoleHost)
	form := with(bearer(s, "kitchen", access.RolePlayer), "Content-Type", "application/x-www-form-urlencoded")
	if a := (sent{path: "/t/kitchen/links", body: "x=1", header: form}).to(t, site); a.status != http.StatusForbidden {
		t.Fatalf("a player renews the links: status %d", a.status)
	}
	a := (sent{path: "/t/kitchen/links", body: "x=1", header: with(host, "Content-Type", "application/x-www-form-urlencoded")}).to(t, site)
	if a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.body)
	}
	for name, old := range map[string]sent{
		"the link":              {method: "GET", path: link},
		"a player's browser":    {path: commands, body: `{"type":"undo"}`, header: player},
		"the host's key by API": {path: commands, body: begin, header: map[string]string{"Authorization": host["Authorization"]}},
	} {
		if a := old.to(t, site); a.status != http.StatusNotFound && a.status != http.StatusForbidden {
			t.Errorf("%s still opens: status %d", name, a.status)
		}
	}
	page := ask(t, "GET", site+"/t/kitchen/setup", map[string]string{"Cookie": cookiePair(a)}, nil)
	if page.status != http.StatusOK || strings.Contains(page.body, access.ShownCode(code)) || !strings.Contains(page.body, access.ShownCode(s.guard.Keys.Now().Code("kitchen"))) {
		t.Errorf("the host who renewed gets status %d, or the old code", page.status)
	}
	again, err := access.LoadKeys(folder)
	if err != nil || again.Key("kitchen", access.RoleHost) != s.guard.Keys.Now().Key("kitchen", access.RoleHost) {
		t.Errorf("after a restart the new links are gone, %v", err)
	}
	shared, _ := access.KeysOf(again.Secret(), nil)
	other, _, elsewhere := seated(t, Options{Keys: shared})
	if a := (sent{path: "/t/kitchen/links", body: "x=1", header: with(bearer(other, "kitchen", access.RoleHost), "Content-Type", "application/x-www-form-urlencoded")}).to(t, elsewhere); a.status != http.StatusConflict {
		t.Errorf("links that servers share are renewed by one: status %d", a.status)
	}
}

// cookiePair is the cookie of an answer, as a browser sends it back.
func cookiePair(a answer) string {
	pair, _, _ := strings.Cut(a.header.Get("Set-Cookie"), ";")
	return pair
}

func TestALinkGivesItsRole(t *testing.T) {
	s, _, site := seated(t, Options{})
	a := ask(t, "GET", site+s.Link("kitchen", access.RolePlayer), nil, nil)
	if a.status != http.StatusSeeOther || a.header.Get("Location") != "/t/kitchen/play" {
		t.Fatalf("status %d, to %q", a.status, a.header.Get("Location"))
	}
	cookie := a.header.Get("Set-Cookie")
	if !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Lax") {
		t.Errorf("cookie %q", cookie)
	}
	page := ask(t, "GET", site+"/t/kitchen/play", map[string]string{"Cookie": cookiePair(a)}, nil)
	if !strings.Contains(page.body, `data-part="tools"`) || strings.Contains(page.body, s.guard.Keys.Now().Key("kitchen", access.RolePlayer)) {
		t.Error("no tools on the page, or the key is in it")
	}
	watched := get(t, site+"/t/kitchen/play")
	if strings.Contains(watched.body, `data-part="tools"`) {
		t.Error("who only watches gets the tools")
	}
	if a := ask(t, "GET", site+s.Link("kitchen", access.RoleHost)+"?to=setup", nil, nil); a.header.Get("Location") != "/t/kitchen/setup" {
		t.Errorf("the host is sent to %q", a.header.Get("Location"))
	}
}

func fields(values ...string) (string, map[string]string) {
	v := url.Values{}
	for i := 0; i+1 < len(values); i += 2 {
		v.Set(values[i], values[i+1])
	}
	return v.Encode(), map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
}

func TestCodesAndPINsCannotBeGuessed(t *testing.T) {
	s, _, site := seated(t, Options{PIN: "4711"})
	now := time.Now()
	s.guard.Limits.Now = func() time.Time { return now } // a slow machine gives no new guesses
	body, header := fields("code", strings.ToUpper(s.guard.Keys.Now().Code("kitchen")))
	if a := (sent{path: "/join", body: body, header: header}).to(t, site); a.status != http.StatusSeeOther || !strings.Contains(a.header.Get("Set-Cookie"), "tilewatch-kitchen") {
		t.Errorf("the right code: status %d", a.status)
	}
	body, header = fields("pin", "4711")
	if a := (sent{path: "/host", body: body, header: header}).to(t, site); a.header.Get("Location") != "/t/kitchen/setup" {
		t.Errorf("the right PIN: status %d", a.status)
	}
	for range 15 {
		if a := (sent{path: commands, body: begin, header: map[string]string{"Authorization": "Bearer 4711"}}).to(t, site); a.status != http.StatusOK {
			t.Fatalf("the PIN by the API: status %d", a.status)
		}
	}
	last := 0
	for i := range 12 {
		body, header := fields("pin", fmt.Sprint(1000+i))
		header["X-Forwarded-For"] = fmt.Sprintf("10.0.0.%d", i) // which anybody can claim
		last = (sent{path: "/host", body: body, header: header}).to(t, site).status
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("after a dozen wrong PINs the status is %d", last)
	}
	body, header = fields("pin", "4711")
	if a := (sent{path: "/host", body: body, header: header}).to(t, site); a.status != http.StatusTooManyRequests {
		t.Errorf("whoever guesses may go on: status %d", a.status)
	} else if seconds := a.header.Get("Retry-After"); seconds != "30" || !strings.Contains(a.body, "30 seconds") {
		t.Errorf("how long is said as %q: %s", seconds, a.body)
	}
	header["Accept"], header["Accept-Language"] = "text/html", "es"
	if a := (sent{path: "/host", body: body, header: header}).to(t, site); !strings.Contains(a.body, "30 segundos") {
		t.Errorf("the page says %s", a.body)
	}
	body, header = fields("code", s.guard.Keys.Now().Code("kitchen"))
	if a := (sent{path: "/join", body: body, header: header}).to(t, site); a.status != http.StatusSeeOther {
		t.Errorf("wrong PINs lock the code, too: status %d", a.status)
	}
	if a := ask(t, "GET", site+s.Link("kitchen", access.RoleHost), nil, nil); a.status != http.StatusSeeOther {
		t.Errorf("wrong PINs lock the host's link: status %d", a.status)
	}
	if a := (sent{path: commands, body: begin, header: map[string]string{"Authorization": "Bearer 4711"}}).to(t, site); a.status != http.StatusForbidden {
		t.Errorf("or go on by the API: status %d", a.status)
	}
}

// TestAPanicShowsNoSecret breaks a page on purpose: the server lives on, and neither the answer nor the log names a key.
func TestAPanicShowsNoSecret(t *testing.T) {
	var log bytes.Buffer
	panics := 0
	s, _, site := seated(t, Options{Log: slog.New(slog.NewTextHandler(&log, nil)), Panicked: func() { panics++ }, Mount: []func(*Server, *echo.Echo){func(_ *Server, e *echo.Echo) {
		e.GET("/break/:key", func(echo.Context) error { panic("broken on purpose") })
	}}})
	key := s.guard.Keys.Now().Key("kitchen", access.RoleHost)
	a := sent{method: http.MethodGet, path: "/break/" + key + "?key=" + key, header: bearer(s, "kitchen", access.RoleHost)}.to(t, site)
	if a.status != http.StatusInternalServerError || strings.Contains(a.body, "purpose") || strings.Contains(a.body+log.String(), key) {
		t.Errorf("%d: %s\n%s", a.status, a.body, log.String())
	}
	if !strings.Contains(log.String(), "broken on purpose") || !strings.Contains(log.String(), "roles_test.go") {
		t.Errorf("an operator is not told: %s", log.String())
	}
	if a := (sent{method: http.MethodGet, path: "/watch"}).to(t, site); a.status != http.StatusOK || panics != 1 {
		t.Errorf("the next page: %d, after %d panics", a.status, panics)
	}
}

func TestNoRedirectLeadsOutside(t *testing.T) {
	_, _, site := seated(t, Options{})
	for _, back := range []string{"//evil.example", "https://evil.example", "/\\evil.example", "evil", "/a\r\nSet-Cookie: x=y"} {
		body, header := fields("lang", "es", "back", back)
		if a := (sent{path: "/lang", body: body, header: header}).to(t, site); a.header.Get("Location") != "/" {
			t.Errorf("%q leads to %q", back, a.header.Get("Location"))
		}
	}
}

func TestTheFormBeginsAGame(t *testing.T) {
	s, table, site := seated(t, Options{})
	v := url.Values{"seat": {"green", "red", "purple"}, "plays-green": {"1"}, "plays-red": {"1"}, "name-red": {" Ana "}, "first": {"red"}, "option-words": {"enforce"}, "option-tie_nabs": {"true"}, "option-tie_break": {"nonsense"}}
	header := with(bearer(s, "kitchen", access.RoleHost), "Content-Type", "application/x-www-form-urlencoded")
	a := (sent{path: "/t/kitchen/setup", body: v.Encode(), header: header}).to(t, site)
	if a.status != http.StatusUnprocessableEntity { // this desk has no words to enforce
		t.Fatalf("status %d", a.status)
	}
	if !strings.Contains(a.body, `name="name-red" value=" Ana "`) || strings.Contains(a.body, `name="plays-purple" value="1" checked`) {
		t.Error("a refused form has lost what was typed")
	}
	v.Set("option-words", "challenge")
	if a := (sent{path: "/t/kitchen/setup", body: v.Encode(), header: header}).to(t, site); a.header.Get("Location") != "/t/kitchen/play" {
		t.Fatalf("status %d: %s", a.status, a.body)
	}
	state, err := table.State()
	if err != nil || len(state.Players) != 2 || state.Next != engine.Red || state.Players[0].Name != "Ana" {
		t.Errorf("%+v, %v", state.Players, err)
	}
	v = url.Values{"seat": {"green"}, "plays-green": {"1"}}
	if a := (sent{path: "/t/kitchen/setup", body: v.Encode(), header: header}).to(t, site); a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, "at least two") {
		t.Errorf("one player alone: status %d", a.status)
	}
}

func TestPagesSpeakTheReadersLanguage(t *testing.T) {
	_, table, site := seated(t, Options{})
	for _, s := range webtest.DemoGame(t)[:6] {
		webtest.Publish(t, table, s)
	}
	for header, want := range map[string]string{"es-ES,es;q=0.9": "Turno de", "de-AT": "ist dran", "fr": "de jouer", "zh": "’s turn"} {
		a := ask(t, "GET", site+"/", map[string]string{"Accept-Language": header}, nil)
		if !strings.Contains(a.body, want) {
			t.Errorf("%s: no %q", header, want)
		}
	}
	for header, want := range map[string]string{"de": "erst beitreten", "": "only a player"} {
		a := ask(t, "GET", site+"/t/kitchen/camera/picture.jpg", map[string]string{"Accept-Language": header}, nil)
		if a.status != http.StatusForbidden || !strings.Contains(a.body, want) {
			t.Errorf("a refusal in %q: %d, %s", header, a.status, a.body)
		}
	}
	spanish := ask(t, "GET", site+"/?lang=es", nil, nil)
	before, after, _ := strings.Cut(spanish.body, "<style>") // which names places, in English
	_, after, _ = strings.Cut(after, "</style>")
	spanish.body = before + after
	for _, english := range []string{"turn 6", "Words by", "words,", ">new<", "Scores"} {
		if strings.Contains(spanish.body, english) {
			t.Errorf("the Spanish page says %q", english)
		}
	}
	if !strings.Contains(spanish.body, `<html lang="es">`) {
		t.Error("the page's language is not named")
	}
}

// TestTheHostChoosesTheAddressForPhones has a computer in two networks: the code leads into the one that the host chose.
func TestTheHostChoosesTheAddressForPhones(t *testing.T) {
	cable, wifi := "http://10.0.0.5:8080/", "http://192.168.1.20:8080/"
	s, _, site := seated(t, Options{Invite: invite.Choose("", cable, wifi)})
	host, player := bearer(s, "kitchen", access.RoleHost), bearer(s, "kitchen", access.RolePlayer)
	for _, c := range []struct {
		who  map[string]string
		want int
		then string
	}{
		{player, http.StatusForbidden, "10.0.0.5:8080/join"},
		{host, http.StatusSeeOther, "192.168.1.20:8080/join"},
	} {
		if a := (sent{path: "/t/kitchen/address", body: "address=" + wifi, header: with(c.who, "Content-Type", "application/x-www-form-urlencoded")}).to(t, site); a.status != c.want {
			t.Errorf("status %d, want %d: %s", a.status, c.want, a.body)
		}
		if page := ask(t, "GET", site+"/t/kitchen/setup", host, nil); !strings.Contains(page.body, c.then) {
			t.Errorf("the page does not lead to %s", c.then)
		}
	}
}
