package camerapose_test

import (
	"fmt"
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
)

// A pose is fitted to where the picture shows points of the lattice; then it says where every tile on every level appears.
func ExamplePose_Fit() {
	cam := calibration.Pinhole(1280, 720, 900)
	plane := camerapose.NewPlane(cam, 35*math.Pi/180, math.Pi/2)
	sizes := camerapose.SizesOf(nil)
	truth := camerapose.PoseOf(&plane, engine.Point{}, engine.Point{X: 0.05}, sizes)

	var seen []camerapose.Correspondence
	for row := range 3 {
		for col := range 4 {
			x, y := float64(col), float64(row)
			seen = append(seen, camerapose.Correspondence{Col: x, Row: y, Level: 1, At: truth.Pixel(x, y, 1), Weight: 1})
		}
	}
	guess := camerapose.PoseOf(&plane, engine.Point{X: 0.004, Y: -0.003}, engine.Point{X: 0.051}, sizes)
	guess.Fit(seen, 0, 20)

	want, got := truth.Pixel(5, 4, 3), guess.Pixel(5, 4, 3) // a stack of three beyond the points
	fmt.Printf("off by %.2f pixels\n", math.Hypot(want.X-got.X, want.Y-got.Y))
	// Output:
	// off by 0.00 pixels
}
