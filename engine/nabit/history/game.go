package history

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
)

// Game is a whole game. It is plain data, and shares nothing with what it was made from.
type Game struct {
	Began, Ended time.Time // of the start and of the last turn, whenever that was corrected; zero if nobody kept time
	Steps        []Step    // the first is the start
	State        nabit.State
	// Open: nobody said who plays; players joined with their first tiles.
	Open bool
}

// Step is the start of a game, or one turn with all that belongs to it: a banked tile, a challenge.
type Step struct {
	nabit.Turn           // the zero Turn for the start
	Time       time.Time // when it was recorded
	// Took is the time since the turn before; 0 where that is not known. Nobody knows it of the first turn.
	Took      time.Duration
	Stacks    []Stack       // the board after the turn; a play that was taken back is still on it
	Words     []Word        // of that board
	Scores    []nabit.Score // after it, in the order of the players
	Corrected []Correction  // oldest first
	Announced bool          // the mover said that the last tile was drawn
	Caught    bool          // the mover forgot that
}

// Word is a word on the board.
type Word = nabit.ControlledWord

// Correction is what a turn was taken for before somebody, or a later picture, knew better.
type Correction struct {
	Time time.Time
	Seen bool // by the camera; otherwise by a person
	Was  nabit.Turn
}

// Stack is a stack with the colors of its tiles.
type Stack struct {
	engine.Place
	engine.Cell
	Layers []engine.Color // from below; shorter than the stack where the lower ones are not known
}

// Read is the stored game.
func Read(g journal.Game) (*Game, error) {
	events, err := Events(g)
	if err != nil {
		return nil, err
	}
	times := make([]time.Time, len(g.Events))
	for i, e := range g.Events {
		times[i] = e.Time
	}
	told, err := Of(events, times)
	if err != nil {
		return nil, fmt.Errorf("game %q: %w", g.Game, err)
	}
	return told, nil
}

// Events are a stored game's.
func Events(g journal.Game) ([]nabit.Event, error) {
	if g.Kind != nabit.Name {
		return nil, fmt.Errorf("game %q is %s; this works with NAB-IT! only", g.Game, g.Kind)
	}
	if len(g.Events) == 0 {
		return nil, fmt.Errorf("game %q has no events", g.Game)
	}
	events := make([]nabit.Event, len(g.Events))
	for i, e := range g.Events {
		var err error
		if events[i], err = nabit.ParseEvent(e.Payload); err != nil {
			return nil, fmt.Errorf("event %d of game %q: %w", e.Seq, g.Game, err)
		}
	}
	return events, nil
}

// Of is the game of these events, which a game accepted. times are theirs, or nil if they are not known.
func Of(events []nabit.Event, times []time.Time) (*Game, error) {
	whole, err := nabit.Replay(nil, events)
	if err != nil {
		return nil, err
	}
	if len(events) == 0 {
		return nil, fmt.Errorf("no event, not even a start")
	}
	standing, line := whole.Standing(), whole.Table().Line()
	g := &Game{State: whole.State(), Open: len(standing[0].Players) == 0}
	t := &folder{game: nabit.New(nabit.AnyWord{})}
	before := len(events) - len(whole.Table().Events()) // of another game
	for i, e := range standing {
		n := before + line[i].Number - 1
		when := at(times, n)
		if events[n].Type == nabit.Corrected { // it was put in later: nobody knows when it was played
			when = time.Time{}
		}
		t.fold(e, when)
	}
	g.Steps = t.steps
	g.dress(fixes(events, times))
	g.Began = g.Steps[0].Time
	g.Ended = g.last(g.Began)
	return g, nil
}

// last is when the last turn was played; began if none was.
func (g *Game) last(began time.Time) time.Time {
	for _, s := range slices.Backward(g.Steps) {
		if !s.Time.IsZero() {
			return s.Time
		}
	}
	return began
}

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.State.Life == engine.Ended }

// folder folds standing events into steps.
type folder struct {
	game  *nabit.Game
	steps []Step
	turns int                             // of the log that have a step
	lies  map[engine.Place][]engine.Color // who laid the tiles of each stack, from below, before the last turn
}

// fold adds an event that was recorded at that time.
func (t *folder) fold(e nabit.Event, at time.Time) {
	if a := t.game.Apply(e); !a.OK {
		return // a correction took its ground
	}
	before := max(0, t.turns-1)
	s := t.game.Since(before) // the last turn with it: it may have been withdrawn
	if e.Type == nabit.Start {
		t.lies = map[engine.Place][]engine.Color{}
		for _, c := range e.Board {
			t.lies[c.Place] = bottom(c.Cell)
		}
		t.steps = []Step{t.step(nabit.Turn{}, at, s)}
		return
	}
	fresh := s.Turns[t.turns-before:]
	if len(fresh) == 0 {
		t.add(e, s)
		return
	}
	for _, turn := range s.Turns[:len(s.Turns)-1] {
		lay(t.lies, turn)
	}
	for i, turn := range fresh {
		step := t.step(turn, at, s)
		if i < len(fresh)-1 { // skipped by the last: nothing was laid
			step.Stacks, step.Words, step.Scores = t.last().Stacks, t.last().Words, t.last().Scores
		}
		t.steps = append(t.steps, step)
	}
	t.turns += len(fresh)
}

func (t *folder) last() *Step { return &t.steps[len(t.steps)-1] }

// add adds to the last step what belongs to its turn.
func (t *folder) add(e nabit.Event, s nabit.State) {
	last := t.last()
	switch e.Type {
	case nabit.AnnouncedEnd:
		last.Announced = last.Announced || last.Player == e.Player
	case nabit.Caught:
		last.Caught = last.Caught || last.Player == e.Player
	}
	if s.Last != nil && len(t.steps) > 1 {
		last.Turn = *s.Last
	}
	if !last.Withdrawn {
		last.Scores = s.Scores
	}
}

func (t *folder) step(turn nabit.Turn, at time.Time, s nabit.State) Step {
	return Step{Turn: turn, Time: at, Stacks: t.stacks(s), Words: s.Words, Scores: s.Scores}
}

// stacks are the board with all layers.
func (t *folder) stacks(s nabit.State) []Stack {
	layers := maps.Clone(t.lies)
	if s.Last != nil {
		lay(layers, *s.Last)
	}
	stacks := make([]Stack, 0, len(s.Cells))
	for _, c := range s.Cells {
		known := layers[c.Place]
		if len(known) != c.Height {
			known = nil // it was taken up with others below
		}
		stacks = append(stacks, Stack{c.Place, c.Cell, known})
	}
	return stacks
}

// lay adds the turn's tiles.
func lay(layers map[engine.Place][]engine.Color, turn nabit.Turn) {
	if turn.Withdrawn {
		return
	}
	for _, p := range turn.Placements {
		layers[p.Place] = append(slices.Clip(layers[p.Place]), turn.Player)
	}
}

// bottom is what is known of a stack that nobody saw growing.
func bottom(c engine.Cell) []engine.Color {
	if c.Height == 1 {
		return []engine.Color{c.Color}
	}
	return nil
}

// dress says how long each step took, and what it was taken for before it was corrected. A turn that nobody saw took no time that anybody
// knows; the next one had it all.
func (g *Game) dress(fixes map[int][]Correction) {
	var before time.Time // when the last turn that was seen ended; zero until the first has
	for i := 1; i < len(g.Steps); i++ {
		s := &g.Steps[i]
		if !s.Withdrawn {
			s.Corrected = fixes[s.Number]
		}
		if s.Kind == nabit.Skipped || s.Time.IsZero() {
			continue
		}
		if !before.IsZero() {
			s.Took = max(0, s.Time.Sub(before))
		}
		before = s.Time
	}
}

// Players are all who play: those of the start, or who joined, and those of whom only tiles were seen.
func (g *Game) Players() (players []engine.Color) {
	for _, s := range g.Scores() {
		players = append(players, s.Color)
	}
	return players
}

// Scores are everybody's at the end, in the order of Players.
func (g *Game) Scores() []nabit.Score { return g.State.Everyone() }

// Name is what the player is called; empty if nobody said.
func (g *Game) Name(c engine.Color) string { return g.State.Names[c] }

// Turns is the number of the last turn.
func (g *Game) Turns() int { return g.State.Turn }
