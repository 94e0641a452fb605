package still

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tilewatch/engine"
)

// Apart says which photos do not show the same table as the others.
type Apart struct{ Shots []int } // numbers, from 0

func (a *Apart) Error() string {
	return fmt.Sprintf("photo %d does not show the same board as the others: join photos of one table only", a.Shots[0]+1)
}

// Join is what photos of one table show together. The readings are laid over each other, whichever way up each was read; a cell that
// several show has the product of what they say of it (naive Bayes), and the corners of the photo that shows it best; a cell that one
// photo alone shows completes the board. An *Apart names
// those that do not fit; the others are joined all the same.
func Join(shots []Reading) (Reading, error) {
	if len(shots) == 0 {
		return Reading{}, nil
	}
	order := make([]int, len(shots))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(shots[b].Cells), len(shots[a].Cells)) })
	joined := shots[order[0]].seenIn(order[0])
	if len(shots) == 1 {
		joined.Unlikely.Cells = shots[0].Unlikely.Cells
	}
	var apart []int
	together := []Reading{joined}
	for _, i := range order[1:] {
		next := shots[i].seenIn(i)
		turn, shift, fits := align(joined.Cells, next.Cells)
		if !fits {
			apart = append(apart, i)
			continue
		}
		joined.add(next.laid(turn, shift))
		together = append(together, next)
	}
	joined.Warnings = standing(together)
	if len(apart) > 0 {
		slices.Sort(apart)
		return joined, &Apart{apart}
	}
	return joined, nil
}

// seenIn is the reading as that of one photo of several.
func (r Reading) seenIn(view int) Reading {
	r.Cells, r.Racks, r.Banks = slices.Clone(r.Cells), slices.Clone(r.Racks), slices.Clone(r.Banks)
	for i := range r.Cells {
		r.Cells[i].View = view
	}
	r.Unlikely = Unlikely{Banks: slices.Clone(r.Unlikely.Banks)} // another photo shows what lies there, or that nothing does
	for _, banks := range [][]Bank{r.Banks, r.Unlikely.Banks} {
		for i := range banks {
			banks[i].View = view
		}
	}
	return r
}

// laid is the reading in another's places. One that was read another way up has no letters worth anything.
func (r Reading) laid(turn int, shift engine.Place) Reading {
	for i := range r.Cells {
		c := &r.Cells[i]
		c.Place = c.Turn(turn).Add(shift)
		if turn != 0 {
			s := c.sure()
			s.Letter = 0
			c.Letter, c.Blank, c.Others = engine.Unsettled, false, nil
			c.Settle(s)
		}
	}
	return r
}

// How well two readings must agree to be of one table.
const (
	leastCommon = 2   // places with the same letter and color; fewer are chance
	leastTurned = 5   // places with the same color, where letters say nothing
	leastShare  = 0.5 // of the smaller board's places
)

// align finds how b lies over a: turned, then shifted. Letters count only where neither is turned.
func align(a, b []Cell) (turn int, shift engine.Place, fits bool) {
	at := make(map[engine.Place]Cell, len(a))
	for _, c := range a {
		at[c.Place] = c
	}
	best, same := math.MinInt, 0
	for k := range 4 {
		for _, s := range shifts(a, b, k) {
			score, common := agreement(at, b, k, s)
			if score > best {
				best, same, turn, shift = score, common, k, s
			}
		}
	}
	least := leastCommon
	if turn != 0 {
		least = leastTurned
	}
	return turn, shift, same >= least && float64(same) >= leastShare*float64(min(len(a), len(b)))
}

// mostShifts is how many shifts of each turn are weighed.
const mostShifts = 5

// shifts are the ways to lay b over a that bring most like cells together.
func shifts(a, b []Cell, turn int) []engine.Place {
	votes := map[engine.Place]int{}
	for _, y := range b {
		from := y.Turn(turn)
		for _, x := range a {
			if alike(x, y, turn) {
				votes[x.Sub(from)]++
			}
		}
	}
	all := make([]engine.Place, 0, len(votes))
	for s := range votes {
		all = append(all, s)
	}
	slices.SortFunc(all, func(p, q engine.Place) int {
		return cmp.Or(cmp.Compare(votes[q], votes[p]), engine.ComparePlaces(p, q))
	})
	return all[:min(len(all), mostShifts)]
}

// alike reports whether two cells may be the same tile.
func alike(x, y Cell, turn int) bool {
	return x.Color == y.Color && (turn != 0 || x.Letter == y.Letter)
}

// agreement weighs one way to lay b over a, and counts the places with the same tile.
func agreement(at map[engine.Place]Cell, b []Cell, turn int, shift engine.Place) (score, common int) {
	sign := func(same bool) int {
		if same {
			return 1
		}
		return -1
	}
	for _, y := range b {
		x, there := at[y.Turn(turn).Add(shift)]
		if !there {
			continue
		}
		score += sign(x.Color == y.Color)
		if turn == 0 {
			score += sign(x.Letter == y.Letter)
		}
		if alike(x, y, turn) {
			common++
		}
	}
	return score, common
}

// add lays another reading of the table over this one.
func (r *Reading) add(o Reading) {
	for _, y := range o.Cells {
		i := slices.IndexFunc(r.Cells, func(c Cell) bool { return c.Place == y.Place })
		if i < 0 {
			r.Cells = append(r.Cells, y)
			continue
		}
		r.Cells[i] = both(r.Cells[i], y)
	}
	r.sorted()
	for _, rack := range o.Racks {
		if i := slices.IndexFunc(r.Racks, func(k Rack) bool { return k.Color == rack.Color }); i < 0 {
			r.Racks = append(r.Racks, rack)
		}
	}
	r.addBanks(o)
}

// addBanks adds the banks of another reading of the table.
func (r *Reading) addBanks(o Reading) {
	all := slices.Concat(r.Banks, r.Unlikely.Banks)
	for _, bank := range slices.Concat(o.Banks, o.Unlikely.Banks) {
		i := slices.IndexFunc(all, func(b Bank) bool { return b.color() == bank.color() })
		if i < 0 {
			all = append(all, bank)
			continue
		}
		all[i] = bothBanks(all[i], bank)
	}
	r.Banks, r.Unlikely.Banks = nil, nil
	for _, b := range all {
		if b.Tiles > 0 || b.Color == nil {
			r.Banks = append(r.Banks, b)
		} else {
			r.Unlikely.Banks = append(r.Unlikely.Banks, b)
		}
	}
	r.sorted()
}

// bothBanks is a bank that two photos show. One without chances may be half hidden, but never shows more than there is.
func bothBanks(a, b Bank) Bank {
	better := a
	if b.Tiles > a.Tiles {
		better = b
	}
	if len(a.Chances) == 0 || len(b.Chances) == 0 {
		return better
	}
	chances := make([]float64, max(len(a.Chances), len(b.Chances)))
	likely := product(a.options(), b.options())
	for _, o := range likely {
		chances[o.value] = o.chance
	}
	better.Tiles = likely[0].value
	better.Settle(chances)
	return better
}

// both is a cell that two photos show.
func both(x, y Cell) Cell {
	better, a, b := x, x.sure(), y.sure()
	if y.Confidence > x.Confidence {
		better = y
	}
	sure := Sureness{Tile: 1 - (1-a.Tile)*(1-b.Tile)}
	colors := product(
		options(x.Color, x.Or.Color, a.Color, engine.PlayerColors[:]), options(y.Color, y.Or.Color, b.Color, engine.PlayerColors[:]))
	better.Color, better.Or.Color, sure.Color = colors[0].value, colors[1].value, colors[0].chance
	heights := product(options(x.Height, x.Or.Height, a.Height, allHeights), options(y.Height, y.Or.Height, b.Height, allHeights))
	better.Height, better.Or.Height, sure.Height = heights[0].value, heights[1].value, heights[0].chance
	letters := product(faces(x, a.Letter), faces(y, b.Letter))
	if better.Others = nil; len(letters) > 0 {
		better.Letter, better.Blank, sure.Letter = letters[0].value.Letter, letters[0].value.Blank, letters[0].chance
		for _, o := range letters[1:min(len(letters), 1+mostOthers)] {
			better.Others = append(better.Others, Face{o.value.Letter, o.value.Blank, o.chance})
		}
	}
	better.Settle(sure)
	return better
}

// mostOthers is how many other letters a joined cell keeps.
const mostOthers = 4

// face is what a tile's top shows.
type face struct {
	Letter engine.Letter
	Blank  bool
}

// faces are the ways to read a cell's letter; none where its letter is worth nothing.
func faces(c Cell, sure float64) []option[face] {
	if sure == 0 {
		return nil
	}
	out := []option[face]{{face{c.Letter, c.Blank}, sure}}
	for _, o := range c.Others {
		out = append(out, option[face]{face{o.Letter, o.Blank}, o.Chance})
	}
	return out
}

// ofOneView are the warnings that another photo of the table can answer.
var ofOneView = []string{"low_confidence", "cut_tiles", "bank_cut", "top_view"}

// standing are the warnings of the joined photos, each code once; one that another photo can answer stands only if all have it.
func standing(shots []Reading) (all []engine.Warning) {
	has := func(r Reading, code string) bool {
		return slices.ContainsFunc(r.Warnings, func(w engine.Warning) bool { return w.Code == code })
	}
	for _, r := range shots {
		for _, w := range r.Warnings {
			answered := slices.Contains(ofOneView, w.Code) && slices.ContainsFunc(shots, func(o Reading) bool { return !has(o, w.Code) })
			if !answered && !slices.ContainsFunc(all, func(k engine.Warning) bool { return k.Code == w.Code }) {
				all = append(all, w)
			}
		}
	}
	return all
}
