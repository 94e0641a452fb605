package homography_test

import (
	"fmt"

	"tilewatch/engine"
	"tilewatch/vision/homography"
)

// Four points of a lattice, as columns and rows, and the pixels that show them say where all others lie.
func ExampleFit() {
	board, ok := homography.Fit([]homography.Pair{
		{X: 0, Y: 0, At: engine.Point{X: 100, Y: 100}, Weight: 1},
		{X: 8, Y: 0, At: engine.Point{X: 500, Y: 100}, Weight: 1},
		{X: 8, Y: 8, At: engine.Point{X: 600, Y: 400}, Weight: 1},
		{X: 0, Y: 8, At: engine.Point{X: 0, Y: 400}, Weight: 1},
	}, true)
	middle := board.At(4, 4)
	fmt.Printf("%t: the board's middle is at %.0f, %.0f\n", ok, middle.X, middle.Y)
	x, y, _ := board.Back(engine.Point{X: 300, Y: 400})
	fmt.Printf("pixel 300, 400 is column %.1f, row %.1f\n", x, y)
	// Output:
	// true: the board's middle is at 300, 220
	// pixel 300, 400 is column 4.0, row 8.0
}
