package reading

import (
	"math"
	"slices"

	"tilewatch/engine"
)

// Cell is one stack as it was read.
type Cell struct {
	engine.Place // in the position: smallest row and column 0, letters upright
	engine.Cell
	Quad         engine.Quad  // top-left, top-right, bottom-right, bottom-left as the letter is read
	Seen         engine.Place // in the observation's own lattice
	Confidence   float64      // that tile, place, color, height and letter are all right, 0 to 1
	Sure         Sureness
	Alternatives []Face // other readings of the letter, likeliest first; Score is a probability
	Second       Second
}

// Second are the next likeliest color and height of a cell.
type Second struct {
	Color  engine.Color
	Height int
}

// Sureness are the parts of a cell's confidence, each a probability.
type Sureness struct{ Tile, Color, Height, Letter float64 }

// Position is a table read from one observation.
type Position struct {
	Board engine.Board // smallest row and column 0, letters upright
	Cells []Cell       // the board's cells by row, then column
	// Unlikely are places that may hold a tile, though it is likelier that they do not. Their letters are not read.
	Unlikely []Cell
	// Turn and Shift lead from the observation's lattice to the board's: Seen.Turn(Turn).Add(Shift).
	Turn     int
	Shift    engine.Place
	Upright  float64 // probability that Turn is right
	Warnings []engine.Warning
}

// upright is the lattice turned one way, and read so.
type upright struct {
	turn   int
	tiles  []engine.CellEvidence
	puzzle *puzzle
	score  float64
	// weighed are the log-odds of tiles whose presence the words decided against the picture.
	weighed map[engine.Place]float64
}

// Read decides what lies on the table. It never fails: an observation without tiles gives an empty position.
// words may be nil; then letters rest on the picture alone.
func Read(obs engine.Observation, words Dictionary) Position {
	tiles, apart := structure(obs.Cells)
	if len(tiles) == 0 {
		return Position{Board: engine.Board{}, Warnings: obs.Warnings}
	}
	costs := newCosts(words)
	up, sure := orient(tiles, costs)
	up = settleDoubtful(up, obs.Cells, costs)
	p := up.position(sure)
	p.Unlikely = up.unlikely(obs.Cells, p.Shift)
	p.Warnings = append(append([]engine.Warning{}, obs.Warnings...), warnings(p, apart)...)
	return p
}

// Likelihood is how likely (logarithm) letters look like these where cells hold tiles, and the words that they spell are played, the likeliest
// way up. It compares what two pictures show of the same tiles.
func Likelihood(cells []engine.CellEvidence, words Dictionary) float64 {
	tiles, _ := structure(cells)
	if len(tiles) == 0 {
		return 0
	}
	up, _ := orient(tiles, newCosts(words))
	return up.score + mostLikely(tiles)
}

// mostLikely is how likely the letters of all tiles are, each upright as it looks likeliest.
func mostLikely(tiles []engine.CellEvidence) (sum float64) {
	for _, t := range tiles {
		top := math.Inf(-1)
		for _, l := range t.Letter {
			if number(l[:]) {
				top = max(top, LogSumExp(weighed(l[:])))
			}
		}
		if !math.IsInf(top, 0) {
			sum += top
		}
	}
	return sum
}

// turnRange is how many nats one way up may lie behind another by its letters alone and still be read whole.
const turnRange = 20

// orient reads the tiles the likeliest way up; sure is that way's probability.
func orient(tiles []engine.CellEvidence, costs *costs) (up upright, sure float64) {
	var alone, scores [4]float64
	for turn := range alone {
		alone[turn] = letterEvidence(tiles, turn)
	}
	var ways [4]upright
	top := best(alone[:])
	for turn := range ways {
		scores[turn] = math.Inf(-1)
		if alone[turn] >= alone[top]-turnRange {
			ways[turn] = read(tiles, turn, costs)
			scores[turn] = ways[turn].score
		}
	}
	at := best(scores[:])
	return ways[at], math.Exp(scores[at] - LogSumExp(scores[:]))
}

// uprightBound is the most that one tile may say against a way up, nats: a board is not turned by one bad tile.
const uprightBound = 8

// letterEvidence is how well the picture agrees with letters that are upright after so many quarter turns, at most 0.
func letterEvidence(tiles []engine.CellEvidence, turn int) float64 {
	total := 0.0
	for _, t := range tiles {
		var ways [4]float64
		for j, l := range t.Letter {
			ways[j] = math.Inf(-1)
			if number(l[:]) {
				ways[j] = LogSumExp(weighed(l[:]))
			}
		}
		if top := slices.Max(ways[:]); !math.IsInf(top, 0) && !math.IsInf(ways[turn], 0) {
			total += max(ways[turn]-top, -uprightBound)
		}
	}
	return total
}

// weighed are a face's log-likelihoods with the letters' priors; NaN counts as no evidence.
func weighed(likelihoods []float64) []float64 {
	out := make([]float64, len(likelihoods))
	for i, v := range likelihoods {
		if out[i] = v + facePriors[i]; math.IsNaN(v) || math.IsInf(v, 1) {
			out[i] = math.Inf(-1)
		}
	}
	return out
}

// number reports whether any of the values is one.
func number(values []float64) bool {
	return slices.ContainsFunc(values, func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) })
}

// read searches the crossword for one way up.
func read(tiles []engine.CellEvidence, turn int, costs *costs) upright {
	p := lay(tiles, turn, costs)
	p.search(p.all())
	return upright{turn: turn, tiles: tiles, puzzle: p, score: letterEvidence(tiles, turn) + p.score()}
}

// lay is the puzzle of the tiles one way up, with the likeliest faces picked.
func lay(tiles []engine.CellEvidence, turn int, costs *costs) *puzzle {
	faces := make(map[engine.Place][]Face, len(tiles))
	for _, t := range tiles {
		faces[t.Place.Turn(turn)] = Faces(t.Letter[turn])
	}
	return newPuzzle(faces, costs)
}

// position writes the reading down with its corner at 0, 0.
func (u upright) position(sure float64) Position {
	board := engine.Board{}
	for _, t := range u.tiles {
		board[t.Place.Turn(u.turn)] = engine.Cell{}
	}
	low, _ := board.Bounds()
	p := Position{Board: engine.Board{}, Turn: u.turn, Shift: engine.Place{}.Sub(low), Upright: sure}
	at := make(map[engine.Place]engine.CellEvidence, len(u.tiles))
	for _, t := range u.tiles {
		at[t.Place.Turn(u.turn)] = t
	}
	words := u.puzzle.crossword()
	for _, place := range board.Places() {
		c := u.cell(at[place], words, place, sure)
		c.Place = place.Add(p.Shift)
		p.Cells = append(p.Cells, c)
		p.Board[c.Place] = c.Cell
	}
	return p
}

func (u upright) cell(t engine.CellEvidence, words Crossword, place engine.Place, sure float64) Cell {
	letter, blank := words.Letter(place)
	faces := words.Faces(place)
	c := u.seen(t)
	c.Letter, c.Blank, c.Sure.Letter, c.Alternatives = letter, blank, faces[0].Score*sure, faces[1:]
	c.Confidence = c.Sure.Tile * c.Sure.Color * c.Sure.Height * c.Sure.Letter
	return c
}

// seen is what the picture shows of a tile but for its letter.
func (u upright) seen(t engine.CellEvidence) Cell {
	colors, heights := ColorPosterior(t.Color), HeightPosterior(t.Height)
	color, height := best(colors), best(heights)
	return Cell{
		Cell:   engine.Cell{Letter: engine.Unsettled, Color: engine.PlayerColors[color], Height: height + 1},
		Quad:   TurnQuad(t.Quad, u.turn),
		Seen:   t.Place,
		Sure:   Sureness{Tile: u.present(t), Color: math.Exp(colors[color]), Height: math.Exp(heights[height])},
		Second: Second{engine.PlayerColors[second(colors, color)], second(heights, height) + 1},
	}
}

// present is the probability that a tile lies there.
func (u upright) present(t engine.CellEvidence) float64 {
	if odds, weighed := u.weighed[t.Place]; weighed {
		return sigmoid(odds)
	}
	return sigmoid(t.Tile)
}

// leastUnlikely is the chance of a tile from which a place without one is told.
const leastUnlikely = 0.005

// unlikely are the places beside the structure that may hold a tile.
func (u upright) unlikely(cells []engine.CellEvidence, shift engine.Place) (all []Cell) {
	at := map[engine.Place]bool{}
	for _, t := range u.tiles {
		at[t.Place] = true
	}
	for _, t := range cells {
		beside := t.Place.Neighbors()
		if at[t.Place] || !slices.ContainsFunc(beside[:], func(p engine.Place) bool { return at[p] }) {
			continue
		}
		if c := u.seen(t); c.Sure.Tile >= leastUnlikely && c.Sure.Tile < 0.5 {
			c.Place = t.Place.Turn(u.turn).Add(shift)
			all = append(all, c)
		}
	}
	return all
}

// TurnQuad renames a face's corners for a lattice turned clockwise by so many quarter turns: what was
// bottom-left is top-left after one.
func TurnQuad(q engine.Quad, quarters int) engine.Quad {
	k := ((quarters % 4) + 4) % 4
	return engine.Quad{q[(4-k)%4], q[(5-k)%4], q[(6-k)%4], q[(7-k)%4]}
}
