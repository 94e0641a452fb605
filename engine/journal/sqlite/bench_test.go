package sqlite_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"tilewatch/engine/journal"
)

// typical is an event as a camera sees one.
const typical = `{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"T","height":2},{"row":1,"col":0,"letter":"R","height":1},{"row":2,"col":0,"letter":"Y","height":1}],"seen":true}`

// BenchmarkAppend is one durable event after another.
func BenchmarkAppend(b *testing.B) {
	j := openSQLite(b, filepath.Join(b.TempDir(), "games.db"))
	defer j.Close()
	if err := j.Create(b.Context(), journal.Header{Game: "a", Kind: "nabit"}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for n := uint64(0); b.Loop(); n++ {
		if err := j.Append(b.Context(), "a", n, journal.Entry{Payload: json.RawMessage(typical)}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkRead is a game of 60 events read and checked.
func BenchmarkRead(b *testing.B) {
	j := openSQLite(b, filepath.Join(b.TempDir(), "games.db"))
	defer j.Close()
	var entries []journal.Entry
	for range 60 {
		entries = append(entries, journal.Entry{Payload: json.RawMessage(typical)})
	}
	if err := j.Create(b.Context(), journal.Header{Game: "a", Kind: "nabit"}, entries...); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for _, err := range j.Read(b.Context(), "a", 1) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != 60 {
			b.Fatal(n)
		}
	}
}

// BenchmarkGames lists a thousand games.
func BenchmarkGames(b *testing.B) {
	j := openSQLite(b, filepath.Join(b.TempDir(), "games.db"))
	defer j.Close()
	for i := range 1000 {
		if err := j.Create(b.Context(), journal.Header{Game: fmt.Sprintf("game-%d", i), Kind: "nabit"}, journal.Entry{Payload: json.RawMessage(typical)}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if games, err := j.Games(b.Context()); err != nil || len(games) != 1000 {
			b.Fatal(len(games), err)
		}
	}
}
