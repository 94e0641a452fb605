package club_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/labstack/echo/v4"

	"tilewatch/cmd/internal/club"
	"tilewatch/engine"
	"tilewatch/engine/journal/cluster/clustertest"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history/historytest"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/hub"
	"tilewatch/web/text"
)

// guests are those who play in the tournament.
var guests = strings.Fields("Ana Ben Cleo Dora Emil Fatima Goran Hana Iris Jonas Karla Liam Mina Noor Otto Pia Quentin Rosa Sven Tara Ugo Vera Wim Xenia Yara Zoe Maximiliane-Charlotte Bo")

// clubNight is a club where two rounds are played at twelve tables: the second one still goes on.
func clubNight(t *testing.T) (*webNode, func(n int) *webNode) {
	t.Helper()
	where := clustertest.Start(t, 1).URL("club")
	games := historytest.Games(t, 24)
	start := func(n int) *webNode {
		var tables []string
		for i := range n {
			tables = append(tables, fmt.Sprint(i+1))
		}
		return startHub(t, where, historytest.Began, tables...)
	}
	first := start(14)
	for i, g := range games {
		round, table := i/12, i%12
		named := map[engine.Color]string{}
		for seat, c := range g.Events[0].Players {
			n := (table*4 + seat) * (1 + 4*round) % 48 // another company in each round
			named[c] = guests[n%len(guests)]
			if n >= len(guests) {
				named[c] += " B."
			}
		}
		g.Events[0].Names = named
		for k := range g.Times { // all on one evening
			g.Times[k] = historytest.Began.Add(time.Duration(round)*time.Hour + time.Duration(table)*time.Second + g.Times[k].Sub(games[i].Times[0]))
		}
		if round == 1 && table%3 > 0 { // cut off in the middle
			g.Events, g.Times = cutAt(g.Events), g.Times[:len(cutAt(g.Events))]
		}
		historytest.Keep(t, first.conn.Table(fmt.Sprint(table+1)), []historytest.Played{g})
	}
	return first, start
}

// cutAt is the first two thirds of the events.
func cutAt(events []nabit.Event) []nabit.Event { return events[:len(events)*2/3] }

// startHub starts a node with the hub's pages.
func startHub(t testing.TB, where string, since time.Time, tables ...string) *webNode {
	t.Helper()
	n := startNodeWith(t, where, func(n *club.Node) []func(*web.Server, *echo.Echo) {
		return []func(*web.Server, *echo.Echo){hub.Mount(hub.Options{Club: club.Event{Node: n, Since: since}, Title: "Club night", Front: true})}
	}, tables...)
	if _, err := n.web.OpenBeside(hub.Desk); err != nil {
		t.Fatal(err)
	}
	return n
}

// hubAnswer is what the API answers.
type hubAnswer struct {
	Tables []struct {
		Table, Status string
		Turn          int
		Players       []struct{ Name string }
	}
	Rounds    int
	Standings []struct {
		Place, Played, Points int
		Name                  string
		Wins                  float64
	}
}

func ask(t *testing.T, n *webNode) hubAnswer {
	t.Helper()
	answer, err := http.Get(n.http.URL + "/api/hub")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var h hubAnswer
	if err := json.NewDecoder(answer.Body).Decode(&h); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer.Status, err)
	}
	return h
}

func TestTheHubKnowsEveryTableAndEveryRound(t *testing.T) {
	first, start := clubNight(t)
	until(t, "both rounds", func() bool { return ask(t, first).Rounds == 2 })
	until(t, "all games", func() bool {
		h := ask(t, first)
		return len(h.Tables) == 14 && h.Tables[11].Turn > 0 && h.Tables[0].Status == "finished"
	})
	h := ask(t, first)
	wins := 0.0
	for i, s := range h.Standings {
		wins += s.Wins
		if i > 0 && (s.Wins > h.Standings[i-1].Wins || s.Place < h.Standings[i-1].Place) {
			t.Errorf("%+v stands below %+v", h.Standings[i-1], s)
		}
	}
	if over := 12 + 4; wins < float64(over)-0.1 || wins > float64(over)+0.1 {
		t.Errorf("%v games were won, %d are over", wins, over)
	}
	if h.Tables[9].Table != "10" || h.Tables[13].Status != "waiting" || len(h.Tables[13].Players) > 0 {
		t.Errorf("tables %+v", h.Tables)
	}
	late := start(14)
	if again := ask(t, late); fmt.Sprint(again) != fmt.Sprint(h) {
		t.Errorf("another hub shows\n%+v, not\n%+v", again, h)
	}
	for path, want := range map[string]string{"/": "/hub", "/watch": "/hub", "/tv": "/hub/wall"} {
		answer, err := http.Get(first.http.URL + path)
		if err != nil || answer.StatusCode != http.StatusOK || answer.Request.URL.Path != want {
			t.Errorf("%s leads to %s, %v", path, answer.Request.URL, err)
		}
		answer.Body.Close()
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	host := &http.Client{Jar: jar}
	get := func(address string) *http.Response {
		t.Helper()
		answer, err := host.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer
	}
	if answer := get(first.http.URL + first.web.Link(hub.Desk, access.RoleHost) + "?to=hub"); answer.Request.URL.Path != "/hub" {
		t.Error(answer)
	}
	if answer := get(late.http.URL + "/hub/links"); answer.StatusCode != http.StatusOK {
		t.Errorf("the same browser at another hub: %v", answer.Status)
	}
	if answer := get(first.http.URL + "/hub/links"); answer.StatusCode != http.StatusOK {
		t.Errorf("the host's links: %v", answer.Status)
	}
	for path, want := range map[string]int{"/hub": 200, "/hub/standings": 200, "/hub/wall": 200, "/hub/links": 403, "/t/15/watch": 404, "/t/3/watch": 200} {
		answer, err := http.Get(first.http.URL + path)
		if err != nil || answer.StatusCode != want {
			t.Errorf("%s: %v, %v", path, answer.Status, err)
		}
		answer.Body.Close()
	}
}

// look keeps a picture of the whole page where somebody wants to look at it.
func look(b *browsertest.Browser, name string, width, height int64, whole bool) {
	if os.Getenv("TILEWATCH_LOOK") == "" {
		return
	}
	if whole {
		high := browsertest.Eval[int64](b, `document.documentElement.scrollHeight`)
		b.Do(chromedp.EmulateViewport(width, max(height, high), chromedp.EmulateScale(1)))
	}
	b.Look(name)
}

func TestTheHubInABrowser(t *testing.T) {
	n, _ := clubNight(t)
	until(t, "both rounds", func() bool { h := ask(t, n); return h.Rounds == 2 && h.Tables[11].Turn > 0 })
	b := browsertest.New(t)
	for _, view := range []string{"", "/standings", "/wall"} {
		for _, screen := range []struct {
			name          string
			width, height int64
			theme, lang   string
		}{{"320", 320, 568, "light", "es"}, {"tv", 1920, 1080, "dark", "en"}} {
			name := "hub" + strings.ReplaceAll(view, "/", "-") + "-" + screen.name
			b.Dress(screen.width, screen.height, 1, screen.theme)
			b.Open(n.http.URL + "/hub" + view + "?lang=" + screen.lang)
			b.Until(name, `document.readyState === "complete" && document.querySelector("#hub li, #hub tr")`)
			if wide := b.Wide(); wide > 0 {
				t.Errorf("%s is %d pixels too wide", name, wide)
			}
			b.Accessible(name)
			if view != "/wall" {
				if small := b.SmallTargets(); small != "" {
					t.Errorf("%s: too small to tap: %s", name, small)
				}
			} else if high := browsertest.Eval[int64](b, `document.documentElement.scrollHeight - innerHeight`); high > 0 && screen.name == "tv" {
				t.Errorf("the wall is %d pixels too high for a television", high)
			}
			look(b, name, screen.width, screen.height, view != "/wall")
		}
	}
	b.Dress(320, 568, 1, "light")
	for _, lang := range text.Langs() {
		for _, view := range []string{"", "/standings", "/links"} {
			b.Open(n.http.URL + "/hub" + view + "?lang=" + lang.Lang)
			if bad := b.Unfit(); bad != "" || b.Wide() > 0 {
				t.Errorf("hub%s in %s, %d pixels too wide:\n%s", view, lang.Lang, b.Wide(), bad)
			}
			b.Look("fit-" + lang.Lang + "-hub" + strings.ReplaceAll(view, "/", "-"))
		}
	}
	b.Dress(390, 844, 1, "light")
	b.Open(n.http.URL + "/hub")
	b.Until("the list", `document.querySelector('[data-key="13"]')`)
	if status, body, err := n.post("13", `{"type":"start","game":"nabit","players":["red","green"],"names":{"red":"Ana","green":"Ben"}}`, -1); err != nil || status != http.StatusOK {
		t.Fatal(status, body, err)
	}
	b.Until("a game that begins shows by itself", `document.querySelector('[data-key="13"]').textContent.includes("Ben")`)
	n.kill()
	b.Until("a hub that is gone is told of", `!document.getElementById("link").hidden && document.body.classList.contains("stale")`)
}
