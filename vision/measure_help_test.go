package vision

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// measuringBench is a bench with tiles of some measures on a table that the camera sees tilted by so many degrees.
func measuringBench(degrees, side, pitch, thickness float64) *bench {
	cam := calibration.Pinhole(1920, 1080, 1500)
	p := newPlane(cam, degrees*math.Pi/180, math.Pi/2)
	table := &calibration.Table{Width: cam.Width, Height: cam.Height}
	foot, _ := p.onTable(engine.Point{X: 960, Y: 540})
	origin := p.down.add(p.right.scale(foot.X)).add(p.ahead.scale(foot.Y)).scale(420)
	for i := range 3 {
		table.R[i] = [3]float64{p.right[i], p.ahead[i], p.down[i]}
		table.T[i] = origin[i]
	}
	return &bench{table: table, cam: cam, x: -40, y: 12, yaw: 0.2, side: side, pitch: pitch, thickness: thickness}
}

// layoutCells are five tiles in a row with a stack of five on its right end.
func layoutCells() stacks {
	cells := stacks{{Col: inRow - 1}: onEnd}
	for col := range inRow - 1 {
		cells[engine.Place{Col: col}] = 1
	}
	return cells
}

// benchSights are the edges of the layout where a bench has them, two on each side, said to lie where another bench expects them.
func benchSights(truth, expected *bench, cells stacks, weight float64) (all []sight) {
	p, half, from := truth.pose(), truth.side/truth.pitch/2, expected.side/expected.pitch/2
	for _, at := range cells.places() {
		for side, axes := range sideAxes {
			if cells[at.Add(sideSteps[side])] > cells[at] {
				continue
			}
			for _, along := range halfMiddle {
				place := func(half float64) (col, row float64) {
					return float64(at.Col) + half*axes[0][0] + along*axes[1][0], float64(at.Row) + half*axes[0][1] + along*axes[1][1]
				}
				level := float64(cells[at])
				col, row := place(half)
				px, next := p.pixel(col, row, level), p.pixel(col+0.01*axes[1][0], row+0.01*axes[1][1], level)
				n := dist(px, next)
				s := sight{level: level, at: px, nx: -(next.Y - px.Y) / n, ny: (next.X - px.X) / n, weight: weight}
				s.col, s.row = place(from)
				all = append(all, s)
			}
		}
	}
	return all
}
