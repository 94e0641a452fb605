package follow

import (
	"math"

	"tilewatch/engine"
	"tilewatch/engine/reading"
)

// look is what one picture, or several of a table at rest, say of one place.
type look struct {
	tile    float64 // log-likelihood ratio of a tile against none
	visible float64 // 0 to 1
	color   [4]float64
	height  [engine.MaxHeight]float64
	// letter[j] is upright once the game's lattice is turned clockwise by j quarter turns; the four share one constant.
	letter [4]letters
	quad   engine.Quad // as the letter of turn 0 is read
}

type letters [engine.BlankIndex + 1]float64

// Bounds of what one attribute of one tile may say, in nats: a camera is never surer than that, whatever it says.
const (
	tileBound   = 8
	letterBound = 8
	colorBound  = 8
	heightBound = 5
)

// newLook takes over the evidence on the observation's own lattice.
func newLook(e engine.CellEvidence) look {
	l := look{tile: bound(e.Tile, tileBound), visible: bound(e.Visible, 1), quad: e.Quad, color: e.Color, height: e.Height}
	normalize(l.color[:])
	normalize(l.height[:])
	var all [4 * len(letters{})]float64
	for j := range e.Letter {
		copy(all[j*len(letters{}):], e.Letter[j][:])
	}
	normalize(all[:])
	for j := range l.letter {
		l.letter[j] = letters(all[j*len(letters{}) : (j+1)*len(letters{})])
	}
	return l
}

// turned is the look on a lattice turned clockwise by so many quarter turns.
func (l look) turned(quarters int) look {
	out := l
	for j := range out.letter {
		out.letter[j] = l.letter[(j+quarters)%4]
	}
	out.quad = reading.TurnQuad(l.quad, quarters)
	return out
}

// deepest is how far below the best a log-likelihood may lie.
const deepest = 25

// normalize turns log-likelihoods into log-probabilities, in place. What is no number is as unlikely as can be;
// without any number all are alike.
func normalize(values []float64) {
	top := math.Inf(-1)
	for _, v := range values {
		if v > top && !math.IsInf(v, 1) {
			top = v
		}
	}
	if math.IsInf(top, -1) {
		top = 0
	}
	sum := 0.0
	for i, v := range values {
		if math.IsNaN(v) || v < top-deepest {
			v = top - deepest
		}
		values[i] = min(v, top) - top
		sum += math.Exp(values[i])
	}
	total := math.Log(sum)
	for i := range values {
		values[i] -= total
	}
}

// bound keeps x within -limit and limit; what is no number says nothing.
func bound(x, limit float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return max(-limit, min(limit, x))
}

// add adds the other look's evidence, so many times.
func (l *look) add(o look, times float64) {
	l.tile += times * o.tile
	l.visible += times * o.visible
	addAll(l.color[:], o.color[:], times)
	addAll(l.height[:], o.height[:], times)
	for j := range l.letter {
		addAll(l.letter[j][:], o.letter[j][:], times)
	}
}

func addAll(sum, values []float64, times float64) {
	for i, v := range values {
		sum[i] += times * v
	}
}

// center is the middle of the face in the picture, and side its edge's mean length.
func center(q engine.Quad) (c engine.Point, side float64) {
	for i, p := range q {
		next := q[(i+1)%4]
		c.X, c.Y = c.X+p.X/4, c.Y+p.Y/4
		side += math.Hypot(next.X-p.X, next.Y-p.Y) / 4
	}
	return c, side
}

// sighting is one observation laid on the game's lattice.
type sighting struct {
	looks       map[engine.Place]look
	agreement   float64 // how well the believed board is seen again, nats
	contradicts bool    // nothing of the believed board is seen again
}

// ownLooks are the observation's looks on its own lattice.
func ownLooks(obs engine.Observation) map[engine.Place]look {
	looks := make(map[engine.Place]look, len(obs.Cells))
	for _, e := range obs.Cells {
		if old, twice := looks[e.Place]; !twice || old.tile < e.Tile {
			looks[e.Place] = newLook(e)
		}
	}
	return looks
}

// lay turns the looks, then shifts them.
func lay(looks map[engine.Place]look, turn int, shift engine.Place) map[engine.Place]look {
	out := make(map[engine.Place]look, len(looks))
	for p, l := range looks {
		out[p.Turn(turn).Add(shift)] = l.turned(turn)
	}
	return out
}
