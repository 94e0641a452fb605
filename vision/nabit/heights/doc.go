// Package heights finds how many tiles lie at each place: the level of every stack of a hypothesis, with the pose that goes with those levels.
//
// It takes a picture and a hypothesis (vision/nabit/hypothesis: a pose, levels, and the evidence of each place) and returns hypotheses with
// other levels and poses, and at the end the log-marginals of each stack's height.
//
// Two sources speak for a height, and each fails alone:
//
//   - Edges. A face's edges lie elsewhere at each level. But stacks that grow towards one side look like a tilt of the table, so levels and
//     pose belong together. The joint model (joint.go) holds the log-likelihood of every edge at every level as a table over offsets, and
//     ascend (ascent.go) is coordinate ascent over both: reassign levels, refit the pose, repeat. Restarts (restarts.go) run it from
//     tables tilted in all directions. It needs only the places, not their levels.
//   - Steps and drops. Seen from nearly above, the faces of two levels nearly coincide, but the border of two stacks shows which is higher: an
//     edge that catches light, a gap, a shadow. A step is such a border between two stacks, a drop one from a stack down to the table. Both are
//     sampled as a profile across the border (step.go), and a committee of small networks classifies the difference (step_classifier.go;
//     step.bin and drop.bin hold the weights, step.md and drop.md say where they come from).
//
// Belief propagation (propagate.go) joins them: steps are the pair factors and drops are unary factors of a factor graph over the stacks,
// faces are the other unary factors, and loopy sum-product gives the marginals of each height.
//
// The order in which a still picture runs through them:
//
//	search (vision/nabit/search), while it refines a hypothesis that does not converge
//	    Restarts, LikelyRestarts      joint ascent on edges alone, from tilted tables: other levels and poses to refine
//	    RivalRestarts                 the same, near the best one: where the tiles' thickness is unknown
//	reader (vision/nabit), once the structure is final
//	    InferHeights
//	        Steps, Drops              profiles across all borders -> factor graph
//	        independentModes          belief propagation proposes levels  -> Refit -> keep if likelier
//	        coordinateAscent          single changes propose levels       -> Refit -> keep if likelier
//	        multistart                only from nearly above or with bad edges: joint ascent again, with the factor graph among its terms
//	        withMarginals             belief propagation again: log-marginals into the evidence
//	    LogLikelihoods                hands a place's heights to the engine
//
// How thick the tiles are, as a share of the pitch, is found here, too, by the sides that they show a camera that looks from one side (thickness.go). Twice
// the thickness and half the levels look alike by faces alone; the side of a tile that lies by itself on the table is as long as the tile is thick:
//
//	SidesOf                 profiles down the halves of a tile's free sides: from the face's edge, over the side, to the table before it
//	SideLogLikelihoods      a small network scores a foot at every depth, by a window about it (side.bin; side.md says where it comes from)
//	MeasureThickness        the sides of one picture vote together; they are alike, and all of them may mislead
//	Prior                   what they say with what sets are like, and with what a game before found
//	Contradicts             whether they can be those of a set that was measured
//
// Glossary
//
//   - level: how many tiles lie at and below a face, 1 to 5
//   - face, edge, half side: a tile's top; its border; half of one of its four sides, in which one edge is located
//   - border: the line between a place and the one beside it
//   - unary, pair factor; potential: what one stack's or two stacks' levels contribute to the log-posterior
//   - message, marginal: what a factor says of a stack's level; the distribution of a stack's level given everything
//   - mode: the likeliest value; joint optimum: the likeliest levels of all stacks together
//   - side, foot, bin: one of a tile's four below the face's edge; where it stands on the table; one of the thicknesses that are told apart
//   - restart: a local optimum of the joint ascent, from which the search refines again
//
// Where a comment says "hand-set", somebody chose the value by hand and no sweep over scenes is on record; the comment names the test that
// guards it, if one does.
package heights
