// Package candidate turns marks into candidates, single tiles' faces on a plane, and links them into lattices. It takes marks, the likeliest
// planes of the table and what is known of it, and answers a field of candidates with a refined plane and tile size, and from it lattices.
//
//	FieldPrior + tableplane -> Planes    the planes to try
//	plane + marks -> findCandidates      tries each tile size: classifies a face about each mark; the size with the most evidence wins
//	              -> refineField         aligns each face to its edges (Gauss-Newton), drops weak ones and duplicates, then moves the
//	                                     plane and the tile size to where all outlines are squares (compass search)
//	              -> refineTilt          last, tilts the plane to where the edge network finds the edges likeliest       = Fields
//	field -> Linker.Lattices             grows lattices breadth first: each candidate one pitch from the last, on any level of a stack
//	field + outlines -> PlaneUnder       the plane prior that a few single tiles give (Newton's method on central differences)
//
// Glossary:
//
//	candidate  a mark that may be the letter of a tile's face, with the face that fits it best
//	field      all candidates under one plane, with one tile size: tiles are all alike, and lie on one table
//	pitch      distance between the middles of neighboring places, in units of the plane, whose distance from the camera is 1
//	turn       rotation of a face in the plane, radians, modulo a quarter turn
//	outline    a face's edges as the edge network finds them, as rays
//	misfit     summed robust losses of the outlines against squares (Geman and McClure 1985)
//	lattice    linked candidates with places (row, column) and levels; a hypothesis begins with one
//	slip       how far a face may lie from the place its neighbor predicts, in pitches
//
// Compass search is coordinate search with steps that halve (Kolda, Lewis and Torczon 2003). Constants without another source are hand-set on
// the rendered development scenes; log-likelihoods are natural.
package candidate
