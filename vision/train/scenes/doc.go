// Package scenes makes pictures of NAB-IT! tables with exact truth, to learn from: a small ray caster without Blender or OpenCV.
//
// Its stages: a board by the rules (board.go, words.go), a tile set with its print (set.go, print.go), pieces on a table under a camera and lamps
// (scene.go, camera.go), the picture (cast.go, develop.go), the truth (truth.go).
//
// Glossary: a piece is one tile or bank tile as it lies, a box measured in millimetres; the table's top is z = 0, z up. Poses are OpenCV's: x_cam = R x_world + t.
// Pixel 0, 0 is the center of the first pixel. Equal seeds and options give equal pictures.
package scenes
