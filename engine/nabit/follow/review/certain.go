package review

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/hypothesis"
	"tilewatch/engine/reading"
)

// Certain is a tile whose letter nothing contradicts, and where the picture shows it.
type Certain struct {
	engine.Place
	Height int // of the stack that it is the top of
	Letter engine.Letter
	Quad   engine.Quad // in the newest picture, upright as the letter is read
}

// Hand-set: a wrong label spoils a letter reader that learns from it, a missing one costs nothing.
const (
	// certainly is the least posterior of a letter that is certain, by all evidence and the words.
	certainly = 0.995
	// outvoted is how far behind its best reading a picture may have a letter that words settle, nats.
	outvoted = 3.0
	// certainShare is the share of the pictures that must report the tile.
	certainShare = 0.8
)

// CertainTiles returns the tiles whose letters are settled by good words, are certain in the turn that laid them, and agree with the
// view, which must show the tile whole. at says where the picture shows each stack.
func CertainTiles(s hypothesis.State, v evidence.View, pins evidence.Pins, at map[engine.Place]engine.Quad) []Certain {
	board := s.Board()
	good := inWords(board, s.Words)
	words := Reread(s, v)
	var out []Certain
	for _, p := range board.Places() {
		c, m := board[p], v.Looks[p]
		quad, seen := at[p]
		_, pinned := pins[p]
		switch {
		case !seen || pinned || c.Blank || !good[p] || s.Provisional(p) || s.Revoked(p):
		case m.Share < certainShare || m.Tile <= evidence.KnownGap || m.Clear() < 1:
		case m.LetterOf(c) < slices.Max(m.Read[:])-outvoted:
		case len(words.Faces(p)) == 0 || words.Faces(p)[0].Letter != c.Letter || words.Faces(p)[0].Score < certainly:
		default:
			out = append(out, Certain{p, c.Height, c.Letter, quad})
		}
	}
	return out
}

// inWords marks the places whose words are all good ones.
func inWords(b engine.Board, words reading.Dictionary) map[engine.Place]bool {
	good := map[engine.Place]bool{}
	for _, w := range nabit.Words(b) {
		for _, p := range w.Places() {
			before, known := good[p]
			good[p] = words.Has(w.Text) && (before || !known)
		}
	}
	return good
}
