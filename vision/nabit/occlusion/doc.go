// Package occlusion computes which parts of a tile's face taller stacks hide. It takes a pose and the stacks under it, and answers masks: a
// hidden part says nothing about the face, neither its color nor its letter nor its edges.
//
//	face + stacks -> MaskOf           casts a ray to the eye from each cell of a 12 by 12 grid, and cuts it with each taller stack near by
//	     mask     -> Visible          the share of the face, or of its middle, that is seen
//	              -> HalfSideHidden   whether an edge may be searched for
//	     picture  -> VisibleColor     the median color of the visible parts
//	face + stacks -> HiddenSides      the same for the sides alone, cheaper
//	              -> NearRays         a bound: whether any ray from a face can meet one stack at all
//
// Glossary:
//
//	face      the top of a stack at one level
//	eye       the camera's center, in the lattice's coordinates: columns, rows and levels
//	occluder  a stack that hides something; also one that this picture misses and earlier ones show (Stacks.Before)
//	mask      the occlusion mask of a face: hidden cells, by rows
//
// Coordinates are pitches along columns and rows, and tiles upwards, so that a stack is a box of integer height.
package occlusion
