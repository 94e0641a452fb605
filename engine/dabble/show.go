package dabble

import (
	"time"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon/subjects"
)

// State is all there is to show of a game.
type State struct {
	Round   int    `json:"round"`
	Subject string `json:"subject,omitempty"`
	// Judged: the words of the category are known; otherwise people say which fit.
	Judged   bool              `json:"subject_known,omitempty"`
	Phase    Phase             `json:"phase"`
	Timer    TimerState        `json:"timer"`
	Racks    []ShownRack       `json:"racks"` // of this round, by seat, those that are known
	Scores   []Score           `json:"scores"`
	Winners  []string          `json:"winners"` // of this round, once it is decided
	History  []ShownRound      `json:"history"` // what each decided round brought
	Over     bool              `json:"over"`
	Won      []string          `json:"won,omitempty"` // the game, once it is over
	Goal     int               `json:"goal"`
	Players  []string          `json:"players"`
	Colors   []engine.Color    `json:"colors"` // the players', in their order
	Seats    map[string]string `json:"seats"`  // whose rack stands where, counted from the left as the picture shows the table
	Language Language          `json:"language"`
	Listed   string            `json:"-"`                 // the name of the list that judged when the game began; empty: none did, or nobody said
	Missing  []Missing         `json:"missing,omitempty"` // of the round that ended last, until people have settled it
	Late     bool              `json:"time_up,omitempty"` // this round has ended by its timer
	Doubts   []string          `json:"doubts,omitempty"`  // what someone should look at
	// Challenge is the one that was the last event.
	Challenge *Challenged `json:"challenge,omitempty"`
}

// Phase says what the table does.
type Phase string

// Before the timer runs or while it does; nobody has finished, so tiles may be exchanged; the round is won; the game is.
const (
	Playing   Phase = "playing"
	Exchange  Phase = "exchange"
	RoundOver Phase = "round_over"
	GameOver  Phase = "game_over"
)

// TimerState is the sand timer.
type TimerState struct {
	Number  int        `json:"number"`  // how often it has been turned in this round, this time included
	Seconds int        `json:"seconds"` // how long it runs
	Begun   *time.Time `json:"begun,omitempty"`
	Ends    *time.Time `json:"ends,omitempty"`
}

// ShownRack is a player's rack.
type ShownRack struct {
	Player    string `json:"player"`
	Seat      int    `json:"seat"`
	Exchanged bool   `json:"exchanged"`
	Rack
	Subject []string `json:"subject_words,omitempty"` // the words that fit the category
}

// Score is a player's score.
type Score struct {
	Player string `json:"player"`
	Seat   int    `json:"seat"`
	Round  Result `json:"round"` // this round, as it stands
	Total  int    `json:"total"` // of all decided rounds
}

// ShownRound is what a decided round brought.
type ShownRound struct {
	Round   int       `json:"round"`
	Subject string    `json:"subject,omitempty"`
	Winners []string  `json:"winners"`
	Points  []int     `json:"points"`            // by seat
	Missing []Missing `json:"missing,omitempty"` // what nobody knows: it counts nothing
}

func (p Position) show() State {
	r := p.last()
	s := State{Round: len(p.rounds), Subject: r.subject, Goal: p.options.Goal, Players: p.seating.Players, Colors: p.seating.Colors, Seats: map[string]string{}, Language: p.options.Language, Racks: []ShownRack{}, History: []ShownRound{}, Phase: p.phase(), Judged: r.subject != "" && subjects.Known(r.subject)}
	if p.list != nil {
		s.Listed = p.list.Name
	}
	for who, place := range p.seating.Where(Places) {
		s.Seats[p.seating.Players[who]] = place
	}
	s.Timer = TimerState{Number: r.timers, Seconds: r.seconds}
	if ends := r.ends(); !ends.IsZero() {
		s.Timer.Begun, s.Timer.Ends = &r.begun, &ends
	}
	results, totals := r.results(p.options, r.belongs), p.totals()
	for seat, name := range p.seating.Players {
		s.Scores = append(s.Scores, Score{name, seat, results[seat], totals[seat]})
		if rack := r.racks[seat]; rack != nil {
			s.Racks = append(s.Racks, ShownRack{name, seat, r.swapped[seat], *rack, r.subjectWords(rack)})
		}
	}
	for i := range p.rounds {
		if i < len(p.rounds)-1 || p.decided() {
			s.History = append(s.History, p.shownRound(i))
		}
	}
	s.Winners = []string{}
	if p.decided() {
		s.Winners = s.History[len(s.History)-1].Winners
	}
	over, won := p.over()
	if s.Over = over; over {
		s.Won = p.names(won)
	}
	s.Missing, s.Late, s.Doubts, s.Challenge = p.asked(), r.timed, p.doubts(), p.challenged
	return s
}

func (p Position) phase() Phase {
	over, _ := p.over()
	switch {
	case over:
		return GameOver
	case p.decided():
		return RoundOver
	case p.last().ended:
		return Exchange
	}
	return Playing
}

func (p Position) names(seats []int) []string {
	names := []string{}
	for _, s := range seats {
		names = append(names, p.seating.Players[s])
	}
	return names
}

func (p Position) shownRound(i int) ShownRound {
	r := &p.rounds[i]
	shown := ShownRound{Round: i + 1, Subject: r.subject, Winners: p.names(r.winners(r.finishers(p.options))), Missing: p.missing(i)}
	for _, res := range r.results(p.options, r.belongs) {
		shown.Points = append(shown.Points, res.Total)
	}
	return shown
}

// subjectWords are the rack's words of the round's category.
func (r *round) subjectWords(rack *Rack) []string {
	var words []string
	for _, t := range rack.Tiers {
		if r.subject != "" && t.Valid && r.belongs(t.Word) {
			words = append(words, t.Word)
		}
	}
	return words
}

// doubts are what is missing, and what cannot be on the table: more apostrophes than there are.
func (p Position) doubts() (doubts []string) {
	for _, m := range p.asked() {
		doubts = append(doubts, m.sentence())
	}
	n := 0
	for _, rack := range p.last().racks {
		if rack == nil {
			continue
		}
		for _, t := range rack.tiles() {
			if t.Letter == Apostrophe {
				n++
			}
		}
	}
	if n > mostApostrophes {
		doubts = append(doubts, "more apostrophes lie on the racks than the game has: look at them again")
	}
	return doubts
}

var _ game.Table = (*game.Fold[Position])(nil)
