package follow

import (
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/reading"
)

// Options are how patient a follower is. The zero value means the defaults.
type Options struct {
	// Patience is how long a table may lie still before the best of several explanations is reported as
	// provisional with a question; 1.2 seconds by default.
	Patience time.Duration
	// Gap between observations from which the table may have changed unseen, even if nobody called Disturbed: evidence
	// from before it does not vote on what lies there after it; 0.3 seconds by default.
	Gap time.Duration
}

func (o Options) withDefaults() Options {
	if o.Patience == 0 {
		o.Patience = 1200 * time.Millisecond
	}
	if o.Gap == 0 {
		o.Gap = 300 * time.Millisecond
	}
	return o
}

// Follower follows one game. It is not safe for use by several goroutines.
type Follower struct {
	players []engine.Color
	words   reading.Dictionary
	opts    Options

	start  engine.Board // before the first turn
	turns  []turn       // that stand
	begun  bool         // the board is known, empty though it may be
	draft  *draft       // of a first board
	window *window      // the table as it lies now
	since  time.Duration
	at     map[engine.Place]engine.Quad // where in the picture each stack was seen last
	belief belief
	open   inView
	missed map[engine.Place]bool // tiles of the window that the last picture did not report

	upright float64      // probability that a first board is read the right way up
	awaited engine.Color // whose turn it is once more; NoColor: the one after the last

	key    string // of the story that the window tells
	agreed int    // observations in a row that tell it
	asked  bool   // about this window

	disturbed  bool // since the last observation
	touched    bool // the table may have changed since the first one
	rested     int  // observations since the table was disturbed
	windows    int  // times that it was
	incomplete bool // the last observation does not show every tile believed to lie there

	rack bool // the last observation shows a player's rack

	moves motion
	banks banks

	frame            int
	now              time.Duration
	counts           Counts
	contradictions   int // in a row
	contradictedFrom time.Duration

	game     *nabit.Game
	name     string       // of the remembered game that goes on
	pasts    []*past      // games that may lie on the table still, until that is settled
	cleared  int          // observations of a table without tiles meanwhile
	recorded bool         // something of this game was recorded
	told     bool         // a person has said something of this game
	leftover engine.Board // of the game before, while it still lies there
	pins     pins         // what people said of tiles

	newest  engine.Observation          // the last one
	differs []Difference                // where reality and record have parted
	kept    map[engine.Place]Difference // of these, where a person said that the record is right

	unrecorded []nabit.Event // since then
}

// turn is one play that stands.
type turn struct {
	number        int
	play          nabit.Play
	before, after engine.Board
	confidence    float64
	provisional   bool
	doubted       bool          // provisional for its tiles: one may be hidden, or be none
	told          time.Duration // when
	ghost         bool          // a person took it back, and its tiles lie there still
}

// New follows a game from its beginning, or from wherever the first observation finds it. players are in the order
// of their turns, two to four; without them any color may play at any time. words may be nil.
func New(players []engine.Color, words reading.Dictionary, opts Options) *Follower {
	return &Follower{
		game:    nabit.New(words),
		players: players, words: words, opts: opts.withDefaults(), start: engine.Board{}, window: newWindow(),
		at: map[engine.Place]engine.Quad{}, belief: belief{}, open: inView{}, banks: newBanks(), upright: 1, pins: pins{}, kept: map[engine.Place]Difference{},
	}
}

// board is what the follower believes lies on the table.
func (f *Follower) board() engine.Board { return f.boardBefore(0) }

// boardBefore is the board before so many of the last turns.
func (f *Follower) boardBefore(back int) engine.Board {
	if n := len(f.turns) - back; n > 0 {
		return f.turns[n-1].after
	}
	return f.start
}

// last is the last turn that stands; nil before the first.
func (f *Follower) last() *turn {
	if len(f.turns) == 0 {
		return nil
	}
	return &f.turns[len(f.turns)-1]
}

// nextTo is the player after the given one.
func (f *Follower) nextTo(player engine.Color) engine.Color {
	for i, p := range f.players {
		if p == player {
			return f.players[(i+1)%len(f.players)]
		}
	}
	return engine.NoColor
}

// expected is the player whose turn it is; NoColor if nobody can tell.
func (f *Follower) expected() engine.Color {
	last := f.last()
	switch {
	case f.awaited != engine.NoColor:
		return f.awaited
	case last != nil:
		return f.nextTo(last.play.Color)
	case len(f.start) == 0 && len(f.players) > 0:
		return f.players[0]
	}
	return engine.NoColor
}

// Disturbed says that a hand or something else moved since the last observation: the table may have changed.
func (f *Follower) Disturbed() { f.disturbed = true }

// Observe takes the next observation of a table at rest and tells what it settles. An observation that fits
// nothing is counted and ignored.
func (f *Follower) Observe(obs engine.Observation) []Line {
	gap := f.disturbed || obs.Time-f.now > f.opts.Gap
	f.disturbed = false
	if f.rested++; gap {
		f.rested = 1
		f.windows++
		f.touched = f.touched || f.counts.Observations > 0
	}
	f.frame, f.now, f.newest = obs.Frame, obs.Time, obs
	f.counts.Observations++
	f.rack = false
	if f.isLeftover(obs) {
		f.counts.Ignored++
		return nil
	}
	if f.counts.Observations == 1 {
		f.banks.begin(obs.Banks)
	}
	var lines []Line
	if len(f.pasts) > 0 {
		lines = f.recall(obs)
	}
	if len(f.board()) == 0 {
		lines = append(f.observeFirst(obs, gap), f.bank(obs)...)
		if len(f.board()) > 0 {
			f.pasts = nil // another game has begun
		}
		return lines
	}
	return append(lines, f.observe(obs, gap)...)
}

// observe takes an observation of a table whose board is known.
func (f *Follower) observe(obs engine.Observation, gap bool) []Line {
	s, ok := f.sight(obs)
	if !ok {
		return f.contradicted(obs)
	}
	f.contradictions = 0
	s = f.pinned(s)
	var lines []Line
	if f.changed(s) || gap && !f.asBefore(s) {
		lines = append(lines, f.nextWindow(s)...)
	}
	f.window.add(s)
	lines = append(lines, f.reorient()...)
	lines = append(lines, f.moved(s)...)
	lines = append(lines, f.decide()...)
	lines = append(lines, f.part()...)
	f.incomplete = !s.shows(f.board())
	return append(lines, f.bank(obs)...)
}

// shows tells whether a tile is seen wherever the board has one.
func (s sighting) shows(b engine.Board) bool {
	for p := range b {
		if s.looks[p].tile <= 0 {
			return false
		}
	}
	return true
}

// sight finds the believed board in the observation; false if it is not there.
func (f *Follower) sight(obs engine.Observation) (sighting, bool) {
	least := len(f.board())
	for back := 1; back <= min(mostBack, len(f.turns)); back++ {
		if n := len(f.boardBefore(back)); n > 0 {
			least = min(least, n)
		}
	}
	if len(f.turns) == 1 && len(f.start) == 0 && !anyTile(obs) { // the first play has been taken back
		return sighting{looks: ownLooks(obs)}, true
	}
	s := match(obs, f.board(), f.at, least/2+1)
	if s.contradicts && len(f.board()) <= smallBoard && f.contradictions < settledAfter && anyTile(obs) {
		return f.sightCovered(obs)
	}
	return s, !s.contradicts
}

// smallBoard is how many tiles one play may leave too few of to be known again where the structure was moved too.
const smallBoard = 7

// sightCovered finds a small board that was moved and played on, by trying every way to lay it and asking which
// leaves nothing unexplained.
func (f *Follower) sightCovered(obs engine.Observation) (sighting, bool) {
	best, found, score := sighting{}, false, 0.0
	for _, s := range layings(obs, f.board(), f.at) {
		v := single(s)
		if top := f.storiesOf(v, 1)[0]; v.explained(top.board) && (!found || top.score > score) {
			best, found, score = s, true, top.score
		}
	}
	return best, found
}

// contradicted counts an observation that shows nothing of the believed board: a hand, a bag, another table. If that
// lasts and hardly anything was played, what is believed is wrong.
func (f *Follower) contradicted(obs engine.Observation) []Line {
	f.counts.Ignored++
	f.contradictions++
	if f.contradictions == 1 {
		f.contradictedFrom = f.now
	}
	patience := stubborn
	if len(f.turns) == 0 {
		patience = unproven
	}
	if f.now-f.contradictedFrom < patience || f.contradictions < settledAfter || len(f.turns) > mostBack || !f.Lies() {
		return nil // where no tile lies the camera may have been turned away
	}
	return append(f.giveUp(), f.observeFirst(obs, false)...)
}

// giveUp forgets a board that was hardly played on and is not there.
func (f *Follower) giveUp() []Line {
	var lines []Line
	for len(f.turns) > 0 {
		lines = append(lines, f.withdraw(leastSure))
	}
	f.start, f.belief, f.open, f.at, f.awaited, f.contradictions = engine.Board{}, belief{}, inView{}, map[engine.Place]engine.Quad{}, engine.NoColor, 0
	f.rebuild()
	f.emptied()
	f.begun = false // what lies there now may be a running game
	return lines
}

// stubborn is how long the table must contradict the first turns before they are given up, unproven the same for a
// board on which nothing was played.
const stubborn, unproven = 3 * time.Second, time.Second

// Settled tells whether more observations of the table as it lies would change nothing: what was seen is decided,
// or a person has been asked.
func (f *Follower) Settled() bool {
	last := f.last()
	open := last != nil && last.provisional && !f.asked
	if f.rested < settledAfter || len(f.board()) == 0 && f.rested < emptyAfter {
		return false
	}
	return f.begun && f.key == (story{}).key() && f.agreed >= settledAfter && f.moves.seen == 0 && !open && !f.awaitsBank()
}

// Recognizes tells whether the last observation surely shows the game's structure: the believed board, of more than one
// player's tiles.
func (f *Follower) Recognizes() bool {
	colors := map[engine.Color]bool{}
	for _, c := range f.board() {
		colors[c.Color] = true
	}
	return len(colors) > 1 && f.contradictions == 0
}

// Doubts tells whether the last observation does not show all of the believed board, or several of the table at rest have not
// settled what lies there: a better one may.
func (f *Follower) Doubts() bool { return f.incomplete || f.rested > settledAfter && !f.Settled() }

// Playing tells whether a board is known: the first play was told, or the board of a running game.
func (f *Follower) Playing() bool { return len(f.board()) > 0 }

// SeesRack tells whether the last observation shows a player's rack and no structure.
func (f *Follower) SeesRack() bool { return f.rack }

// settledAfter is how many observations in a row that show nothing new settle a table.
const settledAfter = 3

// emptyAfter is the same for a table on which no structure is known: a first play is easily overlooked.
const emptyAfter = 8

// State is the game as it stands; the zero State before a table was seen.
func (f *Follower) State() nabit.State { return f.game.State() }

// Finish ends the watch at that frame and sums up. What the last observations tell but have not settled is reported
// as provisional first.
func (f *Follower) Finish(frame int, now time.Duration) []Line {
	f.frame, f.now = frame, now
	lines := f.flush()
	f.counts.Turns = len(f.turns)
	f.counts.Provisional = 0
	for _, t := range f.turns {
		if t.provisional {
			f.counts.Provisional++
		}
	}
	l, counts := f.withBoard(f.line(Summary)), f.counts
	l.Counts, l.Winners = &counts, nabit.Winners(l.Scores)
	return append(lines, l)
}
