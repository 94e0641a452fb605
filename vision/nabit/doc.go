// Package nabit reads pictures of NAB-IT! tables. It takes a picture (or the pictures of a camera that stands still), the camera's calibration and
// the tile set, both optional, and answers an engine.Observation: for each place of the lattice the likelihoods of a tile, its color, its height and
// its letter, and beside the structure the racks and banks. It decides nothing: package engine does.
//
// Reader reads a still, Tracker reads on from the picture before, Reader.MeasureTiles measures a tile set. Each stage is a package of its own,
// and no package imports a later one:
//
//	tilemap     where a network that sees the whole picture sees tiles
//	hue         colors as hues relative to the light
//	candidate   blobs of ink that may be letters, the planes on which the edges around them are square, faces on such a plane, lattices that link them
//	visible     what stacks leave visible of a face, its color and its letter
//	hypothesis  a lattice with its pose and levels; the evidence of each place at each level; refining the pose
//	growth      which of the places that grew are tiles: blanks and gaps, two claims to one face, tiles that stacks hide in part
//	heights     how thick tiles are, by the sides that they show; the heights of all stacks together: steps between them, belief propagation, restarts
//	racks       racks and banks beside the structure
//	recognize   whether tiles are the game's: of a structure, and of a picture for those who do not know the game
//	inventory   what a set can hold: which cells of the final structure are tiles
//	search      attempts with more and more effort until one hypothesis is sure
//	measure     the tile set's measures from tiles laid out beside the calibration board
//
// A still:
//
//	tilemap     the map
//	search      SearchComplete: for each attempt
//	              candidate -> hypothesis (grow, refine) -> growth, heights (restarts, thickness), racks (a word among them)
//	heights     infer all heights together
//	(here)      remove cells that the frame cuts (warnings.go)
//	search      Largest: if a larger structure lies beside, the same for that one
//	recognize   stop if the tiles are another game's
//	visible, hue, tilemap  letters and colors of each face
//	inventory   remove cells that the set cannot hold, lower doubtful ones
//	racks       Loose: racks and banks
//	(here)      warnings
//
// A tracked frame:
//
//	tilemap     the map, or the last one while nothing changes
//	(here)      evaluate all places where tiles lay, and around them, under the last pose
//	growth      blanks; two claims to one face
//	hypothesis  refine the pose by the edges, evaluate again
//	growth      find occluded tiles
//	heights     if nobody measured the tiles: what their sides say, if more than before
//	(here)      fit the lens anew if the structure has changed (profile.go), and the thickness if the record has (counted.go), for the next game (found.go)
//	search      only if too few tiles are where they lay, or now and then if some are missing
//	(here)      try the recorded heights, if they differ from those seen (expected.go)
//	hue         colors, with the plastics of the pictures before (palette.go)
//	visible, inventory, racks as for a still
//
// Glossary: a place is a column and a row of the lattice, a level a tile's height in its stack, from 1. A cell is a place with a stack. A hypothesis is
// what lies there and under which pose. Evidence is what a place looks like at each level. The structure is the hypothesis that explains most. The plane
// prior is where the table lies by earlier pictures or a calibration. The record is what the game knows of the board.
package nabit
