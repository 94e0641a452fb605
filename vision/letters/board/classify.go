package board

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
)

// Classify decides which cells hold tiles, which way up letters stand, and how high they are.
func (b *Board) Classify() {
	b.Turn = b.bestOrientation()
	best, at := -1.0, b.LetterHeight
	for _, b.LetterHeight = range b.heightModes() {
		if b.decide(); b.Worth() > best {
			best, at = b.Worth(), b.LetterHeight
		}
	}
	b.LetterHeight = at
	b.decide()
	for range mostRefined { // a height between those of letters and print lets both pass
		high := b.medianLetterHeight()
		if geom.Similar(high, b.LetterHeight, 1.02) {
			return
		}
		b.LetterHeight = high
		b.decide()
	}
}

// mostRefined limits how often the letters' height is measured on the tiles again.
const mostRefined = 3

// medianLetterHeight is the median height of the letters in the structure, in steps.
func (b *Board) medianLetterHeight() float64 {
	var all []float64
	for p := range b.Structure() {
		if c := b.Cells[p]; c.Tile && !c.Blank && !c.Unread {
			all = append(all, b.letterHeight(c))
		}
	}
	if len(all) < 3 {
		return b.LetterHeight
	}
	return blob.UpperMedian(all)
}

// decide classifies the cells for a height of letters: it sums up the log-odds of letter, color, sides, ink and neighbors.
func (b *Board) decide() {
	list := b.List()
	u := b.Typical(list)
	for _, c := range list {
		c.Blank, c.Unread, c.Odds = !c.Lettered, false, b.LetterOdds(c)+u.odds(b, c)
		// A mark that is not a letter may be the grain of a blank, or the gap beside it.
		if blank := blankOdds - max(float64(c.Clutter)-2, 0); c.Lettered && c.Odds < blank && c.Contrast < u.mostGrain {
			c.Blank, c.Odds = true, blank
		}
		c.Tile = c.Odds > 0
	}
	b.addColor(u)
	b.addSides(u)
	b.addInk(u)
	b.addNeighbors()
	b.Score = b.score()
}

// Heights of letters on one board.
const (
	oneHeight  = 1.1 // ratio of heights that count as one
	mostHeight = 3   // kinds of print on a lattice: letters, labels, titles
)

// heightModes are the heights that most letters have, the most common first; or the height known before.
func (b *Board) heightModes() (found []float64) {
	var all []float64
	for _, c := range b.List() {
		if c.Lettered && c.Seeded && c.Letters[b.Turn][c.Best[b.Turn]] > -1 {
			all = append(all, b.letterHeight(c))
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
		found = []float64{b.LetterHeight}
	}
	return found
}

// blankOdds are the log-odds of a tile where nothing is printed.
const blankOdds = -2.9

// Log-odds of a tile by its print alone, hand-set on the drawn boards of testdata/letters.
const (
	letterBase     = 1.5  // of any print
	letterPrior    = 1.0  // against it: most places are empty
	mostReading    = 1.4  // what the best letter's log-likelihood counts at most
	mostOverBlank  = 6.0  // what its lead over a blank counts at most, before scaling
	overBlankScale = 3.0  // divides the lead
	heightSpread   = 0.09 // standard deviation of letters' heights, as a logarithm
	mostHeightOdds = 7.0  // what another height costs at most
	unseededOdds   = 0.7  // what a place without a candidate costs
	aloneOdds      = -1.5 // of a place without a tile next to it
	linkedOdds     = 1.0  // of a place with two
)

// LetterOdds are the log-odds of a tile by its print alone.
func (b *Board) LetterOdds(c *Cell) float64 {
	if !c.Lettered {
		return blankOdds
	}
	l := &c.Letters[b.Turn]
	best := l[c.Best[b.Turn]]
	odds := letterBase + min(best, mostReading) + min(best-l[engine.BlankIndex], mostOverBlank)/overBlankScale - letterPrior
	off := math.Log(b.letterHeight(c) / b.LetterHeight)
	odds += 1 - min(off*off/(2*heightSpread*heightSpread), mostHeightOdds)
	if !c.Seeded {
		odds -= unseededOdds
	}
	return odds
}

// betweenOdds are the log-odds that a face without print and with a tile's color gains between two tiles: a blank within a word.
const betweenOdds = 1.7

// addNeighbors adds the evidence of neighbors: tiles are linked, and a single one is unlikely.
func (b *Board) addNeighbors() {
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
		case c.Blank && c.ColorOdds > 0 && (at[0] && at[2] || at[1] && at[3]):
			more[i] = betweenOdds // a blank within a word
		case links == 0:
			more[i] = aloneOdds
		case links >= 2:
			more[i] = linkedOdds
		}
	}
	for i, c := range list {
		c.Odds += more[i]
		c.Tile = c.Odds > 0
	}
}
