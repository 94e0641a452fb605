package access

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
)

// browser keeps cookies as one does, and says that it is the agent.
type browser struct {
	agent   string
	cookies map[string]string
}

// asks is its next request; took stores the cookies of the answer.
func (b *browser) asks() (c echo.Context, took func()) {
	r, w := httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRecorder()
	r.Header.Set("User-Agent", b.agent)
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	return echo.New().NewContext(r, w), func() {
		for _, cookie := range w.Result().Cookies() {
			if b.cookies[cookie.Name] = cookie.Value; cookie.MaxAge < 0 {
				delete(b.cookies, cookie.Name)
			}
		}
	}
}

func (b *browser) enters(g *Guard, table string, r Role) {
	c, took := b.asks()
	g.Remember(c, table, r)
	took()
}

func (b *browser) role(g *Guard, table string) Role {
	c, _ := b.asks()
	return g.Role(c, table)
}

const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"

func TestASessionIsListedAndCanBeEnded(t *testing.T) {
	folder := t.TempDir()
	keys, err := LoadKeys(folder)
	if err != nil {
		t.Fatal(err)
	}
	open := func() *Guard {
		g := NewGuard(keys, "")
		if g.Book, err = OpenBook(folder); err != nil {
			t.Fatal(err)
		}
		return g
	}
	g := open()
	ana, ben := &browser{iPhone, map[string]string{}}, &browser{"curl/8.5.0", map[string]string{}}
	ana.enters(g, "1", RolePlayer)
	ben.enters(g, "1", RolePlayer)
	c, _ := ana.asks()
	g.Sit(c, "1", "red")
	if strings.Contains(ana.cookies[cookieName("1")], keys.Key("1", RolePlayer)) || ana.cookies[cookieName("1")] == ben.cookies[cookieName("1")] {
		t.Error("a cookie holds the link's key, or two are the same")
	}
	if len(g.Book.Sessions("1")) != 2 || len(g.Book.Sessions("2")) != 0 {
		t.Fatalf("sessions are %v", g.Book.Sessions("1"))
	}
	if err := g.Book.Close(); err != nil {
		t.Fatal(err)
	}
	g = open() // a restart
	if ana.role(g, "1") != RolePlayer || ana.role(g, "2") != RoleWatcher {
		t.Error("after a restart Ana has another role")
	}
	var hers Session
	for _, s := range g.Book.Sessions("1") {
		if s.Device == "Safari, iPhone" {
			hers = s
		}
	}
	if hers.Seat != "red" || hers.Role != RolePlayer {
		t.Errorf("Ana is %+v", hers)
	}
	changed := g.Keys.Changed()
	if err := g.End("2", hers.ID); err != nil || ana.role(g, "1") != RolePlayer {
		t.Errorf("the host of another table ends it, %v", err)
	}
	if err := g.End("1", hers.ID); err != nil {
		t.Fatal(err)
	}
	select {
	case <-changed:
	default:
		t.Error("open pages do not learn of it")
	}
	for range 2 {
		if ana.role(g, "1") != RoleWatcher || ben.role(g, "1") != RolePlayer || len(g.Book.Sessions("1")) != 1 {
			t.Errorf("Ana is a %s, Ben a %s, of %d sessions", ana.role(g, "1"), ben.role(g, "1"), len(g.Book.Sessions("1")))
		}
		g = open() // it stays ended
	}
	ana.enters(g, "1", RolePlayer) // by the code
	if ana.role(g, "1") != RolePlayer {
		t.Error("she cannot join again")
	}
	if err := g.Renew(); err != nil || ben.role(g, "1") != RoleWatcher || len(g.Book.Sessions("1")) != 0 {
		t.Errorf("after new links Ben is a %s, %v", ben.role(g, "1"), err)
	}
	if err := g.Book.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(folder, bookFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
}

func TestAPhoneGivesItsRoleBack(t *testing.T) {
	g := NewGuard(NewKeys(), "")
	ana := &browser{iPhone, map[string]string{}}
	ana.enters(g, "1", RoleHost)
	before := ana.cookies[cookieName("1")]
	c, took := ana.asks()
	if err := g.Leave(c, "1"); err != nil {
		t.Fatal(err)
	}
	took()
	if len(ana.cookies) != 0 || len(g.Book.Sessions("1")) != 0 {
		t.Errorf("left are %v, %v", ana.cookies, g.Book.Sessions("1"))
	}
	ana.cookies[cookieName("1")] = before // as somebody who had copied it
	if r := ana.role(g, "1"); r != RoleWatcher {
		t.Errorf("its cookie still makes a %s", r)
	}
}

// TestACookieOfAnEarlierVersionCounts: it was the link's key.
func TestACookieOfAnEarlierVersionCounts(t *testing.T) {
	g := NewGuard(NewKeys(), "")
	old := &browser{iPhone, map[string]string{cookieName("1"): g.Keys.Now().Key("1", RoleHost)}}
	if old.role(g, "1") != RoleHost {
		t.Error("it does not")
	}
	old.enters(g, "1", RoleHost)
	if old.cookies[cookieName("1")] == g.Keys.Now().Key("1", RoleHost) || len(g.Book.Sessions("1")) != 1 {
		t.Error("it is not replaced when the browser comes by a link")
	}
}

func TestNobodyMakesACookie(t *testing.T) {
	g := NewGuard(NewKeys(), "")
	ana := &browser{iPhone, map[string]string{}}
	ana.enters(g, "1", RolePlayer)
	value := ana.cookies[cookieName("1")]
	for i := range value {
		other := []byte(value)
		if other[i] = 'a'; value[i] == 'a' {
			other[i] = 'b'
		}
		ana.cookies[cookieName("1")] = string(other)
		if r := ana.role(g, "1"); r != RoleWatcher {
			t.Errorf("letter %d changed, it makes a %s", i, r)
		}
	}
	for _, other := range []string{"", "x", value[:20], value + "a", strings.Repeat("b", 5000)} {
		ana.cookies[cookieName("1")] = other
		if r := ana.role(g, "1"); r != RoleWatcher {
			t.Errorf("%.50q makes a %s", other, r)
		}
	}
}

func TestTheBookIsBounded(t *testing.T) {
	b, at := NewBook(), time.Unix(1e9, 0)
	for i := range mostSessions + 100 {
		b.see(Session{ID: fmt.Sprint(i), Table: "1", Role: RolePlayer, Seen: at.Add(time.Duration(i) * time.Hour / 2)})
		if i == 0 {
			if err := b.end("1", "0"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(b.sessions) != mostSessions || !b.ended("0") {
		t.Errorf("%d sessions, the one that was ended: %v", len(b.sessions), b.ended("0"))
	}
	b.see(Session{ID: "new", Table: "1", Role: RolePlayer, Seen: at.Add(400 * 24 * time.Hour)})
	if len(b.sessions) != 1 {
		t.Errorf("%d sessions after a year", len(b.sessions))
	}
}

func TestDevicesInPlainWords(t *testing.T) {
	for agent, want := range map[string]string{
		iPhone: "Safari, iPhone",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36":                                "Chrome, Android",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36":            "Samsung Internet, Android",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0":                  "Edge, Windows",
		"Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0":                                                                         "Firefox, Linux",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15":                          "Safari, Mac",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1": "Chrome, iPhone",
		"curl/8.5.0": "curl", "": "", "<script>": "",
	} {
		if got := device(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}
