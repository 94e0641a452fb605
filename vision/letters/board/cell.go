package board

import (
	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/blob"
	"tilewatch/vision/letters/face"
)

// cell is what is seen at one place of a lattice.
type Cell struct {
	Place    engine.Place
	Frame    face.Frame
	Lettered bool        // something is printed there that may be a letter
	Letters  ocr.Letters // of the print; nothing where not lettered
	Best     [4]int      // letter in each quarter turn
	Ground   [3]float64  // the color of the face without its print, blue, green, red
	Contrast float64     // of the print, gray levels
	MidX     float64     // the letter's middle, in steps from the place's
	MidY     float64
	Wide     float64 // of the letter, in steps of the lattice
	High     float64
	valueX   float64 // where something small is printed, in steps from the letter's middle; 0, 0: nowhere
	valueY   float64
	Crowd    int  // how many small things are printed
	Marked   bool // a mark of the lattice lies there
	Other    bool // its ink is lighter than its face where that of most of the board is darker, or the other way round
	Edges    face.Profile
	Sides    [4]face.Side // in the picture's own directions

	Color   float64 // log-odds of a tile by color alone
	side    float64 // and by its sides
	Label   bool    // a letter that names a column or row
	Bare    bool    // a blank if it is a tile
	Unclear bool    // a tile by its ink, whichever letter it is
	Odds    float64 // log-odds of a tile
	Tile    bool
}

// take notes what is printed.
func (c *Cell) Take(t *face.Printed, letters *ocr.Letters) {
	c.Lettered, c.Letters = true, *letters
	for k := range letters {
		c.Best[k] = BestLetter(&letters[k])
	}
	c.Ground, c.Contrast, c.Crowd = t.Ground, t.Contrast, len(t.Small)
	c.MidX, c.MidY = t.Letter.MidX(), t.Letter.MidY()
	c.Wide, c.High = t.Letter.Wide(), t.Letter.High()
	c.valueX, c.valueY = 0, 0
	area := 0
	for _, q := range t.Small {
		if q.Area > area && max(q.Wide(), q.High()) < 0.32 {
			area = q.Area
			c.valueX, c.valueY = q.MidX()-t.Letter.MidX(), q.MidY()-t.Letter.MidY()
		}
	}
}

// bestLetter is the likeliest of A to Z.
func BestLetter(l *engine.LetterLikelihoods) int {
	best := 0
	for c := range engine.BlankIndex {
		if l[c] > l[best] {
			best = c
		}
	}
	return best
}

// opinion brings in how a face reads as a whole: in place of a print that is no letter taken apart, as one of two opinions beside a
// letter that it contradicts. True if the place's print reads better so.
func (c *Cell) Opinion(t *face.Printed, letters *ocr.Letters, turn int) bool {
	own, whole := &c.Letters[turn], &letters[turn]
	best := BestLetter(whole)
	switch clear := c.Lettered && own[c.Best[turn]] >= wholeBelow; {
	case clear && (best == c.Best[turn] || whole[best] < wholeBelow):
		return false
	case clear:
		for i, l := range whole {
			own[i] = (max(own[i], NoLetter) + max(l, NoLetter)) / 2
		}
		c.Best[turn] = BestLetter(own)
		return false
	case whole[best] < wholeLeast || c.Lettered && whole[best] < own[c.Best[turn]]+wholeMore:
		return false
	}
	c.Take(t, letters)
	return true
}

// A hand that moved the camera has smeared the strokes that it moved across: at no threshold do they hang together. Where letters stand
// on this set's tiles is known by then, and what lies there is read as a whole.
const (
	wholeBelow = 0.0  // log-likelihood of a letter that is none
	WholeSide  = 1.2  // of the window, in heights of a letter
	WholeInk   = 0.25 // of the ink, a stroke that counts for the letter's outline
	WholeGain  = 1.25 // smeared strokes are faint
	wholeMore  = 0.5  // log-likelihood, by which the whole reads better
	wholeLeast = -4.0
)

// InkShare is the print's contrast as a share of the plastic's gray level: shadows and lamps change both.
func (c *Cell) InkShare() float64 {
	const floor = 12
	return c.Contrast / (blob.Luma(c.Ground) + floor)
}

// noLetter is the log-likelihood of a face that contradicts what is seen.
const NoLetter = -9
