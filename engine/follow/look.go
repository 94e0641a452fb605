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

// newLook takes over the evidence for a lattice turned clockwise by so many quarter turns.
func newLook(e engine.CellEvidence, turn int) look {
	l := look{
		tile: bound(e.Tile, tileBound), visible: bound(e.Visible, 1), quad: reading.TurnQuad(e.Quad, turn),
		color: [4]float64(reading.ColorPosterior(e.Color)), height: [engine.MaxHeight]float64(reading.LogPosterior(e.Height[:], nil)),
	}
	var all []float64
	for j := range l.letter {
		all = append(all, e.Letter[(turn+j)%4][:]...)
	}
	all = reading.LogPosterior(all, nil)
	for j := range l.letter {
		l.letter[j] = letters(all[j*len(letters{}) : (j+1)*len(letters{})])
	}
	return l
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
	turn        int // clockwise quarter turns from the observation's lattice to the game's
	shift       engine.Place
	agreement   float64 // how well the believed board is seen again, nats
	contradicts bool    // nothing of the believed board is seen again
}

func newSighting(obs engine.Observation, turn int, shift engine.Place) sighting {
	s := sighting{looks: make(map[engine.Place]look, len(obs.Cells)), turn: turn, shift: shift}
	for _, e := range obs.Cells {
		p := e.Place.Turn(turn).Add(shift)
		if old, twice := s.looks[p]; !twice || old.tile < e.Tile {
			s.looks[p] = newLook(e, turn)
		}
	}
	return s
}
