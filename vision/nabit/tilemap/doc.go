// Package tilemap sees the whole picture at once: a small convolutional network says for each point what lies there, a tile of the board with or
// without a letter, a tile's side, a loose tile, a bank, or the table with whatever else is on it; of which color, and how high.
//
//	picture -> 640 pixels wide -> network -> log-odds by point: Map -> mean over a face: Board, Tile
//
// The network has learned from the scenes of vision/train/scenes; the command is vision/train/tilemap.
//
// The search does not use the map yet: it is measured beside it, by the tests here and by the command's exam.
//
// Glossary: a class is what a point shows; a point of the map is 2 x 2 pixels of the small picture.
package tilemap
