// Package tilemap sees the whole picture at once: a convolutional network says for each point what lies there, a tile of the board with or
// without a letter, a tile's side, a loose tile, a bank, or the table with whatever else is on it; of which color, and how high.
//
//	picture -> 640 x 384 pixels -> network -> log-odds by point: Map -> of a face: Face, Spot, Board, Color, weighed by what they turned out to be worth
//	                                                                 -> middles of faces: Peaks
//
// The network has learned from the scenes of vision/train/scenes; vision/train/tilemap has the recipe. evidence.json says what its odds are worth
// beside the classifier's, fitted on made-up scenes whose tables are of families kept back.
//
// Glossary: a class is what a point shows; a point of the map is 2 x 2 pixels of the small picture.
package tilemap
