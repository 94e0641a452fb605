package after

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history/historytest"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/desk"
)

// known are the played games with NAB-IT!'s rules, too.
type known struct{ played }

func (k known) Rules(name string) game.Table {
	if name == "nabit" {
		return nabit.New(nil).Table()
	}
	return k.played.Rules(name)
}

// TestTheResultBeginsTheNextGame for those who play at its table, and says who has won and how, whatever game it was.
func TestTheResultBeginsTheNextGame(t *testing.T) {
	h := &house{t: t, journal: journal.NewMemory()}
	h.games = historytest.Keep(t, h.journal, historytest.Games(t, 1))
	var snag []journal.Entry
	for _, line := range []string{`{"type":"start","players":["Ana","Ben"]}`, `{"type":"place","number":4,"seen":true}`, `{"type":"place","number":5,"seen":true}`, `{"type":"place","number":6,"seen":true}`, `{"type":"place","number":7,"seen":true}`, `{"type":"call","player":1}`, `{"type":"finish"}`} {
		snag = append(snag, journal.Entry{Payload: json.RawMessage(line)})
	}
	if err := h.journal.Create(context.Background(), journal.Header{Game: "run", Kind: "snag"}, snag...); err != nil {
		t.Fatal(err)
	}
	var asked []string
	h.serve(Deps{Journal: h.journal, Games: known{},
		Live: func(game string) string { return map[string]string{"run": "/t/1/watch"}[game] },
		Do: func(_ context.Context, game string, c desk.Command) (desk.Outcome, bool, error) {
			asked = append(asked, game+" "+c.Type)
			return desk.Outcome{OK: true}, true, nil
		},
	})
	if _, err := h.server.Open("1"); err != nil {
		t.Fatal(err)
	}
	h.has("/games/run", `data-won="purple"`, "Ben wins", "Longest run", "4 tiles")
	h.has("/games/"+h.games[0], `data-won="`, "Best play", "Longest word")
	b := browsertest.New(t)
	b.Open(h.url + h.server.Link("1", access.RolePlayer))
	for _, screen := range screens {
		b.Dress(screen.width, screen.height, 1, map[bool]string{true: "dark", false: "light"}[screen.width > 1000])
		for name, path := range map[string]string{"run": "/games/run", "words": "/games/" + h.games[0]} {
			b.Open(h.url + path + map[bool]string{true: "?lang=es"}[screen.width == 320])
			b.Until("the page is drawn", `document.querySelector('.won') && document.fonts.status === 'loaded'`)
			if wide := b.Wide(); wide > 0 {
				t.Errorf("%s at %d: %d pixels too wide", name, screen.width, wide)
			}
			if screen.width == 320 || screen.width == 1180 {
				b.Accessible(fmt.Sprintf("%s at %d", name, screen.width))
			}
			b.Look(fmt.Sprintf("result-%s-%d", name, screen.width))
		}
	}
	player := h.as(access.RolePlayer)
	const button = `value="rematch"`
	for path, want := range map[string]bool{"/games/run": true, "/games/" + h.games[0]: false} {
		for who, client := range map[string]*http.Client{"a player": player, "a watcher": h.as(access.RoleWatcher)} {
			if got := strings.Contains(body(t, client, h.url+path), button); got != (want && client == player) {
				t.Errorf("%s: %s is offered the next game: %v", path, who, got)
			}
		}
	}
	player.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := player.PostForm(h.url+"/games/run", map[string][]string{"do": {"rematch"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if to := answer.Header.Get("Location"); to != "/t/1/play" || len(asked) != 1 || asked[0] != "run rematch" {
		t.Errorf("the button leads to %q, and asked the table for %q", to, asked)
	}
	h.changes(player, h.games[0], http.StatusForbidden, "do", "rematch")
}

// body is the page that somebody gets.
func body(t *testing.T, by *http.Client, address string) string {
	t.Helper()
	answer, err := by.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}
