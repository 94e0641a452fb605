package vision

import (
	"math"
	"math/rand/v2"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// obliquePose is a lattice seen by a camera that is tilted by so many degrees; place 0, 0 lies near the middle of the picture.
func obliquePose(cam *calibration.Camera, degrees float64) pose {
	p := newPlane(cam, degrees*math.Pi/180, 0.8)
	foot, _ := p.onTable(engine.Point{X: 0.42 * float64(cam.Width), Y: 0.45 * float64(cam.Height)})
	return poseOf(&p, foot, engine.Point{X: 0.045, Y: 0.012}, sizesOf(nil))
}

// bentCamera is a camera whose lens bends straight lines.
func bentCamera() *calibration.Camera {
	cam := calibration.Pinhole(1280, 720, 1000)
	cam.Dist = [5]float64{-0.12, 0.05, 0.001, -0.002, 0.01}
	return cam
}

// cornerPoints are the middles of faces of a board of 5 by 4 places, a third of them on higher levels, where a pose shows them.
func cornerPoints(p *pose, weight float64) (all []sight) {
	for row := range 4 {
		for col := range 5 {
			level := 1.0
			if (row+2*col)%3 == 0 {
				level += float64((row + col) % 3)
			}
			c, r := float64(col), float64(row)
			all = append(all, sight{col: c, row: r, level: level, at: p.pixel(c, r, level), weight: weight})
		}
	}
	return all
}

// faceEdges are the four edges of each face of cornerPoints where a pose shows them.
func faceEdges(p *pose, weight float64) (all []sight) {
	half := p.side / p.pitch / 2
	for _, s := range cornerPoints(p, weight) {
		for _, out := range [4][2]float64{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
			e := s
			e.col, e.row = s.col+half*out[0], s.row+half*out[1]
			e.at = p.pixel(e.col, e.row, e.level)
			along := p.pixel(e.col-0.01*out[1], e.row+0.01*out[0], e.level)
			n := dist(e.at, along)
			e.nx, e.ny = -(along.Y-e.at.Y)/n, (along.X-e.at.X)/n
			all = append(all, e)
		}
	}
	return all
}

// shaken moves every sight by noise of one standard deviation in both directions of the picture.
func shaken(sights []sight, rng *rand.Rand) []sight {
	for i := range sights {
		s := &sights[i]
		s.at.X += rng.NormFloat64() / s.weight
		s.at.Y += rng.NormFloat64() / s.weight
	}
	return sights
}

// farthest is by how many pixels two poses differ at most about the places of cornerPoints, on the first and on the third level.
func farthest(a, b *pose) (most float64) {
	for _, c := range [][3]float64{{0, 0, 1}, {4, 0, 1}, {4, 3, 1}, {0, 3, 1}, {2, 1, 1}, {0, 0, 3}, {4, 3, 3}} {
		most = max(most, dist(a.pixel(c[0], c[1], c[2]), b.pixel(c[0], c[1], c[2])))
	}
	return most
}

// motionTo is the small motion about a point that takes a pose to another one.
func motionTo(from, to *pose, col, row, level float64) motion {
	turn := from.x.cross(to.x).add(from.y.cross(to.y)).add(from.z.cross(to.z)).scale(0.5)
	shift := to.space(col, row, level).add(from.space(col, row, level).scale(-1))
	return motion{turn[0], turn[1], turn[2], shift[0], shift[1], shift[2]}
}

// middleOfSights is the mean place of sights in the lattice's measures.
func middleOfSights(sights []sight) (col, row, level float64) {
	for _, s := range sights {
		n := float64(len(sights))
		col, row, level = col+s.col/n, row+s.row/n, level+s.level/n
	}
	return col, row, level
}
