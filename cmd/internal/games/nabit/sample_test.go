package nabit

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/table"
	"tilewatch/cmd/internal/tenant"
	"tilewatch/engine/lexicon"
	"tilewatch/web"
	"tilewatch/web/scoreboard"
)

func TestTheSampleGamePlaysItself(t *testing.T) {
	which := Define()
	party, err := which.Sit(tenant.Inputs{Words: lexicon.Default()}, tenant.Seat{Blind: func() bool { return true }, Now: time.Now, Note: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	sample := &table.Sample{Party: party.Party, Events: which.Sample, Aids: scoreboard.Aids{Hints: true}, Pace: 5 * time.Millisecond}
	server, err := web.New(web.Options{Mount: nil})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	if err := sample.Open(t.Context(), server); err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(server.Handler())
	defer site.Close()
	answer, err := http.Get(site.URL + "/api/tables/sample/events") // somebody looks
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	seen := ""
	for buffer := make([]byte, 64<<10); !strings.Contains(seen, `"turn":16`); {
		n, err := answer.Body.Read(buffer)
		if err != nil {
			t.Fatalf("%v after %.300s", err, seen)
		}
		seen += string(buffer[:n])
	}
	if !strings.Contains(seen, "Grandpa") {
		t.Error("nobody has a name")
	}
}
