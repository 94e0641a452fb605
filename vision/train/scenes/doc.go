// Package scenes makes pictures of NAB-IT! tables with exact truth, to learn from: a ray caster without Blender or OpenCV that takes a tenth of a second
// of one core for 640 x 360 pixels.
//
// Its stages: a board by the rules (package board); a tile set (set.go) with its print (package typeface); all of it on a table (draw.go, scene.go), with racks,
// banks and loose tiles (seat.go), bags, clutter and hands (things.go); a camera (camera.go) and lamps (light.go). The picture: what each pixel's center
// shows first (film.go) of the solids (solid.go), the light from there (shoot.go), and the photo (package photo). The labels of each pixel (labels.go) and
// the truth (truth.go).
//
//	m, err := scenes.NewMaker(scenes.Options{Width: 640, Height: 360, Empty: true, Fonts: typeface.Fonts()})
//	s, err := m.Draw(rng)
//	picture, labels := s.Shoot()
//
// A scene is drawn and shot by one goroutine; a Maker serves several.
//
// Glossary: a piece is one tile or bank tile as it lies, a box measured in millimetres; a solid is any body with a surface; a blocker is a body that throws
// shadows; a print is what is on a solid's upper face. The table's top is z = 0, z up. Poses are OpenCV's: x_cam = R x_world + t.
// Pixel 0, 0 is the center of the first pixel. Equal seeds and options give equal pictures.
package scenes
