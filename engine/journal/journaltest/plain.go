package journaltest

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"tilewatch/engine/journal"
)

// Noon is when games of Counted events begin.
var Noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// Counted are entries that say their numbers.
func Counted(from, to uint64) []journal.Entry {
	var list []journal.Entry
	for n := from; n <= to; n++ {
		list = append(list, journal.Entry{Time: Noon.Add(time.Duration(n) * time.Second), Payload: json.RawMessage(Payload(n))})
	}
	return list
}

// payloadOf is what the writer's event of that number says.
func Payload(seq uint64) string { return fmt.Sprintf(`{"type":"play","n":%d}`, seq) }

// Good reads a game of Counted events up to its end or the first damage.
func Good(t testing.TB, j journal.Journal, game string) (n uint64, damage *journal.Damage) {
	t.Helper()
	for e, err := range j.Read(t.Context(), game, 1) {
		if errors.As(err, &damage) {
			return n, damage
		}
		if err != nil {
			t.Fatal(err)
		}
		if n++; string(e.Payload) != Payload(n) {
			t.Fatalf("event %d is %s", n, e.Payload)
		}
	}
	return n, nil
}
