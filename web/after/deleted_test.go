package after

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit/history/historytest"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/album"
	"tilewatch/web/text"
)

// The states of a game on the shelf.
const (
	running = iota // at the table
	onShelf
	hidden
	deleted
	gone
)

var stateNames = []string{"running", "kept", "hidden", "deleted", "gone"}

// shelfHouse has one of five games in each state, with a picture each, and the router that answers.
func shelfHouse(t *testing.T, five []historytest.Played, words *lexicon.Lexicon) (h *house, router *echo.Echo) {
	t.Helper()
	h = &house{t: t, journal: journal.NewMemory()}
	names := historytest.Keep(t, h.journal, five)
	h.games = []string{running: names[4], onShelf: names[0], hidden: names[1], deleted: names[2], gone: names[3]}
	var err error
	if h.album, err = album.Open(t.TempDir(), 0); err != nil {
		t.Fatal(err)
	}
	for _, game := range names {
		if err := h.album.Keep(game, album.Shot{Turn: 1, JPEG: []byte("\xff\xd8\xff"), Width: 8, Height: 8, Time: time.Unix(1, 0)}); err != nil {
			t.Fatal(err)
		}
	}
	h.serve(Deps{Journal: h.journal, Games: played{}, Words: words, Album: h.album,
		Live: func(game string) string {
			if game == h.games[running] {
				return "/watch"
			}
			return ""
		},
		Erase: func(ctx context.Context, game string) error { return journal.Erase(ctx, h.journal, game) },
	}, func(_ *web.Server, e *echo.Echo) { router = e })
	if _, err := h.server.Open("1"); err != nil {
		t.Fatal(err)
	}
	host := h.as(access.RoleHost)
	h.changes(host, h.games[hidden], http.StatusOK, "do", "hide")
	for _, game := range []string{h.games[deleted], h.games[gone]} {
		h.changes(host, game, http.StatusOK, "do", "rename", "title", "Zanzibar")
		h.changes(host, game, http.StatusOK, "do", "delete")
	}
	h.changes(host, h.games[gone], http.StatusOK, "do", "erase")
	return h, router
}

// wanted is what a request about a game is to be answered; 0: anything but 403, 404 and a failure.
func wanted(method, path, do string, role access.Role, state int) int {
	switch {
	case method == http.MethodPost && role < access.RolePlayer:
		return http.StatusForbidden
	case method == http.MethodPost && role < access.RoleHost && (state != running || do != "finish" && do != "reopen" && do != "rematch"):
		return http.StatusForbidden
	case method == http.MethodPost && state == deleted && (do == "restore" || do == "erase"):
		return 0
	case method == http.MethodPost && (do == "restore" || do == "erase"), state == deleted, state == gone:
		return http.StatusNotFound
	case strings.Contains(path, "/pictures/") && role < access.RolePlayer:
		return http.StatusForbidden
	}
	return 0
}

// TestEachRoleAndEachStateOfAGame asks every route of the router that names a game, as each role, of games in each state: who may do what,
// and that a deleted game is nowhere. A route that is added later is asked, too.
func TestEachRoleAndEachStateOfAGame(t *testing.T) {
	five, words := historytest.Games(t, 5), english(t)
	h, router := shelfHouse(t, five, words)
	filled := strings.NewReplacer(":step", "1", ":turn", "1")
	var paths [][2]string
	for _, r := range router.Routes() {
		if !strings.Contains(r.Path, ":game") || strings.HasPrefix(r.Path, "/how/") { // that one names a kind of game
			continue
		}
		path := filled.Replace(r.Path)
		for _, format := range []string{"ndjson", "csv", "txt"} {
			if as := strings.Replace(path, ":format", format, 1); as != path || format == "csv" {
				paths = append(paths, [2]string{r.Method, as})
			}
		}
	}
	asked, changed, came := 0, 0, map[access.Role]*http.Client{}
	for _, role := range []access.Role{access.RoleWatcher, access.RolePlayer, access.RoleHost} {
		for state, name := range stateNames {
			for _, p := range paths {
				actions := []string{""}
				if p[0] == http.MethodPost {
					actions = []string{"finish", "reopen", "rename", "hide", "show", "delete", "restore", "erase", "rematch"}
				}
				for _, do := range actions {
					if came[role] == nil {
						came[role] = h.as(role)
					}
					got := h.status(came[role], p[0], strings.Replace(p[1], ":game", h.games[state], 1), do)
					want := wanted(p[0], p[1], do, role, state)
					if got != want && (want != 0 || got == http.StatusForbidden || got == http.StatusNotFound || got >= 500) {
						t.Errorf("a %s asks %s %s %s of a %s game: %d, want %d", role, p[0], p[1], do, name, got, want)
					}
					if asked++; p[0] == http.MethodPost && got != http.StatusForbidden && got != http.StatusNotFound {
						h, _ = shelfHouse(t, five, words) // nobody has changed anything there yet
						changed++
						clear(came)
					}
				}
			}
		}
	}
	if len(paths) < 10 {
		t.Errorf("only the routes %v name a game", paths)
	}
	t.Logf("%d requests by 3 roles about games in 5 states; %d were allowed to change one", asked, changed)
}

func english(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	words, err := lexicon.Open("english")
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// status is what somebody's request is answered at first.
func (h *house) status(by *http.Client, method, path, do string) int {
	h.t.Helper()
	by.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	var body io.Reader
	if do != "" {
		body = strings.NewReader(url.Values{"do": {do}, "title": {"T"}}.Encode())
	}
	r, err := http.NewRequest(method, h.url+path, body)
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := by.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// TestADeletedGameIsInNoList looks for deleted games on all pages that name games.
func TestADeletedGameIsInNoList(t *testing.T) {
	h, _ := shelfHouse(t, historytest.Games(t, 5), english(t))
	for _, role := range []access.Role{access.RoleWatcher, access.RolePlayer, access.RoleHost} {
		who := h.as(role)
		for _, path := range []string{"/games", "/games?list=hidden", "/games?done=delete&game=" + h.games[deleted], "/games/last", "/players"} {
			if body := strings.ReplaceAll(h.page(who, path), `action="/games/`+h.games[deleted], ""); strings.Contains(body, "Zanzibar") || strings.Contains(body, h.games[deleted]) {
				t.Errorf("a %s sees it on %s", role, path)
			}
		}
		list := h.page(who, "/games?list=deleted")
		if strings.Contains(list, "Zanzibar") != (role == access.RoleHost) || strings.Contains(list, h.games[gone]) {
			t.Errorf("a %s and the list of deleted games: %.2000s", role, list)
		}
	}
	host := h.as(access.RoleHost)
	list := h.page(host, "/games?list=deleted")
	if !strings.Contains(list, text.For("en").Date(time.Now().Add(engine.DeletedFor))) || !strings.Contains(list, `value="erase"`) {
		t.Error("the host does not learn until when it can be restored")
	}
	h.changes(host, h.games[deleted], http.StatusOK, "do", "restore")
	h.has("/games/"+h.games[deleted], "Zanzibar")
}
