package board

import (
	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/blob"
	"tilewatch/vision/letters/face"
)

// Cell is what the picture shows at a place of a lattice.
type Cell struct {
	Place         engine.Place
	Frame         face.Frame
	Lettered      bool        // there is print that may be a letter
	Letters       ocr.Letters // likelihoods of the letter, if lettered
	Best          [4]int      // the likeliest letter in each quarter turn
	Ground        [3]float64  // the color of the face without its print, blue, green, red
	Contrast      float64     // between print and plastic, gray levels
	MidX          float64     // the letter's middle, in steps from the place
	MidY          float64
	Wide          float64 // of the letter, in steps
	High          float64
	valueX        float64 // where something small is printed, in steps from the letter's middle; 0, 0: nowhere
	valueY        float64
	Clutter       int  // number of small components of print
	Seeded        bool // a candidate of the lattice lies there
	OtherPolarity bool // its ink is lighter than its face where the board's is darker, or the other way round
	Edges         face.Profile
	Sides         [4]face.Side // in the picture's own directions

	ColorOdds float64 // log-odds of a tile by color alone
	SideOdds  float64 // log-odds of a tile by its sides alone
	Blank     bool    // it shows no letter: a blank, if it is a tile
	Unread    bool    // a tile by its ink, whichever letter it is
	Odds      float64 // log-odds of a tile
	Tile      bool
}

// Take notes a reading of the cell.
func (c *Cell) Take(t *face.Print, letters *ocr.Letters) {
	c.Lettered, c.Letters = true, *letters
	for k := range letters {
		c.Best[k] = BestLetter(&letters[k])
	}
	c.Ground, c.Contrast, c.Clutter = t.Ground, t.Contrast, len(t.Others)
	c.MidX, c.MidY = t.Letter.MidX(), t.Letter.MidY()
	c.Wide, c.High = t.Letter.Wide(), t.Letter.High()
	c.valueX, c.valueY = 0, 0
	area := 0
	for _, q := range t.Others {
		if q.Area > area && max(q.Wide(), q.High()) < mostValue {
			area = q.Area
			c.valueX, c.valueY = q.MidX()-t.Letter.MidX(), q.MidY()-t.Letter.MidY()
		}
	}
}

// BestLetter is the likeliest letter, A to Z.
func BestLetter(l *engine.LetterLikelihoods) int { return floats.MaxIdx(l[:engine.BlankIndex]) }

// SecondReading combines the cell with a reading of the whole face, whose print was not separated: it replaces print that is no letter, and counts
// as a second opinion beside a clear letter that it contradicts. True if the cell reads better after it.
func (c *Cell) SecondReading(t *face.Print, letters *ocr.Letters, turn int) bool {
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

// Log-likelihoods of a letter in SecondReading, and limits of the window it is read in.
const (
	wholeBelow = 0.0  // log-likelihood of a false letter
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

// NoLetter is the log-likelihood of a letter that contradicts the picture.
const NoLetter = -9

// mostValue is the largest extent of a printed value, sides of the face. Hand-set.
const mostValue = 0.32
