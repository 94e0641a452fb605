package club_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/club"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/cluster/clustertest"
)

func TestLinksAreRenewedForTheWholeClub(t *testing.T) {
	where := clustertest.Start(t, 1).URL("club")
	a, b := startNode(t, where, "1"), startNode(t, where, "1")
	old := a.key("1")
	r, err := http.NewRequest(http.MethodPost, a.http.URL+"/t/1/links", bytes.NewBufferString("x=1"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Authorization", "Bearer "+old)
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("the host is answered %s", answer.Status)
	}
	until(t, "the other node takes the new links", func() bool { return b.key("1") == a.key("1") })
	if a.key("1") == old {
		t.Error("the links are the old ones")
	}
	if late := startNode(t, where, "1"); late.key("1") != a.key("1") {
		t.Error("a node that comes later has other links")
	}
	r, err = http.NewRequest(http.MethodPost, b.http.URL+"/api/tables/1/commands", bytes.NewBufferString(begin))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+old)
	if answer, err = client.Do(r); err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusForbidden {
		t.Errorf("the old link still counts elsewhere: %s", answer.Status)
	}
	if status, body, err := b.post("1", begin, -1); status != http.StatusOK || err != nil {
		t.Errorf("the new one: %d %s %v", status, body, err)
	}
}

// A table's computer that was cut off plays on; if people have gone on without it meanwhile, theirs is the game, and what it has is kept
// beside it.
func TestWhatWentAnotherWayIsKeptAsACopy(t *testing.T) {
	c := clustertest.Start(t, 1)
	where := c.URL("club")
	h, other := startNode(t, where), startNode(t, where, "7")
	atHome(t, h, "7")
	if status, body, err := h.post("7", begin, -1); err != nil || status != http.StatusOK {
		t.Fatal(status, body, err)
	}
	until(t, "the other node shows it", func() bool { return other.state(t, "7").Events == 1 })
	c.Stop(0)
	if status, body, err := h.post("7", `{"type":"name","player":"green","name":"Ben"}`, 1); err != nil || !strings.Contains(body, `"saved":false`) {
		t.Fatal(status, body, err)
	}
	c.Restart(0)
	list := func() (games []journal.Info) {
		until(t, "the games", func() (listed bool) {
			var err error
			games, err = other.conn.Table("7").Games(t.Context())
			return err == nil
		})
		return games
	}
	elsewhere := journal.Entry{Time: time.Now().Truncate(time.Microsecond), Payload: []byte(`{"type":"name","player":"yellow","name":"Zoe"}`)}
	if err := other.conn.Table("7").Append(t.Context(), list()[0].Game, 1, elsewhere); err != nil {
		t.Fatal(err)
	}
	until(t, "the copy", func() bool { return len(list()) == 2 })
	until(t, "both show what went on elsewhere", func() bool {
		a, b := h.state(t, "7"), other.state(t, "7")
		return a.Events == 2 && b.Events == 2
	})
	copies := 0
	for _, g := range list() {
		whole, err := g.Load(t.Context(), other.conn.Table("7"))
		if err != nil {
			t.Fatal(err)
		}
		want := "Zoe"
		if strings.HasSuffix(g.Title, "(copy)") {
			want = "Ben"
			copies++
		}
		if len(whole.Events) != 2 || !bytes.Contains(whole.Events[1].Payload, []byte(want)) {
			t.Errorf("%q has %d events, the last without %s", g.Title, len(whole.Events), want)
		}
	}
	if copies != 1 {
		t.Errorf("%d copies", copies)
	}
	late := startNode(t, where)
	if s := late.state(t, "7"); s.Events != 2 || s != other.state(t, "7") {
		t.Errorf("a node that comes later shows %+v, not %+v", s, other.state(t, "7"))
	}
}

// Two programs with a camera at one table are a mistake; what somebody says is done once all the same.
func TestTwoHomesDoWhatIsAskedOnce(t *testing.T) {
	where := clustertest.Start(t, 1).URL("club")
	one, two, other := startNode(t, where), startNode(t, where), startNode(t, where)
	atHome(t, one, "7")
	atHome(t, two, "7")
	if status, body, err := one.post("7", begin, -1); err != nil || status != http.StatusOK {
		t.Fatal(status, body, err)
	}
	all := func(events int) func() bool {
		return func() bool {
			for _, n := range []*webNode{one, two, other} {
				if n.state(t, "7").Events != events {
					return false
				}
			}
			return true
		}
	}
	until(t, "all show the game", all(1))
	for i, name := range []string{"Ana", "Ben", "Cleo", "Dora", "Emil"} {
		if status, body, err := other.post("7", `{"type":"name","player":"green","name":"`+name+`"}`, -1); err != nil || status != http.StatusOK {
			t.Fatal(status, body, err)
		}
		until(t, name+" is shown by all", all(i+2))
	}
	if games, err := other.conn.Table("7").Games(t.Context()); err != nil || len(games) != 1 || games[0].Last != 6 {
		t.Errorf("games %+v, %v", games, err)
	}
}

// Two nodes that begin a game at one table at once keep both; all agree which is played.
func TestTwoWhoBeginAtOnceAgree(t *testing.T) {
	where := clustertest.Start(t, 1).URL("club")
	a, b := startNode(t, where, "1"), startNode(t, where, "1")
	said := make(chan int, 2)
	for _, n := range []*webNode{a, b} {
		go func() {
			status, _, err := n.post("1", begin, -1)
			if err != nil {
				status = 0
			}
			said <- status
		}()
	}
	yes := 0
	for range 2 {
		if status := <-said; status == http.StatusOK {
			yes++
		}
	}
	games, err := a.conn.Table("1").Games(t.Context())
	if err != nil || len(games) < yes || yes == 0 {
		t.Fatalf("%d were told yes, %d games are kept, %v", yes, len(games), err)
	}
	for _, n := range []*webNode{a, b} { // a node that does not know the other game yet goes on with its own
		until(t, "both know of all games", func() bool {
			results, err := club.Event{Node: n.Node}.Results(t.Context())
			return err == nil && len(results) == len(games)
		})
	}
	if status, body, err := a.post("1", `{"type":"name","player":"green","name":"Ben"}`, -1); err != nil || status != http.StatusOK {
		t.Fatal(status, body, err)
	}
	until(t, "both show the same", func() bool { return a.state(t, "1").Events == 2 && a.state(t, "1") == b.state(t, "1") })
	if late := startNode(t, where, "1"); late.state(t, "1") != a.state(t, "1") {
		t.Errorf("one that comes later shows %+v", late.state(t, "1"))
	}
}
