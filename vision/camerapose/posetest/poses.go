// Package posetest has poses of a camera over a lattice, and what it sees from there, for tests.
package posetest

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
)

// TiltedPose is a lattice seen at about 32 degrees from straight above.
func TiltedPose() camerapose.Pose {
	p := camerapose.NewPlane(calibration.Pinhole(1280, 720, 900), 35*math.Pi/180, 1.3)
	return camerapose.PoseOf(&p, engine.Point{X: 0.2, Y: 0.6}, engine.Point{X: 0.05, Y: 0.01}, camerapose.SizesOf(nil))
}

// sides are the directions outward of each side of a face, and along it.
var sides = [4][2][2]float64{{{0, -1}, {1, 0}}, {{1, 0}, {0, 1}}, {{0, 1}, {1, 0}}, {{-1, 0}, {0, 1}}}

// BoardSights are the edges of a row of tiles as the pose shows them, those of one place lifted by a level and yet told to lie on the
// first.
func BoardEdges(p *camerapose.Pose, lifted int) []camerapose.Correspondence {
	var all []camerapose.Correspondence
	for col := range 5 {
		level := 1.0
		if col == lifted {
			level = 2
		}
		for _, axes := range sides {
			c, r := float64(col)+0.5*axes[0][0], 0.5*axes[0][1]
			at, along := p.Pixel(c, r, level), p.Pixel(c+0.1*axes[1][0], r+0.1*axes[1][1], level)
			n := picture.Dist(at, along)
			all = append(all, camerapose.Correspondence{Col: c, Row: r, Level: 1, At: at, Nx: -(along.Y - at.Y) / n, Ny: (along.X - at.X) / n, Weight: 2})
		}
	}
	return all
}

// LevelBoard is a board of 6 by 4 faces with stacks, its pose, and where that shows the faces; each is taken to be on the first level.
func LevelBoard() (truth camerapose.Pose, sights []camerapose.Correspondence, levels []float64) {
	plane := camerapose.NewPlane(calibration.Pinhole(1280, 720, 1000), 40*math.Pi/180, 0.8)
	foot, _ := plane.OnTable(engine.Point{X: 540, Y: 320})
	truth = camerapose.PoseOf(&plane, foot, engine.Point{X: 0.05, Y: 0.012}, camerapose.SizesOf(nil))
	for i := range 24 {
		level := 1.0
		if i%5 == 2 {
			level = float64(2 + i%2)
		}
		c, r := float64(i%6), float64(i/6)
		sights = append(sights, camerapose.Correspondence{Col: c, Row: r, Level: 1, At: truth.Pixel(c, r, level), Weight: 1})
		levels = append(levels, level)
	}
	return truth, sights, levels
}

// PlaceOfSight is the place whose face was seen.
func PlaceOf(s *camerapose.Correspondence) engine.Place {
	return engine.Place{Row: int(math.Round(s.Row)), Col: int(math.Round(s.Col))}
}

// FreePose is a tilted pose of which neither lens nor thickness was measured.
func FreePose() camerapose.Pose {
	p := TiltedPose()
	p.Unmeasured = camerapose.UnmeasuredOf(p.Cam, true, nil, p.Sizes)
	return p
}
