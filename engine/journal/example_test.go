package journal_test

import (
	"context"
	"fmt"
	"time"

	"tilewatch/engine/journal"
)

// A journal keeps the events of games. What Create and Append accept is there after any end of the program.
func Example() {
	ctx := context.Background()
	kept := journal.NewMemory() // package sqlite keeps them in a file
	defer kept.Close()

	begun := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	header := journal.Header{Game: "evening", Kind: "nabit", Title: "NAB-IT!", Players: []string{"yellow", "green"}, Created: begun}
	start := journal.Entry{Time: begun, Payload: []byte(`{"type":"start","players":["yellow","green"]}`)}
	if err := kept.Create(ctx, header, start); err != nil {
		fmt.Println(err)
	}
	pass := journal.Entry{Time: begun.Add(time.Minute), Payload: []byte(`{"type":"pass","player":"yellow"}`)}
	if err := kept.Append(ctx, "evening", 1, pass); err != nil { // after event 1, and after no other
		fmt.Println(err)
	}
	if err := kept.Append(ctx, "evening", 1, pass); err != nil { // a second writer that has not seen it
		fmt.Println("refused:", err)
	}
	for event, err := range kept.Read(ctx, "evening", 1) {
		fmt.Println(event.Seq, string(event.Payload), err)
	}
	// Output:
	// refused: game "evening" has 2 events, not 1: another program wrote to it
	// 1 {"type":"start","players":["yellow","green"]} <nil>
	// 2 {"type":"pass","player":"yellow"} <nil>
}
