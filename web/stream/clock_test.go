package stream

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tilewatch/web/clock"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
	"tilewatch/web/webtest"
)

// TestATurnsTimeDoesNotJump sets the computer's clock while a turn runs: phones get the time that has passed.
func TestATurnsTimeDoesNotJump(t *testing.T) {
	for _, jump := range []time.Duration{0, 24 * time.Hour, -24 * time.Hour} {
		t.Run(fmt.Sprint(jump), func(t *testing.T) {
			wall, passed := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC), time.Duration(0)
			table := newTable("kitchen", clock.Of(func() time.Time { return wall }, func() time.Duration { return passed }), nil)
			t.Cleanup(table.Close)
			game := webtest.DemoGame(t)
			webtest.Publish(t, table, game[1])
			wall, passed = wall.Add(jump+40*time.Second), passed+40*time.Second
			webtest.Publish(t, table, withStatus(game[1])) // the same turn
			e, err := table.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			r := variant{kind: "update", page: true, look: scoreboard.Look{Texts: text.For(text.Default)}}
			for name, sent := range map[string]string{"an event": string(e.packet(r, nil).appendTo(nil, table.Clock().Now())), "a beat": string(alive(false).appendTo(nil, table.Clock().Now()))} {
				_, data, _ := strings.Cut(sent, "data: ")
				d := PageData{Since: e.State.TurnSince.UnixMilli()}
				if err := json.Unmarshal([]byte(data), &d); err != nil || d.Now-d.Since != 40_000 {
					t.Errorf("%s: %v: the turn has lasted %d ms", name, err, d.Now-d.Since)
				}
			}
		})
	}
}

func withStatus(s scoreboard.State) scoreboard.State {
	s.Status = scoreboard.Hand
	return s
}
