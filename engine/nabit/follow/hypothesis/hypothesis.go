package hypothesis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/record"
)

// Hypothesis is one way in which the believed board may have become the board that is seen: players took some turns back, then
// played some turns.
type Hypothesis struct {
	Back  int // how many of the last turns were taken back
	Late  []record.LateTile
	Plays []nabit.Play
	Board engine.Board // afterwards
	Score float64      // prior and evidence, nats
	prior float64      // log-probability before looking, words included
	most  float64      // score if further turns explain all that they could
}

// Key names the hypothesis by its tiles, without their letters.
func (h Hypothesis) Key() string {
	var b strings.Builder
	fmt.Fprint(&b, h.Back)
	for _, l := range h.Late {
		fmt.Fprintf(&b, " late %d,%d", l.Tile.Row, l.Tile.Col)
	}
	for _, p := range h.Plays {
		fmt.Fprint(&b, " ", p.Color)
		for _, t := range p.Placements {
			fmt.Fprintf(&b, " %d,%d", t.Row, t.Col)
		}
	}
	return b.String()
}

// NothingKey is the key of the hypothesis that nothing happened.
var NothingKey = Hypothesis{}.Key()

// Nothing reports whether the hypothesis is that nothing happened.
func (h Hypothesis) Nothing() bool { return h.Back == 0 && len(h.Late) == 0 && len(h.Plays) == 0 }

// Legal reports whether the plays break no rule on the board that the turns taken back leave.
func (h Hypothesis) Legal(l *record.Ledger) bool {
	board := l.BoardBefore(h.Back)
	for _, p := range h.Plays {
		if len(nabit.Check(board, p)) > 0 {
			return false
		}
		board = nabit.Place(board, p)
	}
	return true
}

// then adds a play of that prior.
func (h Hypothesis) then(p nabit.Play, prior float64) Hypothesis {
	h.Plays = append(slices.Clone(h.Plays), p)
	h.Board = nabit.Place(h.Board, p)
	h.prior += prior
	return h
}

// Posterior returns the probability of the first hypothesis among all. Hypotheses with the same tiles count as one.
func Posterior(hypotheses []Hypothesis) float64 {
	sum, best := 0.0, hypotheses[0]
	counted := map[string]bool{best.Key(): true}
	for _, h := range hypotheses[1:] {
		if key := h.Key(); !counted[key] {
			counted[key] = true
			sum += math.Exp(h.Score - best.Score)
		}
	}
	return 1 / (1 + sum)
}

// Posteriors returns the probabilities of all hypotheses by key.
func Posteriors(hypotheses []Hypothesis) map[string]float64 {
	sums, total := map[string]float64{}, 0.0
	for _, h := range hypotheses {
		if key := h.Key(); sums[key] == 0 {
			sums[key] = math.Exp(h.Score - hypotheses[0].Score)
			total += sums[key]
		}
	}
	for key := range sums {
		sums[key] /= total
	}
	return sums
}

// Within reports whether every tile of a lies where b has one too.
func Within(a, b nabit.Play) bool {
	for _, t := range a.Placements {
		if !slices.ContainsFunc(b.Placements, func(u nabit.Placement) bool { return u.Place == t.Place }) {
			return false
		}
	}
	return true
}
