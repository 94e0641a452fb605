// Package material has what a tile's material shows beside its color.
package material

import (
	"math"
	"math/rand/v2"
)

// Grain is what a tile's material shows beside its color: wood's fibers or a plastic's clouds, other shades from tile to tile, and a worn border.
type Grain struct {
	strength, shades, worn float64 // shares of the reflectance
	along, across          float64 // waves per millimetre
}

// Draw draws a material: wood, a clouded plastic or a plain one.
func Draw(r *rand.Rand) Grain {
	g := Grain{shades: between(r, 0, 0.12)}
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

// At is by how much the reflectance of tile number n is multiplied at x, y from its middle, millimetres, over a radius.
func (g *Grain) At(n int16, x, y, half, radius float64) float64 {
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
func lot(x, y int) float64 { return float64(Hash(x, y)) / (1 << 32) }

// clouds is noise from 0 to 1 that varies over a unit (value noise).
func clouds(x, y float64) float64 {
	i, j := math.Floor(x), math.Floor(y)
	u, v := x-i, y-j
	u, v = u*u*(3-2*u), v*v*(3-2*v)
	row := func(j float64) float64 { return (1-u)*lot(int(i), int(j)) + u*lot(int(i)+1, int(j)) }
	return (1-v)*row(j) + v*row(j+1)
}

// Hash is a number at random for a pixel, the same every time (Jenkins).
func Hash(x, y int) uint32 {
	h := uint32(x)*0x9E3779B1 ^ uint32(y)*0x85EBCA77
	h ^= h >> 15
	h *= 0x2C1B3C6D
	return h ^ h>>12 ^ h<<13
}

func between(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }
