package inventory

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
)

// The log-likelihood ratios of what a face in full view shows, nats. They come from histograms of the margin over 1,690 tiles and 280 other places of 130
// scenes: the repository's stills, and boards made up on random stripes, checks, plaids, dots and bricks. Of the letters 2 in 1,000 have a margin below
// 1 and none one below -2; of the other places five in six, and half. Of the blanks 19 in 20 have one below -2.
const (
	marginSure  = 6.0  // from this margin on a face surely shows a letter
	marginNone  = -2.0 // and below this one surely none that is legible
	marginTorn  = 1.0  // a blank has none above marginNone mostly, and hardly one above this
	illegible   = -6.6 // of a tile whose letter is not legible: ln(0.0006/0.47), one unseen case in 1,640
	blank       = -2.5 // of a blank: ln(1/25) for being one, ln(0.95/0.47) for its looks
	torn        = -5.5 // of a blank that seems to have ink: ln(1/25) + ln(0.04/0.36)
	mostByEdges = 6.0  // a face without a sure letter is no surer by its edges than this: of 50 such faces beyond, 3 are none
)

// colors is how many colors there are.
const colors = len(engine.ColorLikelihoods{})

// face is a cell as what it may be.
type face struct {
	engine.Place
	tile   float64         // log-likelihood ratio of a tile against the background, before the inventory
	letter float64         // worth of a lettered tile
	blank  [colors]float64 // worth of a blank of each color
	color  [colors]float64 // log-probabilities of the colors
}

// doubtful says whether the face shows no sure letter: the others are tiles, however many there are.
func (f *face) doubtful() bool { return f.letter < f.tile }

// facesOf are the cells as faces; up is the quarter turn that all letters share.
func facesOf(cells []*engine.CellEvidence, up int) []face {
	faces := make([]face, len(cells))
	for i, c := range cells {
		margin := marginOf(&c.Letter[up])
		f := &faces[i]
		*f = face{Place: c.Place, tile: c.Tile, color: posterior(c.Color)}
		f.letter = c.Tile
		if lacks := ramp(margin, marginSure, marginNone); lacks > 0 {
			f.letter = min(c.Tile, mostByEdges) + c.Visible*illegible*lacks
		}
		shown := blank + (torn-blank)*ramp(margin, marginNone, marginTorn)
		for k := range f.blank {
			f.blank[k] = min(c.Tile, mostByEdges) + c.Visible*shown + f.color[k]
		}
	}
	return faces
}

// ramp rises from 0 at from to 1 at to.
func ramp(x, from, to float64) float64 { return min(max((x-from)/(to-from), 0), 1) }

// marginOf is the log-likelihood ratio of any letter, all alike, against a blank.
func marginOf(l *engine.LetterLikelihoods) float64 {
	return floats.LogSumExp(l[:engine.BlankIndex]) - l[engine.BlankIndex]
}

// posterior are the log-probabilities of the colors, all alike before the picture is looked at.
func posterior(l engine.ColorLikelihoods) (p [colors]float64) {
	total := floats.LogSumExp(l[:])
	for i := range l {
		p[i] = l[i] - total
	}
	return p
}

// upright is the quarter turn under which the faces are the most legible.
func upright(cells []*engine.CellEvidence) int {
	var sum [4]float64
	for _, c := range cells {
		var ways [4]float64
		for k := range ways {
			ways[k] = floats.LogSumExp(c.Letter[k][:])
		}
		for k, most := range ways {
			sum[k] += max(most-slices.Max(ways[:]), -turnBound)
		}
	}
	return floats.MaxIdx(sum[:])
}

// turnBound is the most that one face says against a quarter turn, nats; package reading has the same.
const turnBound = 8
