package journal

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"
)

// The two tables' rows as shapes; see tables.
const (
	headShape  = "ttttisis" // id, kind, title, players, created, sum, last, head
	eventShape = "tiiibs"   // game, seq, version, time, payload, sum
)

// pool is what was found of games in damaged files and in copies, in any order, each piece once.
type pool struct {
	only   string          // the game that is wanted; empty: all
	heads  map[string]Info // by game; those of a game are alike but for Last, the highest counts
	events map[string]map[uint64][]Event
}

func newPool() *pool { return &pool{heads: map[string]Info{}, events: map[string]map[uint64][]Event{}} }

// readFile takes what the file holds, and its write-ahead log. A file that is not there holds nothing.
func (p *pool) readFile(path string) error {
	log, err := os.Open(path + "-wal")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return errors.Join(ignored(err), closed(log))
	}
	err = errors.Join(p.read(file, log), file.Close(), closed(log))
	return err
}

// ignored is nil where a file is missing.
func ignored(err error) error {
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

// read takes what the file holds and its log, which may be nil. Long records are put together from the log's newer pages, and from the
// file's own.
func (p *pool) read(file, log *os.File) error {
	count, err := pagesIn(file)
	if err != nil {
		return err
	}
	own := pagesOf(file, count)
	from := []pages{own}
	if log != nil {
		newest, all, err := logged(log)
		if err != nil {
			return err
		}
		from = []pages{newest.over(own), own}
		for _, page := range all {
			carve(page, from, p.take, headShape, eventShape)
		}
	}
	for n := uint32(1); n <= count; n++ {
		if page := own(n); page != nil {
			carve(page, from, p.take, headShape, eventShape)
		}
	}
	return nil
}

// take keeps the record if it may be one of ours.
func (p *pool) take(r record) {
	if !idPattern.Match(r.bytes(0)) || p.only != "" && p.only != r.text(0) {
		return
	}
	if r.shape == headShape {
		p.takeHead(r)
		return
	}
	e := Event{Game: r.text(0), Seq: uint64(r.integer(1)), Version: int(r.integer(2)), Time: time.UnixMicro(r.integer(3)).UTC(), Payload: slices.Clone(r.bytes(4)), Sum: r.sum(5)}
	if e.Seq >= 1 && e.Seq < maxEvents {
		p.add(e)
	}
}

// add keeps the event, once.
func (p *pool) add(e Event) {
	if p.events[e.Game] == nil {
		p.events[e.Game] = map[uint64][]Event{}
	}
	alike := func(o Event) bool {
		return o.Sum == e.Sum && o.Version == e.Version && o.Time.Equal(e.Time) && string(o.Payload) == string(e.Payload)
	}
	if there := p.events[e.Game][e.Seq]; !slices.ContainsFunc(there, alike) {
		p.events[e.Game][e.Seq] = append(there, e)
	}
}

func (p *pool) takeHead(r record) {
	info := Info{Header: Header{Game: r.text(0), Kind: r.text(1), Title: r.text(2), Created: time.UnixMicro(r.integer(4)).UTC()}, Last: uint64(r.integer(6))}
	if json.Unmarshal(r.bytes(3), &info.Players) != nil || info.Header.sum() != r.sum(5) {
		return
	}
	if there, known := p.heads[info.Game]; !known || there.Last < info.Last {
		p.heads[info.Game] = info
	}
}

// games are the names of all that something was found of.
func (p *pool) games() []string {
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
	Event
	before *step // nil: it is the first
}

// later orders the ends of two ways. Where a game was cut by a repair and went on, the pieces hold both; the game is the one that was
// played on last.
func later(a, b *step) int {
	if order := a.Time.Compare(b.Time); order != 0 {
		return order
	}
	return int(a.Seq) - int(b.Seq)
}

// whole are the game's events from the first on as far as they link up, by their numbers and checksums.
func (p *pool) whole(game string) []Event {
	reached := []*step{{Event: Event{Sum: root(game)}}}
	var end *step
	for seq := uint64(1); len(reached) > 0; seq++ {
		var next []*step
		for _, e := range p.events[game][seq] {
			for _, before := range reached {
				if e.Version == Version && e.Follows(before.Sum) {
					next = append(next, &step{e, before})
					break
				}
			}
		}
		for _, s := range reached {
			if seq > 1 && (end == nil || later(s, end) > 0) {
				end = s
			}
		}
		reached = next
	}
	if end == nil {
		return nil
	}
	events := make([]Event, end.Seq)
	for s := end; s.before != nil; s = s.before {
		events[s.Seq-1] = s.Event
	}
	return events
}

// rest are the game's other events after that many, in order: pieces that no way leads to.
func (p *pool) rest(game string, after uint64) []Event {
	var events []Event
	for seq, there := range p.events[game] {
		if seq > after {
			events = append(events, there...)
		}
	}
	slices.SortFunc(events, func(a, b Event) int { return int(a.Seq) - int(b.Seq) })
	return events
}

// header is the game's header, or one made from its first event.
func (p *pool) header(game string, events []Event) Header {
	info, known := p.heads[game]
	if h, err := info.Header.checked(); known && err == nil {
		return h
	}
	return recovered(game, events)
}

// recovered is a header for a game whose own is gone.
func recovered(game string, events []Event) Header {
	h := Header{Game: game, Kind: "nabit", Title: "Recovered game", Created: time.Now()} // the game that was there first: its start need not name it
	if len(events) == 0 {
		return h
	}
	first := events[0]
	h.Created, h.Title = first.Time, h.Title+first.Time.Local().Format(", 2 January 2006, 15:04")
	var start struct {
		Game    string
		Players []string
	}
	_ = json.Unmarshal(first.Payload, &start) // what it holds of these counts
	if idPattern.MatchString(start.Game) {
		h.Kind = start.Game
	}
	named := h
	named.Players = start.Players
	if _, err := named.checked(); err != nil {
		return h
	}
	return named
}
