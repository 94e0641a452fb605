// Package tableplane estimates the direction of the table from single marks, before any lattice is known. It takes a camera and the edges
// around the best marks, and answers two or three planes, likeliest first. Tiles are square: under the right plane the edges around a letter
// run in two directions a right angle apart.
//
//	mark  -> OrientationsAround   a histogram of edge directions in the picture, over a half turn
//	plane -> squareness           projects the directions onto the plane and folds them to a quarter turn: the sharper the
//	                              peaks, the likelier the plane (a log-likelihood)
//	cam   -> FindPlanes           scores planes on a grid of tilts and azimuths; keeps the best ones that lie apart, and straight down
//	      -> FoldedPeaks          for one mark under a plane: the likeliest turns of its tile
//
// Glossary:
//
//	plane       a table's direction: its normal in camera coordinates, at distance 1 (camerapose.Plane)
//	tilt        angle between the camera's axis and the table's normal, radians
//	azimuth     the direction in the picture in which the table falls off, radians
//	orientation the direction of an edge, without a sign
//	fold        the orientations modulo a quarter turn: all four sides of a square fall on one value
//
// Vanishing points give the same, if edges are long; the sides of a tile are a few pixels long, so the histograms of many tiles vote together.
// Constants without another source are hand-set on the rendered development scenes.
package tableplane
