package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"tilewatch/web/access"
	"tilewatch/web/scoreboard"
	"tilewatch/web/webtest"
)

// TestEventsComeOverASocket has another implementation of WebSockets read what pages read, compressed and not.
func TestEventsComeOverASocket(t *testing.T) {
	s, table, site := seated(t, Options{})
	game := webtest.DemoGame(t)
	webtest.Publish(t, table, game[3])
	for mode, compression := range map[string]websocket.CompressionMode{"plain": websocket.CompressionDisabled, "compressed": websocket.CompressionNoContextTakeover} {
		t.Run(mode, func(t *testing.T) {
			ctx := context.Background()
			conn, answer, err := websocket.Dial(ctx, site+"/api/tables/kitchen/events", &websocket.DialOptions{CompressionMode: compression, HTTPHeader: http.Header{"Origin": {site}}})
			if err != nil {
				t.Fatal(err)
			}
			defer conn.CloseNow()
			conn.SetReadLimit(1 << 20)
			if thin := strings.Contains(answer.Header.Get("Sec-WebSocket-Extensions"), "permessage-deflate"); thin != (mode == "compressed") {
				t.Errorf("compressed is %v", thin)
			}
			next := func(kind string) (got scoreboard.State) {
				t.Helper()
				for {
					_, message, err := conn.Read(ctx)
					if err != nil {
						t.Fatal(err)
					}
					head, data, _ := strings.Cut(string(message), "\ndata: ")
					if strings.HasSuffix(head, "event: beat") {
						continue
					}
					if !strings.HasSuffix(head, "event: "+kind) || !strings.HasPrefix(head, "id: ") || json.Unmarshal([]byte(data), &got) != nil {
						t.Fatalf("%s is %.200s", kind, message)
					}
					return got
				}
			}
			before := next("snapshot")
			if _, err := table.Update(func(s scoreboard.State) scoreboard.State { s.Turn++; return s }); err != nil {
				t.Fatal(err)
			}
			if after := next("update"); after.Turn != before.Turn+1 || table.Phones() != 1 {
				t.Errorf("turn %d after %d, for %d phones", after.Turn, before.Turn, table.Phones())
			}
			if err := conn.Close(websocket.StatusNormalClosure, ""); websocket.CloseStatus(err) != websocket.StatusGoingAway && err != nil {
				t.Logf("it is let go with %v", err)
			}
			webtest.WaitFor(t, "the server to notice that the page has left", func() bool { return table.Phones() == 0 })
		})
	}
	t.Run("another site's page", func(t *testing.T) {
		header := http.Header{"Origin": {"http://evil.example"}, "Cookie": {"tilewatch-kitchen=" + s.guard.Keys.Now().Key("kitchen", access.RoleHost)}}
		_, answer, err := websocket.Dial(context.Background(), site+"/api/tables/kitchen/events?page=play", &websocket.DialOptions{HTTPHeader: header})
		if err == nil || answer.StatusCode != http.StatusForbidden || table.Phones() != 0 {
			t.Errorf("%v, %v, %d phones", answer, err, table.Phones())
		}
	})
	t.Run("one with another role", func(t *testing.T) {
		header := http.Header{"Authorization": {"Bearer " + s.guard.Keys.Now().Key("kitchen", access.RolePlayer)}}
		conn, _, err := websocket.Dial(context.Background(), site+"/api/tables/kitchen/events?page=play", &websocket.DialOptions{HTTPHeader: header})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.CloseNow()
		conn.SetReadLimit(1 << 20)
		if _, message, err := conn.Read(context.Background()); err != nil || !strings.Contains(string(message), `"may":true`) {
			t.Errorf("%v: %.300s", err, message)
		}
		s.Close()
		if _, _, err := conn.Read(context.Background()); websocket.CloseStatus(err) != websocket.StatusGoingAway {
			t.Errorf("the server ends, and says %v", err)
		}
	})
}
