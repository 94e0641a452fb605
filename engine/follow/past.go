package follow

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// past is a game of which a record was kept, until the table shows whether it is the one that lies there.
type past struct {
	name    string
	game    *nabit.Game
	players []engine.Color
	start   engine.Board
	turns   []turn
	banked  map[engine.Color]int
	events  []nabit.Event // all that were kept, also those before the board that it began with was corrected
}

// Record is what the record of a game has grown by.
type Record struct {
	// Game is the remembered game that goes on; empty for one that this follower saw begin.
	Game string
	// Another says that the events begin a game of their own.
	Another bool
	// Events are to be kept, all or none.
	Events []nabit.Event
}

// Remember tells the follower of a game that may go on: its name and the events of its record, as Recorded gave them. If
// the table then shows its board, however it lies now and even if a few turns were played meanwhile, the follower goes
// on with it and tells so by a Resumed line; otherwise another game begins. Several may be remembered, the likeliest
// first. It must be called before the first observation. The follower keeps to its own players, if it was given any: a
// game of others is an error, as is one with nothing on the board, which no picture could show.
func (f *Follower) Remember(name string, events []nabit.Event) error {
	game, err := nabit.Replay(f.words, events)
	if err != nil {
		return err
	}
	if len(events) == 0 {
		return errors.New("there are no events")
	}
	p := &past{name: name, game: game, start: engine.Board{}, banked: map[engine.Color]int{}, events: events}
	p.begin(game.Standing()[0])
	p.replay(game.State())
	switch board := game.Board(); {
	case len(board) == 0:
		return errors.New("nothing lay on its board")
	case !maps.Equal(board, p.board()):
		return errors.New("its board does not follow from its turns")
	case len(f.players) > 0 && len(p.players) > 0 && !slices.Equal(f.players, p.players):
		return fmt.Errorf("it is a game of other players, %v", p.players)
	}
	f.pasts = append(f.pasts, p)
	return nil
}

// begin takes the players and the board from the game's start.
func (p *past) begin(start nabit.Event) {
	p.players = start.Players
	for _, c := range start.Board {
		p.start[c.Place] = c.Cell
	}
}

// replay lays the plays that stand.
func (p *past) replay(s nabit.State) {
	board := p.start
	for _, t := range s.Turns {
		if t.Kind != nabit.Played || t.Withdrawn {
			continue
		}
		play := nabit.Play{Color: t.Player, Placements: slices.Clone(t.Placements)}
		p.turns = append(p.turns, turn{number: t.Number, play: play, before: board, after: nabit.Place(board, play), confidence: 1})
		board = p.turns[len(p.turns)-1].after
	}
	for _, score := range s.Scores {
		p.banked[score.Color] = score.Banked
	}
}

func (p *past) board() engine.Board {
	if n := len(p.turns); n > 0 {
		return p.turns[n-1].after
	}
	return p.start
}

// least is how many tiles of the board must be seen: more than half, also where the last plays were taken back.
func (p *past) least() int {
	n := len(p.board())
	for back := 1; back <= min(mostBack, len(p.turns)); back++ {
		if before := len(p.turns[len(p.turns)-back].before); before > 0 {
			n = min(n, before)
		}
	}
	return n/2 + 1
}

// recall takes up the past game whose board the observation shows, if there is one.
func (f *Follower) recall(obs engine.Observation) []Line {
	if !anyTile(obs) {
		f.cleared++
		return nil
	}
	for _, p := range f.pasts {
		board, least := p.board(), p.least()
		if f.cleared >= settledAfter {
			// What lies there now is a new game, unless it is all there again, and only the camera was covered.
			least = len(board) - len(board)/10
		}
		if !match(obs, board, nil, least).contradicts {
			f.takeUp(p)
			return []Line{f.withBoard(f.line(Resumed))}
		}
	}
	return nil
}

// takeUp goes on with the past game.
func (f *Follower) takeUp(p *past) {
	named := len(f.players) > 0 && len(p.players) == 0
	f.pasts, f.name, f.game, f.start, f.turns = nil, p.name, p.game, p.start, p.turns
	f.begun, f.draft, f.window, f.key, f.agreed, f.upright = true, nil, newWindow(), "", 0, 1
	f.belief, f.open, f.at = belief{}, inView{}, map[engine.Place]engine.Quad{}
	f.banks = newBanks()
	f.banks.known = p.banked
	f.recorded, f.unrecorded = true, nil
	f.pins = pins{}
	f.repin(p.events)
	if len(p.players) > 0 {
		f.players = p.players
	}
	if next := f.game.State().Next; next != engine.NoColor {
		f.awaited = next
	}
	if named { // now the order of turns is known
		f.rebuild()
	}
}

// Recorded is what the game's record has grown by since the last call. Nothing is recorded until something lies on the
// board, or a person said something.
func (f *Follower) Recorded() Record {
	r := Record{Game: f.name}
	if !f.recorded && !f.told && len(f.board()) == 0 || len(f.unrecorded) == 0 {
		return r
	}
	r.Another, r.Events = !f.recorded, f.unrecorded
	f.unrecorded, f.recorded = nil, true
	return r
}

// accept gives the event to the game and notes it for the record if it counts.
func (f *Follower) accept(e nabit.Event) nabit.Answer {
	a := f.game.Apply(e)
	if a.OK {
		events := f.game.Events()
		f.unrecorded = append(f.unrecorded, events[len(events)-1])
	}
	return a
}
