package vision

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// Defaults of a tile set nobody has measured, millimetres.
const (
	defaultPitch     = 24.3
	defaultThickness = 5.5
)

// sizes are the measures of a tile set, millimetres.
type sizes struct {
	side, thickness, pitch float64
	free                   *freedom // which of them, and of the camera, nobody measured; nil: all were
}

func sizesOf(set *calibration.Tileset) sizes {
	s := sizes{}
	if set != nil {
		s = sizes{side: set.SideMM, thickness: set.ThicknessMM, pitch: set.PitchMM}
	}
	switch {
	case s.pitch <= 0 && s.side > 0:
		s.pitch = s.side + 0.3
	case s.pitch <= 0:
		s.pitch = defaultPitch
	}
	if s.side <= 0 {
		s.side = s.pitch - 0.3
	}
	if s.thickness <= 0 {
		s.thickness = defaultThickness * s.pitch / defaultPitch
	}
	return s
}

// pose is the camera's place over the lattice: lattice coordinates (x along columns, y along rows, z down into the
// table; millimetres; the origin on the table under the middle of place 0, 0) to camera space.
type pose struct {
	cam *calibration.Camera
	sizes
	x, y, z vec3    // the lattice's axes in camera space
	t       vec3    // the lattice's origin in camera space
	table   vec3    // which way down is, as the edges of all tiles tell it: where the lattice alone tells little, fits stay near it
	known   *ground // what earlier pictures told of the table; nil if nothing is known
}

// space is a point of the lattice in camera space: columns and rows in pitches, level in tiles above the table.
func (p *pose) space(col, row, level float64) vec3 {
	x, y, z := col*p.pitch, row*p.pitch, -level*p.thickness
	return vec3{ // spelled out: nothing is called more often
		p.t[0] + x*p.x[0] + y*p.y[0] + z*p.z[0],
		p.t[1] + x*p.x[1] + y*p.y[1] + z*p.z[1],
		p.t[2] + x*p.x[2] + y*p.y[2] + z*p.z[2],
	}
}

// pixel is where the picture shows that point.
func (p *pose) pixel(col, row, level float64) engine.Point {
	v := p.space(col, row, level)
	return p.cam.Project(v[0], v[1], v[2])
}

// face is the outline of a place's top face at a level: top-left, top-right, bottom-right, bottom-left as the lattice
// runs.
func (p *pose) face(at engine.Place, level float64) engine.Quad {
	h := p.side / p.pitch / 2
	c, r := float64(at.Col), float64(at.Row)
	return engine.Quad{p.pixel(c-h, r-h, level), p.pixel(c+h, r-h, level), p.pixel(c+h, r+h, level), p.pixel(c-h, r+h, level)}
}

// scale is the length of a pitch at a place, pixels: the mean of both directions.
func (p *pose) scale(at engine.Place) float64 {
	c, r := float64(at.Col), float64(at.Row)
	return (dist(p.pixel(c-0.5, r, 1), p.pixel(c+0.5, r, 1)) + dist(p.pixel(c, r-0.5, 1), p.pixel(c, r+0.5, 1))) / 2
}

// eye is the camera's position over the lattice: columns and rows in pitches, height in tiles.
func (p *pose) eye() (col, row, level float64) {
	return -p.t.dot(p.x) / p.pitch, -p.t.dot(p.y) / p.pitch, p.t.dot(p.z) / p.thickness
}

// poseOf is the pose of a lattice whose place 0, 0 has its first level's face at origin and whose columns step by u,
// both in units of the plane's table.
func poseOf(t *plane, origin, u engine.Point, s sizes) pose {
	pitch := math.Hypot(u.X, u.Y)
	height := s.pitch / pitch // of the eye over the faces of the first level
	x := t.right.scale(u.X / pitch).add(t.ahead.scale(u.Y / pitch))
	p := pose{cam: t.cam, sizes: s, x: x, y: t.down.cross(x), z: t.down, table: t.down}
	p.t = t.down.add(t.right.scale(origin.X)).add(t.ahead.scale(origin.Y)).scale(height).add(t.down.scale(s.thickness))
	return p
}

// motion is a small change of a pose: it is turned about the camera's axes, about some middle (radians), and shifted (mm); then what
// nobody measured changes (see freedom).
type motion [poseNumbers + freeNumbers]float64

const poseNumbers = 6

// numbers is how many of a motion's numbers are to be found.
func (p *pose) numbers() int {
	if p.free == nil {
		return poseNumbers
	}
	return len(motion{})
}

// moved is the pose after a small change.
func (p *pose) moved(d motion, middle vec3) pose {
	turn := func(v vec3) vec3 {
		w := vec3{d[0], d[1], d[2]}
		angle := math.Sqrt(w.dot(w))
		if angle < 1e-12 {
			return v
		}
		k := w.scale(1 / angle)
		s, c := math.Sincos(angle)
		return v.scale(c).add(k.cross(v).scale(s)).add(k.scale(k.dot(v) * (1 - c)))
	}
	q := *p
	q.x = turn(p.x).unit()
	y := turn(p.y)
	q.y = y.add(q.x.scale(-y.dot(q.x))).unit()
	q.z = q.x.cross(q.y)
	q.t = turn(p.t.add(middle.scale(-1))).add(middle).add(vec3{d[3], d[4], d[5]})
	if p.free != nil {
		q.reshape([freeNumbers]float64(d[poseNumbers:]), middle)
	}
	return q
}

// sight is something seen in the picture that a pose should explain.
type sight struct {
	col, row, level float64      // pitches, pitches, tiles
	at              engine.Point // pixels
	nx, ny          float64      // unit normal of an edge, along which it was seen; zero for a point
	weight          float64      // 1/sigma, per pixel
}

// fit moves the pose to explain the sights best: Levenberg-Marquardt on six numbers, and those that nobody measured, with a robust loss.
// hold is how strongly the table's direction is held to what is known of it, in 1/radian. It returns the mean squared weighted
// residual, robustly.
func (p *pose) fit(sights []sight, hold float64, rounds int) float64 {
	var middle vec3
	for _, s := range sights {
		middle = middle.add(p.space(s.col, s.row, s.level).scale(1 / float64(len(sights))))
	}
	start := p.table
	lambda := 1e-3
	cost := p.cost(sights, start, hold)
	for range rounds {
		n := p.normal(sights, middle, start, hold)
		improved := false
		for range 6 {
			m := n.a
			for i := range p.numbers() {
				m[i][i] *= 1 + lambda
			}
			d, ok := solve(&m, n.b, n.numbers)
			if !ok {
				lambda *= 10
				continue
			}
			q := p.moved(d, middle)
			if c := q.cost(sights, start, hold); c < cost {
				improved = cost-c > 1e-6*cost
				*p, cost = q, c
				lambda = max(lambda/5, 1e-9)
				break
			}
			lambda *= 8
		}
		if !improved {
			break
		}
	}
	return cost / float64(max(1, len(sights)))
}

// faithful is the weighted residual from which on a sight counts less and less: it may be something else that was seen.
const faithful = 3.0

// robust is the loss of a weighted residual after Geman and McClure, and the weight it leaves to the residual.
func robust(r float64) (loss, weight float64) {
	k := 1 / (1 + r*r/(faithful*faithful))
	return r * r * k, k * k
}

// residuals of one sight: two for a point, one for an edge.
func (p *pose) residuals(s *sight) (a, b float64, n int) {
	px := p.pixel(s.col, s.row, s.level)
	dx, dy := (px.X-s.at.X)*s.weight, (px.Y-s.at.Y)*s.weight
	if s.nx == 0 && s.ny == 0 {
		return dx, dy, 2
	}
	return dx*s.nx + dy*s.ny, 0, 1
}

func (p *pose) cost(sights []sight, start vec3, hold float64) float64 {
	sum := 0.0
	for i := range sights {
		a, b, n := p.residuals(&sights[i])
		l, _ := robust(a)
		sum += l
		if n == 2 {
			l, _ = robust(b)
			sum += l
		}
	}
	sum += p.strain()
	if p.known != nil {
		return sum + p.known.misfit(p)
	}
	c := start.cross(p.z)
	return sum + hold*hold*c.dot(c)
}

// normals are the equations of a step of least squares: the lower half of a symmetric matrix, and the other side.
type normals struct {
	a       [len(motion{})]motion
	b       motion
	numbers int // of a motion that are to be found
}

// add adds what is seen of one residual with a weight, and its derivatives.
func (n *normals) add(residual, weight float64, slope *motion) {
	for x, s := range slope[:n.numbers] {
		if k := weight * s; k != 0 {
			n.b[x] -= k * residual
			row := &n.a[x]
			for y, s := range slope[:x+1] {
				row[y] += k * s
			}
		}
	}
}

// whole fills in the matrix's upper half.
func (n *normals) whole() {
	for x := range n.numbers {
		for y := x + 1; y < n.numbers; y++ {
			n.a[x][y] = n.a[y][x]
		}
	}
}

// normal are the normal equations of one Gauss-Newton step.
func (p *pose) normal(sights []sight, middle, start vec3, hold float64) (n normals) {
	n.numbers = p.numbers()
	for i := range sights {
		p.heed(&n, &sights[i], middle)
	}
	errors, slopes := p.tableErrors(middle, start, hold)
	for i, e := range errors {
		var j motion
		for k := range slopes {
			j[k] = slopes[k][i]
		}
		n.add(e, 1, &j)
	}
	if p.free != nil {
		for i, e := range p.strains() {
			j := motion{}
			j[poseNumbers+i] = 1 / p.free.sigma[i]
			n.add(e, 1, &j)
		}
	}
	n.whole()
	return n
}

// heed adds what a sight tells.
func (p *pose) heed(n *normals, s *sight, middle vec3) {
	v := p.space(s.col, s.row, s.level)
	px, by := p.cam.ProjectNear(v[0], v[1], v[2])
	if s.nx == 0 && s.ny == 0 {
		p.heedAlong(n, s, v, middle, px, &by, 1, 0)
		p.heedAlong(n, s, v, middle, px, &by, 0, 1)
	} else {
		p.heedAlong(n, s, v, middle, px, &by, s.nx, s.ny)
	}
}

// heedAlong adds what a sight tells along a direction of the picture. v is where it lies in space, px where the picture then shows it, and
// by that place's derivatives.
func (p *pose) heedAlong(n *normals, s *sight, v, middle vec3, px engine.Point, by *[2][3]float64, nx, ny float64) {
	nx, ny = nx*s.weight, ny*s.weight
	residual := (px.X-s.at.X)*nx + (px.Y-s.at.Y)*ny
	_, weight := robust(residual)
	// Spelled out: nothing is called more often.
	x, y, z := by[0][0]*nx+by[1][0]*ny, by[0][1]*nx+by[1][1]*ny, by[0][2]*nx+by[1][2]*ny
	ax, ay, az := v[0]-middle[0], v[1]-middle[1], v[2]-middle[2]
	j := motion{ay*z - az*y, az*x - ax*z, ax*y - ay*x, x, y, z}
	if p.free != nil {
		for i, g := range p.freeSlopes(v, middle, s.level, px, by) {
			j[poseNumbers+i] = g.X*nx + g.Y*ny
		}
	}
	n.add(residual, weight, &j)
}

// tableErrors are how far the pose's table is off what is known of it, each of unit variance, and their derivatives by small turns
// about a point and by shifts. Without a ground only its direction is known, and held as strongly as hold says, in 1/radian.
func (p *pose) tableErrors(middle, start vec3, hold float64) (errors vec3, by [6]vec3) {
	if p.known != nil {
		return p.known.errors(p), p.known.slopes(p, middle)
	}
	for k := range 3 {
		var axis vec3
		axis[k] = 1
		by[k] = start.cross(axis.cross(p.z)).scale(hold)
	}
	return start.cross(p.z).scale(hold), by
}

// solve solves the first equations of a symmetric system by Gaussian elimination with pivoting; the system is used up.
func solve(a *[len(motion{})]motion, b motion, numbers int) (motion, bool) {
	for i := range numbers {
		pivot := i
		for r := i + 1; r < numbers; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[pivot][i]) {
				pivot = r
			}
		}
		if math.Abs(a[pivot][i]) < 1e-14 {
			return b, false
		}
		a[i], a[pivot], b[i], b[pivot] = a[pivot], a[i], b[pivot], b[i]
		for r := i + 1; r < numbers; r++ {
			k := a[r][i] / a[i][i]
			for c := i; c < numbers; c++ {
				a[r][c] -= k * a[i][c]
			}
			b[r] -= k * b[i]
		}
	}
	for i := numbers - 1; i >= 0; i-- {
		for c := i + 1; c < numbers; c++ {
			b[i] -= a[i][c] * b[c]
		}
		b[i] /= a[i][i]
	}
	return b, true
}
