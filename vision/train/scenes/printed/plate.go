package printed

import (
	"math"
	"math/rand/v2"

	"tilewatch/engine"
)

// plate is a printed square smaller than its cell. With a frame it looks like a tile's face, but has no sides and casts no shadow.
type plate struct {
	inset, frame, round float64 // from the cell's line, the frame's width, and the corners' radius, squares
	upper, lower        color   // of the frame: light and shadow if they differ
}

// number is what stands in the corner of a printed square beside its letter, as on a tile. Lengths are squares.
type number struct {
	height, x, y float64 // height 0: there is none; its middle lies right and down of the square's
}

// Shares of the boards.
const (
	plated    = 0.5 // have framed plates
	tileLike  = 0.5 // of those have the colors of tiles
	lettered  = 0.7 // have one or two large letters on them
	relief    = 0.5 // have frames like light and shadow on a tile's rim
	named     = 0.3 // of those with letters on their border have each of them on a plate
	tracked   = 0.1 // have plates without letters there
	numbered  = 0.5 // have a number beside each large letter
	mostInset = 0.14
	mostFrame = 0.08
)

// drawPlate draws a plate with a frame. Kept ones have round corners, which no other has.
func drawPlate(r *rand.Rand, kept bool) plate {
	p := plate{inset: between(r, 0, mostInset), frame: between(r, 0.02, mostFrame)}
	if kept {
		p.round = between(r, 0.08, 0.25)
	}
	light, dark := between(r, 0.6, 0.95), between(r, 0.02, 0.3)
	p.upper, p.lower = color{light, light, light}, color{dark, dark, dark}
	if r.IntN(2) == 0 {
		p.upper, p.lower = p.lower, p.upper
	}
	if r.Float64() >= relief {
		p.lower = p.upper
	}
	return p
}

// drawNumber draws the number beside the letters of some boards and pages, most of them where tiles have theirs.
func drawNumber(r *rand.Rand) (n number) {
	if r.Float64() >= numbered {
		return n
	}
	n.height = between(r, 0.12, 0.24)
	n.x = between(r, 0.38, 0.44) - n.height/2
	if n.y = n.x; r.IntN(4) == 0 {
		n.y = -n.x
	}
	return n
}

// inkWith is how much ink a letter of a height has together with its number, at a point from the middle of their square.
func (n *number) inkWith(letters Letters, letter int, u, v, height, radius float64) float64 {
	ink := letters(letter, u/height, v/height, 2*radius/height)
	if n.height == 0 {
		return ink
	}
	return max(ink, letters(numberLike(letter), (u-n.x)/n.height, (v-n.y)/n.height, 2*radius/n.height))
}

// numberLike is the letter that stands for the number beside a letter.
func numberLike(letter int) int { return (7*letter + 3) % 26 }

// drawName gives each letter on the border a plate, one beside the other, as if a row of tiles lay there.
func (b *border) drawName(r *rand.Rand, kept bool) {
	b.plate, b.number = drawPlate(r, kept), drawNumber(r)
	b.rows, b.spacing, b.high = 1, between(r, 0.7, 1.3), 1
	b.size = b.spacing * between(r, 0.45, 0.65)
	g := between(r, 0.02, 0.15)
	b.face, b.ink = pale(r), color{g, g, g}
}

// drawTrack puts a track for markers on the border: one plate beside the other, most of them the border's color between lines.
func (b *border) drawTrack(r *rand.Rand, kept bool) {
	b.plate, b.bare = drawPlate(r, kept), true
	b.rows, b.spacing, b.high = 1, between(r, 0.25, 0.9), between(r, 0.6, 2)
	if b.face = b.color; r.IntN(3) == 0 {
		b.face = pale(r)
	}
}

// pale is a color of tiles, from white to wood.
func pale(r *rand.Rand) color {
	g := between(r, 0.4, 0.95)
	return color{g, g * between(r, 0.75, 1), g * between(r, 0.45, 1)}
}

// drawPlates draws the framed plates of some boards, and the numbers of some.
func (b *Board) drawPlates(r *rand.Rand, kept bool) {
	b.number = drawNumber(r)
	switch k := r.Float64(); {
	case !b.border.letters:
	case k < named:
		b.border.drawName(r, kept)
	case k < named+tracked:
		b.border.drawTrack(r, kept)
	}
	if r.Float64() >= plated {
		return
	}
	b.plate = drawPlate(r, kept)
	if r.Float64() < lettered {
		b.print = largePrint + print(r.IntN(2))
	}
	if r.Float64() >= tileLike {
		return
	}
	for i := range b.colors.premium {
		b.colors.premium[i] = pale(r)
	}
}

// size is a plate's side, squares, on a board with lines of a half width.
func (p *plate) size(line float64) float64 { return 1 - 2*(line+p.inset) }

// on is the reflectance of a cell at a point from its middle, with a plate of a face's color on its base.
func (p *plate) on(base, face color, u, v, line, radius float64) color {
	if p.inset+p.frame == 0 {
		return face
	}
	half := p.size(line)/2 - p.round
	x, y := math.Abs(u)-half, math.Abs(v)-half
	deep := p.round - min(max(x, y), 0) - math.Hypot(max(x, 0), max(y, 0)) // under the plate's border
	frame := p.upper
	switch {
	case p.frame == 0:
		frame = face
	case u+v > 0:
		frame = p.lower
	}
	return mixed(mixed(base, frame, within(deep, radius)), face, within(deep-p.frame, radius))
}

// within is the share of a footprint that lies within a border, by how deep its middle does.
func within(deep, radius float64) float64 { return min(max(0.5+deep/(2*radius+1e-9), 0), 1) }

// Plate is the side of the plate on a square, squares, by its place from the middle one; false if the square is bare.
func (b *Board) Plate(at engine.Place) (side float64, has bool) {
	i, j := at.Col+b.squares/2, at.Row+b.squares/2
	return b.plate.size(b.line), min(i, j) >= 0 && max(i, j) < b.squares && b.isPremium(scatter(b.seed, uint64(i)+1, uint64(j)+1))
}

// isPremium says whether a square is a premium one, by its number at random.
func (b *Board) isPremium(chance uint64) bool { return float64(chance%1000)/1000 < b.share }
