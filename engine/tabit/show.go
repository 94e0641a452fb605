package tabit

import (
	"slices"

	"tilewatch/engine"
)

// State is all there is to show of a game.
type State struct {
	Players  []string        `json:"players"`
	Colors   []engine.Color  `json:"colors"` // the players', in their order
	Options  Options         `json:"options"`
	Seats    map[string]Seat `json:"seats"`   // where each player sits, as far as it is known
	Round    int             `json:"round"`   // the one being played, from 1; the last one once the game is over
	Tabbing  bool            `json:"tabbing"` // the TABIT card was drawn: all cards are to be turned up
	Drawer   string          `json:"drawer,omitempty"`
	Board    []Cards         `json:"board"` // what lies on the board, as far as it is known
	Scores   []Score         `json:"scores"`
	Rounds   []Round         `json:"rounds"`
	Over     bool            `json:"over"`
	Winners  []string        `json:"winners"`  // of the game, once it is over
	Tied     []string        `json:"tied"`     // those who share the highest total at the goal: another round decides
	Unseated []Seat          `json:"unseated"` // sides where cards lie, though nobody is known to sit there
}

// Cards are one player's cards and what they are worth.
type Cards struct {
	Player string `json:"player,omitempty"` // nobody known to sit there: empty
	Seat   Seat   `json:"seat,omitempty"`
	Spread
	Worth
	Down int `json:"face_down,omitempty"` // how many cards lie face down and count for nothing
}

// Score is a player's points.
type Score struct {
	Player string `json:"player"`
	Points int    `json:"points"` // of the round tabbed last
	Total  int    `json:"total"`  // of all rounds
}

// Round is what one round brought.
type Round struct {
	Round   int     `json:"round"`
	Drawer  string  `json:"drawer,omitempty"` // of the TABIT card
	Players []Cards `json:"players"`
}

// Show is the state of a position.
func (p Position) Show() State {
	s := State{Players: p.seating.Players, Colors: p.seating.Colors, Options: p.options, Seats: map[string]Seat{}, Round: len(p.rounds) + 1, Tabbing: p.tabbing, Drawer: p.name(p.drawer),
		Board: p.shown(p.board), Scores: []Score{}, Rounds: []Round{}, Winners: []string{}, Tied: []string{}, Unseated: []Seat{}}
	for i := range p.rounds {
		s.Rounds = append(s.Rounds, Round{i + 1, p.name(p.rounds[i].drawer), p.shown(p.rounds[i].entries)})
	}
	p.seats(&s)
	p.standing(&s)
	return s
}

// seats fills in where players sit, and who has no seat yet.
func (p *Position) seats(s *State) {
	taken := p.taken()
	for who, side := range p.seating.Where(taken) {
		if i := slices.Index(seatNames[1:], side); i >= 0 {
			s.Seats[p.seating.Players[who]] = Seats[i]
		}
	}
	for _, seat := range Seats {
		if slices.Contains(taken, seat.String()) && p.seating.At(seat.String(), taken) < 0 {
			s.Unseated = append(s.Unseated, seat)
		}
	}
}

// standing fills in the scores and the winners.
func (p *Position) standing(s *State) {
	last := make([]int, len(p.seating.Players))
	if n := len(p.rounds); n > 0 {
		for _, e := range p.rounds[n-1].entries {
			if owner := p.owner(e); owner >= 0 {
				last[owner] += p.options.Score(e.Spread).Points
			}
		}
	}
	totals := p.totals()
	for i, name := range p.seating.Players {
		s.Scores = append(s.Scores, Score{name, last[i], totals[i]})
	}
	over, leaders := p.over()
	switch {
	case over:
		s.Over, s.Round = true, len(p.rounds)
		for _, i := range leaders {
			s.Winners = append(s.Winners, p.seating.Players[i])
		}
	case slices.Max(totals) >= p.options.Goal:
		for _, i := range leaders {
			s.Tied = append(s.Tied, p.seating.Players[i])
		}
	}
}

func (p *Position) shown(entries []entry) []Cards {
	cards := []Cards{}
	for _, e := range entries {
		cards = append(cards, Cards{p.name(p.owner(e)), e.seat, e.Spread, p.options.Score(e.Spread), e.Down()})
	}
	return cards
}

func (p *Position) name(player int) string {
	if player < 0 || player >= len(p.seating.Players) {
		return ""
	}
	return p.seating.Players[player]
}
