package after

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"tilewatch/web/access"
)

// as is a browser of somebody with the role.
func (h *house) as(role access.Role) *http.Client {
	h.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	if role > access.RoleWatcher {
		answer, err := client.Get(h.url + h.server.Link("1", role))
		if err != nil {
			h.t.Fatal(err)
		}
		_ = answer.Body.Close()
	}
	return client
}

// changes a game as a form does, and answers the page that follows.
func (h *house) changes(by *http.Client, game string, want int, form ...string) string {
	h.t.Helper()
	values := url.Values{}
	for i := 0; i < len(form); i += 2 {
		values.Set(form[i], form[i+1])
	}
	answer, err := by.PostForm(h.url+"/games/"+game, values)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != want {
		h.t.Fatalf("%v: %s, want %d: %.300s", form, answer.Status, want, body)
	}
	return string(body)
}

// lends has somebody let players change kept games; it answers the status.
func (h *house) lends(by *http.Client, may bool) int {
	h.t.Helper()
	values := url.Values{"kept": {"1"}}
	if may {
		values.Set("players", "1")
	}
	answer, err := by.PostForm(h.url+"/t/1/choices", values)
	if err != nil {
		h.t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// page is what somebody sees.
func (h *house) page(by *http.Client, path string) string {
	h.t.Helper()
	answer, err := by.Get(h.url + path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return string(body)
}

func TestChangingGames(t *testing.T) {
	h := newHouse(t, 8)
	first, going := h.games[0], h.games[7]
	if _, err := h.server.Open("1"); err != nil {
		t.Fatal(err)
	}
	player, host := h.as(access.RolePlayer), h.as(access.RoleHost)
	cards := func(body string) int { return strings.Count(body, `class="game-card"`) }
	stats := func() string { return h.has("/players") }
	t.Run("who only watches changes nothing, and is offered nothing", func(t *testing.T) {
		h.changes(h.as(access.RoleWatcher), going, http.StatusForbidden, "do", "finish")
		if strings.Contains(h.has("/games"), `name="do"`) {
			t.Error("it is offered")
		}
	})
	t.Run("players change no game of the past, unless the host allows it", func(t *testing.T) {
		forms := [][]string{{"do", "finish"}, {"do", "reopen"}, {"do", "rename", "title", "Ours"}, {"do", "hide"}, {"do", "show"}}
		for _, form := range forms {
			h.changes(player, first, http.StatusForbidden, form...)
		}
		for _, form := range forms[2:] {
			h.changes(player, going, http.StatusForbidden, form...)
		}
		offered := func(who *http.Client) int { return strings.Count(h.page(who, "/games"), `class="manage"`) }
		if n := offered(player); n != 1 {
			t.Errorf("a player is offered to change %d games, want the one in play", n)
		}
		if h.lends(player, true) != http.StatusForbidden || h.lends(host, true) != http.StatusOK {
			t.Fatal("the host alone allows it")
		}
		h.changes(player, first, http.StatusOK, "do", "rename", "title", "Ours")
		h.changes(player, first, http.StatusOK, "do", "rename", "title", "")
		h.changes(player, first, http.StatusForbidden, "do", "delete")
		if n := offered(player); n != 8 {
			t.Errorf("a player is offered to change %d games", n)
		}
		if h.lends(host, false) != http.StatusOK {
			t.Fatal("the host cannot take it back")
		}
		h.changes(player, first, http.StatusForbidden, "do", "hide")
	})
	t.Run("a game is ended, counts, and can be reopened", func(t *testing.T) {
		before := stats()
		body := h.changes(player, going, http.StatusOK, "do", "finish")
		if !strings.Contains(body, "Game ended.") || !strings.Contains(body, `value="reopen"`) || strings.Contains(h.has("/games"), "in progress") {
			t.Error("it has not ended")
		}
		if stats() == before {
			t.Error("it does not count")
		}
		h.changes(player, going, http.StatusOK, "do", "reopen")
		if stats() != before || !strings.Contains(h.has("/games"), "in progress") {
			t.Error("it is not reopened")
		}
	})
	t.Run("a game is renamed", func(t *testing.T) {
		h.changes(host, first, http.StatusOK, "do", "rename", "title", "  Our  last evening ")
		h.has("/games/"+first, "Our last evening")
	})
	t.Run("a hidden game is in a list of its own, and counts", func(t *testing.T) {
		before := stats()
		if body := h.changes(host, first, http.StatusOK, "do", "hide"); cards(body) != 7 || !strings.Contains(body, "list=hidden") {
			t.Errorf("%d games", cards(body))
		}
		if n := cards(h.has("/games?list=hidden")); n != 1 {
			t.Errorf("%d hidden games", n)
		}
		if stats() != before {
			t.Error("it counts no more")
		}
		if body := h.changes(host, first, http.StatusOK, "do", "show"); cards(body) != 8 {
			t.Errorf("%d games", cards(body))
		}
	})
	t.Run("only the host deletes; a deleted game counts no more, and can be restored", func(t *testing.T) {
		before := stats()
		h.changes(player, first, http.StatusForbidden, "do", "delete")
		body := h.changes(host, first, http.StatusOK, "do", "delete")
		if cards(body) != 7 || !strings.Contains(body, `value="restore"`) || stats() == before {
			t.Errorf("%d games, counted as before: %v", cards(body), stats() == before)
		}
		h.changes(host, first, http.StatusOK, "do", "restore")
		if stats() != before || cards(h.has("/games")) != 8 {
			t.Error("it is not restored")
		}
	})
	t.Run("the last game is not a deleted one", func(t *testing.T) {
		h.changes(host, going, http.StatusOK, "do", "rename", "title", "Changed last")
		h.has("/games", "Changed last")
		h.changes(host, going, http.StatusOK, "do", "delete")
		if strings.Contains(h.has("/games/last"), "Changed last") {
			t.Error("it is")
		}
	})
	t.Run("nonsense is refused", func(t *testing.T) {
		h.changes(host, first, http.StatusBadRequest, "do", "eat")
		h.changes(host, "no-such", http.StatusNotFound, "do", "hide")
	})
}
