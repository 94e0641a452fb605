package reading

import (
	"slices"
	"strings"

	"tilewatch/engine"
)

// Crossword is the joint reading of linked tiles.
type Crossword struct {
	puzzle  *puzzle
	index   map[engine.Place]int
	letters []engine.Letter // of blanks, by index
}

// Solve reads all tiles together. Every place needs at least one face. Without a dictionary no run costs anything.
func Solve(tiles map[engine.Place][]Face, words Dictionary) Crossword {
	p := newPuzzle(tiles, newCosts(words))
	p.search(p.all())
	return p.crossword()
}

func (p *puzzle) crossword() Crossword {
	c := Crossword{p, make(map[engine.Place]int, len(p.places)), p.settleBlanks()}
	for i, place := range p.places {
		c.index[place] = i
	}
	return c
}

// Letter is what the tile at p is read as; an unsettled blank where several letters fit it, or none.
func (c Crossword) Letter(p engine.Place) (letter engine.Letter, blank bool) {
	i, ok := c.index[p]
	if !ok {
		return 0, false
	}
	face := c.puzzle.faces[i][c.puzzle.pick[i]]
	if face.Blank {
		return c.letters[i], true
	}
	return face.Letter, false
}

// Faces are the ways to read the tile at p given all other tiles, what Letter says first, then likeliest first, at
// most one for each letter and one for a blank; Score is a probability. Nil where no tile is.
func (c Crossword) Faces(p engine.Place) []Face {
	i, ok := c.index[p]
	if !ok {
		return nil
	}
	return c.puzzle.readings(i, c.letters)
}

// RunCost is what a run costs that is no word, in nats: the longer the run, the fewer of its spellings are words,
// so the more a wrong one says; but no more than maxCost, for players do play wrong words.
func RunCost(length int) float64 { return min(3+float64(length), maxCost) }

const maxCost = 8

// MayBeWord reports whether the text is a word if its blanks, each written ?, stand for the right letters. With more than two blanks anything may be
// one.
func MayBeWord(words Dictionary, text string) bool {
	head, tail, blank := strings.Cut(text, "?")
	if !blank {
		return words.Has(text)
	}
	if strings.Count(tail, "?") > 1 {
		return true
	}
	for l := 'A'; l <= 'Z'; l++ {
		if MayBeWord(words, head+string(l)+tail) {
			return true
		}
	}
	return false
}

// costs remembers what runs cost, for looking a word up is the slowest part of the search.
type costs struct {
	words Dictionary
	known map[string]float64
}

func newCosts(words Dictionary) *costs { return &costs{words, map[string]float64{}} }

// of is the cost of a run of these letters.
func (c *costs) of(letters []byte) float64 {
	if c.words == nil {
		return 0
	}
	if cost, known := c.known[string(letters)]; known {
		return cost
	}
	cost, word := 0.0, string(letters)
	if !c.words.Has(word) {
		cost = RunCost(len(word))
	}
	c.known[word] = cost
	return cost
}

// puzzle is the search's state: which face is picked for each place.
type puzzle struct {
	places []engine.Place
	faces  [][]Face
	pick   []int
	runs   [][]int // indices of places, in reading order
	of     [][]int // indices of the runs through each place
	costs  *costs
	buffer []byte
}

func newPuzzle(tiles map[engine.Place][]Face, costs *costs) *puzzle {
	p := &puzzle{costs: costs}
	for place := range tiles {
		p.places = append(p.places, place)
	}
	slices.SortFunc(p.places, engine.ComparePlaces)
	index := make(map[engine.Place]int, len(tiles))
	for i, place := range p.places {
		index[place] = i
		p.faces = append(p.faces, tiles[place])
	}
	p.pick = make([]int, len(p.places))
	p.of = make([][]int, len(p.places))
	for i := range p.places {
		p.addRun(i, engine.Across, index)
		p.addRun(i, engine.Down, index)
	}
	return p
}

// addRun notes the run that starts at place i, if one does.
func (p *puzzle) addRun(i int, d engine.Direction, index map[engine.Place]int) {
	step := d.Step()
	if _, before := index[p.places[i].Sub(step)]; before {
		return
	}
	run := []int{i}
	for at := p.places[i].Add(step); ; at = at.Add(step) {
		next, ok := index[at]
		if !ok {
			break
		}
		run = append(run, next)
	}
	if len(run) < 2 {
		return
	}
	for _, cell := range run {
		p.of[cell] = append(p.of[cell], len(p.runs))
	}
	p.runs = append(p.runs, run)
}

// cost is what the run costs as it is picked now.
func (p *puzzle) cost(run int) float64 {
	p.buffer = p.buffer[:0]
	for _, cell := range p.runs[run] {
		p.buffer = append(p.buffer, byte(p.faces[cell][p.pick[cell]].Letter))
	}
	return p.costs.of(p.buffer)
}

func (p *puzzle) score() float64 {
	total := 0.0
	for i, faces := range p.faces {
		total += faces[p.pick[i]].Score
	}
	for run := range p.runs {
		total -= p.cost(run)
	}
	return total
}

// change is a move of the search: another face for one place, or for two of the same run (second < 0: for one).
type change struct {
	first, firstFace   int
	second, secondFace int
}

// local is the part of the score that depends on the places of the change.
func (p *puzzle) local(c change) float64 {
	total := p.faces[c.first][p.pick[c.first]].Score
	for _, run := range p.of[c.first] {
		total -= p.cost(run)
	}
	if c.second < 0 {
		return total
	}
	total += p.faces[c.second][p.pick[c.second]].Score
	for _, run := range p.of[c.second] {
		if !slices.Contains(p.of[c.first], run) {
			total -= p.cost(run)
		}
	}
	return total
}

// gain is how much the score rises by the change, which is not kept.
func (p *puzzle) gain(c change) float64 {
	before, first := p.local(c), p.pick[c.first]
	p.pick[c.first] = c.firstFace
	second := 0
	if c.second >= 0 {
		second = p.pick[c.second]
		p.pick[c.second] = c.secondFace
	}
	after := p.local(c)
	p.pick[c.first] = first
	if c.second >= 0 {
		p.pick[c.second] = second
	}
	return after - before
}

func (p *puzzle) apply(c change) {
	p.pick[c.first] = c.firstFace
	if c.second >= 0 {
		p.pick[c.second] = c.secondFace
	}
}

// mostMends bounds the search: how often a run may be mended, on average. It ends long before.
const mostMends = 20

// search climbs from the picked faces, by one place or two of a run at a time, while the score rises. It looks at
// the runs given and at those that its changes touch; only places in runs that are no words can gain.
func (p *puzzle) search(open []int) {
	for budget := mostMends * len(p.runs); len(open) > 0 && budget > 0; budget-- {
		run := open[0]
		open = open[1:]
		if p.cost(run) == 0 {
			continue
		}
		if c, ok := p.mend(run); ok {
			open = append(open, p.of[c.first]...)
			if c.second >= 0 {
				open = append(open, p.of[c.second]...)
			}
		}
	}
}

// all are the indices of all runs.
func (p *puzzle) all() []int {
	runs := make([]int, len(p.runs))
	for i := range runs {
		runs[i] = i
	}
	return runs
}

// resume picks what was picked in an earlier search of nearly the same places, and reports the runs that are near to what differs. These are
// read from the likeliest faces on: what was picked to make words of them as they were need not be what they want now.
func (p *puzzle) resume(earlier *puzzle, changed engine.Place) (open []int) {
	picks := make(map[engine.Place]int, len(earlier.places))
	for i, place := range earlier.places {
		picks[place] = earlier.pick[i]
	}
	near := changed.Neighbors()
	for i, place := range p.places {
		p.pick[i] = picks[place]
		if place == changed || slices.Contains(near[:], place) {
			open = append(open, p.of[i]...)
		}
	}
	for _, run := range slices.Clone(open) {
		for _, i := range p.runs[run] {
			if p.pick[i] != 0 {
				p.pick[i] = 0
				open = append(open, p.of[i]...)
			}
		}
	}
	return open
}

// mend makes the best change to the run, if any is for the better.
func (p *puzzle) mend(run int) (change, bool) {
	rise, move := 1e-9, change{}
	try := func(c change) {
		if g := p.gain(c); g > rise {
			rise, move = g, c
		}
	}
	for _, i := range p.runs[run] {
		most := p.through(i)
		p.others(i, most, func(f int) { try(change{i, f, -1, 0}) })
	}
	p.pairs(run, try)
	if rise <= 1e-9 {
		return change{}, false
	}
	p.apply(move)
	return move, true
}

// others visits every face of place i but the picked one that loses less than most against it.
func (p *puzzle) others(i int, most float64, visit func(face int)) {
	picked := p.pick[i]
	for f, face := range p.faces[i] {
		if f != picked && p.faces[i][picked].Score-face.Score < most {
			visit(f)
		}
	}
}

// pairFaces is how many printed faces of a place are tried together with another's.
const pairFaces = 5

// pairs visits every two other faces of places of the run that could pay: those whose own scores do not cost
// more than all runs through them could give back.
func (p *puzzle) pairs(run int, visit func(change)) {
	cells := p.runs[run]
	for k, i := range cells {
		for _, j := range cells[k+1:] {
			most := p.through(i) + p.through(j) - p.cost(run)
			p.others(i, most, func(f int) {
				if p.tried(i, f) {
					p.others(j, most-p.loss(i, f), func(g int) {
						if p.tried(j, g) {
							visit(change{i, f, j, g})
						}
					})
				}
			})
		}
	}
}

// through is what the runs through place i cost now.
func (p *puzzle) through(i int) float64 {
	total := 0.0
	for _, run := range p.of[i] {
		total += p.cost(run)
	}
	return total
}

func (p *puzzle) tried(i, face int) bool {
	return face < pairFaces || p.faces[i][face].Blank && p.loss(i, face) < pairRange
}

func (p *puzzle) loss(i, face int) float64 {
	return p.faces[i][p.pick[i]].Score - p.faces[i][face].Score
}
