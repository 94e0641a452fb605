// Package thickness measures how thick a tile set is, as a share of the pitch, by the sides that tiles show a camera that looks from one side. It takes a
// picture and a hypothesis (vision/nabit/hypothesis: a pose and levels) and answers the likelihood of each thickness, and the prior that a fit of the pose
// then has.
//
// Twice the thickness and half the levels look alike by faces alone. The side of a tile that lies by itself on the table shows the thickness at once: it is as
// long as the tile is thick.
//
//	Of              profiles down the halves of a tile's free sides: from the face's edge, over the side, to the table before it
//	LogLikelihoods  a small network scores a foot at every depth, by a window about it (side.bin; side.md says where it comes from)
//	Measure         the sides of one picture vote together; they are alike, and all of them may mislead
//	Prior           what they say with what sets are like, and with what a game before found
//	Contradicts     whether they can be those of a set that was measured
//
// Glossary: a side is one of a tile's four, below the face's edge; its foot is where it stands on the table; depth is measured down from the face's edge, in
// pitches; a bin is one of the thicknesses that are told apart, each a twelfth thicker than the one before.
package thickness
