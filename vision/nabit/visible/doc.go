// Package visible says what a picture shows of one face: which parts of it taller stacks hide, the color of the others, and the letter. It takes a
// picture, a pose and the stacks under it. A hidden part says nothing about the face, neither its color nor its letter nor its edges.
//
//	face + stacks -> MaskOf           casts a ray to the eye from each cell of a 12 by 12 grid, and cuts it with each taller stack near by
//	     mask     -> Visible          the share of the face, or of its middle, that is seen
//	              -> HalfSideHidden   whether an edge may be searched for
//	face + stacks -> HiddenSides      the same for the sides alone, cheaper
//	              -> NearRays         a bound: whether any ray from a face can meet one stack at all
//	picture + mask -> ColorOf         the median color of the visible parts
//	               -> LettersOf       rectified pixels and the mask of hidden ones -> reader (ocr.Reader) -> the letters' log-likelihoods
//	picture        -> ReadFaces       the same for quadrilaterals that are known
//
// Glossary:
//
//	face      the top of a stack at one level
//	eye       the camera's center, in the lattice's coordinates: columns, rows and levels
//	occluder  a stack that hides something; also one that this picture misses and earlier ones show (Stacks.Before)
//	mask      the occlusion mask of a face: hidden cells, by rows
//	letters   log-likelihoods of every letter and of a blank, for each of four quarter turns
//	plastic   the color of a face beside its print
//
// Coordinates are pitches along columns and rows, and tiles upwards, so that a stack is a box of integer height.
package visible
