package board

import (
	"math"

	"tilewatch/vision/letters/lattice"
)

// Tiles that lie about by chance almost never stand so well in rows and columns.
const (
	sureTiles = 6   // least number
	sureOdds  = 3.5 // of a tile on average; mostOdds is the most
)

// Sure reports whether the board is no coincidence, however few its tiles are.
func (b *Board) Sure() bool {
	linked := b.Structure()
	return len(linked) >= sureTiles && linked.Crosses() && b.Score >= sureOdds*float64(len(linked))
}

// TileCount is the number of tiles in the structure; 0 without a board.
func (b *Board) TileCount() int {
	if b == nil {
		return 0
	}
	return len(b.Structure())
}

// A second structure has more than one row.
const (
	secondTiles = 5  // least number
	secondWorth = 16 // least score
)

// Second is the number of tiles of another board that lies beside this one, 0 if there is none. Racks and titles are rows, and do not count.
func (b *Board) Second(others []*Board) int {
	for _, o := range others {
		g := o.Structure()
		low, high := g.Bounds()
		if len(g) < secondTiles || o.Score < secondWorth || min(high.Row-low.Row, high.Col-low.Col) < 1 {
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

// Blanks count little: sets have few, and a table's bare wood looks like any number.
const (
	blankWorth = 1.5 // score of a blank
	mostBlanks = 4   // that count
)

// kindsShare is the least share of different letters among a dozen; lines of print and printed squares read as one or two letters.
const kindsShare = 0.4

// score is how much the board looks like one: by the tiles of its structure, their size, and the letters between its places.
func (b *Board) score() (sum float64) {
	rows, cols, kinds, letters, blanks := map[int]bool{}, map[int]bool{}, map[int]bool{}, 0, 0
	for _, p := range b.Structure().Places() {
		if c := b.Cells[p]; c.Tile {
			if c.Blank {
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
		sum *= lattice.RowScore
	}
	return (sum + blankWorth*float64(min(blanks, mostBlanks))) * b.sizePrior() * b.isolation()
}

// Worth is the board's score among boards, some of which may be print: that of the share of its letters that stand on bodies.
func (b *Board) Worth() float64 { return b.Score * b.onBodies() }

// onBodies is the share of the structure's candidates that stand on tiles' bodies.
func (b *Board) onBodies() float64 {
	sum, n := 0.0, 0
	for _, p := range b.Structure().Places() {
		if i, ok := b.Lattice.Cells[p]; ok {
			sum, n = sum+b.Candidates[i].OnBody(), n+1
		}
	}
	if n == 0 {
		return 1
	}
	return sum / float64(n)
}

// LeastSide is the least side of a tile as a share of the picture's longer side; smaller letters are mostly print.
const LeastSide = 0.018

// sizePrior is 1 for the size of most tiles, less for smaller ones.
func (b *Board) sizePrior() float64 {
	small := min(b.MedianPitch()/(LeastSide*b.PictureSide), 1)
	return small * small
}

// isolation is that of the structure on its lattice.
func (b *Board) isolation() float64 {
	return b.Lattice.Isolation(b.Structure(), b.DarkInk, b.LetterHeight)
}
