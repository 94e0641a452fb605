package dabble

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/dabble/lattice"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/linear"
)

// pose is where a rack stands before the camera: its lattice's axes and origin in camera space. The unit of length is the distance from one tile
// of a tier to the next.
type pose struct {
	cam         *calibration.Camera
	right, down geom.Vec // along a tier; from one tier to the one below
	t           geom.Vec // node 0, 0
	rise        float64  // from one tier to the next
}

// away is the lattice's normal, away from the camera.
func (p *pose) away() geom.Vec { return p.right.Cross(p.down) }

// node is a point of the lattice in camera space.
func (p *pose) node(col, row float64) geom.Vec {
	return p.t.Add(p.right.Scale(col / 2)).Add(p.down.Scale(row * p.rise))
}

func (p *pose) pixel(v geom.Vec) engine.Point { return p.cam.Project(v[0], v[1], v[2]) }

// patch is a square in space: a face, or where one may be. x and y run right and down, a side long.
type patch struct {
	middle, x, y geom.Vec
}

// face is the face at a node; tilt is how much steeper it is than the lattice.
func (p *pose) face(at node, lean float64) patch {
	s, c := math.Sincos(lean)
	down := p.down.Scale(c).Add(p.away().Scale(s))
	return patch{p.node(float64(at.Col), float64(at.Row)), p.right.Scale(lattice.FaceSide), down.Scale(lattice.FaceSide)}
}

// quad is the patch's outline in the picture: top-left, top-right, bottom-right, bottom-left.
func (p *patch) quad(cam *calibration.Camera) engine.Quad { return p.part(cam, -0.5, -0.5, 0.5, 0.5) }

// high is the patch's height in the picture, pixels.
func (p *patch) high(cam *calibration.Camera) float64 {
	return geom.Dist(p.pixel(cam, 0, -0.5), p.pixel(cam, 0, 0.5))
}

// sighting is an observed letter: its node, and its undistorted direction, in focal lengths.
type sighting struct{ col, row, x, y float64 }

// sightings are the letters of a lattice, whose middles lie a little off their tiles'.
func sightings(l *lattice.Lattice, cam *calibration.Camera, marks []candidate) []sighting {
	var s []sighting
	for _, at := range l.Places() {
		x, y := cam.Normalize(marks[l.Cells[at]].At)
		s = append(s, sighting{float64(at.Col) - 2*lattice.LetterLeft, float64(at.Row) - lattice.LetterLeft, x, y})
	}
	return s
}

// findPose fits a pose to the letters of a lattice. A plane's pose has two solutions, so it starts from racks that tilt either way, and from one that
// does not tilt.
func findPose(l *lattice.Lattice, cam *calibration.Camera, marks []candidate) (pose, bool) {
	seen := sightings(l, cam, marks)
	var pairs []homography.Pair
	var middle sighting
	for _, s := range seen {
		pairs = append(pairs, homography.Pair{X: s.col / 2, Y: s.row, At: engine.Point{X: s.x, Y: s.y}, Weight: 1})
		k := 1 / float64(len(seen))
		middle.col, middle.row = middle.col+k*s.col, middle.row+k*s.row
	}
	flat, _ := homography.Fit(pairs, false)
	E1, E2 := geom.Vec{flat[0], flat[3], 0}, geom.Vec{flat[1], flat[4], 0}
	one, two := math.Hypot(E1[0], E1[1]), math.Hypot(E2[0], E2[1])
	if !(one > 1e-6) || !(two > 1e-6) {
		return pose{}, false
	}
	best, least := pose{}, math.Inf(1)
	for _, sign := range [3]float64{-1, 0, 1} {
		tilt := sign * math.Max(0.3, math.Acos(math.Min(1, two/(one*lattice.UsualRise))))
		right := E1.Unit()
		down := geom.Vec{-right[1], right[0], 0}
		s, c := math.Sincos(tilt)
		down = down.Scale(c).Add(geom.Vec{0, 0, 1}.Scale(s))
		p := pose{cam: cam, right: right, down: down, rise: lattice.UsualRise}
		at := flat.At(middle.col/2, middle.row)
		p.t = geom.Vec{at.X, at.Y, 1}.Scale(1 / one)
		p.t = p.t.Add(p.node(middle.col, middle.row).Add(p.t.Scale(-1)).Scale(-1))
		if cost := p.fit(seen); cost < least {
			best, least = p, cost
		}
	}
	return best, !math.IsInf(least, 1)
}

// fit fits the pose to the letters, and returns the cost.
func (p *pose) fit(seen []sighting) float64 {
	return linear.LevenbergMarquardt(p, linear.Problem[pose]{
		Cost:   func(p *pose) float64 { return p.cost(seen) },
		Normal: func(p *pose) *linear.Normal { return p.normal(seen) },
		Moved:  func(p *pose, step []float64) pose { return p.moved(step) },
	}, linear.Damping{Rounds: 30, Tries: 5, Down: 5, Up: 8, Least: 1e-8})
}

// freedoms: rotation, translation, and the rise.
const freedoms = 7 // turning, shifting, and the rise

// moved is the pose turned about its origin by a rotation vector, shifted, and with another rise.
func (p *pose) moved(d []float64) pose {
	q := *p
	if w := (geom.Vec{d[0], d[1], d[2]}); w.Norm() > 1e-12 {
		q.right, q.down = p.right.Turned(w).Unit(), p.down.Turned(w)
		q.down = q.down.Add(q.right.Scale(-q.right.Dot(q.down))).Unit()
	}
	q.t = p.t.Add(geom.Vec{d[3], d[4], d[5]})
	q.rise += d[6]
	return q
}

// residuals of the letters, in standard deviations and saturated, and last the rise's; nil behind the camera.
func (p *pose) residuals(seen []sighting) []float64 {
	out := make([]float64, 0, 2*len(seen)+1)
	for _, s := range seen {
		v := p.node(s.col, s.row)
		if v[2] < nearestPoint {
			return nil
		}
		k := v[2] / letterSlack // from focal lengths to tiles
		for _, r := range [2]float64{(v[0]/v[2] - s.x) * k, (v[1]/v[2] - s.y) * k} {
			out = append(out, 3*math.Tanh(r/3)) // what is far off is something else
		}
	}
	return append(out, (p.rise-lattice.UsualRise)/riseSpread)
}

func (p *pose) cost(seen []sighting) float64 {
	all := p.residuals(seen)
	if all == nil {
		return math.Inf(1)
	}
	sum := 0.0
	for _, r := range all {
		sum += r * r
	}
	return sum
}

// normal are the normal equations of one step, by forward differences.
func (p *pose) normal(seen []sighting) *linear.Normal {
	normal := linear.NewNormal(freedoms)
	for i := range freedoms {
		normal.AddOne(i, 0, 1e-9)
	}
	at := p.residuals(seen)
	const small = 1e-5
	var slopes [freedoms][]float64
	for k := range slopes {
		d := make([]float64, freedoms)
		d[k] = small
		q := p.moved(d)
		slopes[k] = q.residuals(seen)
		if slopes[k] == nil {
			return normal
		}
	}
	row := make([]float64, freedoms)
	for i := range at {
		for k := range row {
			row[k] = (slopes[k][i] - at[i]) / small
		}
		normal.Add(row, -at[i], 1)
	}
	return normal
}

// nearestPoint is how far before the camera a point lies at least, tiles: what lies nearer or behind has no image.
const nearestPoint = 0.1
