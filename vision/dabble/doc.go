// Package dabble sees DABBLE's racks in pictures: tiers, tiles with their letters and values, and the tiles that lie loose
// in front. It decides nothing: engine/dabble does, with the words.
//
// The way of a picture: printed marks are found (mark.go). The middles of a rack's tiles lie on one plane, in rows shifted by half
// a tile, so the letters of a rack are a triangular lattice in the picture (lattice.go). That lattice's pose in space
// (pose.go) says where every place of the rack is, and how its face is tilted; the rest of the table follows. Faces are then cut out
// and read (face.go, value.go).
package dabble
