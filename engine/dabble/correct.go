package dabble

import (
	"slices"
	"strings"

	"tilewatch/engine/game"
)

// fit notes that people overrule whether a word is of the category; "fits" is missing or true if it is.
func (p *Position) fit(e game.Event, _ Dictionary) (any, []game.Violation) {
	in := struct {
		Word string `json:"word"`
		Fits bool   `json:"fits"`
	}{Fits: true}
	if v := e.Into(&in); v != nil {
		return nil, v
	}
	word := strings.ToUpper(in.Word)
	switch r := p.last(); {
	case r.subject == "":
		return nil, game.Bad("this round has no category: send a subject first")
	case !slices.ContainsFunc(r.racks, func(k *Rack) bool { return k.has(word) }):
		return nil, game.Bad("no rack has the word %.40q", in.Word)
	default:
		r.fits[word] = in.Fits
	}
	return nil, nil
}

// has reports whether the word stands on the rack.
func (r *Rack) has(word string) bool {
	return r != nil && slices.ContainsFunc(r.Tiers, func(t Tier) bool { return t.Valid && t.Word == word })
}

// corrected has a rack of some round show something else before the next one begins, or once everybody sits where they sit now.
func corrected(line []game.Step[Position], e game.Event, d Dictionary) (fix game.Fix, refused []game.Violation) {
	var in racked
	if v := e.Into(&in); v != nil {
		return fix, v
	}
	now := line[len(line)-1].After
	before := now.totals()
	after, _, v := now.apply(e, d)
	if v != nil {
		return fix, v
	}
	if in.Round == 0 {
		in.Round = len(now.rounds)
	}
	seat, _ := now.seating.Players.Find(in.Player) // apply has found it too
	if in.Round < len(now.rounds) && after.rounds[in.Round-1].undecided(now.options) {
		return fix, game.Bad("this would leave round %d without a winner, and round %d has begun: undo back to it instead", in.Round, in.Round+1)
	}
	fix.At = game.Back(line, func(before, after Position) bool {
		return len(after.rounds) > in.Round && slices.Equal(before.seating.Places, now.seating.Places)
	})
	fix.In, v = e.With(map[string]any{"round": in.Round, "player": line[fix.At-1].After.seating.Players[seat]})
	fix.Fields = struct {
		Corrected int   `json:"corrected"`
		Before    []int `json:"totals_before"`
	}{in.Round, before}
	return fix, v
}

// correct has a rack show something else. What the round brought follows from it.
func (p *Position) correct(e game.Event, d Dictionary) (any, []game.Violation) {
	var in racked
	if v := e.Into(&in); v != nil {
		return nil, v
	}
	if in.Round == 0 {
		in.Round = len(p.rounds)
	}
	if in.Round < 1 || in.Round > len(p.rounds) {
		return nil, game.Bad("there is no round %d: correct one of 1 to %d", in.Round, len(p.rounds))
	}
	seat, v := p.seating.Players.Find(in.Player)
	if v != nil {
		return nil, v
	}
	rack, v := p.built(in, d)
	r := p.rounds[in.Round-1].clone()
	switch seen := r.racks[seat]; {
	case v != nil:
		return nil, v
	case in.InTime && seen == nil:
		return nil, game.Bad("nobody has seen that rack: say what it showed")
	case in.InTime:
		rack = seen.clone()
		rack.late = false
	}
	r.racks[seat] = &rack
	r.judge(seat, p.options, d)
	p.rounds[in.Round-1] = r
	return nil, nil
}
