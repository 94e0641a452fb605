// Package blob finds blobs of ink in a gray picture: the strokes of letters and digits, dots, and everything that looks like them. All
// four games begin with it; they differ in its Options only.
//
//	picture  -> Reduce        a smaller gray picture, in which letters have the size that the threshold fits
//	         -> Threshold     a binary Mask of the ink: LocalMean or TopHat
//	         -> Components    connected parts of the mask (8-connected, run by run)
//	         -> Shape         rejects components that are too small, too large, too slim, too full or filled
//	         -> Ground        samples a ring around each blob: the ground must have one color
//	         -> contrast      measures the gray levels between ink and ground, and rejects faint ink
//
// Glossary:
//
//	ink        pixels that differ from their surroundings
//	ground     what the ink is printed on: a tile's plastic, a board, a cloth
//	polarity   dark ink on light ground, or light ink on dark ground; each search looks for one
//	component  a connected part of the mask, with its box and area
//	blob       a component that passed all filters, with what was measured around it
//	solid      a filled rectangle or ellipse (by second moments), as the squares of a checked cloth are
//	ring       samples of the picture on an ellipse around a blob's box
package blob
