package board

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
)

// judge decides which way is up, how high the letters are, and which places hold tiles. On a board with few tiles most of what reads as a letter
// may be print on its squares, which stands another way: each way up that several letters ask for is tried.
func (b *Board) Judge() {
	ways, high := b.waysUp(), b.High
	b.judgeTurned(ways[0], high)
	best, worth := ways[0], b.Worth
	for _, turn := range ways[1:] {
		if b.judgeTurned(turn, high); b.Worth > otherWay*worth {
			best, worth = turn, b.Worth
		}
	}
	if best != b.Turn {
		b.judgeTurned(best, high)
	}
}

// otherWay is by how much the board must be worth more another way up than that in which most letters read best.
const otherWay = 1.2

// judgeTurned is judge with letters upright after so many quarter turns; high is how high they are if they do not tell.
func (b *Board) judgeTurned(turn int, high float64) {
	b.Turn, b.High = turn, high
	b.findLabels()
	heights := b.heights()
	best, at := -1.0, b.High
	for _, b.High = range heights {
		if b.decide(); b.Worth > best {
			best, at = b.Worth, b.High
		}
	}
	b.High = at
	b.decide()
	for range mostRefined { // a height between those of letters and print lets both pass
		high := b.usualHigh()
		if geom.Similar(high, b.High, 1.02) {
			return
		}
		b.High = high
		b.decide()
	}
}

// mostRefined bounds how often the letters' height is taken from the tiles.
const mostRefined = 3

// usualHigh is the median height of the linked tiles' letters.
func (b *Board) usualHigh() float64 {
	var all []float64
	for p := range b.Linked() {
		if c := b.Cells[p]; c.Tile && !c.Bare && !c.Unclear {
			all = append(all, b.tall(c))
		}
	}
	if len(all) < 3 {
		return b.High
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// decide decides which places hold tiles whose letters are so high.
func (b *Board) decide() {
	list := b.List()
	u := b.Usual(list)
	for _, c := range list {
		c.Bare, c.Unclear, c.Odds = !c.Lettered, false, labelOdds
		if !c.Label {
			c.Odds = b.LetterOdds(c) + u.odds(b, c)
		}
		// What is no letter may be the grain of a blank, or the gap beside it.
		if blank := blankOdds - max(float64(c.Crowd)-2, 0); c.Lettered && !c.Label && c.Odds < blank && c.Contrast < u.faint {
			c.Bare, c.Odds = true, blank
		}
		c.Tile = c.Odds > 0
	}
	b.byColor(u)
	b.bySides(u)
	b.byInk(u)
	b.byLinks()
	b.fewBlanks()
	b.Worth = b.weigh()
}

// fewBlanks takes what shows no letter for the table where there is more of it than any set has blanks, unless it stands between letters.
func (b *Board) fewBlanks() {
	var bare []*Cell
	for p := range b.Linked() {
		if c := b.Cells[p]; c.Tile && c.Bare {
			bare = append(bare, c)
		}
	}
	if len(bare) <= mostBlanks {
		return
	}
	letter := func(p engine.Place) bool { c := b.Cells[p]; return c != nil && c.Tile && !c.Bare }
	for _, c := range b.Cells {
		between := letter(c.Place.Add(sideSteps[0])) && letter(c.Place.Add(sideSteps[2])) ||
			letter(c.Place.Add(sideSteps[1])) && letter(c.Place.Add(sideSteps[3]))
		if c.Bare && !between {
			c.Tile = false
		}
	}
}

// Heights that differ by less are one.
const (
	oneHeight  = 1.1
	mostHeight = 3 // kinds of print on a lattice: letters, labels, titles
)

// heights are those that most of what reads as a letter has, the most common first; or the one known before.
func (b *Board) heights() (found []float64) {
	var all []float64
	for _, c := range b.List() {
		if c.Lettered && c.Marked && !c.Label && c.Letters[b.Turn][c.Best[b.Turn]] > -1 {
			all = append(all, b.tall(c))
		}
	}
	slices.Sort(all)
	for len(all) >= 3 && len(found) < mostHeight {
		from, to := 0, 0
		for i := range all {
			j := i
			for j < len(all) && all[j] < oneHeight*oneHeight*all[i] {
				j++
			}
			if j-i > to-from {
				from, to = i, j
			}
		}
		if to-from < 3 {
			break
		}
		found = append(found, all[(from+to)/2])
		all = slices.Delete(all, from, to)
	}
	if len(found) == 0 {
		found = []float64{b.High}
	}
	return found
}

// blankOdds are the log-odds of a tile where nothing is printed.
const blankOdds = -2.9

// letterOdds are the log-odds of a tile by what is printed alone.
func (b *Board) LetterOdds(c *Cell) float64 {
	if !c.Lettered {
		return blankOdds
	}
	l := &c.Letters[b.Turn]
	best := l[c.Best[b.Turn]]
	odds := 1.5 + min(best, 1.4) + min(best-l[engine.BlankIndex], 6)/3 - 1.0
	off := math.Log(b.tall(c) / b.High)
	odds += 1 - min(off*off/(2*0.09*0.09), 7)
	if c.Crowd > 3 {
		odds -= float64(c.Crowd - 3)
	}
	if !c.Marked {
		odds -= 0.7
	}
	return odds
}

// betweenOdds are the log-odds that a face without print and with a tile's color gains by standing between tiles.
const betweenOdds = 1.7

// byLinks brings in what lies beside: tiles are linked, and what lies alone is none.
func (b *Board) byLinks() {
	list := b.List()
	more := make([]float64, len(list))
	for i, c := range list {
		links := 0
		var at [4]bool
		for k, step := range sideSteps {
			if d := b.Cells[c.Place.Add(step)]; d != nil && d.Odds > linkOdds {
				links++
				at[k] = true
			}
		}
		switch {
		case c.Bare && c.Color > 0 && (at[0] && at[2] || at[1] && at[3]):
			more[i] = betweenOdds // a blank within a word
		case links == 0:
			more[i] = -1.5
		case links >= 2:
			more[i] = 1
		}
	}
	for i, c := range list {
		c.Odds += more[i]
		c.Tile = c.Odds > 0
	}
}
