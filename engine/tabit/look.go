package tabit

import "tilewatch/engine"

// Look is what one picture says of the board. Nothing in it is decided.
type Look struct {
	// Boxes are the board's, by side clockwise from the picture's top (as Seats), inner row first, each row from the left to the
	// right of who sits there.
	Boxes [len(Seats)][2][each]Box
	// Tabit is the log-likelihood ratio of the TABIT card lying face up in the middle against it not lying there.
	Tabit float64
	// Middle is where the middle's face-up card lies.
	Middle engine.Quad
}

// Box is one of the board's boxes. All likelihoods are natural logarithms and share one constant in each box.
type Box struct {
	Quad engine.Quad // the box, as who sits there reads it
	// Empty, Down, Letter and Picture are how well the picture agrees with no card, one that lies face down, any letter, any
	// picture.
	Empty, Down, Letter, Picture float64
	// Letters are for a letter card, A to Z; their best is about zero. So are Pictures for a picture card, in the order of Pictures.
	Letters  [26]float64
	Pictures [len(Pictures)]float64
}
