package hypothesis

import (
	"maps"
	"math"
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/record"
	"tilewatch/engine/reading"
)

// State is what the follower believes before it looks at a picture.
type State struct {
	*record.Ledger
	Belief    evidence.Belief
	Open      evidence.Unoccluded // none while the structure is moving
	Words     reading.Dictionary  // nil for none
	Now       time.Duration
	Present   map[engine.Color]bool // those whose rack or bank lies on the table
	Untouched bool                  // nothing moved since the last turn was seen
	Unseen    time.Duration         // how long no picture of a slow camera showed the table before those of the view; 0 for a quick one
}

// scorer scores hypotheses against one view.
type scorer struct {
	State
	view     evidence.View
	board    engine.Board             // as believed
	places   map[engine.Place]bool    // all places in question
	looks    []engine.Place           // those of the view, by row and column: sums in another order differ by a little, and ties break another way
	best     *float64                 // score of the likeliest hypothesis so far
	covered  map[engine.Place]bool    // where a tile was laid and covered unseen
	recorded map[engine.Place]float64 // log-likelihood of the faces of the tiles that are believed to lie there
	settled  map[engine.Place]bool    // whose tile lies there is beyond the last turn's doubt
}

func (s State) scorer(v evidence.View) scorer {
	t := scorer{
		State: s, view: v, board: s.Board(), best: new(float64), looks: slices.SortedFunc(maps.Keys(v.Looks), engine.ComparePlaces),
		places: map[engine.Place]bool{}, covered: map[engine.Place]bool{}, recorded: map[engine.Place]float64{}, settled: map[engine.Place]bool{},
	}
	for p := range v.Looks {
		t.places[p] = true
	}
	for p, c := range t.board {
		t.places[p] = true
		t.recorded[p] = s.faceLikelihood(v.Looks[p], p, c)
		t.settled[p] = true
	}
	if last := s.Last(); last != nil {
		for _, laid := range last.Play.Placements {
			t.settled[laid.Place] = false
		}
	}
	t.findCovered()
	return t
}

const (
	// misreadPrior is the log-prior of a recorded letter being wrong where the evidence leaves it open. Hand-set.
	misreadPrior = -3.0
	// guessedPrior is the same for a letter that was occluded when it was recorded. Hand-set.
	guessedPrior = -1.0
	// miscoloredPrior is the log-prior of a settled tile looking like another plastic. Hand-set.
	miscoloredPrior = -3.0
)

// faceLikelihood returns the log-likelihood of the face of a tile that is believed to lie there. The recorded letter may be wrong: then
// the tile shows another letter that was likely before.
func (s State) faceLikelihood(m evidence.Mean, p engine.Place, c engine.Cell) float64 {
	face, known := evidence.Face(c), s.Belief.Of(p, c.Height)
	likelihood := m.LetterOf(c)
	switch {
	case s.Belief.Guessed(p, c.Height):
		return max(likelihood, slices.Max(m.Read[:])+guessedPrior)
	case known == ([4]evidence.Letters{}):
		return likelihood
	}
	for other, v := range m.Read {
		if other != face {
			likelihood = max(likelihood, v+min(0, known[0][other]-known[0][face])+misreadPrior)
		}
	}
	return likelihood
}

// recognition is how much likelier a picture shows a certain letter in a certain color where that tile lies than by chance, nats: the
// prior of 26 letters in 4 colors.
var recognition = math.Log(26 * 4)

// cell returns the log-likelihood ratio of the cell lying at p against nothing lying there that was never recorded.
func (t scorer) cell(p engine.Place, c engine.Cell) float64 {
	was := t.board[p]
	counts := 1.0
	if m := t.view.Looks[p]; was.Height > 0 && m.Tile < evidence.SurelyLay && evidence.Occluded(p, t.board, t.Open[p]) {
		counts = max(0, m.Tile) / evidence.SurelyLay // a weak tile behind a tall stack may be that stack's side
	}
	switch {
	case c.Height == 0 && was.Height > 0:
		return -t.recognized(p, was)
	case c == was:
		return counts * t.view.Cell(p, c, t.recorded[p], t.colorLikelihood(p, c))
	}
	m := t.view.Looks[p]
	return counts * t.view.Cell(p, c, m.LetterOf(c), m.ColorOf(c.Color))
}

// colorLikelihood returns the log-likelihood of the color seen of the tile that is recorded at p. In another light a plastic may look like another
// one; whose tile the last turn laid is open until the next one, and told by its color.
func (t scorer) colorLikelihood(p engine.Place, c engine.Cell) float64 {
	m := t.view.Looks[p]
	if !t.settled[p] {
		return m.ColorOf(c.Color)
	}
	return max(m.ColorOf(c.Color), slices.Max(m.Hue[:])+miscoloredPrior)
}

// recognized returns the evidence of the face seen at p for the recorded tile, even where the picture barely shows a tile.
func (t scorer) recognized(p engine.Place, was engine.Cell) float64 {
	m, reported := t.view.Looks[p]
	if !reported {
		return 0
	}
	return t.view.Weight * m.Share * m.Clear() * max(0, recognition+m.LetterOf(was)+m.ColorOf(was.Color))
}

// evidence returns the log-likelihood of a whole board.
func (t scorer) evidence(b engine.Board) float64 {
	total := t.view.Losses(b, t.Open)
	for p := range t.places {
		total += t.cell(p, b[p])
	}
	return total
}

// Evidence returns the log-likelihood of a whole board under the view.
func (s State) Evidence(v evidence.View, b engine.Board) float64 {
	t := s.scorer(v)
	for p := range b {
		t.places[p] = true
	}
	return t.evidence(b)
}
