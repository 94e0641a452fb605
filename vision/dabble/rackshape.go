package dabble

import (
	"math"
)

// What racks have in common, in tiles and radians. A tier lies behind and above the one before it by about a tile; faces are steeper than
// the way from tier to tier.
const (
	usualRise   = 1.12
	riseSpread  = 0.06
	usualTilt   = 24 * math.Pi / 180 // of the faces against the plane of the lattice
	faceSide    = 0.965
	thickness   = 0.23
	letterLeft  = 0.015 // how far letters' middles lie left of and above their tiles': the value is right below
	letterUp    = 0.02  // how much more they lie above the middles of faces that lean, in sides
	letterSlack = 0.06  // standard deviation of where they lie
)
