package camerapose

import (
	"math"
	"math/rand/v2"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// obliquePose is a lattice seen by a camera that is tilted by so many degrees; place 0, 0 lies near the middle of the picture.
func obliquePose(cam *calibration.Camera, degrees float64) Pose {
	p := NewPlane(cam, degrees*math.Pi/180, 0.8)
	foot, _ := p.OnTable(engine.Point{X: 0.42 * float64(cam.Width), Y: 0.45 * float64(cam.Height)})
	return PoseOf(&p, foot, engine.Point{X: 0.045, Y: 0.012}, SizesOf(nil))
}

// bentCamera is a camera whose lens bends straight lines.
func bentCamera() *calibration.Camera {
	cam := calibration.Pinhole(1280, 720, 1000)
	cam.Dist = [5]float64{-0.12, 0.05, 0.001, -0.002, 0.01}
	return cam
}

// cornerPoints are the middles of faces of a board of 5 by 4 places, a third of them on higher levels, where a pose shows them.
func cornerPoints(p *Pose, weight float64) (all []Correspondence) {
	for row := range 4 {
		for col := range 5 {
			level := 1.0
			if (row+2*col)%3 == 0 {
				level += float64((row + col) % 3)
			}
			c, r := float64(col), float64(row)
			all = append(all, Correspondence{Col: c, Row: r, Level: level, At: p.Pixel(c, r, level), Weight: weight})
		}
	}
	return all
}

// faceEdges are the four edges of each face of cornerPoints where a pose shows them.
func faceEdges(p *Pose, weight float64) (all []Correspondence) {
	half := p.Side / p.Pitch / 2
	for _, s := range cornerPoints(p, weight) {
		for _, out := range [4][2]float64{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
			e := s
			e.Col, e.Row = s.Col+half*out[0], s.Row+half*out[1]
			e.At = p.Pixel(e.Col, e.Row, e.Level)
			along := p.Pixel(e.Col-0.01*out[1], e.Row+0.01*out[0], e.Level)
			n := picture.Dist(e.At, along)
			e.Nx, e.Ny = -(along.Y-e.At.Y)/n, (along.X-e.At.X)/n
			all = append(all, e)
		}
	}
	return all
}

// shaken moves every observation by noise of one standard deviation in both directions of the picture.
func shaken(observations []Correspondence, rng *rand.Rand) []Correspondence {
	for i := range observations {
		s := &observations[i]
		s.At.X += rng.NormFloat64() / s.Weight
		s.At.Y += rng.NormFloat64() / s.Weight
	}
	return observations
}

// farthest is by how many pixels two poses differ at most about the places of cornerPoints, on the first and on the third level.
func farthest(a, b *Pose) (most float64) {
	for _, c := range [][3]float64{{0, 0, 1}, {4, 0, 1}, {4, 3, 1}, {0, 3, 1}, {2, 1, 1}, {0, 0, 3}, {4, 3, 3}} {
		most = max(most, picture.Dist(a.Pixel(c[0], c[1], c[2]), b.Pixel(c[0], c[1], c[2])))
	}
	return most
}

// motionTo is the small motion about a point that takes a pose to another one.
func motionTo(from, to *Pose, col, row, level float64) Delta {
	turn := from.X.Cross(to.X).Add(from.Y.Cross(to.Y)).Add(from.Z.Cross(to.Z)).Scale(0.5)
	shift := to.Camera(col, row, level).Add(from.Camera(col, row, level).Scale(-1))
	return Delta{turn[0], turn[1], turn[2], shift[0], shift[1], shift[2]}
}

// middleOfSights is the mean place of observations in the lattice's measures.
func middleOfSights(observations []Correspondence) (col, row, level float64) {
	for _, s := range observations {
		n := float64(len(observations))
		col, row, level = col+s.Col/n, row+s.Row/n, level+s.Level/n
	}
	return col, row, level
}
