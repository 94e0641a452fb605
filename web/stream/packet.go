package stream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"

	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// packet is an event as it leaves for all phones that show the same. It is made once and never changed.
type packet struct {
	body []byte
	open bool // the server's clock and the end are still to be written
	thin bool // the body is compressed
}

// variant is what decides how an event is sent.
type variant struct {
	kind  string // of the event on the wire
	page  bool   // parts for a page, else the state
	look  scoreboard.Look
	may   bool
	from  uint64 // number of the state that the page shows; 0: none
	thin  bool   // compressed
	build string // of the pages
}

// packets are those of one event. The zero value has none.
type packets struct {
	mu   sync.Mutex
	made map[variant]packet
}

// maxPackets bounds what an event holds: languages, quarter turns, roles.
const maxPackets = 64

// packet is the event for the variant. shown is what the page shows, nil if nothing.
func (e *Event) packet(r variant, shown *Event) packet {
	if shown != nil && shown.State.Seq != e.was {
		return e.pack(r, shown) // a phone that missed an event gets a packet of its own
	}
	e.sent.mu.Lock()
	defer e.sent.mu.Unlock()
	p, ok := e.sent.made[r]
	if ok {
		return p
	}
	p = e.pack(r, shown)
	if e.sent.made == nil {
		e.sent.made = map[variant]packet{}
	}
	if len(e.sent.made) < maxPackets {
		e.sent.made[r] = p
	}
	return p
}

// pack makes the packet.
func (e *Event) pack(r variant, shown *Event) packet {
	data := e.JSON()
	if r.page {
		data = e.pageData(r, shown)
	}
	p := packet{body: fmt.Appendf(nil, "id: %d\nevent: %s\ndata: %s", e.State.Seq, r.kind, data), open: r.page}
	if !p.open {
		p.body = append(p.body, '\n', '\n')
	}
	if r.thin {
		p.body, p.thin = deflated(p.body), true
	}
	return p
}

// pageData is what the page lacks, up to the clock.
func (e *Event) pageData(r variant, shown *Event) []byte {
	var before parts.Parts
	if shown != nil {
		before = shown.visible(r)
	}
	data, err := json.Marshal(PageData{
		Table: e.State.Table, Seq: e.State.Seq, Turn: e.State.Turn, Count: e.State.Events, Since: e.State.TurnSince.UnixMilli(),
		Build: r.build, May: r.may, Say: e.say(r.look.Texts), Parts: e.visible(r).Changed(before),
	})
	if err != nil { // plain data: cannot fail
		return []byte(`{"now":`)
	}
	return bytes.TrimSuffix(data, []byte("0}"))
}

// appendTo appends the packet as it leaves now, by the table's clock.
func (p packet) appendTo(into []byte, now time.Time) []byte {
	into = append(into, p.body...)
	var end [32]byte
	if p.open {
		text := append(strconv.AppendInt(end[:0], now.UnixMilli(), 10), '}', '\n', '\n')
		if p.thin {
			into = stored(into, text)
		} else {
			into = append(into, text...)
		}
	}
	if p.thin {
		into = stored(into, nil) // the reader then knows that the packet is complete
	}
	return into
}

// visible are the parts that the variant's phones show.
func (e *Event) visible(r variant) parts.Parts {
	all := e.Parts(r.look)
	if !r.may {
		all = all.Without(parts.Tools)
	}
	return all
}

// PageData is what a page's script reads.
type PageData struct {
	Table string      `json:"table"`
	Seq   uint64      `json:"seq"`
	Turn  int         `json:"turn"`
	Count int         `json:"count"` // events of the game so far
	Say   string      `json:"say,omitempty"`
	Since int64       `json:"since"` // Unix milliseconds when the turn began
	Build string      `json:"build"`
	May   bool        `json:"may"`   // whether the page may change the game
	Parts parts.Parts `json:"parts"` // those that differ from what the page shows
	Now   int64       `json:"now"`   // Unix milliseconds by the table's clock; last, for it is written when it leaves
}
