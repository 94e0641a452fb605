package dabble

import "tilewatch/engine"

// Places of faces that are no letters in FaceLikelihoods; A to Z come first.
const (
	BlankFace      = engine.BlankIndex
	ApostropheFace = engine.BlankIndex + 1
)

// FaceLikelihoods are natural logarithms of how well a tile's face agrees with A to Z, a blank and an apostrophe, up to a constant.
type FaceLikelihoods [ApostropheFace + 1]float64

// MostValue is the largest value that eyes tell apart.
const MostValue = 30

// ValueLikelihoods are natural logarithms of how well the print agrees with each value, 0 to MostValue, up to a constant.
type ValueLikelihoods [MostValue + 1]float64

// SeenTile is a tile, or a place for one.
type SeenTile struct {
	Quad   engine.Quad
	Tile   float64 // log-likelihood ratio of a tile lying there against none
	Faces  FaceLikelihoods
	Values *ValueLikelihoods // nil: no value could be read
}

// SeenRack is a rack: each place of each tier, the shortest first, from left to right, and the tiles in front of it.
type SeenRack struct {
	Tiers [Tiers][]SeenTile
	Loose []SeenTile
}

// Look is what one picture shows. Racks come from left to right.
type Look struct {
	Racks  []SeenRack
	Values Values // of the tile set, where it is known
}
