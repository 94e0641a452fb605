package cluster

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"tilewatch/engine/journal"
)

// FuzzMessage reads anything as what lies on a game's subject. What is taken says of which game it is, numbers its events without gaps, and is
// written as it was. Its first build takes minutes, for the servers in this package's tests are instrumented too.
func FuzzMessage(f *testing.F) {
	j := journal.NewMemory()
	h := journal.Header{Game: "g", Kind: "nabit", Title: "evening", Players: []string{"red"}, Created: time.Unix(1, 0).UTC()}
	if err := j.Create(f.Context(), h, journal.Entry{Payload: json.RawMessage(`{"type":"start"}`)}, journal.Entry{Payload: json.RawMessage(`{"type":"<play>"}`)}); err != nil {
		f.Fatal(err)
	}
	g, err := journal.Load(f.Context(), j, "g")
	if err != nil {
		f.Fatal(err)
	}
	whole, err := newMessage(g.Header, 1, 0, g.Header.Sum(), g.Events).encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(bytes.Replace(whole, []byte("start"), []byte("stars"), 1))
	f.Add(bytes.Replace(whole, []byte(`"v":1`), []byte(`"v":9`), 1))
	f.Add([]byte(`{"v":1,"game":"g","first":18446744073709551615,"events":[{},{}]}`))
	f.Add([]byte(`{"v":-1,"game":"g","first":1,"created":-9223372036854775808,"sum":"x"}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := decode("g", data)
		if err != nil {
			return
		}
		if info := m.info(); info.Game != "g" {
			t.Errorf("it is of game %q", info.Game)
		}
		events, err := m.events(m.Before)
		for i, e := range events {
			if e.Game != "g" || e.Seq != m.First+uint64(i) {
				t.Errorf("event %d is number %d of %q", i, e.Seq, e.Game)
			}
		}
		if err != nil {
			return // reported as damaged
		}
		again, err := m.encode()
		if err != nil {
			t.Fatal(err)
		}
		if second, err := decode("g", again); err != nil {
			t.Errorf("what was written cannot be read: %v", err)
		} else if _, err := second.events(second.Before); err != nil {
			t.Errorf("what was good is not after it was written again: %v", err)
		}
	})
}
