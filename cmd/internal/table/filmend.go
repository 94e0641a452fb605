package table

import (
	"errors"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
)

// filmEnds notes in the game that what showed it has ended: whether it is over is not known yet.
func (d *Desk) filmEnds() {
	if d.state.Status != scoreboard.Lost {
		d.party.Turned(scoreboard.Stopped, "")
	}
	if d.state.Life == engine.InPlay {
		out, err := d.party.Do(hosts(marking(engine.Mark{Life: engine.SourceEnded})))
		if err == nil && !out.OK {
			err = errors.New(out.Why)
		}
		d.quietly(err)
	}
	d.quietly(d.settle())
}
