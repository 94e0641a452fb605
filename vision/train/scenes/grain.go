package scenes

import (
	"math"
	"math/rand/v2"
)

// grain is what a tile's material shows beside its color: wood's fibers or a plastic's clouds, other shades from tile to tile, and a worn border.
type grain struct {
	strength, shades, worn float64 // shares of the reflectance
	along, across          float64 // waves per millimetre
}

// drawGrain draws a material: wood, a clouded plastic or a plain one.
func drawGrain(r *rand.Rand) grain {
	g := grain{shades: between(r, 0, 0.12)}
	switch r.IntN(4) {
	case 0, 1:
		g.strength, g.along, g.across = between(r, 0.05, 0.35), between(r, 0.03, 0.15), between(r, 0.4, 2)
	case 2:
		g.strength = between(r, 0.03, 0.2)
		g.along = between(r, 0.1, 0.5)
		g.across = g.along
	}
	if r.IntN(2) == 0 {
		g.worn = between(r, -0.3, 0.5)
	}
	return g
}

// wornFrom is where the worn border begins, over the half side.
const wornFrom = 0.84

// at is by how much the reflectance of tile number n is multiplied at x, y from its middle, millimetres, over a radius.
func (g *grain) at(n int16, x, y, half, radius float64) float64 {
	k := 1 + g.shades*(2*lot(int(n), 3)-1)
	if g.strength > 0 {
		fade := max(0, 1-2*radius*g.across)
		k *= 1 + g.strength*fade*(2*clouds(x*g.along+97*lot(int(n), 5), y*g.across+31*float64(n))-1)
	}
	if e := max(math.Abs(x), math.Abs(y)) / half; g.worn != 0 && e > wornFrom {
		k *= 1 - g.worn*(e-wornFrom)/(1-wornFrom)
	}
	return k
}

// lot is a number from 0 to 1 at random for two others.
func lot(x, y int) float64 { return float64(hash(x, y)) / (1 << 32) }

// clouds is noise from 0 to 1 that varies over a unit (value noise).
func clouds(x, y float64) float64 {
	i, j := math.Floor(x), math.Floor(y)
	u, v := x-i, y-j
	u, v = u*u*(3-2*u), v*v*(3-2*v)
	row := func(j float64) float64 { return (1-u)*lot(int(i), int(j)) + u*lot(int(i)+1, int(j)) }
	return (1-v)*row(j) + v*row(j+1)
}
