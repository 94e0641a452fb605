package journal

import (
	"cmp"
	"slices"
	"strings"
)

// What a store outside of this package needs, to keep games as Memory does; the rest is in journal.go and chain.go.

// Follows reports whether the event is as it was written, after the one with that checksum.
func (e Event) Follows(before Sum) bool { return e.Sum == e.chained(before) }

// NewestLast is the order of a list of games. It goes by the dates only where nothing else is known: the clock may have been wrong.
func NewestLast(a, b Info) int {
	return cmp.Or(cmp.Compare(a.Place, b.Place), a.Changed.Compare(b.Changed), strings.Compare(a.Game, b.Game))
}

// Listed are the games that were not erased, the one changed last at the end.
func Listed(games []Info) []Info {
	slices.SortFunc(games, NewestLast)
	return slices.DeleteFunc(games, func(info Info) bool { return info.Kind == Erased })
}

// Entries are the events as they were given.
func Entries(events []Event) []Entry {
	list := make([]Entry, len(events))
	for i, e := range events {
		list[i] = Entry{e.Time, e.Payload}
	}
	return list
}
