package camerapose

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// tiltedPose is a lattice seen at about 32 degrees from straight above.
func tiltedPose() Pose {
	p := NewPlane(calibration.Pinhole(1280, 720, 900), 35*math.Pi/180, 1.3)
	return PoseOf(&p, engine.Point{X: 0.2, Y: 0.6}, engine.Point{X: 0.05, Y: 0.01}, SizesOf(nil))
}

// sides are the directions outward of each side of a face, and along it.
var sides = [4][2][2]float64{{{0, -1}, {1, 0}}, {{1, 0}, {0, 1}}, {{0, 1}, {1, 0}}, {{-1, 0}, {0, 1}}}

// boardEdges are the edges of a row of five tiles under a pose. The tile in column lifted lies on level 2, but its
// correspondences say level 1.
func boardEdges(p *Pose, lifted int) []Correspondence {
	var all []Correspondence
	for col := range 5 {
		level := 1.0
		if col == lifted {
			level = 2
		}
		for _, axes := range sides {
			c, r := float64(col)+0.5*axes[0][0], 0.5*axes[0][1]
			at, along := p.Pixel(c, r, level), p.Pixel(c+0.1*axes[1][0], r+0.1*axes[1][1], level)
			n := picture.Dist(at, along)
			all = append(all, Correspondence{Col: c, Row: r, Level: 1, At: at, Nx: -(along.Y - at.Y) / n, Ny: (along.X - at.X) / n, Weight: 2})
		}
	}
	return all
}

// levelBoard is a board of 6 by 4 faces with stacks, its pose, and where that shows the faces; each is taken to be on the first level.
func levelBoard() (truth Pose, observations []Correspondence, levels []float64) {
	plane := NewPlane(calibration.Pinhole(1280, 720, 1000), 40*math.Pi/180, 0.8)
	foot, _ := plane.OnTable(engine.Point{X: 540, Y: 320})
	truth = PoseOf(&plane, foot, engine.Point{X: 0.05, Y: 0.012}, SizesOf(nil))
	for i := range 24 {
		level := 1.0
		if i%5 == 2 {
			level = float64(2 + i%2)
		}
		c, r := float64(i%6), float64(i/6)
		observations = append(observations, Correspondence{Col: c, Row: r, Level: 1, At: truth.Pixel(c, r, level), Weight: 1})
		levels = append(levels, level)
	}
	return truth, observations, levels
}

// freePose is a tilted pose with unmeasured lens and thickness.
func freePose() Pose {
	p := tiltedPose()
	p.Unmeasured = UnmeasuredOf(p.Cam, true, nil, p.Sizes)
	return p
}
