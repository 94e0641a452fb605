package journal

// What a store outside of this package needs, to keep games as the ones here do.

// Checked is the header as it is kept, or its error.
func (h Header) Checked() (Header, error) { return h.checked() }

// Sum is the header's checksum.
func (h Header) Sum() Sum { return h.sum() }

// Root is what the chain of the game's events begins with.
func Root(game string) Sum { return root(game) }

// Link makes events of entries: numbered after the one of that number, and chained to it by its checksum; Root's, before
// the first. The error names the entry that is no event.
func Link(h Header, after uint64, before Sum, entries []Entry) ([]Event, error) {
	return link(h, after, before, entries)
}

// Follows reports whether the event is as it was written, after the one with that checksum.
func (e Event) Follows(before Sum) bool { return e.Sum == e.chained(before) }

// NewestLast is the order of a list of games.
func NewestLast(a, b Info) int { return newestLast(a, b) }
