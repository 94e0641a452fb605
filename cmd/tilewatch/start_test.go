package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// seatedNow is what a page reads of who plays, and how far they are.
type seatedNow struct {
	Status  string
	Turn    int
	Events  int
	Players []struct {
		Name, Color string
		Total       int
	}
	Winners []string
	Board   []any
	Detail  struct{ Board []int }
}

func (s seatedNow) names() string {
	var names []string
	for _, p := range s.Players {
		names = append(names, p.Name)
	}
	return strings.Join(names, " ")
}

// scored says that somebody has a point, without which nobody wins.
func (s seatedNow) scored() bool {
	for _, p := range s.Players {
		if p.Total > 0 {
			return true
		}
	}
	return false
}

// now is the server's table.
func (h *hosted) now() (s seatedNow) {
	h.t.Helper()
	answer, err := http.Get("http://" + h.address + "/api/tables/1")
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&s); err != nil {
		h.t.Fatal(err)
	}
	return s
}

// setsUp begins a game on the set-up page: these players, names in pairs with colors, in turn order.
func (h *hosted) setsUp(pairs ...string) {
	h.t.Helper()
	form := url.Values{"first": {pairs[0]}}
	for i := 0; i < len(pairs); i += 2 {
		form.Add("seat", pairs[i])
		form.Set("plays-"+pairs[i], "1")
		form.Set("name-"+pairs[i], pairs[i+1])
	}
	if got := h.raw(h.asking("POST /t/1/setup\nAuthorization: Bearer %KEY\nContent-Type: application/x-www-form-urlencoded", form.Encode())); !strings.HasPrefix(got, "HTTP/1.1 303") {
		h.t.Fatalf("the set-up page answers %s", got)
	}
}

// keptIn is how many games the folder has, and the last as the list prints it.
func keptIn(t *testing.T, folder string) (games int, last string) {
	t.Helper()
	out, _, _ := inside(t, "games", "list", "--json", "--data", folder)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if last = lines[len(lines)-1]; last == "" {
		return 0, ""
	}
	return len(lines), last
}

// TestAStartOutlivesTheServer of each game: begun on the set-up page, with nothing played, it is there once the program was killed, and
// a film goes on with its players. Ended, it is the ended game. A server that only starts writes nothing.
func TestAStartOutlivesTheServer(t *testing.T) {
	t.Parallel()
	const everybody = "Eve Finn Gil Hal"
	for _, tt := range []struct{ game, film, first, end string }{
		{"nabit", "../../testdata/nabit/live/oblique.mp4", "", `{"type":"finish"}`},
		{"snag", "../../testdata/snag/live/oblique.mp4", "", `{"type":"finish"}`},
		{"dabble", "", `{"type":"rack","player":0,"tiers":["AT"],"unused":[],"exchanged":false}`, ""},
		{"tabit", "", `{"type":"tabit","player":1}`, ""},
	} {
		t.Run(tt.game, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			again := func(more ...string) *hosted {
				return host(t, nil, append(more, "--game", tt.game, "--data", folder)...)
			}
			for range 2 {
				kill(t, again().server)
			}
			if n, last := keptIn(t, folder); n != 0 {
				t.Errorf("%d games before anybody did anything: %s", n, last)
			}
			h := again()
			h.setsUp("purple", "Eve", "red", "Finn", "green", "Gil", "yellow", "Hal")
			begun := h.now()
			kill(t, h.server)
			source := []string{}
			if tt.film != "" {
				source = []string{"--source", tt.film}
			}
			h = again(source...)
			if s := h.now(); s.names() != everybody || s.Events != begun.Events || s.Status == "finished" {
				t.Errorf("started again, it shows %+v", s)
			}
			if tt.film != "" {
				await(t, "the film is not followed", func() bool { s := h.now(); return len(s.Board)+len(s.Detail.Board) > 0 })
			} else {
				h.does(tt.first)
			}
			if s := h.now(); s.names() != everybody {
				t.Errorf("it goes on with %s", s.names())
			}
			if n, last := keptIn(t, folder); n != 1 || !strings.Contains(last, `"finished":false`) {
				t.Errorf("%d games, the last %s", n, last)
			}
			if tt.end == "" {
				return
			}
			h.does(tt.end)
			ended := h.now()
			if ended.scored() != (len(ended.Winners) > 0) {
				t.Errorf("somebody has a point: %v; winners: %q", ended.scored(), ended.Winners)
			}
			kill(t, h.server)
			h = again()
			if s := h.now(); s.Status != "finished" || s.names() != everybody || strings.Join(s.Winners, " ") != strings.Join(ended.Winners, " ") {
				t.Errorf("ended as %+v, it is %+v", ended, s)
			}
			result := page(t, "http://"+h.address+"/games/last")
			for _, name := range strings.Fields(everybody) {
				if !strings.Contains(result, "<b>"+name) {
					t.Errorf("the result has no %s", name)
				}
			}
			if n, last := keptIn(t, folder); n != 1 || !strings.Contains(last, `"finished":true`) {
				t.Errorf("%d games, the last %s", n, last)
			}
		})
	}
}
