package printed

import (
	"math"
	"math/rand/v2"
)

// Page is a surface full of lines of print: a newspaper, a box, a table of letters. Its letters are from far smaller than a tile to larger than one; those
// of some pages have plates.
type Page struct {
	sin, cos      float64
	line, spacing float64 // from line to line and from letter to letter, millimetres
	size          float64 // of a letter
	spaces        float64 // share of the places without a letter
	digits        bool    // most letters stand for digits: each line has few kinds
	base, ink     color
	plate         plate // about a letter
	face          color // of the plate
	number        number
	letters       Letters
	seed          uint64
}

// Sizes of letters on a page, in a tile's sides: as likely small as large.
const smallestPrint, largestPrint = 0.15, 1.1

// DrawPage draws a page for a game whose squares have a pitch, millimetres. Most pages lie as the game does.
func DrawPage(r *rand.Rand, yaw, pitch float64, letters Letters, kept bool) *Page {
	if r.IntN(3) == 0 {
		yaw += between(r, 0, 2*math.Pi)
	}
	p := &Page{size: pitch * smallestPrint * math.Pow(largestPrint/smallestPrint, r.Float64()), spaces: between(r, 0.05, 0.5), digits: r.IntN(3) == 0, letters: letters, seed: r.Uint64()}
	p.line, p.spacing = p.size*between(r, 1.1, 2.6), p.size*between(r, 0.75, 2)
	p.sin, p.cos = math.Sincos(yaw)
	base, ink := between(r, 0.35, 0.9), between(r, 0.02, 0.15)
	if r.IntN(3) == 0 {
		base, ink = between(r, 0.02, 0.3), between(r, 0.5, 0.9)
	}
	for i := range p.base {
		p.base[i], p.ink[i] = min(base*between(r, 0.7, 1.1), 0.95), ink
	}
	p.drawPlates(rand.New(rand.NewPCG(p.seed, 0)), kept)
	return p
}

// platedPages is the share of pages with plates.
const platedPages = 0.4

// drawPlates draws the plates of some pages, one beside the other.
func (p *Page) drawPlates(r *rand.Rand, kept bool) {
	if r.Float64() >= platedPages {
		return
	}
	p.plate, p.number = drawPlate(r, kept), drawNumber(r)
	p.spacing = p.size * between(r, 1.7, 2.3)
	p.line = p.spacing
	low, high := 0.4, 0.95
	if p.ink[0] > p.base[0] {
		low, high = 0.02, 0.3
	}
	p.face = color{between(r, low, high), between(r, low, high), between(r, low, high)}
}

// fewKinds are the letters of a line that has few.
const fewKinds = 4

// AtArea is the page's reflectance.
func (p *Page) AtArea(x, y, radius float64) [3]float64 {
	u, v := p.cos*x+p.sin*y, p.sin*x-p.cos*y
	row, column := math.Floor(v/p.line), math.Floor(u/p.spacing)
	chance := scatter(p.seed, uint64(int64(row)+1000), uint64(int64(column)+1000))
	if float64(chance%1000)/1000 < p.spaces {
		return p.base
	}
	letter := int(chance >> 32 % 26)
	if p.digits {
		letter = int((scatter(p.seed, uint64(int64(row)+1000), 7) + chance>>40%fewKinds) % 26)
	}
	du, dv, radius := u/p.spacing-column-0.5, (v-(row+0.5)*p.line)/p.spacing, radius/p.spacing
	ground := p.base
	if p.plate.frame > 0 {
		ground = p.plate.on(p.base, p.face, du, dv, 0, radius)
	}
	return mixed(ground, p.ink, p.number.inkWith(p.letters, letter, du, dv, p.size/p.spacing, radius))
}
