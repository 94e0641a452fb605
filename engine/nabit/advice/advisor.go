package advice

import (
	"iter"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
)

// Advisor finds plays. It keeps its buffers from one question to the next, so it is not safe for use by several
// goroutines, nor inside its own loops.
type Advisor struct {
	Weights Weights // how Rank values plays; New sets Learned

	words      *lexicon.Lexicon
	rows, cols grid
	hand       hand
	search     search
	placed     [nabit.RackSize]nabit.Placement
	plays      []ranked
}

// New is an advisor that takes these words for words.
func New(words *lexicon.Lexicon) *Advisor { return &Advisor{Weights: Learned, words: words} }

// Plays are all plays of the rack that nabit's Check allows on the board and whose new words are all in the list, each
// once and in no particular order. A word with an unsettled blank in it counts if some letter makes it one. On the
// empty table all places are alike: only plays across from the origin are listed.
//
// The placements that are handed out are overwritten by the next: clone what is to be kept. Listing allocates nothing
// for a play. It is an error if the rack is invalid, or the board larger than all tiles could make it.
func (a *Advisor) Plays(b engine.Board, r Rack, o nabit.Options) (iter.Seq[[]nabit.Placement], error) {
	if err := a.look(b, r); err != nil {
		return nil, err
	}
	return func(yield func([]nabit.Placement) bool) {
		a.each(o, func(g *grid, line int, play []laid) bool { return yield(a.placements(g, line, play)) })
	}, nil
}

// CanPlay reports whether any of the racks allows a play: if none of those of all players does, the game has ended.
func (a *Advisor) CanPlay(b engine.Board, o nabit.Options, racks ...Rack) (bool, error) {
	for _, r := range racks {
		if err := a.look(b, r); err != nil {
			return false, err
		}
		can := len(b) > 0 && a.canLayOne()
		if !can {
			a.each(o, func(*grid, int, []laid) bool {
				can = true
				return false
			})
		}
		if can {
			return true, nil
		}
	}
	return false, nil
}

// canLayOne reports whether a single tile can be played. On most tables it can, and the first squares show it: so nothing
// is worked out for the others.
func (a *Advisor) canLayOne() bool {
	for n := 1; n+1 < a.rows.lines; n++ {
		line := a.rows.line(n)
		for i := range line {
			across, down := &line[i], &a.cols.squares[i*a.cols.width+n]
			if (across.flags|down.flags)&crossed == 0 {
				continue
			}
			fit := allowed(a.words, across, a.cols.line(i), n, a.hand.all)
			if fit != 0 && allowed(a.words, down, line, i, fit) != 0 {
				return true
			}
		}
	}
	return false
}

// look makes board and rack ready for searching.
func (a *Advisor) look(b engine.Board, r Rack) error {
	if err := r.valid(); err != nil {
		return err
	}
	a.hand = newHand(r)
	if len(b) == 0 {
		a.rows.empty(a.hand.all)
		return nil
	}
	if err := a.rows.fill(b, engine.Across); err != nil {
		return err
	}
	if err := a.cols.fill(b, engine.Down); err != nil {
		return err
	}
	a.rows.mark()
	a.cols.mark()
	return nil
}

// each calls found with every play: the grid and its line, and the tiles in it.
func (a *Advisor) each(o nabit.Options, found func(g *grid, line int, play []laid) bool) {
	s := &a.search
	if len(a.rows.squares) == a.rows.width { // the empty table
		a.lines(&a.rows, true, found)
		return
	}
	crossing(a.words, &a.rows, &a.cols, a.hand.all)
	crossing(a.words, &a.cols, &a.rows, a.hand.all)
	if a.single(found); s.stopped {
		return
	}
	if a.lines(&a.rows, o.RequireContiguous, found); !s.stopped {
		a.lines(&a.cols, o.RequireContiguous, found)
	}
}

// lines finds the plays of two or more tiles.
func (a *Advisor) lines(g *grid, oneRun bool, found func(*grid, int, []laid) bool) {
	s := &a.search
	n := 0
	*s = search{words: a.words, root: a.words.Root(), hand: &a.hand, oneRun: oneRun, found: func(play []laid) bool { return found(g, n, play) }}
	for ; n < g.lines && !s.stopped; n++ {
		if line := g.line(n); reaches(line) {
			s.searchLine(line)
		}
	}
}

// single finds the plays of one tile, which lie in a row and in a column.
func (a *Advisor) single(found func(*grid, int, []laid) bool) {
	s := &a.search
	s.stopped = false
	for n := 1; n+1 < a.rows.lines; n++ {
		line := a.rows.line(n)
		for i := range line {
			across, down := &line[i], &a.cols.squares[i*a.cols.width+n]
			if (across.flags|down.flags)&crossed == 0 {
				continue
			}
			if s.stopped = !a.one(n, i, across.cross&down.cross, found); s.stopped {
				return
			}
		}
	}
}

func (a *Advisor) one(n, i int, fit lexicon.LetterSet, found func(*grid, int, []laid) bool) bool {
	play := a.search.play[:1]
	for set := fit & a.hand.lettered; set != 0; set &= set - 1 {
		play[0] = laid{uint8(i), uint8(set.First()), false}
		if !found(&a.rows, n, play) {
			return false
		}
	}
	for set := fit; a.hand.blank != 0 && set != 0; set &= set - 1 {
		play[0] = laid{uint8(i), uint8(set.First()), true}
		if !found(&a.rows, n, play) {
			return false
		}
	}
	return true
}

// placements are the tiles with their places on the board.
func (a *Advisor) placements(g *grid, line int, play []laid) []nabit.Placement {
	for i, t := range play {
		a.placed[i] = g.placement(line, t)
	}
	return a.placed[:len(play)]
}
