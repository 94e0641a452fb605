package nabit

import (
	"errors"
	"sync"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/advice"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// advisor looks for hints, for one rack at a time, outside the table's goroutine.
type advisor struct {
	*party
	sync.Mutex
	*advice.Advisor
	advised *lexicon.Lexicon // the Advisor's words
}

// Advise implements table.Adviser. The rack is written as advice.ParseRack reads it.
func (d *advisor) Advise(rack string, n int) (func() ([]webdesk.Hint, error), error) {
	r, err := advice.ParseRack(rack)
	if err != nil {
		return nil, err
	}
	s := d.state()
	return func() ([]webdesk.Hint, error) { return d.hints(s, r, n) }, nil
}

// hints are the best plays of a rack.
func (d *advisor) hints(s nabit.State, r advice.Rack, n int) ([]webdesk.Hint, error) {
	d.Lock()
	defer d.Unlock()
	words := d.words.Current()
	if words == nil || s.Next == engine.NoColor {
		return nil, errors.New("nobody is to play")
	}
	if d.advised != words {
		d.Advisor, d.advised = advice.New(words), words
	}
	ranking, err := d.Rank(advice.TableOf(s, s.Next), r)
	if err != nil {
		return nil, err
	}
	var hints []webdesk.Hint
	for _, m := range ranking.Best(n) {
		h := webdesk.Hint{Words: m.Words, Points: m.Points, Nabs: len(m.Nabbed)}
		for _, p := range m.Placements {
			h.Placements = append(h.Placements, scoreboard.Placement{Place: p.Place, Letter: p.Letter, Height: p.Height, Blank: p.Blank})
		}
		hints = append(hints, h)
	}
	return hints, nil
}
