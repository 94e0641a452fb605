// Package printed has the boards of crossword games: printed squares of a tile's size, some of them premium ones with rows of print, and letters along
// the border. A network that is to see tiles learns from them what is not a tile.
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

// Board is a square board with squares of a tile's size, some of them premium ones with rows of print, and letters along its border.
type Board struct {
	sin, cos float64
	pitch    float64 // millimetres
	squares  int     // of a side
	colors   struct {
		base, line, ink color
		premium         [4]color
	}
	line, share float64 // half width of the lines in squares, and the share of premium squares
	letters     Letters
	size        float64 // of the border's letters, in squares
	border      bool    // letters along each side
	words       bool    // print on premium squares
	beyond      Table
	seed        uint64
}

// rim is the width of the border, squares.
const rim = 1.6

// Draw draws a board that lies at a yaw, radians, with squares of a pitch, millimetres, on a table.
func Draw(r *rand.Rand, yaw, pitch float64, beyond Table, letters Letters) *Board {
	b := &Board{pitch: pitch, squares: 9 + 2*r.IntN(5), line: between(r, 0, 0.05), share: between(r, 0.05, 0.45), letters: letters,
		size: between(r, 0.4, 0.75), border: r.Float64() < 0.6, words: r.Float64() < 0.8, beyond: beyond, seed: r.Uint64()}
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
	g := between(r, 0.02, 0.15)
	if sum/3 < 0.2 {
		g = between(r, 0.5, 0.9)
	}
	b.colors.ink = color{g, g, g}
	for i := range b.colors.premium {
		b.colors.premium[i] = color{between(r, 0.03, 0.9), between(r, 0.03, 0.9), between(r, 0.03, 0.9)}
	}
	return b
}

// AtArea is the board's reflectance, or that of the table beyond it.
func (b *Board) AtArea(x, y, radius float64) [3]float64 {
	u, v := (b.cos*x+b.sin*y)/b.pitch, (b.sin*x-b.cos*y)/b.pitch
	half := float64(b.squares) / 2
	switch e := max(math.Abs(u), math.Abs(v)); {
	case e > half+rim:
		return b.beyond.AtArea(x, y, radius)
	case e > half:
		return b.onBorder(u, v, radius/b.pitch)
	}
	return b.onSquare(u+half, v+half, radius/b.pitch)
}

// onBorder is the reflectance of the border: a letter to each square, in the middle of each side, upright for who sits there.
func (b *Board) onBorder(u, v, radius float64) color {
	along, across, side := u, v, uint64(0)
	if math.Abs(u) > math.Abs(v) {
		along, across, side = -v, u, 1
	}
	if across < 0 {
		along, across, side = -along, -across, side+2
	}
	half, cell := float64(b.squares)/2, math.Floor(along+0.5)
	if !b.border || math.Abs(cell) > borderLetters*half {
		return b.colors.base
	}
	letter := int(scatter(b.seed, uint64(int64(cell)+100), side) % 26)
	return mixed(b.colors.base, b.colors.ink, b.letters(letter, (along-cell)/b.size, (across-half-rim/2)/b.size, 2*radius/b.size))
}

// borderLetters is the share of a side that has letters.
const borderLetters = 0.6

// Rows of print on a premium square, and letters in a row.
const (
	printRows, printColumns = 3, 6
	printTop, printHeight   = 0.36, 0.24 // of the first row over the middle, and of a row, squares
	printLeft, printWidth   = 0.42, 0.14
	printLetter             = 0.12 // of a letter
)

// onSquare is the reflectance of a square.
func (b *Board) onSquare(u, v, radius float64) color {
	i, j := math.Floor(u), math.Floor(v)
	du, dv := u-i-0.5, v-j-0.5
	if 0.5-max(math.Abs(du), math.Abs(dv)) < b.line {
		return b.colors.line
	}
	chance := scatter(b.seed, uint64(i)+1, uint64(j)+1)
	if float64(chance%1000)/1000 >= b.share {
		return b.colors.base
	}
	c := b.colors.premium[chance>>12%4]
	row, column := math.Floor((dv+printTop)/printHeight), math.Floor((du+printLeft)/printWidth)
	if !b.words || row < 0 || row >= printRows || column < 0 || column >= printColumns {
		return c
	}
	letter := int(scatter(chance, uint64(row)+3, uint64(column)+5) % 26)
	x, y := (du+printLeft)/printWidth-column-0.5, (dv+printTop)/printHeight-row-0.5
	return mixed(c, b.colors.ink, b.letters(letter, x*printWidth/printLetter, y*printHeight/printLetter, 2*radius/printLetter))
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
