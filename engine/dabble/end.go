package dabble

import (
	"encoding/json"
	"fmt"
	"time"

	"tilewatch/engine/game"
)

// LateRack is the rule that a rack breaks that somebody writes down after the time: what it showed in time is a correction.
const LateRack = "time_up"

// readingTime is how long a camera takes at most to read a rack that lies still: what it reads so soon after the time was laid in time.
const readingTime = 4 * time.Second

// ends is when the timer runs out; zero if it does not run.
func (r *round) ends() time.Time {
	if r.begun.IsZero() {
		return time.Time{}
	}
	return r.begun.Add(time.Duration(r.seconds) * time.Second)
}

// due ends the round when its timer runs out.
func (p Position) due() (json.RawMessage, time.Time) {
	r := p.last()
	if over, _ := p.over(); over || r.ended || r.begun.IsZero() {
		return nil, time.Time{}
	}
	return json.RawMessage(`{"type":"` + TimeUp + `"}`), r.ends()
}

// timeUp ends the round by the clock.
func (p *Position) timeUp(e game.Event, _ Dictionary) (any, []game.Violation) {
	r := p.last()
	switch {
	case r.ended:
		return nil, game.Bad("the round is over: start the timer of the next one")
	case r.begun.IsZero() || e.At.Before(r.ends()):
		return nil, game.Bad("the time is not up")
	}
	r.ended, r.timed = true, true
	return nil, nil
}

// when is what a rack that is shown belongs to.
type when int

const (
	inTime  when = iota // the round, or the next one if it is decided
	atOnce              // the round that has just ended: the camera has taken its time to read
	late                // the round that has ended: nobody knows what it showed in time
	between             // the round's next timer
	tooLate             // nothing: people are to say what it showed in time
)

// when says what a rack belongs to. A round that has ended takes one that is shown to all afterwards, if nobody had seen it.
func (p *Position) when(seat int, shown *Rack, e game.Event) when {
	r := p.last()
	known := r.racks[seat]
	switch clocked := !r.begun.IsZero(); {
	case !r.ended:
		return inTime
	case r.timed && e.Seen && e.At.Before(r.ends().Add(readingTime)) && (known == nil || shown.laid() >= known.laid()):
		return atOnce
	case clocked && e.Seen && known == nil && !r.settled && (r.timed || p.decided()):
		return late
	case !r.timed || p.decided():
		return inTime
	case e.Seen:
		return between
	}
	return tooLate
}

// laid is how many tiles lie in words.
func (r *Rack) laid() int { return r.held() - len(r.spare()) }

// Missing is what nobody knows of a player's rack in a round that has ended.
type Missing struct {
	Round  int    `json:"round"`
	Player string `json:"player"`
	Seat   int    `json:"seat"`
	Tiles  int    `json:"tiles"`          // of the twenty that nobody saw
	Late   bool   `json:"late,omitempty"` // its five words were seen only after the end
}

// missing are those of round i. As long as nobody has won it, what lies on a rack that was seen matters to nobody.
func (p *Position) missing(i int) (all []Missing) {
	r := &p.rounds[i]
	if !r.ended {
		return nil
	}
	won := len(r.finishers(p.options)) > 0
	for seat, rack := range r.racks {
		tiles := 0
		if rack != nil {
			tiles = rack.held()
		}
		m := Missing{Round: i + 1, Player: p.seating.Players[seat], Seat: seat}
		if won || tiles == 0 {
			m.Tiles = MostTiles - tiles
		}
		m.Late = tiles > 0 && rack.late && r.complete(seat, p.options)
		if m.Tiles > 0 || m.Late {
			all = append(all, m)
		}
	}
	return all
}

// asked is what people are asked of the round that ended last: what is missing from it, until they have settled that.
func (p *Position) asked() []Missing {
	i := p.endedLast()
	if i < 0 || p.rounds[i].settled {
		return nil
	}
	return p.missing(i)
}

// endedLast is the round that ended last; -1: none has.
func (p *Position) endedLast() int {
	i := len(p.rounds) - 1
	if !p.rounds[i].ended {
		i--
	}
	return i
}

// without lets the round count as it is known.
func (p *Position) without(e game.Event, _ Dictionary) (any, []game.Violation) {
	i := p.endedLast()
	if i < 0 || !e.Kept && p.asked() == nil {
		return nil, game.Bad("no tiles are missing from the last round")
	}
	p.rounds[i].settled = true
	return nil, nil
}

// sentence asks for what is missing.
func (m Missing) sentence() string {
	what := fmt.Sprintf("%d of %s's tiles were not seen", m.Tiles, m.Player)
	switch {
	case m.Late:
		return m.Player + "'s five words were seen only after the end: correct the rack if they stood in time, or let the round count without"
	case m.Tiles == MostTiles:
		what = m.Player + "'s rack was not seen"
	}
	return what + ": show it, type it, or let the round count without"
}
