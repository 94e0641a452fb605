// Package hidden handles tiles that stacks hide: it decides which stack a face belongs to, and finds tiles that are occluded in part.
//
// It takes a hypothesis with the evidence of its places, and changes its cells and evidence. In an oblique view a tall stack hides faces behind it, and
// its own face lies in the picture where the face of a tile farther back would lie. Both follow from the pose and the levels (occlusion masks,
// vision/nabit/occlusion).
//
//	SuppressDuplicateFaces  each face belongs to one stack: the likelier claim wins (claims.go)
//	FindOccluded            score partly hidden places beside the cells by visible edges, color and the map (weights.json), and add the tiles (occluded.go)
//
// Glossary
//
//   - occluded: hidden in part by a taller stack
//   - claim: a stack's level that explains a face in the picture
//   - boundary: the places beside the cells
//   - half side: half of one of a face's four sides, in which one edge is located
package hidden
