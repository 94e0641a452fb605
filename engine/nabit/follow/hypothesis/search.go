package hypothesis

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/record"
)

// Bounds of the search. Hand-set: they bound the time of BenchmarkObserve.
const (
	// MostTurns bounds the turns that players play between two looks.
	MostTurns = 4
	// beam is how many plays may begin a hypothesis of several turns: the likeliest. Where no picture showed the table for as long as two turns
	// take, they are those that leave most to further turns, for one that explains much by a wrong color leaves little. Each continues with
	// its best further turn.
	beam = 3
	// hopeless is how far behind the likeliest hypothesis the search drops one, nats.
	hopeless = 8
	// doubtMargin is how far below the best score a base may stay, nats: within it, a hypothesis still makes the best one doubtful.
	doubtMargin = -1.0
)

// Explain returns the hypotheses that explain the view, likeliest first; the hypothesis that nothing happened is always one of them.
func (s State) Explain(v evidence.View) []Hypothesis { return s.ExplainIn(v, MostTurns) }

// ExplainIn returns the hypotheses of at most so many plays.
func (s State) ExplainIn(v evidence.View, turns int) []Hypothesis {
	t := s.scorer(v)
	*t.best = math.Inf(-1)
	nothing := t.scored(Hypothesis{Board: t.board})
	all := []Hypothesis{nothing}
	for _, base := range t.bases() {
		if base = t.scored(base); !base.Nothing() {
			all = append(all, base)
		}
		if base.Score+t.potential(base.Board, 0) >= *t.best+doubtMargin {
			all = append(all, t.continued(base, turns)...)
		}
	}
	all = slices.DeleteFunc(all, func(h Hypothesis) bool { return h.Back > 0 && maps.Equal(h.Board, t.board) })
	slices.SortStableFunc(all, func(a, b Hypothesis) int { return cmp.Compare(b.Score, a.Score) })
	return all
}

// bases returns what hypotheses begin with: the believed board, the same with late tiles, and the boards before the last turns.
func (t scorer) bases() []Hypothesis {
	bases := []Hypothesis{{Board: t.board}}
	if h, ok := t.lateTiles(); ok {
		bases = append(bases, h)
	}
	for back := 1; back <= min(len(t.Turns), record.MostBack); back++ {
		base := Hypothesis{Back: back, Board: t.BoardBefore(back)}
		for k := range back {
			base.prior += backPrior * float64(k+1)
		}
		bases = append(bases, base)
	}
	return bases
}

// potential returns an upper bound of what new tiles on the board could explain, with all places and colors free; each is the log-prior of a
// tile.
func (t scorer) potential(board engine.Board, each float64) float64 {
	total := 0.0
	for _, p := range t.looks {
		most := 0.0
		for _, c := range t.Colors() {
			most = max(most, t.gain(board, p, c)+each)
		}
		total += most
	}
	return total
}

// scored adds the evidence of the view to the hypothesis's prior.
func (t scorer) scored(h Hypothesis) Hypothesis {
	h.Score = h.prior + t.evidence(h.Board) + t.swapped(h)
	*t.best = max(*t.best, h.Score)
	return h
}

// swapped returns the log-prior of the tiles that replace tiles of turns taken back: somebody exchanged them, or earlier windows misread
// them.
func (t scorer) swapped(h Hypothesis) float64 {
	before, cost := t.BoardBefore(h.Back), 0.0
	for p, was := range t.board {
		is := h.Board[p]
		known, seen := t.Belief.Sum(p, was.Height)
		if h.Back == 0 || !seen || is.Height != was.Height || is == was || before[p] == was {
			continue
		}
		misread := exchangedPrior
		if is.Color == was.Color {
			misread = min(0, known[evidence.Face(is)]-known[evidence.Face(was)])
		}
		cost += max(exchangedPrior, misread)
	}
	return cost
}

// continued returns the hypotheses that continue the base by at least one turn, at most so many.
func (t scorer) continued(base Hypothesis, turns int) []Hypothesis {
	most := base.Score + t.potential(base.Board, 0)
	if turns == 0 || most+playPrior < *t.best-hopeless {
		return nil
	}
	var out []Hypothesis
	for _, l := range t.bestLines(base.Board) {
		// Only one more turn could explain what the line leaves over.
		if max(base.Score+l.nats, most+playPrior+hastyPrior)+playPrior < *t.best-hopeless {
			continue
		}
		p := t.spell(base.Board, l, t.hasLaidBlank(base, l.color))
		next := base.then(p, t.playPrior(base, p)+t.wordPrior(base.Board, p))
		next = t.scored(next)
		if next.most = next.Score; t.Unseen >= twoTurns {
			next.most += t.potential(next.Board, tilePrior)
		}
		out = append(out, next)
	}
	slices.SortStableFunc(out, func(a, b Hypothesis) int { return cmp.Compare(b.most, a.most) })
	tried := beam
	if len(base.Plays) > 0 {
		tried = 1
	}
	for _, h := range out[:min(len(out), tried)] {
		if len(t.gains(h.Board, engine.NoColor)) > 0 {
			out = append(out, t.continued(h, turns-1)...)
		}
	}
	return out
}
