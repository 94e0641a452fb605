package evidence

import (
	"tilewatch/engine"
	"tilewatch/engine/reading"
)

// Look is the evidence of one picture, or of several pictures of a table at rest, about one place.
type Look struct {
	Tile    float64 // log-likelihood ratio of a tile against none
	Visible float64 // share of the face that is not occluded, 0 to 1
	Color   [4]float64
	Height  [engine.MaxHeight]float64
	// Letter[j] is upright once the game's lattice is turned clockwise by j quarter turns; the four share one constant.
	Letter [4]Letters
	Quad   engine.Quad // as the letter of turn 0 is read
}

// Letters are log-likelihoods of A to Z and, last, of a blank.
type Letters [engine.BlankIndex + 1]float64

// Bounds of the evidence that one attribute of one tile gives, in nats: no camera is surer, whatever it reports. Hand-set.
const (
	TileBound   = 8
	LetterBound = 8
	colorBound  = 8
	heightBound = 5
)

// newLook copies the evidence on the observation's own lattice.
func newLook(e engine.CellEvidence) Look {
	l := Look{Tile: bound(e.Tile, TileBound), Visible: bound(e.Visible, 1), Quad: e.Quad, Color: e.Color, Height: e.Height}
	normalize(l.Color[:])
	normalize(l.Height[:])
	var all [4 * len(Letters{})]float64
	for j := range e.Letter {
		copy(all[j*len(Letters{}):], e.Letter[j][:])
	}
	normalize(all[:])
	for j := range l.Letter {
		l.Letter[j] = Letters(all[j*len(Letters{}) : (j+1)*len(Letters{})])
	}
	return l
}

// turned returns the look on a lattice turned clockwise by so many quarter turns.
func (l Look) turned(quarters int) Look {
	out := l
	for j := range out.Letter {
		out.Letter[j] = l.Letter[(j+quarters)%4]
	}
	out.Quad = reading.TurnQuad(l.Quad, quarters)
	return out
}

// add adds the other look's evidence, so many times.
func (l *Look) add(o Look, times float64) {
	l.Tile += times * o.Tile
	l.Visible += times * o.Visible
	AddScaled(l.Color[:], o.Color[:], times)
	AddScaled(l.Height[:], o.Height[:], times)
	for j := range l.Letter {
		AddScaled(l.Letter[j][:], o.Letter[j][:], times)
	}
}

// Face returns the index of the cell's face in Letters.
func Face(c engine.Cell) int {
	if c.Blank || c.Letter < 'A' || c.Letter > 'Z' {
		return engine.BlankIndex
	}
	return int(c.Letter - 'A')
}

// lookup returns the observation's looks on its own lattice. Of two looks at one place it keeps the likelier tile.
func lookup(obs engine.Observation) map[engine.Place]Look {
	looks := make(map[engine.Place]Look, len(obs.Cells))
	for _, e := range obs.Cells {
		if old, twice := looks[e.Place]; !twice || old.Tile < e.Tile {
			looks[e.Place] = newLook(e)
		}
	}
	return looks
}

// transform turns the looks, then shifts them.
func transform(looks map[engine.Place]Look, turn int, shift engine.Place) map[engine.Place]Look {
	out := make(map[engine.Place]Look, len(looks))
	for p, l := range looks {
		out[p.Turn(turn).Add(shift)] = l.turned(turn)
	}
	return out
}

// AnyTile reports whether the observation shows a tile anywhere.
func AnyTile(obs engine.Observation) bool {
	for _, e := range obs.Cells {
		if e.Tile > 0 {
			return true
		}
	}
	return false
}
