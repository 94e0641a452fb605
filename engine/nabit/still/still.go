// Package still is a game as photos show it, without any history: plain data that can be counted, mended by people, and joined from
// several photos of one table.
//
// The words:
//
//   - A Reading is what lies on the table: Cells (stacks), Racks, Banks.
//   - A cell is Sure of its parts: that there is a tile, its color, its height, its letter. What else it may be stands beside it.
//   - A Fix is what a person says of one cell; it makes sure of what it says.
//   - Join lays readings of one table over each other.
package still

import (
	"fmt"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Doubted is the probability below which a cell, or a part of one, counts as doubtful.
const Doubted = 0.8

// Reading is what lies on a table.
type Reading struct {
	Cells    []Cell           `json:"cells"` // by row, then column
	Racks    []Rack           `json:"racks"`
	Banks    []Bank           `json:"banks"`
	Unlikely Unlikely         `json:"unlikely,omitzero"`
	Warnings []engine.Warning `json:"warnings"`
	Plastics []engine.Plastic `json:"plastics,omitempty"` // the players' materials, and how sure their names are
}

// Unlikely is what may lie on the table, though it is likelier that it does not.
type Unlikely struct {
	Cells []Cell `json:"cells,omitempty"`
	Banks []Bank `json:"banks,omitempty"`
}

// IsZero says that all is as it was read.
func (u Unlikely) IsZero() bool { return len(u.Cells)+len(u.Banks) == 0 }

// Cell is one stack.
type Cell struct {
	engine.Place
	Letter     engine.Letter `json:"letter"` // ? for a blank that could be several
	Blank      bool          `json:"blank"`
	Color      engine.Color  `json:"color"`
	Height     int           `json:"height"`
	Corners    [4][2]float64 `json:"corners"`        // of the top tile's face, in pixels; all zero for a cell that no photo shows
	View       int           `json:"view,omitempty"` // of joined photos, the one that Corners are in; the first is 0
	Confidence float64       `json:"confidence"`     // that all of it is right, 0 to 1
	Doubt      string        `json:"doubt,omitempty"`
	Sure       *Sureness     `json:"sure,omitempty"`     // nil: only the whole's Confidence is known
	Others     []Face        `json:"readings,omitempty"` // other letters, likeliest first
	Or         Or            `json:"or,omitzero"`
	Why        []Reason      `json:"why,omitempty"` // nil: nobody asked
}

// Sureness are the parts of a cell's confidence, each a probability.
type Sureness struct {
	Tile   float64 `json:"tile"`
	Color  float64 `json:"color"`
	Height float64 `json:"height"`
	Letter float64 `json:"letter"`
}

// whole is the probability that all parts are right.
func (s Sureness) whole() float64 { return s.Tile * s.Color * s.Height * s.Letter }

// Face is one way to read a tile's top.
type Face struct {
	Letter engine.Letter `json:"letter"`
	Blank  bool          `json:"blank,omitempty"`
	Chance float64       `json:"chance"` // 0 to 1
}

// Or are the next likeliest color and height.
type Or struct {
	Color  engine.Color `json:"color,omitempty"`
	Height int          `json:"height,omitempty"`
}

// Rack is a row of loose tiles.
type Rack struct {
	Color engine.Color `json:"color"`
	Tiles []RackTile   `json:"tiles"`
}

// RackTile is one loose tile; its letter is ? when it is blank or cannot be read.
type RackTile struct {
	Letter  engine.Letter `json:"letter"`
	Corners [4][2]float64 `json:"corners"`
}

// Bank is a bank tile and what is stacked on it.
type Bank struct {
	Color  *engine.Color `json:"color"` // the owner's; null when it is empty
	Tiles  int           `json:"tiles"` // without the gray one
	Center [2]float64    `json:"center"`
	View   int           `json:"view,omitempty"` // of joined photos, the one that Center is in; the first is 0
	Range
	Chances []float64 `json:"chances,omitempty"` // of 0, 1, 2, ... tiles
}

// Possible says whether a bank is one that a picture can show.
func (b Bank) Possible() bool {
	return b.color() < engine.Gray && b.Tiles >= 0 && b.Tiles < nabit.TilesPerColor && len(b.Chances) <= len(engine.BankChances{})
}

// options are how many tiles may be banked.
func (b Bank) options() (all []option[int]) {
	for n, chance := range b.Chances {
		all = append(all, option[int]{n, chance})
	}
	return all
}

// Settle sets the chances of a bank's counts, and with them how sure it is.
func (b *Bank) Settle(chances []float64) { b.Chances, b.Range = chances, rangeOf(b.Tiles, chances) }

// Board is what lies there, as the rules know it.
func (r Reading) Board() engine.Board {
	b := engine.Board{}
	for _, c := range r.Cells {
		b[c.Place] = c.Cell()
	}
	return b
}

// Cell is the stack as the rules know it.
func (c Cell) Cell() engine.Cell {
	return engine.Cell{Letter: c.Letter, Blank: c.Blank, Color: c.Color, Height: c.Height}
}

// Doubtful reports whether a person should look at the cell.
func (c Cell) Doubtful() bool { return c.Confidence < Doubted }

// sure are the parts' probabilities; where only the whole is known, each is as sure as that.
func (c Cell) sure() Sureness {
	if c.Sure != nil {
		return *c.Sure
	}
	return Sureness{c.Confidence, c.Confidence, c.Confidence, c.Confidence}
}

// Settle sets a cell's sureness, and with it the confidence and the doubt in words.
func (c *Cell) Settle(s Sureness) {
	c.Sure, c.Confidence = &s, s.whole()
	c.Doubt = c.doubt()
}

// doubt says in words what a cell may be instead; "" if it is sure.
func (c *Cell) doubt() string {
	var parts []string
	note := func(sure float64, text string, args ...any) {
		if sure < Doubted {
			parts = append(parts, fmt.Sprintf(text, args...))
		}
	}
	note(c.Sure.Tile, "maybe no tile")
	if len(c.Others) > 0 && !c.Blank {
		note(c.Sure.Letter, "%s or %s", c.Letter, c.Others[0])
	}
	if c.Or != (Or{}) {
		note(c.Sure.Color, "%s or %s", c.Color, c.Or.Color)
		note(c.Sure.Height, "%d or %d high", min(c.Height, c.Or.Height), max(c.Height, c.Or.Height))
	}
	return strings.Join(parts, ", ")
}

// String is the letter, or "blank".
func (f Face) String() string {
	if f.Blank {
		return "blank"
	}
	return f.Letter.String()
}

// Banked adds up the banked tiles of each color.
func (r Reading) Banked() map[engine.Color]int {
	tiles := map[engine.Color]int{}
	for _, b := range r.Banks {
		if b.Color != nil {
			tiles[*b.Color] += b.Tiles
		}
	}
	return tiles
}

// Players are the owners of visible tiles and the player named as out, in the order in which ties are listed.
func (r Reading) Players(banked map[engine.Color]int, out engine.Color) []engine.Color {
	seen := map[engine.Color]bool{out: true}
	for _, c := range r.Cells {
		seen[c.Color] = true
	}
	for _, rack := range r.Racks {
		seen[rack.Color] = true
	}
	for c, n := range banked {
		seen[c] = seen[c] || n > 0
	}
	return slices.DeleteFunc(slices.Clone(engine.PlayerColors[:]), func(c engine.Color) bool { return !seen[c] })
}

// Count counts the reading; out is who played the last tile, or NoColor.
func (r Reading) Count(out engine.Color) []nabit.Score {
	banked := r.Banked()
	return nabit.Scores(r.Board(), banked, out, r.Players(banked, out))
}

// sorted puts the cells by row, then column, and the banks by color.
func (r *Reading) sorted() {
	slices.SortFunc(r.Cells, func(a, b Cell) int { return engine.ComparePlaces(a.Place, b.Place) })
	slices.SortStableFunc(r.Banks, func(a, b Bank) int { return int(a.color()) - int(b.color()) })
}

// color is the owner's; NoColor of an empty bank.
func (b Bank) color() engine.Color {
	if b.Color == nil {
		return engine.NoColor
	}
	return *b.Color
}

// AtOrigin is the reading with its smallest row and column 0.
func (r Reading) AtOrigin() Reading {
	low, _ := r.Board().Bounds()
	r.Cells = slices.Clone(r.Cells)
	r.Unlikely.Cells = slices.Clone(r.Unlikely.Cells)
	for _, cells := range [][]Cell{r.Cells, r.Unlikely.Cells} {
		for i := range cells {
			cells[i].Place = cells[i].Sub(low)
		}
	}
	return r
}
