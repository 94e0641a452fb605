package search

import (
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/tilemap"
)

// mapMarks are the peaks of the map as marks: each lies in the middle of a face, also of one without a letter, and nowhere else.
func (f *Finder) mapMarks() (all []candidate.Mark) {
	peaks := f.Map.Peaks()
	typical := tilemap.TypicalNear(peaks)
	for _, p := range peaks {
		size := min(max(p.Near, typical/nearSpread), typical*nearSpread) * markShare
		all = append(all, candidate.Mark{At: p.At, Size: size, W: size, H: size, Plain: 1})
	}
	return all
}

const (
	nearSpread = 1.6 // how much larger or smaller than usual a tile may look in one picture. Hand-set
	markShare  = 0.6 // of a letter's height in a tile's pitch, about: the search for candidates tries sizes around it
)

// sure says whether no further attempt pays: the edges fit the pose so well, or well enough and the structure holds what the map shows of the board.
func (f *Finder) sure(s *hypothesis.Hypothesis) bool {
	if onRack(s) {
		return false
	}
	if s.Sure() {
		return true
	}
	shown, held := faces(f.Map.Peaks(), 0, s)
	return shown >= leastShown && float64(held) >= explained*float64(shown) && s.EdgeScore > plausibleEdges*float64(len(s.Cells))
}

// Overlooked counts the tiles of which the map is sure that they are the board's, and which s does not hold.
func Overlooked(peaks []tilemap.Peak, s *hypothesis.Hypothesis) int {
	shown, held := faces(peaks, clearlyOnBoard, s)
	return shown - held
}

// overlooked says whether the map is sure of tiles of the board and s holds none of them: then s is a rack, or nothing. s may be nil.
func overlooked(peaks []tilemap.Peak, s *hypothesis.Hypothesis) bool {
	shown, held := faces(peaks, clearlyOnBoard, s)
	return shown > 1 && held == 0
}

// faces counts the peaks that are the board's by more than these log-odds, and how many of them a structure holds; nil holds none.
func faces(peaks []tilemap.Peak, board float64, s *hypothesis.Hypothesis) (shown, held int) {
	for _, p := range peaks {
		if p.Board > board {
			shown++
			if s != nil && s.ShowsFaceAt(p.At) {
				held++
			}
		}
	}
	return shown, held
}

// Hand-set.
const (
	leastShown     = 4    // tiles of the board on the map: fewer may be wrong together
	explained      = 0.95 // share of them that a structure holds which explains the map
	plausibleEdges = 4.5  // log-likelihood ratio of its edges for each tile, at least
)
