package follow

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Certain is a tile whose letter nothing speaks against, and where it is seen.
type Certain struct {
	engine.Place
	Height int // of the stack that it is the top of
	Letter engine.Letter
	Quad   engine.Quad // in the newest picture, upright as the letter is read
}

const (
	// certainly is the least probability of a letter that is certain, by all that was ever seen and the words.
	certainly = 0.995
	// outvoted is how far behind its best reading a picture may have a letter that words settle, nats.
	outvoted = 3.0
)

// Certain are the tiles whose letters are settled by good words, without a doubt about the turn, and not contradicted by the picture;
// they must be seen whole, and for a while. A table that is not settled has none.
func (f *Follower) Certain() []Certain {
	if f.words == nil || f.window.count < wellSeen || !f.Settled() || len(f.differs) > 0 {
		return nil
	}
	v, board := f.window.view(), f.board()
	good := f.inWords(board)
	words := f.reread(v)
	var out []Certain
	for _, p := range board.Places() {
		c, m := board[p], v.looks[p]
		quad, seen := f.at[p]
		_, pinned := f.pins[p]
		switch {
		case !seen || pinned || c.Blank || !good[p] || f.doubtful(p) || f.haunted(p):
		case m.share < 0.8 || m.tile <= knownGap || m.clear() < 1:
		case m.letterOf(c) < slices.Max(m.read[:])-outvoted:
		case len(words.Faces(p)) == 0 || words.Faces(p)[0].Letter != c.Letter || words.Faces(p)[0].Score < certainly:
		default:
			out = append(out, Certain{p, c.Height, c.Letter, quad})
		}
	}
	return out
}

// Standing is a stack as the record has it, and where its top was seen last.
type Standing struct {
	engine.Quad
	Height int
}

// Stacks are those standing of whose heights nothing is in doubt: where all tiles came one by one, the record knows them better than a picture.
// While the structure is moving, or picture and record have parted, there are none.
func (f *Follower) Stacks() []Standing {
	if f.moves.seen > 0 || len(f.differs) > 0 || f.contradictions > 0 {
		return nil
	}
	var out []Standing
	board := f.board()
	for _, p := range board.Places() {
		if quad, seen := f.at[p]; seen && !f.doubtful(p) && !f.haunted(p) {
			out = append(out, Standing{quad, board[p].Height})
		}
	}
	return out
}

// inWords are the places all of whose words are good ones.
func (f *Follower) inWords(b engine.Board) map[engine.Place]bool {
	good := map[engine.Place]bool{}
	for _, w := range nabit.Words(b) {
		for _, p := range w.Places() {
			before, known := good[p]
			good[p] = f.words.Has(w.Text) && (before || !known)
		}
	}
	return good
}

// doubtful tells whether the tile on top at the place was laid by a turn that may still change.
func (f *Follower) doubtful(at engine.Place) bool {
	last := f.last()
	return last != nil && last.provisional && slices.ContainsFunc(last.play.Placements, func(t nabit.Placement) bool { return t.Place == at })
}
