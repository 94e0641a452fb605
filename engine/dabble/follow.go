package dabble

import (
	"encoding/json"
	"fmt"
	"math"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// RackSeen is the line that reports a rack that has been still.
const RackSeen = "rack"

// Follow begins to follow a game. Players sit by their racks, as they are seen from left to right.
func (Game) Follow(words game.Words, players []string) game.Follower[Look] {
	return &follower{words: dictionary(words), players: players}
}

// follower reports each rack when two looks at it agree, and again whenever that changes.
type follower struct {
	words   Dictionary
	players []string
	racks   []*followed
	settled bool
}

// followed is one rack on the table.
type followed struct {
	at       engine.Point // middle of its tiles, pixels
	reach    float64      // how far it may have moved to be the same
	last     string       // what the last look said
	reported string       // what was reported last
	moved    bool         // something has moved since
	place    int          // how many racks stood left of it then
	rack     Rack
}

// rackFields are the fields of a line.
type rackFields struct {
	Index  int    `json:"rack"` // from left to right when it was first seen
	Player string `json:"player,omitempty"`
	Rack
}

// See takes a look at the table at rest.
func (f *follower) See(m game.Moment, look Look) []game.Line {
	racks, _ := read(look, f.words)
	var lines []game.Line
	f.settled = true
	for _, k := range f.racks {
		k.moved = k.moved || m.Stirred
	}
	for _, r := range racks {
		k := f.find(r)
		if k < 0 {
			continue
		}
		seen := f.racks[k]
		if text := spelling(r); text != seen.last {
			seen.last, f.settled = text, m.Photo
			if !m.Photo {
				continue
			}
		}
		if seen.reported == "" || seen.moved {
			seen.rack = r
		}
		// What changes while nothing moves is another reading of the same tiles.
		if seen.last != seen.reported && (seen.reported == "" || seen.moved) {
			seen.reported, seen.moved = seen.last, false
			lines = append(lines, f.line(m, k))
		}
	}
	return lines
}

// find is which of the racks on the table it is: the one that stands where it stood. A new one is added.
func (f *follower) find(r Rack) int {
	at, reach, ok := r.place()
	if !ok {
		return -1
	}
	for i, k := range f.racks {
		if math.Hypot(k.at.X-at.X, k.at.Y-at.Y) < max(k.reach, reach) {
			k.at, k.reach = at, reach
			return i
		}
	}
	f.racks = append(f.racks, &followed{at: at, reach: reach})
	return len(f.racks) - 1
}

// place is where a rack stands in the picture: the middle of its tiles, which moves as it fills, and three tiles as reach.
func (r *Rack) place() (at engine.Point, reach float64, ok bool) {
	n := 0.0
	for _, tier := range r.Tiers {
		for _, t := range tier.Tiles {
			if t.Quad == nil {
				continue
			}
			n++
			q := t.Quad
			at.X += (q[0].X + q[2].X) / 2
			at.Y += (q[0].Y + q[2].Y) / 2
			reach += 3 * math.Hypot(q[1].X-q[0].X, q[1].Y-q[0].Y)
		}
	}
	return engine.Point{X: at.X / max(n, 1), Y: at.Y / max(n, 1)}, reach / max(n, 1), n > 0
}

// spelling is what a rack says, to report whether it has changed.
func spelling(r Rack) string {
	text := ""
	for _, t := range r.Tiers {
		text += t.Word + "/"
	}
	return fmt.Sprint(text, r.Points, r.UnusedPoints)
}

// line reports a rack.
func (f *follower) line(m game.Moment, k int) game.Line {
	fields := rackFields{Index: k, Rack: f.racks[k].rack}
	if k < len(f.players) {
		fields.Player = f.players[k]
	}
	l := game.LineAt(m, RackSeen, fields)
	l.Text = rackLine(k, fields.Rack)
	l.Events = f.events(k)
	return l
}

// events say what rack k shows in the rules' language, and where others stand now that it stands left of them.
func (f *follower) events(k int) (events []json.RawMessage) {
	for i, other := range f.racks {
		place := f.fromLeft(i)
		if i != k && (other.reported == "" || place == other.place) || place >= len(Places) {
			continue
		}
		other.place = place
		if event, err := json.Marshal(rackEvent(Places[place], other.rack)); err == nil { // plain data
			events = append(events, event)
		}
	}
	return events
}

// fromLeft is how many racks stand left of rack k.
func (f *follower) fromLeft(k int) (n int) {
	for _, other := range f.racks {
		if other.at.X < f.racks[k].at.X {
			n++
		}
	}
	return n
}

// rackEvent is a rack in the rules' language. The game knows who sits there.
func rackEvent(place string, rack Rack) any {
	e := struct {
		Type   string   `json:"type"`
		Seat   string   `json:"seat"`
		Tiers  [][]Tile `json:"tiers"`
		Unused []Tile   `json:"unused"`
		Seen   bool     `json:"seen"`
	}{Racked, place, [][]Tile{}, bare(rack.Unused), true}
	for _, t := range rack.Tiers {
		e.Tiers = append(e.Tiers, bare(t.Tiles))
	}
	return e
}

// bare are the tiles without their places in the picture.
func bare(tiles []Tile) []Tile {
	out := []Tile{}
	for _, t := range tiles {
		t.Quad = nil
		out = append(out, t)
	}
	return out
}

// Settled says that the same table needs no other look.
func (f *follower) Settled() bool { return f.settled }

// Finish reports all racks again.
func (f *follower) Finish(m game.Moment) []game.Line {
	racks := []rackFields{}
	for k, seen := range f.racks {
		if seen.reported == "" {
			continue
		}
		fields := rackFields{Index: k, Rack: seen.rack}
		if k < len(f.players) {
			fields.Player = f.players[k]
		}
		racks = append(racks, fields)
	}
	return []game.Line{game.LineAt(m, game.Summary, struct {
		Racks []rackFields `json:"racks"`
	}{racks})}
}
