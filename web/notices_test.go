package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"tilewatch/web/access"
	"tilewatch/web/setup"
)

// toTell are notices of which those up to a time were seen.
type toTell struct {
	all  []setup.Notice
	seen time.Time
}

func (o *toTell) Notices() (left []setup.Notice) {
	for _, n := range o.all {
		if n.Time.After(o.seen) {
			left = append(left, n)
		}
	}
	return left
}

func (o *toTell) Seen(until time.Time) error {
	o.seen = until
	return nil
}

func TestTheHostIsToldUntilItWasRead(t *testing.T) {
	noon := time.Date(2026, 11, 21, 12, 0, 0, 1234, time.UTC)
	notices := &toTell{all: []setup.Notice{{Time: noon, Key: "notice.cut", Pairs: []any{"title", "NAB-IT! & <friends>", "kept", 3, "known", 9}}, {Time: noon.Add(time.Hour), Key: "notice.mended", Pairs: []any{"n", 1}}}}
	s, _, site := seated(t, Options{Notices: notices})
	page := func(lang string) string {
		return sent{method: http.MethodGet, path: "/t/kitchen/setup", header: with(bearer(s, "kitchen", access.RoleHost), "Accept-Language", lang)}.to(t, site).body
	}
	for lang, says := range map[string]string{"en": "3 of 9 events remain", "es": "quedan 3 de 9 eventos"} {
		if body := page(lang); !strings.Contains(body, says) || !strings.Contains(body, "&amp; &lt;friends&gt;") {
			t.Errorf("in %s there is no %q", lang, says)
		}
	}
	newest := noon.Add(time.Hour).UTC().Format(time.RFC3339Nano)
	notices.all = append(notices.all, setup.Notice{Time: noon.Add(2 * time.Hour), Key: "notice.aside", Pairs: []any{"n", 7}}) // came after the page was drawn
	seen := func(until string, header map[string]string) int {
		body, typed := fields("until", until)
		for k, v := range typed {
			header[k] = v
		}
		return sent{path: "/t/kitchen/notices", body: body, header: header}.to(t, site).status
	}
	if status := seen(newest, map[string]string{}); status != http.StatusForbidden {
		t.Errorf("a stranger has seen it: %d", status)
	}
	if status := seen("now", bearer(s, "kitchen", access.RoleHost)); status != http.StatusBadRequest {
		t.Errorf("no time: %d", status)
	}
	if status := seen(newest, bearer(s, "kitchen", access.RoleHost)); status != http.StatusSeeOther {
		t.Errorf("the host has seen it: %d", status)
	}
	if body := page("en"); strings.Contains(body, "3 of 9") || !strings.Contains(body, "7 events that belong to no game") {
		t.Error("what was seen is told again, or what was not is not told")
	}
}
