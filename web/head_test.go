package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"tilewatch/web/access"
)

func TestAHeadIsThatOfTheWholeAnswer(t *testing.T) {
	s, _, site := seated(t, Options{})
	header := bearer(s, "kitchen", access.RoleHost)
	for _, path := range []string{"/", "/watch", "/t/kitchen/setup", "/host", "/healthz", "/api/openapi.json", "/api/tables/kitchen", "/assets/none.css", "/nothing", "/t/none/watch", "/api/photos"} {
		whole, head := ask(t, http.MethodGet, site+path, header, nil), ask(t, http.MethodHead, site+path, header, nil)
		if head.status != whole.status || head.body != "" || head.header.Get("Content-Type") != whole.header.Get("Content-Type") {
			t.Errorf("%s: HEAD is answered %d %s with %d bytes, GET %d %s", path, head.status, head.header.Get("Content-Type"), len(head.body), whole.status, whole.header.Get("Content-Type"))
		}
	}
}

func TestTheHeadOfAStreamEnds(t *testing.T) {
	s, _, site := seated(t, Options{})
	a := ask(t, http.MethodHead, site+"/api/tables/kitchen/events", nil, nil)
	if a.status != http.StatusOK || !strings.HasPrefix(a.header.Get("Content-Type"), "text/event-stream") || a.body != "" {
		t.Errorf("%d %v", a.status, a.header)
	}
	if phones := s.Counts().Phones; phones != 0 {
		t.Errorf("%d phones follow still", phones)
	}
}

// TestEveryErrorOfTheInterfaceSaysWhatAndWhy looks for a code and a message in all failed answers.
func TestEveryErrorOfTheInterfaceSaysWhatAndWhy(t *testing.T) {
	s, _, site := seated(t, Options{})
	send := func(body string, more ...string) sent {
		return sent{path: "/api/tables/kitchen/commands", body: body, header: with(bearer(s, "kitchen", access.RoleHost), append([]string{"Content-Type", "application/json"}, more...)...)}
	}
	late := send(`{"type":"pass","player":"red"}`)
	late.path += "?after=99"
	for name, c := range map[string]struct {
		sent   sent
		status int
	}{
		"no such table":           {sent{method: http.MethodGet, path: "/api/tables/none"}, http.StatusNotFound},
		"no such address":         {sent{method: http.MethodGet, path: "/api/none"}, http.StatusNotFound},
		"no such method":          {sent{method: http.MethodDelete, path: "/api/tables/kitchen"}, http.StatusMethodNotAllowed},
		"no role":                 {sent{path: "/api/tables/kitchen/commands", body: `{}`}, http.StatusForbidden},
		"no JSON":                 {send(`{`), http.StatusBadRequest},
		"a member twice":          {send(`{"type":"pass","player":"red","Type":"start"}`), http.StatusBadRequest},
		"no such event":           {send(`{"type":"dance"}`), http.StatusUnprocessableEntity},
		"another's turn":          {send(`{"type":"pass","player":"nobody"}`), http.StatusUnprocessableEntity},
		"not the newest":          {late, http.StatusConflict},
		"from another site":       {send(`{"type":"pass"}`, "Origin", "http://evil.example", "Sec-Fetch-Site", "cross-site"), http.StatusForbidden},
		"photos that none reads":  {sent{path: "/api/photos"}, http.StatusNotImplemented},
		"an event that is a form": {sent{path: "/api/tables/kitchen/commands", body: "type=pass", header: with(bearer(s, "kitchen", access.RoleHost), "Content-Type", "application/x-www-form-urlencoded")}, http.StatusUnsupportedMediaType},
	} {
		a := c.sent.to(t, site)
		var says struct {
			Code, Message string
			Error         struct{ Code, Message string }
		}
		if err := json.NewDecoder(bytes.NewReader([]byte(a.body))).Decode(&says); err != nil || a.status != c.status || says.Code+says.Error.Code == "" || says.Message+says.Error.Message == "" {
			t.Errorf("%s: %d %s (%v)", name, a.status, a.body, err)
		}
	}
}
