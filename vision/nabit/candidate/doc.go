// Package candidate turns a picture's marks into candidates, single tiles' faces on a plane, and links them into lattices.
//
//	picture -> reduction           a large picture becomes smaller: it shows large tiles
//	        -> blob.Options.Find   twice, for dark and for light ink: thin strokes (top hat) and local contrast (local mean)
//	        -> Score               contrast, plainness of the ground and how colorful it is
//	        -> bestMarks           non-maximum suppression by score; a cloth's filled squares drop out                               = Find
//	        -> SuppressDuplicates  one mark for each spot; patches, counters and fragments of larger marks drop out
//	mark    -> OrientationsAround  a histogram of edge directions in the picture, over a half turn
//	plane   -> squareness          projects the directions onto the plane and folds them to a quarter turn: the sharper the peaks, the likelier
//	cam     -> FindPlanes          scores planes on a grid of tilts and azimuths; keeps the best ones that lie apart, and straight down
//	        -> FoldedPeaks         for one mark under a plane: the likeliest turns of its tile
//	plane + marks -> findCandidates  tries each tile size: classifies a face about each mark; the size with the most evidence wins
//	        -> refineField         aligns each face to its edges (Gauss-Newton), drops weak ones and duplicates, then moves the plane and the
//	                               tile size to where all outlines are squares (compass search)
//	        -> refineTilt          last, tilts the plane to where the edge network finds the edges likeliest                         = Fields
//	field   -> Linker.Lattices     grows lattices breadth first: each candidate one pitch from the last, on any level of a stack
//
// A mark is a hint only: cloth patterns, table grain and the print of racks give marks, too, and the stages behind this one reject them. Tiles are
// square: under the right plane the edges around a letter run in two directions a right angle apart. Vanishing points give the same, if edges are long;
// the sides of a tile are a few pixels long, so the histograms of many tiles vote together.
//
// Glossary:
//
//	mark         a small connected patch of ink on a ground of one plain color, its plastic if the mark is a tile's letter
//	inner        a mark inside a larger region that stands out, too, as a letter on a light tile on a dark table
//	full         a filled rectangle or ellipse: a square of a checked cloth, or a blurred O
//	uneven       a mark whose ground has one color only after a slope of light is subtracted, as a lamp's reflection leaves it
//	patch        a mark that holds several other marks: a word that stands out from a table as a whole
//	fragment     an inner mark within another mark that is no patch: a part of a letter
//	spot         a place in the picture that may show one letter
//	plane        a table's direction: its normal in camera coordinates, at distance 1 (camerapose.Plane)
//	tilt         angle between the camera's axis and the table's normal, radians; azimuth: the direction in which the table falls off
//	orientation  the direction of an edge, without a sign; fold: orientations modulo a quarter turn, all sides of a square on one value
//	candidate    a mark that may be the letter of a tile's face, with the face that fits it best
//	field        all candidates under one plane, with one tile size: tiles are all alike, and lie on one table
//	pitch        distance between the middles of neighboring places, in units of the plane, whose distance from the camera is 1
//	turn         rotation of a face in the plane, radians, modulo a quarter turn
//	outline      a face's edges as the edge network finds them, as rays
//	misfit       summed robust losses of the outlines against squares (Geman and McClure 1985)
//	lattice      linked candidates with places (row, column) and levels; a hypothesis begins with one
//	slip         how far a face may lie from the place its neighbor predicts, in pitches
//
// Compass search is coordinate search with steps that halve (Kolda, Lewis and Torczon 2003). Lengths are pixels of the picture unless they say
// otherwise; log-likelihoods are natural. Constants without another source are hand-set on the rendered development scenes.
package candidate
