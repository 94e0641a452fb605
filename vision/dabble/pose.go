package dabble

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/linear"
)

type vec [3]float64

func (a vec) add(b vec) vec       { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) times(k float64) vec { return vec{a[0] * k, a[1] * k, a[2] * k} }
func (a vec) dot(b vec) float64   { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) unit() vec           { return a.times(1 / math.Sqrt(a.dot(a))) }
func (a vec) cross(b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// pose is where a rack stands before the camera: its lattice's axes and origin in camera space. The unit of length is the distance
// from one tile of a tier to the next.
type pose struct {
	cam         *calibration.Camera
	right, down vec     // along a tier; from one tier to the one below
	t           vec     // node 0, 0
	rise        float64 // from one tier to the next
}

// What racks have in common, in tiles and radians. A tier lies behind and above the one before it by about a tile; faces are steeper than
// the way from tier to tier.
const (
	usualRise   = 1.12
	riseSpread  = 0.06
	usualLean   = 24 * math.Pi / 180 // of the faces against the plane of the lattice
	faceSide    = 0.965
	thickness   = 0.23
	letterLeft  = 0.015 // how far letters' middles lie left of and above their tiles': the value is right below
	letterUp    = 0.02  // how much more they lie above the middles of faces that lean, in sides
	letterSlack = 0.06  // standard deviation of where they lie
)

// away is the lattice's normal, away from the camera.
func (p *pose) away() vec { return p.right.cross(p.down) }

// node is a place of the lattice in camera space.
func (p *pose) node(col, row float64) vec {
	return p.t.add(p.right.times(col / 2)).add(p.down.times(row * p.rise))
}

func (p *pose) pixel(v vec) engine.Point { return p.cam.Project(v[0], v[1], v[2]) }

// patch is a square in space: a face, or where one may be. x and y run right and down, a side long.
type patch struct {
	middle, x, y vec
}

// face is the face at a node; lean is how much steeper it is than the lattice.
func (p *pose) face(at node, lean float64) patch {
	s, c := math.Sincos(lean)
	down := p.down.times(c).add(p.away().times(s))
	return patch{p.node(float64(at.col), float64(at.row)), p.right.times(faceSide), down.times(faceSide)}
}

// quad is the patch's outline in the picture: top-left, top-right, bottom-right, bottom-left.
func (p *patch) quad(cam *calibration.Camera) (q engine.Quad) {
	for i, c := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
		v := p.middle.add(p.x.times(c[0])).add(p.y.times(c[1]))
		q[i] = cam.Project(v[0], v[1], v[2])
	}
	return q
}

// high is the patch's height in the picture, pixels.
func (p *patch) high(cam *calibration.Camera) float64 {
	top, foot := p.middle.add(p.y.times(-0.5)), p.middle.add(p.y.times(0.5))
	return dist(cam.Project(top[0], top[1], top[2]), cam.Project(foot[0], foot[1], foot[2]))
}

// sighting is a letter seen: its node, and its direction as the lens would show it without distortion, in focal lengths.
type sighting struct{ col, row, x, y float64 }

// sightings are the letters of a lattice. Apostrophes are left out: they hang above the middle.
func (l *lattice) sightings(cam *calibration.Camera, marks []mark) []sighting {
	var s []sighting
	for _, at := range l.nodes() {
		x, y := cam.Normalize(marks[l.marks[at]].at)
		s = append(s, sighting{float64(at.col) - 2*letterLeft, float64(at.row) - letterLeft, x, y})
	}
	return s
}

// findPose fits a pose to the letters of a lattice, beginning from a rack that is tilted either way.
func (l *lattice) findPose(cam *calibration.Camera, marks []mark) (pose, bool) {
	seen := l.sightings(cam, marks)
	var from, to []engine.Point
	var middle sighting
	for _, s := range seen {
		from = append(from, engine.Point{X: s.col / 2, Y: s.row})
		to = append(to, engine.Point{X: s.x, Y: s.y})
		k := 1 / float64(len(seen))
		middle.col, middle.row = middle.col+k*s.col, middle.row+k*s.row
	}
	flat := fitMap(from, to, nil, false)
	e1, e2 := vec{flat[0], flat[3], 0}, vec{flat[1], flat[4], 0}
	one, two := math.Hypot(e1[0], e1[1]), math.Hypot(e2[0], e2[1])
	if !(one > 1e-6) || !(two > 1e-6) {
		return pose{}, false
	}
	best, least := pose{}, math.Inf(1)
	for _, sign := range [3]float64{-1, 0, 1} {
		tilt := sign * math.Max(0.3, math.Acos(math.Min(1, two/(one*usualRise))))
		right := e1.unit()
		down := vec{-right[1], right[0], 0}
		s, c := math.Sincos(tilt)
		down = down.times(c).add(vec{0, 0, 1}.times(s))
		p := pose{cam: cam, right: right, down: down, rise: usualRise}
		at := flat.point(middle.col/2, middle.row)
		p.t = vec{at.X, at.Y, 1}.times(1 / one)
		p.t = p.t.add(p.node(middle.col, middle.row).add(p.t.times(-1)).times(-1))
		if cost := p.fit(seen); cost < least {
			best, least = p, cost
		}
	}
	return best, !math.IsInf(least, 1)
}

// fit moves the pose to explain the letters best, by Levenberg-Marquardt, and returns the cost.
func (p *pose) fit(seen []sighting) float64 {
	cost := p.cost(seen)
	damp := 1e-3
	for range 30 {
		a := p.normal(seen)
		better := false
		for range 5 {
			m := make([][]float64, len(a))
			for i := range a {
				m[i] = append([]float64(nil), a[i]...)
				m[i][i] *= 1 + damp
			}
			step, ok := linear.Solve(m)
			if !ok {
				damp *= 10
				continue
			}
			q := p.moved(step)
			if c := q.cost(seen); c < cost {
				better = cost-c > 1e-5*cost
				*p, cost = q, c
				damp = max(damp/5, 1e-8)
				break
			}
			damp *= 8
		}
		if !better {
			break
		}
	}
	return cost
}

const freedoms = 7 // turning, shifting, and the rise

// moved is the pose turned about its origin by small angles, shifted, and with another rise.
func (p *pose) moved(d []float64) pose {
	q := *p
	w := vec{d[0], d[1], d[2]}
	if angle := math.Sqrt(w.dot(w)); angle > 1e-12 {
		k := w.times(1 / angle)
		s, c := math.Sincos(angle)
		turn := func(v vec) vec {
			return v.times(c).add(k.cross(v).times(s)).add(k.times(k.dot(v) * (1 - c)))
		}
		q.right, q.down = turn(p.right).unit(), turn(p.down)
		q.down = q.down.add(q.right.times(-q.right.dot(q.down))).unit()
	}
	q.t = p.t.add(vec{d[3], d[4], d[5]})
	q.rise += d[6]
	return q
}

// residuals of the letters, in standard deviations, and last the rise's.
func (p *pose) residuals(seen []sighting) []float64 {
	out := make([]float64, 0, 2*len(seen)+1)
	for _, s := range seen {
		v := p.node(s.col, s.row)
		if v[2] < 0.1 {
			return nil
		}
		k := v[2] / letterSlack // from focal lengths to tiles
		for _, r := range [2]float64{(v[0]/v[2] - s.x) * k, (v[1]/v[2] - s.y) * k} {
			out = append(out, 3*math.Tanh(r/3)) // what is far off is something else
		}
	}
	return append(out, (p.rise-usualRise)/riseSpread)
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

// normal are the normal equations of one step.
func (p *pose) normal(seen []sighting) [][]float64 {
	a := make([][]float64, freedoms)
	for i := range a {
		a[i] = make([]float64, freedoms+1)
		a[i][i] = 1e-9
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
			return a
		}
	}
	row := make([]float64, freedoms)
	for i := range at {
		for k := range row {
			row[k] = (slopes[k][i] - at[i]) / small
		}
		accumulate(a, row, -at[i], 1)
	}
	return a
}
