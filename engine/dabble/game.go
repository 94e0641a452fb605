package dabble

import (
	"encoding/json"
	"slices"
	"strings"

	"tilewatch/engine/game"
	"tilewatch/engine/lexicon/subjects"
)

// The events of a game besides start, undo and redo.
const (
	Round     = "round"      // the next round begins, with a subject or none
	Subject   = "subject"    // the round's category: named late, or changed
	Timer     = "timer"      // the sand begins to run
	Racked    = "rack"       // what a player's rack shows, again whenever it changes
	RoundEnd  = "round_end"  // people say that the timer has run out, or that everybody has presented
	TimeUp    = "time_up"    // the timer has run out by the clock
	Without   = "without"    // the round counts without what nobody knows of it
	Exchanged = "exchange"   // a player changes tiles, between two timers
	Challenge = "challenge"  // a word is doubted
	Fits      = "fits"       // people overrule whether a word is of the category
	Correct   = game.Correct // what a rack of an earlier round really showed
	Finish    = game.Finish
)

// The rules that an event can break, besides those of every game.
const (
	TooManyTiles    = "too_many_tiles"
	NoSuchTile      = "no_such_tile"
	CannotExchange  = "cannot_exchange"
	ChallengeClosed = "challenge_closed"
)

// Game is the game, for the program's list of games.
type Game struct{}

var _ game.Game[Look] = Game{}

// Name is what --game calls it.
func (Game) Name() string { return "dabble" }

// Title is what people call it.
func (Game) Title() string { return "DABBLE" }

// Table is a table where no game has begun. Where words is no Dictionary, blanks stand for nothing.
func (Game) Table(words game.Words) game.Table { return NewTable(words) }

// NewTable is Table, with what only DABBLE knows.
func NewTable(words game.Words) *game.Fold[Position] {
	d := dictionary(words)
	return game.NewFold(game.Rules[Position]{
		Name:  "dabble",
		Start: func(e game.Event) (Position, any, []game.Violation) { return start(e, d) },
		Apply: func(p Position, e game.Event) (Position, any, []game.Violation) { return p.apply(e, d) },
		Correct: func(line []game.Step[Position], e game.Event) (game.Fix, []game.Violation) {
			return corrected(line, e, d)
		},
		Show:    func(p Position) any { return p.show() },
		Seating: func(p *Position) *game.Seating { return &p.seating }, Places: Places, Due: Position.due,
		Moved: func(p Position) Position { return p.moved(p.judges(d)) }, Keep: keep,
	})
}

// Position is a game as it stands.
type Position struct {
	seating game.Seating
	options Options
	rounds  []round    // the last one is being played
	list    *List      // that judged when the game began
	words   Dictionary // that list, of a kept game; nil: the table's judges
	closed  bool       // somebody has ended the game before anybody reached the goal
	// challenged is the challenge that was the last event; nil: it was another.
	challenged *Challenged
}

// List says which word list judges.
type List struct {
	Name  string `json:"name"`
	Words int    `json:"words"`
	Hash  string `json:"hash"`
}

func start(e game.Event, d Dictionary) (Position, any, []game.Violation) {
	in := struct {
		Options Options `json:"options"`
		Subject string  `json:"subject"`
		List    *List   `json:"list"`
	}{Options: defaults()}
	if v := e.Into(&in); v != nil {
		return Position{}, nil, v
	}
	seating, v := e.Seating(Places...)
	if v != nil {
		return Position{}, nil, v
	}
	p := Position{seating: seating, options: in.Options, list: listOf(d, in.Options)}
	if e.Kept && in.List != nil {
		p.list, p.words = in.List, recorded(in.List.Name, d)
	}
	first, v := p.opened(in.Subject)
	if v != nil {
		return p, nil, v
	}
	p.rounds = []round{first}
	return p, struct {
		Options Options `json:"options"`
		List    *List   `json:"list,omitempty"`
	}{p.options, p.list}, nil
}

// keep is a start with the list that judges: who reads the game again must know its words.
func keep(e game.Event, after Position, _ any) any {
	var kept map[string]json.RawMessage
	if e.Type != game.Start || after.list == nil || e.Into(&kept) != nil || kept["list"] != nil {
		return nil
	}
	list, err := json.Marshal(after.list)
	if err != nil {
		return nil
	}
	kept["list"] = list
	return kept
}

// opened is a new round.
func (p Position) opened(subject string) (round, []game.Violation) {
	r := newRound(len(p.seating.Players), p.options.Seconds)
	var v []game.Violation
	r.subject, v = category(subject)
	return r, v
}

// last is the round being played. A caller that changes it must own a copy of the position's rounds.
func (p *Position) last() *round { return &p.rounds[len(p.rounds)-1] }

// apply is the position after an event.
func (p Position) apply(e game.Event, d Dictionary) (Position, any, []game.Violation) {
	p.rounds = slices.Clone(p.rounds)
	*p.last() = p.last().clone()
	over, _ := p.over()
	if over && !e.Kept && !slices.Contains([]string{Challenge, Correct, Fits, Without}, e.Type) {
		return p, nil, game.Broken(game.Over, "the game is over: undo, correct, or start a new one")
	}
	handle, ok := map[string]func(*Position, game.Event, Dictionary) (any, []game.Violation){
		Round: (*Position).begin, Subject: (*Position).subject, Timer: (*Position).timer, Racked: (*Position).rack, RoundEnd: (*Position).end, TimeUp: (*Position).timeUp,
		Exchanged: (*Position).exchange, Challenge: (*Position).challenge, Fits: (*Position).fit, Correct: (*Position).correct, Without: (*Position).without, Finish: (*Position).finish,
	}[e.Type]
	if !ok {
		return p, nil, game.Bad("no such event %.40q: use start, round, subject, timer, rack, round_end, time_up, exchange, challenge, fits, correct, without, sit, finish, undo or redo", e.Type)
	}
	p.challenged = nil
	fields, v := handle(&p, e, p.judges(d))
	return p, fields, v
}

// decided reports whether the last round is over: somebody has won it.
func (p *Position) decided() bool { return p.last().ended && !p.last().undecided(p.options) }

// next begins another round if the last one is decided.
func (p *Position) next(subject string) []game.Violation {
	if !p.decided() {
		return nil
	}
	r, v := p.opened(subject)
	if v == nil {
		p.rounds = append(p.rounds, r)
	}
	return v
}

// totals are each seat's points, of the rounds that are decided. Points lost by a challenge count at once.
func (p *Position) totals() []int {
	sums := make([]int, len(p.seating.Players))
	for i := range p.rounds {
		r := &p.rounds[i]
		for seat, res := range r.results(p.options, r.belongs) {
			if i < len(p.rounds)-1 || p.decided() {
				sums[seat] += res.Total
			} else {
				sums[seat] -= res.Lost
			}
		}
	}
	return sums
}

// finish ends the game as it stands. A round that nobody has won counts for nothing.
func (p *Position) finish(game.Event, Dictionary) (any, []game.Violation) {
	p.closed = true
	return nil, nil
}

// over reports whether somebody has reached the goal with a decided round, or has ended the game, and who has most.
func (p *Position) over() (bool, []int) {
	totals := p.totals()
	if !p.closed && (!p.decided() || slices.Max(totals) < p.options.Goal) {
		return false, nil
	}
	return true, game.Ahead(totals)
}

// belongs reports whether a word is of the round's category, as people said or else as the list has it.
func (r *round) belongs(word string) bool {
	if said, ok := r.fits[word]; ok {
		return said
	}
	return subjects.Has(r.subject, word)
}

// longestCategory is how long the name of a category may be, in bytes.
const longestCategory = 60

// category checks the name of one. Where WordNet does not know it, words are of it as people say.
func category(name string) (string, []game.Violation) {
	name = strings.TrimSpace(name)
	if len(name) > longestCategory {
		return "", game.Bad("%.60q... is too long for a category: use one noun, such as clothing, food or household", name)
	}
	return name, nil
}
