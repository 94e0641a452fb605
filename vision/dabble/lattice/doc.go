// Package lattice finds the lattices of DABBLE's racks among blobs of ink: a rack's tiles lie in one plane, in rows that are shifted by half a tile.
//
//	stance   how the letters stand in the picture: along its rows or its columns (quarter.go)
//	seeds    three blobs that may be neighbors, read upright and upside down (seed.go)
//	Find     grows lattices from the seeds (vision/gridfit) as the outline of a rack allows (lattice.go)
//
// A quarter is the quarter turn of the picture in which letters stand about upright, an anchor where a rack's middle lies on the lattice.
package lattice

// What racks have in common, in tiles.
const (
	Shortest = 2 // length of the highest tier,
	Longest  = 6 // and of the lowest

	UsualRise  = 1.12  // from one tier to the next: it lies behind and above the one before it
	FaceSide   = 0.965 // of a tile
	LetterLeft = 0.015 // how far letters' middles lie left of and above their tiles': the value is right below
)
