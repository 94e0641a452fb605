// Package tileface looks at one face: the top of a tile at a place and a level of the lattice, under a given pose. It
// takes a Raster and a Pose and answers a profile of the face, where its edges run, and how likely it is a tile's.
//
//	pose, place, level -> SquareOf: the homography of the face's pitch
//	  -> SampleFace: color, ink, edges, side strips  -> Features -> Classifier.Score: log odds of a tile
//	  -> SampleBorder: colors across each half side  -> EdgeNet.Locate: offset of the edge
//	                                                 -> Correspondence for camerapose.Pose.Fit
//
// Glossary:
//   - face: the top of a tile, in coordinates from -0.5 to 0.5 pitches along its sides.
//   - side: top, right, bottom, left as the lattice runs; a half side is one of its two halves.
//   - tap: one sample across an edge, the mean of some pixels along it.
//   - lift: how far the next level lies outward on a side; positive on the sides away from the camera.
//   - edge network: says where across a half side the edge runs, or that none is in reach.
//   - classifier: says how much a face looks like a tile lying exactly so; three are embedded.
package tileface
