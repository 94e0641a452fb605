package board

import (
	"math"

	"tilewatch/vision/letters/lattice"
)

// Tiles that lie about by chance hardly ever stand so well in rows and columns.
const (
	sureTiles = 6
	sureOdds  = 3.5 // of a tile on average, the mark of 4 being the most
)

// sure says whether the board is none by chance, few as its tiles are.
func (b *Board) Sure() bool {
	linked := b.Linked()
	return len(linked) >= sureTiles && linked.Crosses() && b.Worth >= sureOdds*float64(len(linked))
}

// tiles is how many linked tiles there are; none on no board.
func (b *Board) Tiles() int {
	if b == nil {
		return 0
	}
	return len(b.Linked())
}

// Another structure has so many tiles, in more than one row, and is worth so much.
const (
	secondTiles = 5
	secondWorth = 16
)

// second is how many tiles another of the boards has that lies beside this one; racks and titles, which are rows, are none.
func (b *Board) Second(others []*Board) int {
	for _, o := range others {
		g := o.Linked()
		low, high := g.Bounds()
		if len(g) < secondTiles || o.Worth < secondWorth || min(high.Row-low.Row, high.Col-low.Col) < 1 {
			continue
		}
		over := 0
		for p := range g {
			if b.Covers(o.At(p.Row, p.Col), OnPlace) {
				over++
			}
		}
		if float64(over) <= math.Floor(float64(len(g))/5) {
			return len(g)
		}
	}
	return 0
}

// mostOdds are the log-odds that a tile counts at most.
const mostOdds = 4

// A set has few blanks, and a table's bare wood makes as many as are looked for.
const (
	blankWorth = 1.5
	mostBlanks = 4
)

// kindsShare is how many of a dozen letters differ at least, as a share: lines of print and printed squares look like one or two letters.
const kindsShare = 0.4

// weigh is how much the lattice looks like a board: by its linked tiles.
func (b *Board) weigh() (sum float64) {
	rows, cols, kinds, letters, blanks := map[int]bool{}, map[int]bool{}, map[int]bool{}, 0, 0
	for p := range b.Linked() {
		if c := b.Cells[p]; c.Tile {
			if c.Bare {
				blanks++
				continue
			}
			sum += min(c.Odds, mostOdds)
			rows[p.Row], cols[p.Col] = true, true
			kinds[c.Best[b.Turn]] = true
			letters++
		}
	}
	sum *= sum / (mostOdds * float64(max(letters, 1))) // a lattice askew has tiles, too, but few that fit well
	sum *= min(1, float64(len(kinds))/(kindsShare*float64(max(min(letters, 12), 1))))
	if min(len(rows), len(cols)) < 2 {
		sum *= lattice.RowWorth
	}
	return (sum + blankWorth*float64(min(blanks, mostBlanks))) * b.large() * b.alone()
}

// leastSide is the share of the picture's longer side that a tile takes up at least: smaller letters are mostly print.
const LeastSide = 0.018

// large is what the size of a lattice counts: 1 for that of most tiles, less for smaller ones.
func (b *Board) large() float64 {
	small := min(b.Step()/(LeastSide*b.Long), 1)
	return small * small
}

// alone is what it counts that few letters lie between the board's places.
func (b *Board) alone() float64 { return b.Lattice.Alone(b.Linked(), b.Dark, b.High) }
