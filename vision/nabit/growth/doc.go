// Package growth sorts out what grew: of the places that look like tiles it keeps those that are. It takes a hypothesis with the evidence of its
// places, and changes its cells and their evidence.
//
//	SuppressDuplicateFaces  each face in the picture belongs to one stack: the likelier claim wins (claims.go)
//	ScoreBlanks             tell blank tiles from gaps by their hue, beside those of lettered tiles and of the table (blank.go)
//	FindOccluded            score partly hidden places beside the cells by visible edges, color and the map (weights.json), and add the tiles (occluded.go)
//
// In an oblique view a tall stack hides faces behind it, and its own face lies in the picture where the face of a tile farther back would lie. Both
// follow from the pose and the levels (occlusion masks, vision/nabit/visible). With too few hues to compare, colors change nothing. What a pattern of
// the table adds to a structure, the map (vision/nabit/tilemap) and the inventory (vision/nabit/inventory) take away.
//
// Glossary:
//
//	blank      a tile without a letter
//	boundary   the places beside the cells
//	claim      a stack's level that explains a face in the picture
//	gap        a place among tiles that has edges on all sides, but shows the table
//	half side  half of one of a face's four sides, in which one edge is located
//	hue        a color without brightness; plastic: a face's color beside its print
//	ink        the share of a face that differs from its plastic
//	occluded   hidden in part by a taller stack
package growth
