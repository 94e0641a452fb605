// Package hypothesis holds what the search believes of a structure: a Hypothesis is a camera pose and the stacks it finds under it, with the
// evidence of each place. It takes lattices of candidates and answers refined hypotheses with scores; package search decides which to follow.
//
//	lattice -> FromLattice       fits a pose to the candidates' centers, then to the edges (Link does so for all lattices)
//	        -> RefineRoughly     alternates between pose and levels while the levels change (coordinate ascent)
//	        -> Grow              breadth first: evaluates every neighbor and sorts it into a Growth (kept, weak, faint)
//	        -> Keep              bridges parts with weak places; the largest connected part becomes the cells
//	        -> RefineClosely     the same as RefineRoughly on one level up or down, with the narrow edge network
//	        -> LogPosterior      compares hypotheses of one structure; Rank compares different structures
//	        -> PlanePriorFrom    what a good hypothesis says of the table, for later pictures
//
// Glossary:
//
//	hypothesis    a pose, the cells (place to level) under it, and the evidence of all places looked at
//	evidence      of one place: a face profile and a log-likelihood ratio for each level, the likeliest level, and the ratio of a stack
//	              of any height against none
//	face score    log-likelihood ratio of a face at one level, from a face classifier and the map of tiles
//	edge score    log-likelihood ratio of the faces' edges where the pose has them against anywhere near, from the edge network
//	prior         of a level: as often as stacks of that height occur, or mostly the height of the picture before; of a pose: the plane
//	              prior of earlier pictures (Mahalanobis distance) and the cost of unmeasured intrinsics
//	posterior     edge score + face scores + level priors + letter priors - half the pose's squared Mahalanobis distance
//	growth        the places that grow out of the cells: kept tiles, weak ones that may bridge parts, faint ones without evidence
//	bridge        a place that must be a tile, since it alone connects two parts
//	settled       the edge score is so good that the pose may be right; converged: so good that no other is worth a try
//	sure          the structure is seen so well that more effort finds nothing better
//	rack          a row of tiles of one color that do not touch: the rival that most resembles a word
//
// All scores are natural logarithms. Constants without another source are hand-set on the rendered development scenes; those for edge scores
// count nats for each face and grow with the edge network: a new network needs new ones.
package hypothesis
