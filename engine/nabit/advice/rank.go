package advice

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Move is a play with what it does.
type Move struct {
	Placements []nabit.Placement `json:"placements"`
	Words      []string          `json:"words"` // new ones
	Nabbed     []nabit.Nab       `json:"nabbed"`
	// Points is the change of the mover's score, with a tile banked after a nab and with going out; Others is how the
	// scores of the others change, all together.
	Points int `json:"points"`
	Others int `json:"others"`
	// Value is what the play is expected to do to the difference between the mover's final score and that of the others;
	// see the package's doc.
	Value float64 `json:"value"`
}

// Ranking is every play of a rack, the best first.
type Ranking struct {
	table Table
	grids [2]grid
	plays []ranked
	order []uint64 // the best first: the lower half is the index of a play
}

// ranked is a play as a ranking keeps it.
type ranked struct {
	value float32
	n     uint8
	down  bool
	line  uint8
	tiles [nabit.RackSize]laid
}

// Rank finds every play (see Plays) and puts the best first; plays of equal value keep an order that depends on the
// board alone. The ranking shares nothing with the advisor.
func (a *Advisor) Rank(t Table, r Rack) (*Ranking, error) {
	if err := a.look(t.Board, r); err != nil {
		return nil, err
	}
	a.plays = a.plays[:0]
	v := newValuer(t, len(r), &a.Weights, &a.rows, &a.cols)
	t.Held = v.held
	k := &Ranking{table: t}
	a.each(t.Options, func(g *grid, line int, play []laid) bool {
		p := ranked{n: uint8(len(play)), down: g.direction == engine.Down, line: uint8(line), value: float32(v.value(g, line, play))}
		copy(p.tiles[:], play)
		a.plays = append(a.plays, p)
		return true
	})
	k.plays = slices.Clone(a.plays)
	k.grids[0], k.grids[1] = a.rows.clone(), a.cols.clone()
	k.sort()
	return k, nil
}

// sort puts the best first. Numbers sort several times faster than plays do.
func (k *Ranking) sort() {
	k.order = make([]uint64, len(k.plays))
	for i, p := range k.plays {
		k.order[i] = descending(p.value)<<32 | uint64(i)
	}
	slices.Sort(k.order)
}

// descending is a number of 32 bits that is the smaller, the larger the value is.
func descending(value float32) uint64 {
	bits := math.Float32bits(value)
	if bits>>31 == 0 {
		bits = ^bits &^ (1 << 31) // of positive values the larger have the larger bits, of negative ones the smaller
	}
	return uint64(bits)
}

func (k *Ranking) play(i int) *ranked { return &k.plays[uint32(k.order[i])] }

// Len is the number of plays.
func (k *Ranking) Len() int { return len(k.plays) }

// Best are the first n plays, or as many as there are; all of them if n is 0.
func (k *Ranking) Best(n int) []Move {
	if n == 0 || n > len(k.plays) {
		n = len(k.plays)
	}
	moves := make([]Move, n)
	for i := range moves {
		moves[i] = k.At(i)
	}
	return moves
}

// Value is that of the play at that rank, from 0, to some four digits.
func (k *Ranking) Value(i int) float64 { return float64(k.play(i).value) }

// At is the play at that rank, from 0.
func (k *Ranking) At(i int) Move {
	p := k.play(i)
	g := &k.grids[0]
	if p.down {
		g = &k.grids[1]
	}
	placed := make([]nabit.Placement, p.n)
	for i, t := range p.tiles[:p.n] {
		placed[i] = g.placement(int(p.line), t)
	}
	return describe(k.table, placed, float64(p.value))
}

// describe is the move of a legal play.
func describe(t Table, placed []nabit.Placement, value float64) Move {
	play := nabit.Play{Color: t.Mover, Placements: placed}
	after := nabit.Place(t.Board, play)
	m := Move{Placements: placed, Words: []string{}, Nabbed: t.Options.Nabbed(t.Board, after, play), Value: value}
	for _, w := range nabit.NewWords(t.Board, after, play) {
		m.Words = append(m.Words, w.Text)
	}
	if len(m.Nabbed) == 0 {
		m.Nabbed = []nabit.Nab{}
	} else if t.Bag > 0 {
		m.Points++
	}
	if t.Bag == 0 && len(placed) == t.Held {
		m.Points++
	}
	before := nabit.Scores(t.Board, nil, engine.NoColor, t.Players)
	for i, s := range nabit.Scores(after, nil, engine.NoColor, t.Players) {
		if change := s.Words - before[i].Words; s.Color == t.Mover {
			m.Points += change
		} else {
			m.Others += change
		}
	}
	return m
}
