// Package madeup makes observations of boards that are known, with the errors that cameras and letter readers
// make, so that decisions can be tested without a picture.
package madeup

import (
	"math"
	"math/rand/v2"
	"time"

	"tilewatch/engine"
)

// Camera is how well a made-up camera sees. The zero value sees without any error.
type Camera struct {
	Letter  float64 // spread of the letters' log-likelihoods; the right one leads by 9
	Color   float64 // spread of the colors'; the right one leads by 8
	Height  float64 // spread of a stack's apparent height, in tiles
	Tile    float64 // spread of a tile's log-likelihood ratio; tiles lie at 9, gaps at -7
	Missing float64 // share of tiles not reported at all
	Ghosts  float64 // share of the gaps beside the structure reported as doubtful
}

// Top looks straight down: heights are nearly hidden. Oblique looks from the side. Blurred is worse than
// anything that should be accepted.
var (
	Top     = Camera{Letter: 1.5, Color: 1.5, Height: 0.7, Tile: 2, Missing: 0.005, Ghosts: 0.5}
	Oblique = Camera{Letter: 1.5, Color: 1.5, Height: 0.25, Tile: 2, Missing: 0.005, Ghosts: 0.5}
	Blurred = Camera{Letter: 3, Color: 3, Height: 0.9, Tile: 3, Missing: 0.02, Ghosts: 0.7}
)

// Pose is where the structure lies in the picture and how the reader laid its lattice over it.
type Pose struct {
	Center engine.Point // of place 0, 0
	Angle  float64      // of the letters' right, degrees clockwise in the picture
	Pitch  float64      // pixels between neighbors
	Turn   int          // clockwise quarter turns from the board's lattice to the observation's
	Shift  engine.Place // added after the turn
}

// Anyhow is a pose drawn at random.
func Anyhow(r *rand.Rand) Pose {
	return Pose{
		Center: engine.Point{X: 300 + 600*r.Float64(), Y: 200 + 300*r.Float64()}, Angle: 360 * r.Float64(), Pitch: 40,
		Turn: r.IntN(4), Shift: engine.Place{Row: r.IntN(40) - 20, Col: r.IntN(40) - 20},
	}
}

// Relaid is the same table under another lattice: the reader is free in origin and quarter turn.
func (p Pose) Relaid(r *rand.Rand) Pose {
	p.Turn, p.Shift = r.IntN(4), engine.Place{Row: r.IntN(40) - 20, Col: r.IntN(40) - 20}
	return p
}

// Observe is what the camera says of the board at that time.
func (c Camera) Observe(r *rand.Rand, board engine.Board, pose Pose, frame int, at time.Duration) engine.Observation {
	obs := engine.Observation{Frame: frame, Time: at}
	gaps := map[engine.Place]bool{}
	for _, p := range board.Places() {
		for _, n := range p.Neighbors() {
			if _, tile := board[n]; !tile {
				gaps[n] = true
			}
		}
		if r.Float64() >= c.Missing {
			obs.Cells = append(obs.Cells, c.tile(r, board[p], p, pose))
		}
	}
	for _, p := range board.Places() { // in this order, so that a seed gives the same observation every time
		for _, n := range p.Neighbors() {
			if gaps[n] && r.Float64() < c.Ghosts {
				obs.Cells = append(obs.Cells, c.gap(r, n, pose))
			}
			delete(gaps, n)
		}
	}
	return obs
}

func (c Camera) tile(r *rand.Rand, cell engine.Cell, p engine.Place, pose Pose) engine.CellEvidence {
	e := c.place(p, pose)
	e.Tile = 9 + c.Tile*r.NormFloat64()
	for i := range e.Color {
		e.Color[i] = c.Color * r.NormFloat64()
	}
	e.Color[int(cell.Color)-1] += 8
	e.Height = c.height(r, float64(cell.Height))
	for turn := range 4 {
		e.Letter[turn] = c.letters(r, cell, turn+pose.Turn)
	}
	return e
}

// gap is an empty place that might hold a tile, for all the camera knows.
func (c Camera) gap(r *rand.Rand, p engine.Place, pose Pose) engine.CellEvidence {
	e := c.place(p, pose)
	e.Tile = -7 + c.Tile*r.NormFloat64()
	for i := range e.Color {
		e.Color[i] = 3 * r.NormFloat64()
	}
	e.Height = c.height(r, 1)
	for turn := range 4 {
		for i := range e.Letter[turn] {
			e.Letter[turn][i] = 3 * r.NormFloat64()
		}
	}
	return e
}

// place fills in where the place is seen.
func (c Camera) place(p engine.Place, pose Pose) engine.CellEvidence {
	seen := p.Turn(pose.Turn)
	e := engine.CellEvidence{Place: seen.Add(pose.Shift), Visible: 1}
	sin, cos := math.Sincos(pose.Angle * math.Pi / 180)
	for i, corner := range [4][2]float64{{-.5, -.5}, {.5, -.5}, {.5, .5}, {-.5, .5}} {
		x, y := (float64(p.Col)+corner[0])*pose.Pitch, (float64(p.Row)+corner[1])*pose.Pitch
		e.Quad[(i+pose.Turn)%4] = engine.Point{X: pose.Center.X + x*cos - y*sin, Y: pose.Center.Y + x*sin + y*cos}
	}
	return e
}

func (c Camera) height(r *rand.Rand, tiles float64) (l engine.HeightLikelihoods) {
	spread := max(c.Height, 0.15)
	seen := tiles + c.Height*r.NormFloat64()
	for i := range l {
		off := (float64(i+1) - seen) / spread
		l[i] = -off * off / 2
	}
	return l
}

// lookalikes are letters that letter readers take for each other, with how far the other one lies behind.
var lookalikes = map[engine.Letter]map[engine.Letter]float64{
	'O': {'Q': 3.5, 'D': 4, 'C': 6}, 'Q': {'O': 3, 'D': 5}, 'D': {'O': 4, 'Q': 5}, 'C': {'G': 4, 'O': 6}, 'G': {'C': 4},
	'I': {'J': 4, 'L': 4, 'T': 4.5}, 'J': {'I': 3.5, 'U': 5}, 'L': {'I': 4.5}, 'T': {'I': 4.5, 'Y': 6}, 'M': {'W': 6, 'N': 5}, 'W': {'M': 6},
	'N': {'Z': 6, 'H': 4, 'M': 5}, 'Z': {'N': 6}, 'H': {'N': 4}, 'E': {'B': 5, 'F': 5}, 'F': {'P': 5, 'E': 5}, 'U': {'V': 5, 'J': 6}, 'V': {'U': 5, 'Y': 5},
}

// halfTurned are letters that read as a letter upside down, quarterTurned those that do on their side.
var (
	halfTurned    = map[engine.Letter]engine.Letter{'O': 'O', 'I': 'I', 'H': 'H', 'N': 'N', 'S': 'S', 'X': 'X', 'Z': 'Z', 'M': 'W', 'W': 'M'}
	quarterTurned = map[engine.Letter]engine.Letter{'O': 'O', 'X': 'X', 'N': 'Z', 'Z': 'N', 'H': 'I', 'I': 'H'}
)

// letters are the likelihoods of a face turned by so many quarters away from upright.
func (c Camera) letters(r *rand.Rand, cell engine.Cell, turned int) (l engine.LetterLikelihoods) {
	for i := range l {
		l[i] = c.Letter * r.NormFloat64()
	}
	if cell.Blank {
		l[engine.BlankIndex] += 9
		return l
	}
	shown, lead := cell.Letter, 9.0
	switch ((turned % 4) + 4) % 4 {
	case 2:
		shown = halfTurned[cell.Letter]
	case 1, 3:
		shown, lead = quarterTurned[cell.Letter], 8
	}
	if shown == 0 { // no letter at all looks quite like this
		l[r.IntN(26)] += 4
		return l
	}
	l[shown-'A'] += lead
	for other, behind := range lookalikes[shown] {
		l[other-'A'] += lead - behind
	}
	return l
}
