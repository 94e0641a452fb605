package dabble

import "tilewatch/engine"

// Places of faces that are no letters of English in FaceLikelihoods; A to Z come first. The last three are Spanish, and one tile each.
const (
	BlankFace = engine.BlankIndex + iota
	ApostropheFace
	EnyeFace // Ñ
	LLFace
	RRFace
	faces
)

// FaceLikelihoods are natural logarithms of how well a tile's face agrees with A to Z, a blank, an apostrophe, Ñ, LL and RR, up to a constant.
type FaceLikelihoods [faces]float64

// valued reports whether tiles with that face have points.
func valued(face int) bool { return face != BlankFace && face != ApostropheFace }

// MostValue is the largest value that eyes distinguish.
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
