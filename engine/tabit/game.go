package tabit

import (
	"slices"
	"strings"

	"tilewatch/engine/game"
)

// The events of a game besides start, undo and redo.
const (
	Drawn    = "tabit"      // somebody drew the TABIT card: the round is over, and the cards are tabbed
	Tabbed   = "tab"        // the score of a round
	Shown    = "cards"      // what lies on the board, again whenever it changes
	Seated   = game.Sit     // who sits at which side of the board
	Replaced = game.Correct // what a round's cards really were
	Finish   = game.Finish
)

// The rules that an event can break, besides those of every game.
const (
	NotTurnedUp = "face_down" // the cards cannot be tabbed before they are turned up
)

// Game is the rules, for the program's list of games.
type Game struct{}

var _ game.Game[Look] = Game{}

// Name is what --game calls it.
func (Game) Name() string { return "tabit" }

// Title is what people call it.
func (Game) Title() string { return "TABIT" }

// Table is a table where no game has begun; there are no words to judge but MOON, STAR and TREE.
func (Game) Table(game.Words) game.Table { return NewTable() }

// NewTable is Table, with all that a Fold has.
func NewTable() *game.Fold[Position] {
	return game.NewFold(game.Rules[Position]{Name: "tabit", Start: start, Apply: Position.apply, Correct: corrected, Show: func(p Position) any { return p.Show() },
		Seating: func(p *Position) *game.Seating { return &p.seating }, Places: seatNames[1:],
		Where: func(p Position) []string { return p.seating.Where(p.taken()) }})
}

// Position is a game as it stands. It is a value: no event changes one.
type Position struct {
	seating game.Seating
	options Options
	rounds  []round
	board   []entry // what lies on the board now, as far as somebody said; nil: not known
	watched bool    // a camera reports what lies on the board
	tabbing bool    // the TABIT card was drawn, and the cards are not tabbed yet
	drawer  int     // who drew it; -1: not known
	closed  bool    // somebody has ended the game before anybody reached the goal
}

// round is one tabbed round: an entry for each player.
type round struct {
	entries []entry
	drawer  int // -1: not known
}

// entry is one player's cards as they were reported.
type entry struct {
	player int // -1: whoever sits at the seat
	seat   Seat
	Spread
}

func start(e game.Event) (Position, any, []game.Violation) {
	in := struct {
		Options readOptions `json:"options"`
	}{readOptions{DefaultOptions, e.Kept}}
	if v := e.Into(&in); v != nil {
		return Position{}, nil, v
	}
	seating, v := e.Seating(seatNames[1:]...)
	if v != nil {
		return Position{}, nil, v
	}
	p := Position{seating: seating, options: in.Options.Options, drawer: -1}
	return p, nil, nil
}

// apply is the position after an event.
func (p Position) apply(e game.Event) (Position, any, []game.Violation) {
	if over, _ := p.over(); over && !e.Kept && e.Type != Replaced && e.Type != Shown {
		return p, nil, game.Broken(game.Over, "the game is over: undo, correct a round, or start a new one")
	}
	handle, ok := map[string]func(Position, game.Event) (Position, any, []game.Violation){
		Drawn: Position.draw, Tabbed: Position.tab, Shown: Position.show, Replaced: Position.replace, Finish: Position.finish,
	}[e.Type]
	if !ok {
		return p, nil, game.Bad("no such event %.40q: use start, %s, undo or redo", e.Type, strings.Join([]string{Drawn, Tabbed, Shown, Seated, Replaced, Finish}, ", "))
	}
	return handle(p, e)
}

// owner is the player whose cards an entry holds: named, or the one who sits there. -1: nobody.
func (p *Position) owner(e entry) int {
	if e.player >= 0 {
		return e.player
	}
	return p.seating.At(e.seat.String(), p.taken())
}

// taken are the sides of which cards were ever reported: those of whom nobody said where they sit go around the table in the order of the
// turns.
func (p *Position) taken() (sides []string) {
	for _, s := range Seats {
		has := func(e entry) bool { return e.seat == s }
		if slices.ContainsFunc(p.board, has) || slices.ContainsFunc(p.rounds, func(r round) bool { return slices.ContainsFunc(r.entries, has) }) {
			sides = append(sides, s.String())
		}
	}
	return sides
}

// totals are the players' points so far.
func (p *Position) totals() []int {
	sums := make([]int, len(p.seating.Players))
	for i := range p.rounds {
		for _, e := range p.rounds[i].entries {
			if owner := p.owner(e); owner >= 0 {
				sums[owner] += p.options.Score(e.Spread).Points
			}
		}
	}
	return sums
}

// finish ends the game as it stands.
func (p Position) finish(game.Event) (Position, any, []game.Violation) {
	p.closed = true
	return p, nil, nil
}

// over reports whether somebody has won: the highest total, at the goal or above. If several share it, another round is
// played, unless somebody has ended the game: then they share the win.
func (p *Position) over() (over bool, leaders []int) {
	sums := p.totals()
	leaders = game.Ahead(sums)
	return p.closed || slices.Max(sums) >= p.options.Goal && len(leaders) == 1, leaders
}
