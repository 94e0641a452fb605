package vision

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// levelBoard is a board of 6 by 4 faces with stacks, its pose, and where that shows the faces; each is taken to be on the first level.
func levelBoard() (truth pose, sights []sight, levels []float64) {
	plane := newPlane(calibration.Pinhole(1280, 720, 1000), 40*math.Pi/180, 0.8)
	foot, _ := plane.onTable(engine.Point{X: 540, Y: 320})
	truth = poseOf(&plane, foot, engine.Point{X: 0.05, Y: 0.012}, sizesOf(nil))
	for i := range 24 {
		level := 1.0
		if i%5 == 2 {
			level = float64(2 + i%2)
		}
		c, r := float64(i%6), float64(i/6)
		sights = append(sights, sight{col: c, row: r, level: 1, at: truth.pixel(c, r, level), weight: 1})
		levels = append(levels, level)
	}
	return truth, sights, levels
}

// placeOfSight is the place whose face was seen.
func placeOfSight(s *sight) engine.Place {
	return engine.Place{Row: int(math.Round(s.row)), Col: int(math.Round(s.col))}
}
