// Package tabit finds TABIT's board in a picture: where it lies, and for each of its 32 boxes how likely it is empty or holds a card face
// down, a letter, or a picture. It decides no rules.
//
//	picture -> quads    outlines with four corners, by border following (trace.go, quad.go)
//	        -> spots    quads in one place, joined (row.go)
//	        -> blocks   four spots side by side make a row, two rows the block of a seat (row.go)
//	        -> board    the homography, layout and lens that explain most spots: RANSAC over blocks, then Gauss-Newton (board.go, fit.go)
//	        -> boxes    each is rectified (crop.go) and classified by small networks (feature.go, net.go): empty, down, letter or picture
//	        -> cards    pictures are compared with each other and with a set's own examples (consensus.go, example.go); letters are read
//
// Eyes.Look, Eyes.onBoard and Eyes.see are the pipeline, line by line.
//
// Glossary:
//
//	quad     an outline with four corners: a card, a box of the board, or anything like it
//	spot     one or several quads with about the same middle and size
//	step     the distance from one box of a row to the next; lengths on the board are in steps
//	seat     one side of the board, 0 to 3, each a quarter turn farther
//	layout   how far the two rows of a seat are from the board's middle
//	crop     a rectified box in color
//
// Constants without another source are hand-set: they were fitted on the rendered boards of testdata/tabit and of the development scenes,
// eight pictures each.
package tabit
