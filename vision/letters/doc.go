// Package letters finds letter tiles of any make in a photo, without knowing the game: where they lie, which of them stand on one lattice,
// and what their letters look like. It decides no word: engine/reading does.
//
//	picture -> candidate   blobs of ink that may stand on bodies, at a glance, and read as a letter in some direction; where letters are foreshortened,
//	                       of the picture stretched as from above
//	        -> lattice     candidates of one size that repeat in two directions
//	        -> face        one place of a lattice, rectified; its print separated into letter and value
//	        -> board       each place is a tile or not: by letter, color, sides, ink and neighbors
//	        -> this package searches: it reads the places of several lattices, keeps the best board, extends it, and adds loose tiles
//
// Eyes.Look and search.structure are the pipeline, line by line.
//
// Glossary:
//
//	candidate     a blob that reads as a letter in some direction
//	place         a row and column of a lattice; a cell holds what the picture shows there
//	structure     the largest group of tiles side by side, with the parts that belong to it
//	fragment      candidates on a lattice of their own that may be a part of the same board
//	style         what the tiles of a photo have in common: polarity, colors, size and contrast of the print
//	loose         a tile off the lattice
//	clutter       small pieces of print that are no letter, such as lines of text
//	log-odds      natural logarithm of the odds of a tile; evidence adds up
//	step          the distance from one place of a lattice to the next; lengths on a face are in steps
//
// Constants without another source are hand-set: they were fitted on the six drawn boards of testdata/letters and on some twenty photographs
// of real sets.
package letters
