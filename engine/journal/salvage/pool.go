package salvage

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	"tilewatch/engine/journal"
)

// The two tables' rows as shapes; see tables.
const (
	headShape  = "ttttisisii" // id, kind, title, players, created, sum, last, head, begun, place
	oldShape   = "ttttisis"   // the same of an earlier version
	eventShape = "tiiibs"     // game, seq, version, time, payload, sum
)

// Pool is what was found of games in damaged files and in copies, in any order, each piece once.
type Pool struct {
	Only   string                  // the game that is wanted; empty: all
	heads  map[string]journal.Info // by game; those of a game are alike but for Last, the highest counts
	dead   map[string][]End        // what rows say of a game's end that their pages list no more
	events map[string]map[uint64][]found
	pages  int // that were read, the newest last
}

// End is the last event of a game.
type End struct {
	Last uint64 // its number
	Head journal.Sum
}

// found is an event, and when a page was read last that lists it; 0: none did.
type found struct {
	journal.Event
	seen int
}

// NewPool is one with nothing in it yet.
func NewPool() *Pool {
	return &Pool{heads: map[string]journal.Info{}, dead: map[string][]End{}, events: map[string]map[uint64][]found{}}
}

// ReadFile takes what the file holds, and its write-ahead log. A file that is not there holds nothing.
func (p *Pool) ReadFile(path string) error {
	log, err := os.Open(path + "-wal")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := os.Open(path)
	if UnlessMissing(err) != nil {
		return errors.Join(err, closed(log))
	}
	return errors.Join(p.read(file, log), closed(file), closed(log))
}

// UnlessMissing is nil where a file is missing.
func UnlessMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func closed(file *os.File) error {
	if file == nil {
		return nil
	}
	return file.Close()
}

// read takes what the file holds and its log; each may be nil. Long records are put together from the log's newer pages, and from the
// file's own.
func (p *Pool) read(file, log *os.File) error {
	count, err := pagesIn(file)
	if err != nil {
		return err
	}
	own := pagesOf(file, count)
	from, newer := []pages{own}, [][]byte(nil)
	if log != nil {
		newest, all, err := logged(log)
		if err != nil {
			return err
		}
		from, newer = []pages{newest.over(own), own}, all
	}
	for n := uint32(1); n <= count; n++ {
		if page := own(n); page != nil {
			p.carve(page, from)
		}
	}
	for _, page := range newer {
		p.carve(page, from)
	}
	return nil
}

func (p *Pool) carve(page []byte, from []pages) {
	p.pages++
	carve(page, from, p.take, headShape, oldShape, eventShape)
}

// take keeps the record if it may be one of ours.
func (p *Pool) take(r record) {
	if !journal.IsID(r.text(0)) || p.Only != "" && p.Only != r.text(0) {
		return
	}
	if r.shape != eventShape {
		p.takeHead(r)
		return
	}
	e := journal.Event{Game: r.text(0), Seq: uint64(r.integer(1)), Version: int(r.integer(2)), Time: time.UnixMicro(r.integer(3)).UTC(), Payload: slices.Clone(r.bytes(4)), Sum: r.sum(5)}
	if e.Seq >= 1 && e.Seq < journal.MaxEvents && e.Version >= 1 && isObject(e.Payload) {
		p.Add(e, !r.dead)
	}
}

// isObject tells an event from the rest of one whose place another row has taken.
func isObject(payload []byte) bool {
	return len(payload) > 0 && payload[0] == '{' && json.Valid(payload)
}

// Add keeps the event, once.
func (p *Pool) Add(e journal.Event, listed bool) {
	if p.events[e.Game] == nil {
		p.events[e.Game] = map[uint64][]found{}
	}
	there := p.events[e.Game][e.Seq]
	at := slices.IndexFunc(there, func(o found) bool {
		return o.Sum == e.Sum && o.Version == e.Version && o.Time.Equal(e.Time) && string(o.Payload) == string(e.Payload)
	})
	if at < 0 {
		at, there = len(there), append(there, found{Event: e})
		p.events[e.Game][e.Seq] = there
	}
	if listed {
		there[at].seen = p.pages
	}
}

func (p *Pool) takeHead(r record) {
	info := journal.Info{Header: journal.Header{Game: r.text(0), Kind: r.text(1), Title: r.text(2), Created: time.UnixMicro(r.integer(4)).UTC()}, Last: uint64(r.integer(6))}
	if json.Unmarshal(r.bytes(3), &info.Players) != nil || info.Header.Sum() != r.sum(5) {
		return
	}
	if r.shape == headShape {
		info.Begun, info.Place = r.integer(8), r.integer(9)
	}
	if r.dead {
		p.dead[info.Game] = append(p.dead[info.Game], End{info.Last, r.sum(7)})
		info.Last = 0
	}
	there, known := p.heads[info.Game]
	if !known || info.Kind == journal.Erased || there.Last <= info.Last && there.Kind != journal.Erased { // one that was erased stays so
		p.heads[info.Game] = info
	}
}

// last is the number of the game's last event as its rows have it. Of a dead row the end may be another row's: it counts if that event was
// found.
func (p *Pool) last(game string) uint64 {
	last := p.heads[game].Last
	for _, d := range p.dead[game] {
		if slices.ContainsFunc(p.events[game][d.Last], func(e found) bool { return e.Sum == d.Head }) {
			last = max(last, d.Last)
		}
	}
	return last
}

// Games are the names of all that something was found of.
func (p *Pool) Games() []string {
	var names []string
	for name := range p.heads {
		names = append(names, name)
	}
	for name := range p.events {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// step is an event and the way to it from the game's beginning.
type step struct {
	found
	before *step // nil: it is the first
	goesOn bool
}

// later says that the way to a is the game rather than that to b. Where a game was cut by a repair and went on, the pieces hold both; the
// game is the one that was found in the newest file. Clocks do not count: they may have been wrong.
func later(a, b *step) bool {
	return b == nil || a.seen > b.seen || a.seen == b.seen && a.Seq > b.Seq
}

// Whole are the game's events from the first on as far as they link up, by their numbers and checksums.
func (p *Pool) Whole(game string) []journal.Event { return p.Through(game, End{}) }

// Through are those that go on from there, none if that is not reached.
func (p *Pool) Through(game string, at End) []journal.Event {
	reached := []*step{{found: found{Event: journal.Event{Sum: journal.Root(game)}}}}
	var last *step
	for seq := uint64(1); len(reached) > 0; seq++ {
		if at.Last > 0 && at.Last == seq-1 {
			reached, last = slices.DeleteFunc(reached, func(s *step) bool { return s.Sum != at.Head }), nil
		}
		var next []*step
		for _, e := range p.events[game][seq] {
			for _, before := range reached {
				if e.Version == journal.Version && e.Follows(before.Sum) {
					next, before.goesOn = append(next, &step{found: e, before: before}), true
					break
				}
			}
		}
		for _, s := range reached {
			if seq > 1 && !s.goesOn && later(s, last) {
				last = s
			}
		}
		reached = next
	}
	if last == nil || last.Seq < at.Last {
		return nil
	}
	events := make([]journal.Event, last.Seq)
	for s := last; s.before != nil; s = s.before {
		events[s.Seq-1] = s.Event
	}
	return events
}

// Rest are the game's other events after that many, in order: pieces that no way leads to.
func (p *Pool) Rest(game string, after uint64) []journal.Event {
	var events []journal.Event
	for seq, there := range p.events[game] {
		for _, e := range there {
			if seq > after {
				events = append(events, e.Event)
			}
		}
	}
	slices.SortFunc(events, func(a, b journal.Event) int { return int(a.Seq) - int(b.Seq) })
	return events
}

// Stood is where the game stood in the orders of games; 0: not known.
func (p *Pool) Stood(game string) (begun, place int64) {
	return max(0, p.heads[game].Begun), max(0, p.heads[game].Place)
}

// Known is how many events the game had, at the least.
func (p *Pool) Known(game string) uint64 {
	known := p.last(game)
	for seq := range p.events[game] {
		known = max(known, seq)
	}
	return known
}

// Header is the game's header, or one made from its first event.
func (p *Pool) Header(game string, events []journal.Event) journal.Header {
	return p.heads[game].Header.Usable(game, events)
}
