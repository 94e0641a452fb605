package dabble

import (
	"slices"

	"tilewatch/engine/game"
)

// Places are where racks stand, counted from the left as the picture shows the table. Who was not seated sits at the free ones, in the
// order of the players.
var Places = []string{"first", "second", "third", "fourth"}

// whose is whose rack an event describes: who is named, or else who sits where it stands.
func (p *Position) whose(in racked) (int, []game.Violation) {
	if in.Player.Given() || in.Seat == "" {
		return p.seating.Players.Find(in.Player)
	}
	if seat := p.seating.At(in.Seat, Places); seat >= 0 {
		return seat, nil
	}
	return 0, game.Bad("nobody sits at the %.40q rack from the left: this game has %d players", in.Seat, len(p.seating.Players))
}

// moved gives the racks that a camera saw, of all rounds, to those who sit there now. A round that nobody would have won then stays as it is.
func (p Position) moved(d Dictionary) Position {
	p.rounds = slices.Clone(p.rounds)
	for i := range p.rounds {
		r := p.rounds[i].clone()
		r.racks, r.later = p.owned(r.racks), p.owned(r.later)
		for seat, rack := range r.racks {
			if rack != nil {
				r.judge(seat, p.options, d)
			}
		}
		if i == len(p.rounds)-1 || !r.undecided(p.options) {
			p.rounds[i] = r
		}
	}
	return p
}

// owned are the racks by who owns them: who said so, or else who sits where it was seen.
func (p *Position) owned(racks []*Rack) []*Rack {
	owned := make([]*Rack, len(racks))
	for seat, rack := range racks {
		if rack != nil && rack.seat == "" {
			owned[seat] = rack
		}
	}
	for _, rack := range racks {
		if rack == nil || rack.seat == "" {
			continue
		}
		if seat := p.seating.At(rack.seat, Places); seat >= 0 && owned[seat] == nil {
			owned[seat] = rack
		}
	}
	return owned
}
