package stream

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
	"tilewatch/web/webtest"
)

func TestAPacketIsMadeOnceAndHasTheClock(t *testing.T) {
	game := webtest.DemoGame(t)
	table, _ := tableAt(t)
	webtest.Publish(t, table, game[1])
	_, first := since(t, table, 0)
	webtest.Publish(t, table, game[2])
	_, second := since(t, table, 0)
	r := variant{kind: "update", page: true, look: scoreboard.Look{Texts: text.For(text.Default)}, from: first.State.Seq, thin: true}
	one, other := second.packet(r, first), second.packet(r, first)
	if &one.body[0] != &other.body[0] {
		t.Error("it is made for each phone anew")
	}
	before := r
	before.from = 0
	for name, sent := range map[string][]packet{"alone": {one}, "after others": {first.packet(before, nil), alive(true), one, one}} {
		file := bytes.Clone(gzipHeader)
		for _, p := range sent {
			file = p.appendTo(file, time.Now())
		}
		inflated, err := gzip.NewReader(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		plain, _ := io.ReadAll(inflated) // the file never ends
		all := strings.Split(strings.TrimSpace(string(plain)), "\n\n")
		_, data, _ := strings.Cut(all[len(all)-1], "data: ")
		var d PageData
		if err := json.Unmarshal([]byte(data), &d); err != nil || time.Since(time.UnixMilli(d.Now)).Abs() > time.Hour || len(d.Parts) == 0 || len(all) != len(sent) {
			t.Errorf("%s: %v: %d events, the last one %s", name, err, len(all), data)
		}
	}
	r.may = true
	if third := second.packet(r, first); bytes.Equal(third.body, one.body) {
		t.Error("who may change the game is sent the same as who may not")
	}
}
