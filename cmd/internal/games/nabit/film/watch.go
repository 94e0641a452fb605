// Package film follows a NAB-IT! game before a camera.
//
//	looking    the eyes, with what the follower knows of the structure
//	following  the follower, with what the eyes need to know
//	study      how the letters of a set look, learned while the table rests
//	sentence   a line for people
package film

import (
	"errors"
	"slices"
	"time"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/nabit/still"
	"tilewatch/engine/reading"
	"tilewatch/vision/motion"
	"tilewatch/vision/nabit"
	"tilewatch/vision/source"
)

const (
	// lookAgain and lookRarely are the shortest and longest time between two readings of a settled table.
	lookAgain, lookRarely = 1500 * time.Millisecond, 6 * time.Second
	// openFor is how long every frame is read of a table whose meaning is still open.
	openFor = 3 * time.Second
	// Unwatched is how long a table may go unread with nothing said against it: the gate reports when something moved.
	Unwatched = lookRarely + 4*time.Second
)

// hint is what the follower knows that helps the eyes.
type hint struct {
	trust       nabit.Trust     // how surely what was read last is the game's structure
	stacks      []nabit.Stack   // those without any doubt, where they were seen last
	noStructure bool            // the last reading shows no structure
	renames     []follow.Rename // what people have said of plastics, in order
	sparse      bool            // pictures are so rare that stacks may grow by several tiles between them
	compares    bool            // the picture is to be read by itself, too
}

// seen is what the eyes make of a picture.
type seen struct {
	engine.Observation
	alone *still.Reading // the picture read by itself; nil: nobody asked, or it cannot be
}

// Open opens the eyes, and lets them rest: there may be nothing to see before long. follower answers who follows the game; saw, if set, takes the lines of each picture.
func Open(in game.Inputs, src source.Source, follower func() *follow.Follower, saw func([]follow.Line)) (game.Film, error) {
	eyes, err := sight.OpenEyesWith(sight.Both, in.Glyphs)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(eyes.Try(), eyes.Rest()); err != nil {
		return nil, errors.Join(err, eyes.Close())
	}
	in.Found.Begin(in.Camera == nil, in.Tileset == nil || in.Tileset.ThicknessMM <= 0)
	look := &looking{eyes: eyes.Watch(in.Camera, in.Tileset).On(in.Table), words: game.Words(in.Words), found: in.Found}
	watch, study := newWatch(src, look, &following{follower: follower, saw: saw}), &study{Book: in.Glyphs}
	if in.Glyphs != nil {
		watch.Study = func() func(source.Frame) {
			certain, board := follower().Certain(), follower().State().Board
			return func(frame source.Frame) { study.Learn(frame, certain, board) }
		}
	}
	begins := func(note func(string)) { look.note, study.Note = note, note }
	return game.NewFilm(watch, eyes, begins, func() { look.keep(true) }), nil
}

// newWatch joins what a watch of NAB-IT! is made of.
func newWatch(src source.Source, look *looking, f *following) pipeline.Watch[hint, seen] {
	return pipeline.Watch[hint, seen]{
		Source: src, Eyes: look, Follower: f, Board: f, Zones: f.zones, Strange: look.strange,
		Pace: pipeline.Pace{Often: lookAgain, Rarely: lookRarely, OpenFor: openFor}, Empty: &seen{},
	}
}

// looking are eyes on one structure before a camera that stands still.
type looking struct {
	eyes    *sight.Watching
	words   reading.Dictionary
	found   *calibration.Memory
	note    func(string)
	renamed int // how many plastics they know to be called otherwise
}

// Look implements pipeline.Eyes.
func (l *looking) Look(frame source.Frame, h hint) (look seen, err error) {
	l.eyes.Recall(l.found.Recalled())
	if h.noStructure {
		l.eyes.NoStructure()
	}
	l.eyes.Expect(h.stacks)
	l.renamed = min(l.renamed, len(h.renames)) // another follower's game begins
	for ; l.renamed < len(h.renames); l.renamed++ {
		l.eyes.Rename(h.renames[l.renamed].From, h.renames[l.renamed].To)
	}
	l.eyes.MeasureHeights(h.sparse)
	look.Observation, err = l.eyes.Read(frame, h.trust)
	l.keep(false)
	if err == nil && h.compares {
		look.alone = l.eyes.Alone(frame, l.words)
	}
	return look, err
}

// keep keeps what the eyes have found for the next game.
func (l *looking) keep(last bool) {
	if err := l.found.Keep(l.eyes.Found(), last); err != nil {
		l.note(err.Error())
	}
}

// strange is what the table shows to be another one than was measured.
func (l *looking) strange() (all []pipeline.Reason) {
	camera, tiles, colors := l.eyes.Strange()
	if camera {
		all = append(all, pipeline.OtherCamera)
	}
	if tiles {
		all = append(all, pipeline.OtherTiles)
	}
	if colors {
		all = append(all, pipeline.OtherColors)
	}
	return all
}

// following is the game's follower before a camera.
type following struct {
	follower func() *follow.Follower
	saw      func([]follow.Line)

	noStructure bool            // for the next hint
	sparse      bool            // pictures are rare
	begun       bool            // the table was read before
	stirred     bool            // something moved since
	racks       []engine.Rack   // as they were seen last; they are not read in every picture
	banks       []engine.Bank   // with them
	changed     []motion.Region // what changed on the table since the first reading, while no board is known
}

// Hint implements pipeline.Follower.
func (f *following) Hint() hint {
	h := hint{trust: f.trust(), noStructure: f.noStructure, sparse: f.sparse, compares: f.follower().Compares(), renames: slices.Clone(f.follower().Renames())}
	f.noStructure = false
	for _, s := range f.follower().Stacks() {
		h.stacks = append(h.stacks, nabit.Stack{Quad: s.Quad, Height: s.Height})
	}
	return h
}

// trust is how well the last reading matches the follower's board.
func (f *following) trust() nabit.Trust {
	switch {
	case !f.follower().Recognizes():
		return nabit.Unknown
	case f.follower().Doubts():
		return nabit.Doubted
	}
	return nabit.Trusted
}

// How far around what lies on the table a change matters, in sides of a tile; hand-set: a hand that lays the outermost tile of a play
// covers three sides around it.
const reachOfPlay, reachOfRack = 3, 0.5

// zones are where a change matters while the table shows the game that is known: about the structure, on the racks and on the banks.
func (f *following) zones() (zones []motion.Zone) {
	if len(f.follower().Stacks()) == 0 {
		return nil
	}
	for _, quad := range f.follower().Where() {
		zones = append(zones, motion.Zone{Quad: quad, Reach: reachOfPlay})
	}
	for _, r := range f.racks {
		for _, t := range r.Tiles {
			zones = append(zones, motion.Zone{Quad: t.Quad, Reach: reachOfRack})
		}
	}
	for _, b := range f.banks {
		zones = append(zones, motion.Zone{Quad: engine.Quad{b.Center, b.Center, b.Center, b.Center}, Reach: reachOfRack})
	}
	return zones
}

// Disturbed implements pipeline.Follower.
func (f *following) Disturbed() {
	f.stirred = true
	f.follower().Disturbed()
}

// Settled implements pipeline.Follower.
func (f *following) Settled() bool { return f.follower().Settled() }

// See implements pipeline.Follower.
func (f *following) See(at kernel.Moment, look seen, changed func() motion.Region) []pipeline.Line {
	obs := look.Observation
	obs.Frame, obs.Time = at.Frame, at.Time
	if len(obs.Racks)+len(obs.Banks) > 0 {
		f.racks, f.banks = obs.Racks, obs.Banks
	}
	if !f.follower().Playing() && !at.Photo && f.wasThere(obs, changed) {
		f.noStructure = true
		obs.Cells = nil
	}
	f.sparse = at.Sparse
	f.follower().Sparse(at.Sparse)
	f.follower().Photo(at.Photo)
	lines := f.follower().Observe(obs)
	f.noStructure = f.noStructure || f.follower().SeesRack()
	if look.alone != nil {
		lines = append(lines, f.follower().Compare(*look.alone)...)
	}
	return f.report(lines)
}

// Finish implements pipeline.Follower.
func (f *following) Finish(at kernel.Moment) []pipeline.Line {
	return f.report(f.follower().Finish(at.Frame, at.Time))
}

func (f *following) report(lines []follow.Line) []pipeline.Line {
	if f.saw != nil {
		f.saw(lines)
	}
	var out []pipeline.Line
	for _, l := range lines {
		out = append(out, pipeline.Line{JSON: l, TimeS: l.TimeS, Text: sentence(l)})
	}
	return out
}

// Playing, Astray and Parted implement pipeline.Board.
func (f *following) Playing() bool { return f.follower().Playing() }

// Astray implements pipeline.Board.
func (f *following) Astray() bool { return f.follower().Astray() }

// Parted implements pipeline.Board.
func (f *following) Parted() int { return len(f.follower().Differences()) }

// wasThere says whether what is seen, before anything was played, lay there from the start and has one color: then it
// is a player's rack. A first play lies where nothing lay.
func (f *following) wasThere(obs engine.Observation, changed func() motion.Region) bool {
	if f.stirred && f.begun {
		f.changed = append(f.changed, changed())
	}
	f.stirred, f.begun = false, true
	colors, tiles, old := [len(engine.PlayerColors)]int{}, 0, 0
	for _, c := range obs.Cells {
		if c.Tile <= 0 {
			continue
		}
		tiles++
		colors[likeliest(c.Color)]++
		if !slices.ContainsFunc(f.changed, func(r motion.Region) bool { return r.Overlap(c.Quad) > lying }) {
			old++
		}
	}
	return 2*old > tiles && float64(slices.Max(colors[:])) >= oneColor*float64(tiles)
}

const (
	// lying is the share of a tile's face that must have changed where it was laid.
	lying = 0.3
	// oneColor is the share of a rack's tiles that are seen in its player's color, at least.
	oneColor = 0.75
)

func likeliest(c engine.ColorLikelihoods) int {
	best := 0
	for i, v := range c {
		if v > c[best] {
			best = i
		}
	}
	return best
}
