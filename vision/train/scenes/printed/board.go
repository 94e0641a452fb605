// Package printed has the boards of crossword games: printed squares of a tile's size, some of them premium ones with print, and letters along the
// border. A network that is to see tiles learns from them what is not a tile.
package printed

import (
	"math"
	"math/rand/v2"
)

// color is linear reflectance, 0 to 1.
type color = [3]float64

// Table is what lies beyond a board, see package scenes.
type Table interface {
	AtArea(x, y, radius float64) [3]float64
}

// Letters are how much ink a letter, from 0, has at u right and v down of its middle over a square of a size, in its heights.
type Letters func(letter int, u, v, size float64) float64

// Board is a square board with squares of a tile's size, some of them premium ones with print, and letters along its border.
type Board struct {
	sin, cos float64
	pitch    float64    // millimetres
	middle   [2]float64 // of the middle square from the table's middle, squares along the board's axes
	squares  int        // of a side
	colors   struct {
		base, line, edge, ink color
		premium               [4]color
	}
	line, share float64 // half width of the lines in squares, and the share of premium squares
	letters     Letters
	border      border
	print       print   // on premium squares
	plate       plate   // the premium squares' colored parts
	number      number  // beside large letters
	marked      float64 // share of the other squares that show one large letter
	beyond      Table
	seed        uint64
}

// rim is the width of the border, squares.
const rim = 1.6

// border is what stands along each side: rows of letters, a name or a table of letters.
type border struct {
	letters       bool
	rows          int
	spacing, size float64 // from letter to letter, and of one, squares
	share         float64 // of a side that has letters
	color         color
	line          float64 // width of the lines along it, squares
	plate         plate   // about each letter, as large as the spacing allows
	high          float64 // the plates' height, in their widths
	bare          bool    // the plates have no letters: a track for markers
	face, ink     color   // of the plate and its letter
	number        number
}

// print is what stands on a premium square.
type print int

const (
	noPrint    print = iota
	rowsPrint        // rows of small letters
	largePrint       // one letter as large as a tile's
	pairPrint        // two letters
	starPrint
	prints
)

// Draw draws a board that lies at a yaw, radians, with squares of a pitch, millimetres, on a table. Its middle square lies some squares to the right and
// down of the table's middle. Only kept boards have the plates that are kept back from training.
func Draw(r *rand.Rand, yaw, pitch float64, middle [2]float64, beyond Table, letters Letters, kept bool) *Board {
	b := &Board{pitch: pitch, middle: middle, squares: 9 + 2*r.IntN(5), line: between(r, 0, 0.06), share: between(r, 0.05, 0.45), letters: letters,
		print: print(r.IntN(int(prints))), beyond: beyond, seed: r.Uint64()}
	b.border = border{letters: r.Float64() < 0.7, rows: 1 + r.IntN(4)/3, spacing: between(r, 0.6, 1.5), share: between(r, 0.3, 1)}
	if r.IntN(4) == 0 { // a table of letters, a track of numbers
		b.border.rows, b.border.spacing = 2+r.IntN(4), between(r, 0.2, 0.6)
	}
	b.border.size = between(r, 0.5, 0.85) * min(b.border.spacing, rim/float64(b.border.rows))
	if r.IntN(3) == 0 {
		b.plate.inset = between(r, 0.02, 0.12)
	}
	if r.IntN(10) == 0 {
		b.marked = between(r, 0.3, 1)
	}
	b.sin, b.cos = math.Sincos(yaw)
	b.colors.base = color{between(r, 0.1, 0.8), between(r, 0.1, 0.8), between(r, 0.1, 0.75)}
	if r.IntN(2) == 0 {
		g := between(r, 0.25, 0.75)
		b.colors.base = color{g, g * between(r, 0.85, 1), g * between(r, 0.6, 0.95)}
	}
	k := between(r, 0.4, 1.6)
	sum := 0.0
	for i, v := range b.colors.base {
		b.colors.line[i] = min(v*k, 0.95)
		sum += v
	}
	b.colors.edge, b.border.color = b.colors.line, b.colors.base
	switch r.IntN(3) {
	case 0:
		b.border.color = color{between(r, 0.05, 0.8), between(r, 0.05, 0.8), between(r, 0.05, 0.8)}
	case 1:
		b.border.line = between(r, 0.02, 0.1)
	}
	if r.IntN(3) == 0 { // raised lines have a light side and a dark one
		for i, v := range b.colors.base {
			b.colors.line[i], b.colors.edge[i] = v*0.4, min(v*1.6, 0.95)
		}
	}
	g := between(r, 0.02, 0.15)
	if sum/3 < 0.2 {
		g = between(r, 0.5, 0.9)
	}
	b.colors.ink = color{g, g, g}
	for i := range b.colors.premium {
		b.colors.premium[i] = color{between(r, 0.03, 0.9), between(r, 0.03, 0.9), between(r, 0.03, 0.9)}
	}
	b.drawPlates(rand.New(rand.NewPCG(b.seed, 0)), kept)
	return b
}

// AtArea is the board's reflectance, or that of the table beyond it.
func (b *Board) AtArea(x, y, radius float64) [3]float64 {
	u, v := (b.cos*x+b.sin*y)/b.pitch-b.middle[0], (b.sin*x-b.cos*y)/b.pitch-b.middle[1]
	half := float64(b.squares) / 2
	switch e := max(math.Abs(u), math.Abs(v)); {
	case e > half+rim:
		return b.beyond.AtArea(x, y, radius)
	case e > half:
		return b.onBorder(u, v, radius/b.pitch)
	}
	return b.onSquare(u+half, v+half, radius/b.pitch)
}

// onBorder is the reflectance of the border: rows of letters in the middle of each side, upright for who sits there.
func (b *Board) onBorder(u, v, radius float64) color {
	along, across, side := u, v, uint64(0)
	if math.Abs(u) > math.Abs(v) {
		along, across, side = -v, u, 1
	}
	if across < 0 {
		along, across, side = -along, -across, side+2
	}
	half := float64(b.squares) / 2
	if min(across-half, half+rim-across) < b.border.line {
		return b.colors.line
	}
	column := math.Floor(along/b.border.spacing + 0.5)
	if !b.border.letters || math.Abs(column)*b.border.spacing > b.border.share*half {
		return b.border.color
	}
	high := rim / float64(b.border.rows)
	row := math.Floor((across - half) / high)
	letter := int(scatter(b.seed, uint64(int64(column)+100), side+4*uint64(row)) % 26)
	x, y := along-column*b.border.spacing, across-half-(row+0.5)*high
	u, v, radius = x/b.border.spacing, y/b.border.spacing, radius/b.border.spacing
	ground, ink := b.border.color, b.colors.ink
	if b.border.plate.frame > 0 {
		ground, ink = b.border.plate.on(ground, b.border.face, u, v/b.border.high, 0, radius), b.border.ink
	}
	if b.border.bare {
		return ground
	}
	return mixed(ground, ink, b.border.number.inkWith(b.letters, letter, u, v, b.border.size/b.border.spacing, radius))
}

// Rows of print on a premium square, and letters in a row.
const (
	printRows, printColumns = 3, 6
	printTop, printHeight   = 0.36, 0.24 // of the first row over the middle, and of a row, squares
	printLeft, printWidth   = 0.42, 0.14
	printLetter             = 0.12 // of a letter
)

// Large letters, squares.
const (
	largeLetter                   = 0.52
	pairLetter, pairWidth         = 0.36, 0.36
	starOuter, starInner          = 0.38, 0.17
	starPoints                    = 5
	starCorners           float64 = 2 * starPoints
)

// onSquare is the reflectance of a square.
func (b *Board) onSquare(u, v, radius float64) color {
	i, j := math.Floor(u), math.Floor(v)
	du, dv := u-i-0.5, v-j-0.5
	if 0.5-max(math.Abs(du), math.Abs(dv)) < b.line {
		if min(du, dv) < b.line-0.5 {
			return b.colors.edge
		}
		return b.colors.line
	}
	chance := scatter(b.seed, uint64(i)+1, uint64(j)+1)
	if !b.isPremium(chance) {
		if float64(chance>>20%1000)/1000 < b.marked {
			return mixed(b.colors.base, b.colors.ink, b.number.inkWith(b.letters, int(chance>>32%26), du, dv, largeLetter, radius))
		}
		return b.colors.base
	}
	k := 1.0
	if b.plate.frame > 0 { // its print is as large on it as that of others on their squares
		k = b.plate.size(b.line)
	}
	face := mixed(b.colors.premium[chance>>12%4], b.colors.ink, b.inkOn(du/k, dv/k, radius/k, chance))
	return b.plate.on(b.colors.base, face, du, dv, b.line, radius)
}

// inkOn is how much ink a premium square has at a point from its middle.
func (b *Board) inkOn(du, dv, radius float64, chance uint64) float64 {
	switch b.print {
	case rowsPrint:
		row, column := math.Floor((dv+printTop)/printHeight), math.Floor((du+printLeft)/printWidth)
		if row < 0 || row >= printRows || column < 0 || column >= printColumns {
			return 0
		}
		letter := int(scatter(chance, uint64(row)+3, uint64(column)+5) % 26)
		x, y := (du+printLeft)/printWidth-column-0.5, (dv+printTop)/printHeight-row-0.5
		return b.letters(letter, x*printWidth/printLetter, y*printHeight/printLetter, 2*radius/printLetter)
	case largePrint:
		return b.number.inkWith(b.letters, int(chance>>32%26), du, dv, largeLetter, radius)
	case pairPrint:
		k := math.Copysign(pairWidth/2, du)
		return b.letters(int(scatter(chance>>12%4, uint64(1+k), 9)%26), (du-k)/pairLetter, dv/pairLetter, 2*radius/pairLetter)
	case starPrint:
		return star(du, dv)
	}
	return 0
}

// star is 1 inside a star about the middle.
func star(u, v float64) float64 {
	turn := math.Atan2(u, -v) / (2 * math.Pi) * starCorners // in corners from the upper one
	off := math.Abs(math.Mod(turn+starCorners, 2) - 1)      // 1 at an outer corner, 0 at an inner one
	if math.Hypot(u, v) < starInner+(starOuter-starInner)*off*off {
		return 1
	}
	return 0
}

func mixed(a, b color, k float64) color {
	for i := range a {
		a[i] += k * (b[i] - a[i])
	}
	return a
}

// scatter is a number at random for three others, always the same (xorshift-multiply).
func scatter(a, b, c uint64) uint64 {
	x := a*0x9E3779B97F4A7C15 ^ b*0xC2B2AE3D27D4EB4F ^ c*0x165667B19E3779F9
	x ^= x >> 31
	x *= 0xBF58476D1CE4E5B9
	return x ^ x>>29
}

func between(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }
