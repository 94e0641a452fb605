package tabit

import (
	"fmt"
	"slices"

	"tilewatch/engine/game"
)

// givenCards is a player's cards as an event has them.
type givenCards struct {
	Player   game.Ref  `json:"player,omitzero"`
	Seat     Seat      `json:"seat,omitzero"`
	Letters  []Letter  `json:"letters"`
	Pictures []Picture `json:"pictures"`
}

func (s givenCards) check() (out Spread, refused []game.Violation) {
	if len(s.Letters) != each || len(s.Pictures) != each {
		return out, game.Bad("a player has four letters and four pictures, not %d and %d: write null for a card that lies face down", len(s.Letters), len(s.Pictures))
	}
	copy(out.Letters[:], s.Letters)
	copy(out.Pictures[:], s.Pictures)
	return out, nil
}

// entries are the cards of several players. They are named by player, by seat, or by neither, and then stand in the order of the
// turns.
func (p *Position) entries(all []givenCards) ([]entry, []game.Violation) {
	if len(all) > len(p.seating.Players) {
		return nil, game.Bad("cards of %d players in a game of %d: send one entry for each, or start a game with all players", len(all), len(p.seating.Players))
	}
	return p.read(all)
}

// read is entries, of however many.
func (p *Position) read(all []givenCards) ([]entry, []game.Violation) {
	var out []entry
	for i, t := range all {
		cards, v := t.check()
		if v != nil {
			return nil, v
		}
		e := entry{player: -1, seat: t.Seat, Spread: cards}
		if t.Player.Given() {
			if e.player, v = p.seating.Players.Find(t.Player); v != nil {
				return nil, v
			}
		} else if t.Seat == Nowhere {
			e.player = i
		}
		if slices.ContainsFunc(out, func(o entry) bool {
			return e.player >= 0 && o.player == e.player || e.seat != Nowhere && o.seat == e.seat
		}) {
			return nil, game.Bad("one player's cards come twice: send one entry for each player")
		}
		out = append(out, e)
	}
	return out, nil
}

// join lets those play too whom the camera sees at the table and nobody named: cards cannot lie before nobody.
func (p *Position) join(seen []givenCards) {
	for len(p.seating.Players) < min(len(seen), len(Seats)) {
		name := fmt.Sprint("Player ", len(p.seating.Players)+1)
		for slices.Contains(p.seating.Players, name) {
			name += "'"
		}
		p.seating.Players = append(slices.Clip(p.seating.Players), name)
	}
}

// given are the entries as an event has them.
func (p *Position) given(entries []entry) (all []givenCards) {
	for _, e := range entries {
		all = append(all, givenCards{game.Ref{Name: p.name(e.player)}, e.seat, e.Letters[:], e.Pictures[:]})
	}
	return all
}

type players struct {
	Players []givenCards `json:"players"`
}

// tabbed is what the answer says of a round.
type tabbed struct {
	Tab []Cards `json:"tab"`
}

// draw says that somebody drew the TABIT card. If all cards lie face up and are known, they are tabbed at once.
func (p Position) draw(e game.Event) (Position, any, []game.Violation) {
	var in struct {
		Player game.Ref `json:"player"`
	}
	if v := e.Into(&in); v != nil {
		return p, nil, v
	}
	if p.tabbing {
		return p, nil, game.Bad("the TABIT card was drawn already: turn all cards up and tab them")
	}
	if p.watched && p.board == nil && len(p.rounds) > 0 {
		return p, nil, game.Bad("this round is tabbed already: deal the next one")
	}
	p.drawer = -1
	if in.Player.Given() {
		var v []game.Violation
		if p.drawer, v = p.seating.Players.Find(in.Player); v != nil {
			return p, nil, v
		}
	}
	p.tabbing = true
	if p.ready() {
		return p.close(p.board)
	}
	return p, nil, nil
}

// ready reports whether the cards of all players are known and lie face up.
func (p *Position) ready() bool {
	return len(p.board) == len(p.seating.Players) && !slices.ContainsFunc(p.board, func(e entry) bool { return e.Down() > 0 })
}

// show takes what lies on the board. After the TABIT card it tabs the cards once all lie face up.
func (p Position) show(e game.Event) (Position, any, []game.Violation) {
	var in players
	if v := e.Into(&in); v != nil {
		return p, nil, v
	}
	if e.Seen {
		p.join(in.Players)
	}
	board, v := p.entries(in.Players)
	if v != nil {
		return p, nil, v
	}
	p.board, p.watched = board, true
	if p.tabbing && p.ready() {
		return p.close(board)
	}
	return p, nil, nil
}

// tab scores a round, of the cards in the event or else of those known to lie on the board. Cards that lie face down count
// for nothing; without cards of their own in the event they must be turned up first.
func (p Position) tab(e game.Event) (Position, any, []game.Violation) {
	var in players
	if v := e.Into(&in); v != nil {
		return p, nil, v
	}
	if e.Seen {
		p.join(in.Players)
	}
	if len(in.Players) > 0 {
		entries, v := p.entries(in.Players)
		if v != nil {
			return p, nil, v
		}
		if e.Seen && p.tabbedAlready(entries) {
			return p, nil, nil
		}
		return p.close(entries)
	}
	switch {
	case len(p.board) == 0:
		return p, nil, game.Bad("no cards are known: send the players' letters and pictures")
	case !p.ready():
		return p, nil, game.Broken(NotTurnedUp, "some cards lie face down: turn up the eight cards of each player first")
	}
	return p.close(p.board)
}

// tabbedAlready reports whether these cards are the last round's: the camera goes on seeing the TABIT card after somebody has
// pressed it on a phone.
func (p *Position) tabbedAlready(entries []entry) bool {
	n := len(p.rounds)
	return n > 0 && p.board == nil && p.watched && slices.EqualFunc(entries, p.rounds[n-1].entries, func(a, b entry) bool {
		return p.owner(a) == p.owner(b) && a.Spread == b.Spread
	})
}

// close ends the round with these cards.
func (p Position) close(entries []entry) (Position, any, []game.Violation) {
	p.rounds = append(slices.Clip(p.rounds), round{slices.Clone(entries), p.drawer})
	p.tabbing, p.drawer, p.board = false, -1, nil
	return p, tabbed{p.shown(entries)}, nil
}

// replaced is what a correction says of a round.
type replaced struct {
	Round int  `json:"round"` // 0: the last one
	All   bool `json:"all"`   // the round had these cards and no others
	players
}

// corrected has the cards of those players that are named lie in a round before the next one is tabbed, once all of them play.
func corrected(line []game.Step[Position], e game.Event) (game.Fix, []game.Violation) {
	var in replaced
	if v := e.Into(&in); v != nil {
		return game.Fix{}, v
	}
	p := line[len(line)-1].After
	if in.Round == 0 {
		in.Round = len(p.rounds)
	}
	if v := p.lacks(in.Round); v != nil {
		return game.Fix{}, v
	}
	told := p.entries
	if in.All {
		told = p.read
	}
	fresh, v := told(in.Players)
	if v != nil {
		return game.Fix{}, v
	}
	p.rounds = slices.Clone(p.rounds)
	entries := fresh
	if r := &p.rounds[in.Round-1]; in.All {
		r.entries = fresh
	} else {
		entries = p.corrected(r, fresh)
	}
	at := game.Back(line, func(before, after Position) bool {
		return len(after.rounds) > in.Round && len(before.seating.Players) == len(p.seating.Players)
	})
	event, v := e.With(map[string]any{"round": in.Round, "all": true, "players": line[at-1].After.given(entries)})
	return game.Fix{At: at, In: event, Fields: tabbed{p.shown(entries)}}, v
}

// lacks is why there is nothing to correct in a round; nil: there is.
func (p *Position) lacks(round int) []game.Violation {
	if round < 1 || round > len(p.rounds) {
		return game.Bad("round %d is not tabbed: there are %d rounds", round, len(p.rounds))
	}
	return nil
}

// corrected puts cards into one of the position's rounds, in the place of the same players'.
func (p *Position) corrected(r *round, fresh []entry) []entry {
	r.entries = slices.Clone(r.entries)
	for _, f := range fresh {
		i := slices.IndexFunc(r.entries, func(o entry) bool {
			return f.seat != Nowhere && o.seat == f.seat || p.owner(o) == p.owner(f) && p.owner(f) >= 0
		})
		if i < 0 {
			r.entries = append(r.entries, f)
		} else {
			r.entries[i].Spread = f.Spread
		}
	}
	return r.entries
}

// replace has a round's cards be these, all of them.
func (p Position) replace(e game.Event) (Position, any, []game.Violation) {
	var in replaced
	if v := e.Into(&in); v != nil {
		return p, nil, v
	}
	entries, v := p.read(in.Players)
	if v == nil {
		v = p.lacks(in.Round)
	}
	if v != nil {
		return p, nil, v
	}
	p.rounds = slices.Clone(p.rounds)
	p.rounds[in.Round-1].entries = entries
	return p, tabbed{p.shown(entries)}, nil
}
