// Package glyphs is the evidence that printed letters give: it reads faces of a hypothesis, and says what they prove about tiles.
//
// It takes a picture, a hypothesis and a letter reader (ocr.Reader), and returns the letters' log-likelihoods, and the levels of places that
// only a letter proves to be tiles. Face classifiers know tiles by their edges, and doubt one whose edges a
// shadow, a reflection or a neighbor of its own color drowns. Its letter proves it nevertheless: nothing but a tile's face reads with such a
// margin, upright like the others, in the middle of a place.
//
//	LettersOf    face of a pose -> rectified pixels and mask of hidden ones -> reader -> letters (read.go)
//	ReadFaces    the same for quadrilaterals that are known (faces.go)
//	LetterEvidence (evidence.go)
//	    Upright    the quarter turn that all letters share
//	    Sure       a face shows a certain letter
//	    Read       doubtful places beside the structure -> levels proved
//
// Glossary
//
//   - letters: log-likelihoods of every letter and of a blank, for each of four quarter turns
//   - certain letter: one that beats a blank and all but one rival by sureMargin
//   - up: the quarter turns from the lattice's rows to the upright letters
//   - plastic: the color of a face beside its print
package glyphs
