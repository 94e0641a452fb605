// Package madeup makes observations of boards that are known, with the errors that cameras and letter readers
// make, so that decisions can be tested without a picture.
package madeup

import (
	"fmt"
	"hash/fnv"
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
	// Sticky is how much of the error, 0 to 1, is the same in every picture of a tile that lies as it lay: reflections
	// stay where they are, and a letter that looks like another one does so again.
	Sticky float64
}

// noise draws errors for one tile: a part that is drawn each time, and a part that stays.
type noise struct {
	fresh, stuck *rand.Rand
	sticky       float64
}

// normal is a normally distributed error of spread 1.
func (n noise) normal() float64 {
	return math.Sqrt(1-n.sticky)*n.fresh.NormFloat64() + math.Sqrt(n.sticky)*n.stuck.NormFloat64()
}

// on is the noise for a tile that lies there in that pose.
func (c Camera) on(r *rand.Rand, cell engine.Cell, p engine.Place, pose Pose) noise {
	h := fnv.New64a()
	fmt.Fprint(h, cell, p, pose.Center)
	return noise{r, rand.New(rand.NewPCG(h.Sum64(), 1)), c.Sticky}
}

// Top looks straight down: heights are nearly hidden. Oblique looks from the side. Blurred is worse than
// anything that should be accepted.
var (
	Top     = Camera{Letter: 1.5, Color: 1.5, Height: 0.7, Tile: 2, Missing: 0.005, Ghosts: 0.5, Sticky: 0.8}
	Oblique = Camera{Letter: 1.5, Color: 1.5, Height: 0.25, Tile: 2, Missing: 0.005, Ghosts: 0.5, Sticky: 0.8}
	Blurred = Camera{Letter: 3, Color: 3, Height: 0.9, Tile: 3, Missing: 0.02, Ghosts: 0.7, Sticky: 0.5}
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
	e, n := c.place(p, pose), c.on(r, cell, p, pose)
	e.Tile = 9 + c.Tile*n.normal()
	for i := range e.Color {
		e.Color[i] = c.Color * n.normal()
	}
	e.Color[int(cell.Color)-1] += 8
	e.Height = c.height(n, float64(cell.Height))
	for away := range 4 { // in this order, so that what sticks does so under any lattice
		e.Letter[(away+4-pose.Turn%4)%4] = c.letters(n, cell, away)
	}
	return e
}

// gap is an empty place that might hold a tile, for all the camera knows.
func (c Camera) gap(r *rand.Rand, p engine.Place, pose Pose) engine.CellEvidence {
	e, n := c.place(p, pose), c.on(r, engine.Cell{}, p, pose)
	e.Tile = -7 + c.Tile*n.normal()
	for i := range e.Color {
		e.Color[i] = 3 * n.normal()
	}
	e.Height = c.height(n, 1)
	for turn := range 4 {
		for i := range e.Letter[turn] {
			e.Letter[turn][i] = 3 * n.normal()
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

func (c Camera) height(n noise, tiles float64) (l engine.HeightLikelihoods) {
	spread := max(c.Height, 0.15)
	seen := tiles + c.Height*n.normal()
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

// letters are the likelihoods of a face turned by so many quarters (0 to 3) away from upright.
func (c Camera) letters(n noise, cell engine.Cell, turned int) (l engine.LetterLikelihoods) {
	for i := range l {
		l[i] = c.Letter * n.normal()
	}
	if cell.Blank {
		l[engine.BlankIndex] += 9
		return l
	}
	shown, lead := cell.Letter, 9.0
	switch turned {
	case 2:
		shown = halfTurned[cell.Letter]
	case 1, 3:
		shown, lead = quarterTurned[cell.Letter], 8
	}
	if shown == 0 { // no letter at all looks quite like this
		l[n.stuck.IntN(26)] += 4
		return l
	}
	l[shown-'A'] += lead
	for other, behind := range lookalikes[shown] {
		l[other-'A'] += lead - behind
	}
	return l
}

// Anything is evidence without sense: numbers of that scale, which may be infinite or none.
func Anything(r *rand.Rand, scale float64) engine.CellEvidence {
	number := func() float64 { return scale * r.NormFloat64() }
	e := engine.CellEvidence{Place: engine.Place{Row: r.IntN(6), Col: r.IntN(6)}, Tile: number(), Visible: number()}
	for i := range e.Quad {
		e.Quad[i] = engine.Point{X: number(), Y: number()}
	}
	for i := range e.Color {
		e.Color[i] = number()
	}
	for i := range e.Height {
		e.Height[i] = number()
	}
	for turn := range e.Letter {
		for i := range e.Letter[turn] {
			e.Letter[turn][i] = number()
		}
	}
	return e
}
