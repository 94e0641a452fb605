package club_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"tilewatch/engine/journal/cluster/clustertest"
)

// TestStrangersAmongTheNodesHarmNoTable has somebody who reaches the servers say to the table's computer and to the other nodes what no
// node says, and say again what one has said: the game stays as it is, and both go on.
func TestStrangersAmongTheNodesHarmNoTable(t *testing.T) {
	where := clustertest.Start(t, 1).URL("club")
	h, other := startNode(t, where), startNode(t, where)
	atHome(t, h, "7")
	if status, body, err := h.post("7", begin, -1); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s %v", status, body, err)
	}
	until(t, "the other node shows it", func() bool { return other.state(t, "7").Events == 1 })
	stranger := clustertest.Connect(t, where)
	desk, camera := stranger.Name("desk")+".7", stranger.Name("shown")+".7"

	heard := make(chan *nats.Msg, 100)
	listening, err := stranger.NATS().ChanSubscribe(desk, heard)
	if err != nil {
		t.Fatal(err)
	}
	if err := stranger.NATS().Flush(); err != nil {
		t.Fatal(err)
	}
	if status, body, err := other.post("7", `{"type":"name","player":"yellow","name":"Ana"}`, 1); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s %v", status, body, err)
	}
	said := <-heard
	if err := listening.Unsubscribe(); err != nil {
		t.Fatal(err)
	}

	deep := []byte(strings.Repeat("[", 100_000))
	for name, data := range map[string][]byte{
		"garbage": []byte("\xff\x00"), "nothing": nil, "no object": []byte("null"), "nested deep": deep, "as much as goes": bytes.Repeat([]byte("x"), 1<<20),
		"no errand": []byte(`{}`), "an event that is none": []byte(`{"op":"do","type":"start","role":9,"after":-1,"event":[]}`),
		"an event of another type": []byte(`{"op":"do","type":"undo","role":9,"after":-1,"event":{"type":"dance"}}`),
		"no event":                 []byte(`{"op":"do","role":-5,"after":-99}`), "choices of nothing": []byte(`{"op":"aids"}`),
		"a tile that is nowhere": []byte(`{"op":"crop","place":{"row":-9223372036854775808,"col":9223372036854775807}}`),
		"what is read there":     []byte(`{"op":"readings","place":{"row":9223372036854775807,"col":-1}}`),
		"what was said before":   said.Data,
	} {
		t.Run("the table's computer hears "+name, func(t *testing.T) {
			reply, err := stranger.NATS().Request(desk, data, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			var a struct {
				Answer struct{ OK bool }
				OK     bool
				Late   bool
				Failed string
			}
			if err := json.Unmarshal(reply.Data, &a); err != nil || a.Answer.OK || name == "what was said before" && !a.Late {
				t.Errorf("it answers %s, %v", reply.Data, err)
			}
		})
	}
	for _, data := range [][]byte{[]byte("\xff\x00"), nil, []byte("null"), deep, []byte(`{"table":"7","events":-1,"ask":{},"warnings":[{}],"take_back":"purple"}`), []byte(`{"table":"../7"}`)} {
		if err := stranger.NATS().Publish(camera, data); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 2000 { // tables that nobody has
		if err := stranger.NATS().Publish(stranger.Name("shown")+".x", fmt.Appendf(nil, `{"table":"x%d","status_text":%q}`, n, strings.Repeat("x", 1000))); err != nil {
			t.Fatal(err)
		}
	}
	for _, subject := range []string{"links", "desk", "shown", "games.7", "club"} {
		if err := stranger.NATS().Publish(stranger.Name(subject), deep); err != nil {
			t.Fatal(err)
		}
	}
	if err := stranger.NATS().Flush(); err != nil {
		t.Fatal(err)
	}
	for i, n := range []*webNode{other, h} {
		if status, body, err := n.post("7", fmt.Sprintf(`{"type":"name","player":"green","name":"Ben %d"}`, i), -1); err != nil || status != http.StatusOK {
			t.Errorf("node %d: %d %s %v", i, status, body, err)
		}
	}
	until(t, "both know the same", func() bool { return h.state(t, "7").Events == 4 && other.state(t, "7").Events == 4 })
	if tables := other.Tables(); len(tables) != 1 {
		t.Errorf("the tables are %v", tables)
	}
}
