package follow

import (
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/hypothesis"
	"tilewatch/engine/nabit/follow/record"
	"tilewatch/engine/reading"
)

// Options set how patient a follower is. The zero value means the defaults.
type Options struct {
	// Patience is how long a table may lie still before the follower reports the best of several explanations as provisional, with a
	// question; 1.2 seconds by default.
	Patience time.Duration
	// Gap is the time between two observations from which the table may have changed unseen, even if nobody called Disturbed: evidence
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
	words reading.Dictionary
	opts  Options

	// What it believes.
	game    record.Game
	pasts   []*record.Past // stored games that may still lie on the table, until the table settles that
	belief  evidence.Belief
	open    evidence.Unoccluded
	pins    evidence.Pins
	at      map[engine.Place]engine.Quad // where in the picture each stack was seen last
	draft   *draft                       // of a first board
	upright float64                      // probability that the first board is read the right way up

	// What it sees.
	newest  engine.Observation
	frame   int
	now     time.Duration
	looked  time.Duration // when the table was seen before the newest observation
	rest    rest
	owners  map[engine.Color]int // in how many observations a color had a rack or a bank
	doubts  map[engine.Color]int // in how many more observations the name of a color's plastic was in doubt than sure
	named   []engine.Color       // plastics whose owner a person has said
	renames []Rename
	missed  map[engine.Place]bool // tiles of the window that the last picture did not report
	counts  Counts

	sparse     bool // pictures are rare
	photo      bool // the newest observation is of a photo
	disturbed  bool // since the last observation
	untouched  bool // since the last turn was reported
	touched    bool // the table may have changed since the first one
	rested     int  // observations since the table was disturbed
	windows    int  // number of times that it was
	moving     int  // observations in a row that show the structure elsewhere
	incomplete bool // the last observation does not show every tile of the believed board
	rack       bool // the last observation shows a player's rack

	contradictions   int // observations in a row that show nothing of the believed board
	contradictedFrom time.Duration

	cleared  int                         // observations of a table without tiles while pasts wait
	leftover engine.Board                // of the game before, while it still lies there
	differs  []Difference                // where the table and the record differ
	kept     map[engine.Place]Difference // those where a person said that the record is right
	compared int                         // pictures of the end that were read by themselves
}

// A draft is the reading of the first picture. While no board is known, the window gathers pictures on its lattice.
type draft struct {
	board engine.Board
	at    map[engine.Place]engine.Quad
}

// rest is the table as it lies now, undisturbed.
type rest struct {
	window *evidence.Window
	since  time.Duration
	unseen time.Duration // how long no picture showed the table before
	asked  bool          // a person, about this window
	key    string        // of the best hypothesis
	agreed int           // observations in a row with the same best hypothesis
}

// beginWindow starts a new window now. asked says that a person needs no question about it.
func (f *Follower) beginWindow(asked bool) {
	f.rest = rest{window: evidence.NewWindow(), since: f.now, unseen: f.now - f.looked, asked: asked}
}

// settledAfter is how many observations in a row that show nothing new settle a table. Hand-set, as are the other counts of
// observations in this package: at 15 pictures a second a slip of the motion gate lasts one or two.
const settledAfter = 3

// wellSeen is how many observations in a row are no slip of the motion gate: what they show was there, though a hand may cover it by
// now. Hand-set.
const wellSeen = 4

// New follows a game from its beginning, or from wherever the first observation finds it. players are in the order
// of their turns, two to four; without them any color may play at any time. words may be nil.
func New(players []engine.Color, words reading.Dictionary, opts Options) *Follower {
	return &Follower{
		words: words, opts: opts.withDefaults(), game: record.New(players, words),
		belief: evidence.Belief{}, open: evidence.Unoccluded{}, pins: evidence.Pins{}, at: map[engine.Place]engine.Quad{},
		upright: 1, rest: rest{window: evidence.NewWindow()}, kept: map[engine.Place]Difference{}, owners: map[engine.Color]int{}, doubts: map[engine.Color]int{},
	}
}

// sees counts whose racks and banks the observation shows, and whose plastics it is sure of.
func (f *Follower) sees(obs engine.Observation) {
	f.doubtNames(obs.Plastics)
	shown := map[engine.Color]bool{}
	for _, r := range obs.Racks {
		shown[r.Color] = true
	}
	for _, b := range obs.Banks {
		shown[b.Color] = b.Tiles > 0 || shown[b.Color]
	}
	for color, is := range shown {
		if is && color != engine.NoColor {
			f.owners[color] += f.looks()
		}
	}
}

// present are the colors with a rack or a bank on the table: those that were seen often enough to be no slip.
func (f *Follower) present() map[engine.Color]bool {
	present := map[engine.Color]bool{}
	for color, n := range f.owners {
		if n >= 2*wellSeen {
			present[color] = true
		}
	}
	return present
}

// board returns the board that the follower believes in.
func (f *Follower) board() engine.Board { return f.game.Board() }

// state returns what the follower believes before it looks at a picture.
func (f *Follower) state() hypothesis.State {
	open := f.open
	if f.moving > 0 {
		open = nil // the structure does not lie where those places were seen
	}
	s := hypothesis.State{Ledger: &f.game.Ledger, Belief: f.belief, Open: open, Words: f.words, Now: f.now, Present: f.present(), Untouched: f.untouched && !f.single()}
	if f.sparse { // else a hand was over the table all the time, and that is one player's turn
		s.Unseen = f.rest.unseen
	}
	return s
}

// explain returns the hypotheses that explain the window.
func (f *Follower) explain() []hypothesis.Hypothesis { return f.state().Explain(f.rest.window.View()) }

// nothingNew reports whether the window's best hypothesis is that nothing happened.
func (f *Follower) nothingNew() bool { return f.rest.key == hypothesis.NothingKey }

// State is the game as it stands; the zero State before a table was seen.
func (f *Follower) State() nabit.State { return f.game.State() }

// Start is the board before the first turn.
func (f *Follower) Start() []nabit.BoardCell { return nabit.BoardCells(f.game.Start) }

// Begun reports whether there is a game to which something can happen.
func (f *Follower) Begun() bool { return f.game.Begun }

// Rules are the game as any game's. Only the follower gives it events.
func (f *Follower) Rules() *nabit.Table { return f.game.Rules() }
