package still

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/reading"
)

// A world is one way in which the table may be, of all that a reading leaves open; worlds are drawn as often as they are likely. Each is
// counted by the rules, so that doubts which cancel or add up do so in the totals, too.

// worldsDrawn is how many worlds are drawn: a probability of .95 is then exact to about .01, and they take a hundredth of a photo's time.
const worldsDrawn = 512

// doubtless is the chance from which nothing else is drawn.
const doubtless = 0.9998

// doubt is a fact that the reading leaves open, with all that it may be.
type doubt struct {
	Fact
	cell    int // the stack's index in the worlds' cells
	options []option[int]
}

// world says which option of each doubt holds, and what that is worth.
type world struct {
	picks   []uint8
	totals  [len(engine.PlayerColors)]int
	winners uint8   // a bit for each player color
	control []uint8 // by word as it was read, who controls it; nobody: it does not lie there so
}

// worlds are the doubts of a reading, and tables drawn from them.
type worlds struct {
	cells []Cell // those that were read, then the unlikely ones
	read  struct {
		cells int // how many
		words []nabit.ControlledWord
	}
	doubts []doubt
	all    []world
}

// worlds draws worlds; out is who played the last tile, or NoColor.
func (r Reading) worlds(out engine.Color) *worlds {
	w := &worlds{cells: slices.Concat(r.Cells, r.Unlikely.Cells)}
	w.read.cells, w.read.words = len(r.Cells), nabit.ControlledWords(r.Board())
	for i := range w.cells {
		w.doubtCell(i)
	}
	for _, b := range slices.Concat(r.Banks, r.Unlikely.Banks) {
		if c := b.color(); c != engine.NoColor && len(b.Chances) > 0 {
			w.doubt(doubt{Fact: Fact{Kind: BankFact, Color: c}, options: b.options()})
		}
	}
	w.draw()
	w.count(r.Banked(), out)
	return w
}

func (w *worlds) doubtCell(i int) {
	c := &w.cells[i]
	s := c.sure()
	of := func(kind Kind) doubt { return doubt{Fact: Fact{Kind: kind, Place: c.Place}, cell: i} }
	tile, color, height := of(TileFact), of(ColorFact), of(HeightFact)
	there := calibrations().Tile
	if i >= w.read.cells {
		there = calibrations().Unlikely
	}
	chance := there.of(s.Tile)
	tile.options = []option[int]{{1, chance}, {0, 1 - chance}}
	for _, o := range options(c.Color, c.Or.Color, calibrations().Color.of(s.Color), engine.PlayerColors[:]) {
		color.options = append(color.options, option[int]{int(o.value), o.chance})
	}
	height.options = options(c.Height, c.Or.Height, calibrations().Height.of(s.Height), allHeights)
	w.doubt(tile)
	w.doubt(color)
	w.doubt(height)
}

func (w *worlds) doubt(d doubt) {
	if likeliestFirst(d.options)[0].chance < doubtless {
		w.doubts = append(w.doubts, d)
	}
}

// sharedError is how much of the error of a stack's height the stacks of a picture share: pose and thickness are one for all, so that where one is read too
// low, the others are, too. It is the loading of a common factor (Gaussian copula), under which the true heights of 258 stills are likeliest: with a profile by
// 30 nats more than without it, and by 33 without one.
const sharedError = 0.8

// draw draws each doubt as often as its options are likely (Latin hypercube sampling), and heights together.
func (w *worlds) draw() {
	rng := rand.New(rand.NewPCG(1, 2)) // the same worlds in every run
	picks := make([]uint8, worldsDrawn*len(w.doubts))
	w.all = make([]world, worldsDrawn)
	shared := make([]float64, worldsDrawn)
	for i := range w.all {
		w.all[i].picks, shared[i] = picks[i*len(w.doubts):][:len(w.doubts)], rng.NormFloat64()
	}
	order, errs := w.indices(), make([]float64, worldsDrawn)
	for k, d := range w.doubts {
		loading := 0.0
		if d.Kind == HeightFact {
			loading = sharedError
		}
		for i := range errs {
			errs[i] = loading*shared[i] + math.Sqrt(1-loading*loading)*rng.NormFloat64()
		}
		slices.SortFunc(order, func(i, j int) int { return cmp.Compare(errs[i], errs[j]) })
		rising := d.rising()
		for n, i := range order {
			at, pick := (float64(n)+rng.Float64())/worldsDrawn, 0
			for sum := d.options[rising[0]].chance; sum < at && pick < len(rising)-1; sum += d.options[rising[pick]].chance {
				pick++
			}
			w.all[i].picks[k] = uint8(rising[pick])
		}
	}
}

// rising are the indices of a doubt's options, the smallest value first.
func (d *doubt) rising() []int {
	all := make([]int, len(d.options))
	for i := range all {
		all[i] = i
	}
	slices.SortFunc(all, func(i, j int) int { return d.options[i].value - d.options[j].value })
	return all
}

// counted is what a board is worth, and who controls the words that were read.
type counted struct {
	scores  [len(engine.PlayerColors)]nabit.Score
	control []uint8
}

// count counts all worlds. Many have the same board, which is counted once.
func (w *worlds) count(banked map[engine.Color]int, out engine.Color) {
	boards := map[string]counted{}
	stacks := slices.IndexFunc(w.doubts, func(d doubt) bool { return d.Kind == BankFact })
	if stacks < 0 {
		stacks = len(w.doubts)
	}
	for i := range w.all {
		world := &w.all[i]
		key := string(world.picks[:stacks])
		c, known := boards[key]
		if !known {
			b := w.board(world.picks[:stacks])
			c = counted{[len(engine.PlayerColors)]nabit.Score(nabit.Scores(b, banked, out, engine.PlayerColors[:])), w.control(b)}
			boards[key] = c
		}
		scores := c.scores
		world.control = c.control
		for k, d := range w.doubts[stacks:] {
			s := &scores[d.Color-engine.PlayerColors[0]]
			s.Total += d.options[world.picks[stacks+k]].value - s.Banked
		}
		for k := range scores {
			world.totals[k] = scores[k].Total
		}
		for _, c := range nabit.Winners(scores[:]) {
			world.winners |= bit(c)
		}
	}
}

// control is who controls the words that were read, on another board; nobody those that do not lie there.
func (w *worlds) control(b engine.Board) []uint8 {
	control := make([]uint8, len(w.read.words))
	there := map[engine.Word]bool{}
	for _, word := range nabit.Words(b) {
		there[word] = true
	}
	for i, word := range w.read.words {
		if there[word.Word] {
			control[i] = setOf(nabit.Controllers(b, word.Word))
		}
	}
	return control
}

// bit is a color's in a set of players.
func bit(c engine.Color) uint8 { return 1 << (c - engine.PlayerColors[0]) }

// board is the board of a world. Tiles that none links to the others belong to no word.
func (w *worlds) board(picks []uint8) engine.Board {
	b, gone, more := make(engine.Board, len(w.cells)), false, map[int]bool{}
	for i, c := range w.cells {
		if i < w.read.cells {
			b[c.Place] = c.Cell()
		} else {
			more[i] = true
		}
	}
	for k, pick := range picks {
		d := &w.doubts[k]
		c := &w.cells[d.cell]
		v := d.options[pick].value
		cell := b[c.Place]
		switch d.Kind {
		case TileFact:
			if v == 0 {
				delete(b, c.Place)
				gone = true
			} else if more[d.cell] {
				b[c.Place] = c.Cell()
				gone = true
			}
			continue
		case ColorFact:
			cell.Color = engine.Color(v)
		case HeightFact:
			cell.Height = v
		}
		if _, there := b[c.Place]; there {
			b[c.Place] = cell
		}
	}
	if gone {
		keepLargest(b)
	}
	return b
}

// keepLargest leaves the largest set of linked tiles.
func keepLargest(b engine.Board) {
	groups := reading.Linked(b)
	for _, g := range groups[min(1, len(groups)):] {
		for _, p := range g {
			delete(b, p)
		}
	}
}
