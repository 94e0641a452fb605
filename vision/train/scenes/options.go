package scenes

import (
	"math/rand/v2"

	"tilewatch/vision/train/scenes/board"
)

// Table is a table's linear reflectance, 0 to 1, at millimetres from its middle: the mean over a disc of a radius. One with a method
// Gloss() (strength, power float64), those of a Blinn-Phong lobe, reflects.
type Table interface {
	AtArea(x, y, radius float64) [3]float64
}

// Plain is a table of one color.
type Plain [3]float64

// AtArea is the color.
func (p Plain) AtArea(_, _, _ float64) [3]float64 { return p }

// Options choose what Draw leaves to chance: the zero value draws all of it on a plain table.
type Options struct {
	Kind          string     // webcam-top, webcam-oblique or phone; empty: any pose from straight above to 30 degrees over the table
	Width, Height int        // of the picture; 0: 1280 x 720
	TilePixels    [2]float64 // range of a tile's side in a picture 640 pixels wide; 0: 9 to 45
	Stacks        int        // 0: drawn, up to 35
	Blanks        float64    // share of blanks among the tiles until a player has laid the one there is; 0: as in a game
	Empty         bool       // some tables are without tiles
	Crosswords    float64    // share of the scenes that show a crossword game: tiles of one color, one high, mostly on a printed board
	Kept          bool       // its boards may have the plates that no training sees
	NoHand        bool       // nobody's hand is in the picture
	Free          bool       // plastics freely around their names, worn or not, under light of any tint
	Thickness     [2]float64 // range of a tile's thickness over the pitch, any ratio as often; 0: a usual set's
	Fonts         []string   // see typeface.Fonts; none: the Go font
	Table         func(*rand.Rand) Table
}

func (o Options) filled() Options {
	if o.Width == 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.TilePixels[1] == 0 {
		o.TilePixels = [2]float64{9, 45}
	}
	if o.Blanks == 0 {
		o.Blanks = board.Rare
	}
	if len(o.Fonts) == 0 {
		o.Fonts = []string{"go:bold"}
	}
	return o
}
