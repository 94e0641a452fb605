// Package dabble finds DABBLE's racks in pictures: tiers, tiles with their letters and values, and the tiles that lie loose in front. It
// decides nothing: engine/dabble does, with the words.
//
//	picture -> candidates   blobs of ink that may be letters (candidate.go, on vision/blob)
//	        -> lattices     candidates that fit a rack's triangular lattice (package lattice)
//	        -> pose         the lattice's pose in space, by Levenberg-Marquardt (pose.go), and the tilt of the faces (tilt.go)
//	        -> verify       the candidates read as letters of one height, edges lie where tiles' edges should (verify.go, rows.go)
//	        -> slots        each place of the rack: tile, blank or empty (slot.go), with letter, value and Spanish digraphs (read.go, spanish.go; value.go, on vision/number)
//	        -> loose tiles  on the table before the rack, whose angle the tiles' edges determine (loose.go, orientation.go, upright.go)
//
// scan.look is the pipeline, line by line. Files depend one way: racks.go on verify.go on slot.go on edges.go on face.go.
//
// Glossary:
//
//	slot      what the picture shows at a place of a rack
//	rise      the distance from one tier to the next, in tiles
//	tilt      how much steeper the faces are than the plane of the lattice
//	patch     a square in space: a face, or where one may be
//	print     letter and value on a face, in sides of the face from its middle
//
// The unit of length is the distance from one tile of a tier to the next. Constants without another source are hand-set: they were fitted
// on the rendered racks of testdata/dabble and of the development scenes, six and eight pictures.
package dabble
