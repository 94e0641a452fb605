package club_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/table"
	"tilewatch/engine/journal/cluster/clustertest"
	"tilewatch/web/clock"
	"tilewatch/web/scoreboard"
)

// atHome makes the table the node's own, as serve does.
func atHome(t *testing.T, n *webNode, name string) (desk *table.Desk, leave func()) {
	t.Helper()
	page, err := n.web.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	page.NumberFrom(0)
	home, own := n.Home(name, page)
	note := func(text string) { t.Log(text) }
	which, err := games.Find(games.Default())
	if err != nil {
		t.Fatal(err)
	}
	party, err := which.Sit(game.Inputs{}, game.Seat{Blind: func() bool { return true }, Clock: clock.New(), Note: note})
	if err != nil {
		t.Fatal(err)
	}
	desk = table.New(party.Party, table.Options{Page: page, Journal: own, Kind: which.Name, Title: which.Title, Note: note})
	desk.Seat()
	ctx, leave := context.WithCancel(context.Background())
	left := make(chan struct{})
	watching, end := context.WithCancel(context.Background())
	t.Cleanup(end)
	go func() { _ = desk.Run(watching, nil) }() // it outlives its home; only a camera has errors
	go func() {
		defer close(left)
		if err := home.Run(ctx, desk); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { leave(); <-left })
	return desk, leave
}

func TestATableWithACameraHasAHomeAndDoesNotDependOnIt(t *testing.T) {
	c := clustertest.Start(t, 1)
	where := c.URL("club")
	h, other := startNode(t, where), startNode(t, where)
	desk, leave := atHome(t, h, "7")
	say := func(n *webNode, event string, after, want int) {
		t.Helper()
		if status, body, err := n.post("7", event, after); err != nil || status != want {
			t.Fatalf("%s: %d %s %v", event, status, body, err)
		}
	}
	say(h, begin, -1, http.StatusOK)
	shows := func(n *webNode, events int) func() bool {
		return func() bool { return n.state(t, "7").Events == events }
	}
	until(t, "the other node knows the table", func() bool { return slices.Contains(other.Tables(), "7") })
	until(t, "the other node shows it", shows(other, 1))
	if err := desk.Own(func() error { return desk.Report(pipeline.Turned{Status: pipeline.HandOver}) }); err != nil {
		t.Fatal(err)
	}
	until(t, "the other node shows what the camera does", func() bool { return other.state(t, "7").Status == string(scoreboard.Hand) })

	say(other, `{"type":"name","player":"yellow","name":"Ana"}`, 1, http.StatusOK)
	if events := h.state(t, "7").Events; events != 2 {
		t.Errorf("the camera's own desk shows %d events: the command did not reach it", events)
	}
	until(t, "the other node hears of it", shows(other, 2))
	say(other, `{"type":"pass","player":"red"}`, 2, http.StatusUnprocessableEntity)
	say(other, `{"type":"name","player":"yellow","name":"Late"}`, 1, http.StatusConflict)

	leave() // the computer at the table is turned off
	until(t, "people go on without it", func() bool {
		status, _, err := other.post("7", `{"type":"name","player":"green","name":"Ben"}`, 2)
		return err == nil && status == http.StatusOK || other.state(t, "7").Events == 3
	})
	say(h, `{"type":"name","player":"yellow","name":"Cleo"}`, -1, http.StatusOK) // and it may go on, whether it has heard of that or not
	until(t, "both know the same", func() bool {
		a, b := h.state(t, "7"), other.state(t, "7")
		return a.Events == b.Events && a.Events >= 3
	})
	kept := 0
	games, err := other.conn.Table("7").Games(t.Context())
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games: the game was forked (%v)", len(games), err)
	}
	for _, err := range other.conn.Table("7").Read(t.Context(), games[0].Game, 1) {
		if err != nil {
			t.Fatal(err)
		}
		kept++
	}
	if kept < 3 || kept != other.state(t, "7").Events {
		t.Errorf("%d events are kept, %d shown", kept, other.state(t, "7").Events)
	}
}

// TestATablePlaysOnWithoutServers has all servers gone for a while: the table's own program goes on, other nodes say that they cannot,
// and what waited is kept once there is a server again.
func TestATablePlaysOnWithoutServers(t *testing.T) {
	c := clustertest.Start(t, 1)
	where := c.URL("club")
	h, other := startNode(t, where), startNode(t, where, "7")
	desk, _ := atHome(t, h, "7")
	if status, body, err := h.post("7", begin, -1); err != nil || status != http.StatusOK {
		t.Fatal(status, body, err)
	}
	until(t, "the other node shows it", func() bool { return other.state(t, "7").Events == 1 })
	c.Stop(0)
	status, body, err := h.post("7", `{"type":"name","player":"green","name":"Ben"}`, 1)
	if err != nil || status != http.StatusOK || !strings.Contains(body, `"saved":false`) {
		t.Errorf("at the table: %d %s %v", status, body, err)
	}
	if status, body, err := other.post("7", `{"type":"name","player":"green","name":"Bob"}`, 1); err != nil || status != http.StatusServiceUnavailable {
		t.Errorf("elsewhere: %d %s %v", status, body, err)
	}
	if now := other.state(t, "7"); now.Events != 1 {
		t.Errorf("what is not kept is shown: %+v", now)
	}
	c.Restart(0)
	until(t, "what waited is kept", func() bool { return other.state(t, "7").Events == 2 })
	if _, waiting := desk.Unkept(); len(waiting) > 0 {
		t.Errorf("%d events wait still", len(waiting))
	}
}
