package measure

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// testFit is a fit with tiles of known measures on a table that the camera sees at a tilt.
func testFit(degrees, side, pitch, thickness float64) *tableFit {
	cam := calibration.Pinhole(1920, 1080, 1500)
	p := camerapose.NewPlane(cam, degrees*math.Pi/180, math.Pi/2)
	table := &calibration.Table{Width: cam.Width, Height: cam.Height}
	foot, _ := p.OnTable(engine.Point{X: 960, Y: 540})
	origin := p.Down.Add(p.Right.Scale(foot.X)).Add(p.Ahead.Scale(foot.Y)).Scale(420)
	for i := range 3 {
		table.R[i] = [3]float64{p.Right[i], p.Ahead[i], p.Down[i]}
		table.T[i] = origin[i]
	}
	return &tableFit{table: table, cam: cam, x: -40, y: 12, yaw: 0.2, side: side, pitch: pitch, thickness: thickness}
}

// layoutCells are five tiles in a row with a stack of five on its right end.
func layoutCells() lattice.Levels {
	cells := lattice.Levels{{Col: search.InRow - 1}: search.OnEnd}
	for col := range search.InRow - 1 {
		cells[engine.Place{Col: col}] = 1
	}
	return cells
}

// projectedEdges are the layout's edges, two on each side, as the true fit projects them, at the places where another fit expects them.
func projectedEdges(truth, expected *tableFit, cells lattice.Levels, weight float64) (all []camerapose.Correspondence) {
	p, half, from := truth.pose(), truth.side/truth.pitch/2, expected.side/expected.pitch/2
	for _, at := range cells.Places() {
		for side, axes := range tileface.SideAxes {
			if cells[at.Add(lattice.SideSteps[side])] > cells[at] {
				continue
			}
			for _, along := range tileface.HalfMiddle {
				place := func(half float64) (col, row float64) {
					return float64(at.Col) + half*axes[0][0] + along*axes[1][0], float64(at.Row) + half*axes[0][1] + along*axes[1][1]
				}
				level := float64(cells[at])
				col, row := place(half)
				px, next := p.Pixel(col, row, level), p.Pixel(col+0.01*axes[1][0], row+0.01*axes[1][1], level)
				n := picture.Dist(px, next)
				s := camerapose.Correspondence{Level: level, At: px, Nx: -(next.Y - px.Y) / n, Ny: (next.X - px.X) / n, Weight: weight}
				s.Col, s.Row = place(from)
				all = append(all, s)
			}
		}
	}
	return all
}
