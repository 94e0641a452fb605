// Package vision is the door to everything that sees pixels. It holds no code: this page is its map and its glossary.
//
// A picture goes in, an observation comes out: for every place of a lattice, how likely each color, height and letter is, with the picture's
// quadrilateral beside it. Vision decides nothing; the engine does.
//
// # Stages
//
//	camera, film, folder, phone
//	   |  source      hands out frames, guards against grey, torn and stuck ones
//	   |  motion      lets a frame pass when the table is still and no hand is over it
//	   v
//	picture           decoded, upright; raster, colors, moire
//	   |  blob        connected patches of ink
//	   |  tileface    what the picture shows of a face and across its edges, and the networks that judge it
//	   |  camerapose  plane, pose, intrinsics: where the camera is over the lattice
//	   |  lattice     levels by place, and what is linked
//	   v
//	nabit, letters, dabble, snag, tabit      one package a game, on these libraries
//
// The libraries know no game; no game knows another one. nn holds the networks (nn/conv those that see a whole picture), train makes them: what the program runs never trains. linear,
// homography, geom, pointgrid, parallel, resample, kernel, jpegs and v4l serve them all.
//
// # Glossary
//
//   - Blob: a connected patch of ink, or of anything that differs from what lies around it.
//   - Mark: a blob that may be a letter.
//   - Candidate: a mark with the face that fits it best under one plane of the table.
//   - Face: the printed top of a tile; its sides run along the lattice.
//   - Lattice: the square grid that linked tiles form. A place is one of its cells, a row and a column.
//   - Pitch: the distance of two neighbors in the lattice. Lengths on the table are in pitches, heights in tiles.
//   - Level: how many tiles lie at a place, 1 to 5; a face of level l lies l tiles above the table.
//   - Plane: the table as the camera sees it, its direction and distance.
//   - Pose: the camera's place over a lattice: three axes and an origin in camera space.
//   - Correspondence: a point or an edge that the picture shows where a pose expects one.
//   - Hypothesis: a pose, and the levels of the stacks it explains.
//   - Evidence: what the picture says of one place under a hypothesis: a log-likelihood ratio for each level against no tile.
//   - Prior: what is known before the picture is looked at: how often a height occurs, where the table was.
//   - Posterior: how likely a hypothesis is with all its evidence and priors; the search maximizes it.
//   - Occlusion: what stacks hide of the faces behind them. An occlusion mask says which parts of a face are hidden.
//   - Background: whatever is no tile: the table, its cloth, stripes, print.
//   - Restart: the search starts again from other levels or another tilt, since it climbs to the nearest optimum only.
package vision
