// Package search finds the structure in one picture: the tiles on the table that stand on one lattice and are linked side by side.
//
// It takes a picture, a camera, the tiles' sizes and, if known, the plane of the table. It answers with the hypothesis that explains the
// picture best, or with ErrNoTiles.
//
// One attempt goes through these stages; the packages beside this one do the work of each:
//
//	map         where a network sees tiles                            tilemap, once per picture
//	marks       ink blobs that may be letters                         marks, once per picture
//	planes      how the table may lie, from the marks' sides          tableplane
//	candidates  marks that look like faces on one of those planes     candidate (one field per plane)
//	lattices    candidates that lie a pitch apart, linked             candidate.Linker, hypothesis.Link
//	hypotheses  a pose fitted to each lattice                         hypothesis.FromLattice
//	growth      neighbors that look like tiles join, ring by ring     seeds.go
//	refinement  pose, levels and cells, in turns, to a local optimum  refine.go
//	alternatives  restarts from other poses, levels and thicknesses   restarts.go, thickness.go
//	extension   the plane of the racks; tiles past a gap              rackplane.go, gaps.go (once, after the last attempt)
//
// A hunt makes at most three attempts. The second one takes the map's peaks for marks (mapped.go): they lie in the middles of faces, also of
// those without a letter, and nowhere else. The hunt ends when its best hypothesis is sure, and when an attempt finds what the best already holds:
// more marks would show no more.
//
// Glossary:
//
//	effort        which marks an attempt looks at (hypothesis.Effort)
//	attempt       one look at the whole picture with one effort
//	sure          the edges fit the pose so well that no further attempt pays (Hypothesis.Sure)
//	restart       a refinement from another start
//	rack          a player's line of tiles of one color; its tiles do not touch
//	loose tile    a tile on the table that no structure holds
//	plane prior   a known plane of the table, as a Gaussian over its direction and distance
//	secondary     another structure beside the one that is read
package search
