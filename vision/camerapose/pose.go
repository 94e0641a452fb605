package camerapose

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// Defaults of a tile set nobody has measured, millimetres.
const (
	DefaultPitch     = 24.3
	DefaultThickness = 5.5
)

// Sizes are the measures of a tile set, millimetres.
type Sizes struct {
	Side, Thickness, Pitch float64
	Unmeasured             *IntrinsicsPrior // which of them, and of the camera, nobody measured; nil: all were
}

func SizesOf(set *calibration.Tileset) Sizes {
	s := Sizes{}
	if set != nil {
		s = Sizes{Side: set.SideMM, Thickness: set.ThicknessMM, Pitch: set.PitchMM}
	}
	switch {
	case s.Pitch <= 0 && s.Side > 0:
		s.Pitch = s.Side + 0.3
	case s.Pitch <= 0:
		s.Pitch = DefaultPitch
	}
	if s.Side <= 0 {
		s.Side = s.Pitch - 0.3
	}
	if s.Thickness <= 0 {
		s.Thickness = DefaultThickness * s.Pitch / DefaultPitch
	}
	return s
}

// Pose is the camera's place over the lattice: lattice coordinates (x along columns, y along rows, z down into the
// table; millimetres; the origin on the table under the middle of place 0, 0) to camera space.
type Pose struct {
	Cam *calibration.Camera
	Sizes
	X, Y, Z Vec3        // the lattice's axes in camera space
	T       Vec3        // the lattice's origin in camera space
	Table   Vec3        // which way down is, as the edges of all tiles tell it: where the lattice alone tells little, fits stay near it
	Prior   *PlanePrior // what earlier pictures told of the table; nil if nothing is known
}

// Camera is a point of the lattice in camera space: columns and rows in pitches, level in tiles above the table.
func (p *Pose) Camera(col, row, level float64) Vec3 {
	x, y, z := col*p.Pitch, row*p.Pitch, -level*p.Thickness
	return Vec3{ // spelled out: nothing is called more often
		p.T[0] + x*p.X[0] + y*p.Y[0] + z*p.Z[0],
		p.T[1] + x*p.X[1] + y*p.Y[1] + z*p.Z[1],
		p.T[2] + x*p.X[2] + y*p.Y[2] + z*p.Z[2],
	}
}

// Pixel is where the picture shows that point.
func (p *Pose) Pixel(col, row, level float64) engine.Point {
	v := p.Camera(col, row, level)
	return p.Cam.Project(v[0], v[1], v[2])
}

// Face is the outline of a place's top face at a level: top-left, top-right, bottom-right, bottom-left as the lattice
// runs.
func (p *Pose) Face(at engine.Place, level float64) engine.Quad {
	h := p.Side / p.Pitch / 2
	c, r := float64(at.Col), float64(at.Row)
	return engine.Quad{p.Pixel(c-h, r-h, level), p.Pixel(c+h, r-h, level), p.Pixel(c+h, r+h, level), p.Pixel(c-h, r+h, level)}
}

// Scale is the length of a pitch at a place, pixels: the mean of both directions.
func (p *Pose) Scale(at engine.Place) float64 {
	c, r := float64(at.Col), float64(at.Row)
	return (picture.Dist(p.Pixel(c-0.5, r, 1), p.Pixel(c+0.5, r, 1)) + picture.Dist(p.Pixel(c, r-0.5, 1), p.Pixel(c, r+0.5, 1))) / 2
}

// Eye is the camera's position over the lattice: columns and rows in pitches, height in tiles.
func (p *Pose) Eye() (col, row, level float64) {
	return -p.T.Dot(p.X) / p.Pitch, -p.T.Dot(p.Y) / p.Pitch, p.T.Dot(p.Z) / p.Thickness
}

// PoseOf is the pose of a lattice whose place 0, 0 has its first level's face at origin and whose columns step by u,
// both in units of the plane's table.
func PoseOf(t *Plane, origin, u engine.Point, s Sizes) Pose {
	pitch := math.Hypot(u.X, u.Y)
	height := s.Pitch / pitch // of the eye over the faces of the first level
	x := t.Right.Scale(u.X / pitch).Add(t.Ahead.Scale(u.Y / pitch))
	p := Pose{Cam: t.Cam, Sizes: s, X: x, Y: t.Down.Cross(x), Z: t.Down, Table: t.Down}
	p.T = t.Down.Add(t.Right.Scale(origin.X)).Add(t.Ahead.Scale(origin.Y)).Scale(height).Add(t.Down.Scale(s.Thickness))
	return p
}

// Delta is a small change of a pose: it is turned about the camera's axes, about some middle (radians), and shifted (mm); then what
// nobody measured changes (see freedom).
type Delta [PoseNumbers + FreeNumbers]float64

const PoseNumbers = 6

// Numbers is how many of a motion's numbers are to be found.
func (p *Pose) Numbers() int {
	if p.Unmeasured == nil {
		return PoseNumbers
	}
	return len(Delta{})
}

// Moved is the pose after a small change.
func (p *Pose) Moved(d Delta, middle Vec3) Pose {
	turn := func(v Vec3) Vec3 {
		w := Vec3{d[0], d[1], d[2]}
		angle := math.Sqrt(w.Dot(w))
		if angle < 1e-12 {
			return v
		}
		k := w.Scale(1 / angle)
		s, c := math.Sincos(angle)
		return v.Scale(c).Add(k.Cross(v).Scale(s)).Add(k.Scale(k.Dot(v) * (1 - c)))
	}
	q := *p
	q.X = turn(p.X).Unit()
	y := turn(p.Y)
	q.Y = y.Add(q.X.Scale(-y.Dot(q.X))).Unit()
	q.Z = q.X.Cross(q.Y)
	q.T = turn(p.T.Add(middle.Scale(-1))).Add(middle).Add(Vec3{d[3], d[4], d[5]})
	if p.Unmeasured != nil {
		q.ApplyIntrinsics([FreeNumbers]float64(d[PoseNumbers:]), middle)
	}
	return q
}

// Correspondence is something seen in the picture that a pose should explain.
type Correspondence struct {
	Col, Row, Level float64      // pitches, pitches, tiles
	At              engine.Point // pixels
	Nx, Ny          float64      // unit normal of an edge, along which it was seen; zero for a point
	Weight          float64      // 1/sigma, per pixel
}

// Fit moves the pose to explain the sights best: Levenberg-Marquardt on six numbers, and those that nobody measured, with a robust loss.
// hold is how strongly the table's direction is held to what is known of it, in 1/radian. It returns the mean squared weighted
// residual, robustly.
func (p *Pose) Fit(sights []Correspondence, hold float64, rounds int) float64 {
	var middle Vec3
	for _, s := range sights {
		middle = middle.Add(p.Camera(s.Col, s.Row, s.Level).Scale(1 / float64(len(sights))))
	}
	start := p.Table
	lambda := 1e-3
	cost := p.cost(sights, start, hold)
	for range rounds {
		n := p.NormalEquations(sights, middle, start, hold)
		improved := false
		for range 6 {
			m := n.A
			for i := range p.Numbers() {
				m[i][i] *= 1 + lambda
			}
			d, ok := Solve(&m, n.B, n.Numbers)
			if !ok {
				lambda *= 10
				continue
			}
			q := p.Moved(d, middle)
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

// lossScale is the weighted residual from which on a sight counts less and less: it may be something else that was seen.
const lossScale = 3.0

// GemanMcClure is the loss of a weighted residual after Geman and McClure, and the weight it leaves to the residual.
func GemanMcClure(r float64) (loss, weight float64) {
	k := 1 / (1 + r*r/(lossScale*lossScale))
	return r * r * k, k * k
}

// Residuals of one sight: two for a point, one for an edge.
func (p *Pose) Residuals(s *Correspondence) (a, b float64, n int) {
	px := p.Pixel(s.Col, s.Row, s.Level)
	dx, dy := (px.X-s.At.X)*s.Weight, (px.Y-s.At.Y)*s.Weight
	if s.Nx == 0 && s.Ny == 0 {
		return dx, dy, 2
	}
	return dx*s.Nx + dy*s.Ny, 0, 1
}

func (p *Pose) cost(sights []Correspondence, start Vec3, hold float64) float64 {
	sum := 0.0
	for i := range sights {
		a, b, n := p.Residuals(&sights[i])
		l, _ := GemanMcClure(a)
		sum += l
		if n == 2 {
			l, _ = GemanMcClure(b)
			sum += l
		}
	}
	sum += p.PriorCost()
	if p.Prior != nil {
		return sum + p.Prior.Mahalanobis(p)
	}
	c := start.Cross(p.Z)
	return sum + hold*hold*c.Dot(c)
}

// NormalEquations are the equations of a step of least squares: the lower half of a symmetric matrix, and the other side.
type NormalEquations struct {
	A       [len(Delta{})]Delta
	B       Delta
	Numbers int // of a motion that are to be found
}

// Add adds what is seen of one residual with a weight, and its derivatives.
func (n *NormalEquations) Add(residual, weight float64, slope *Delta) {
	for x, s := range slope[:n.Numbers] {
		if k := weight * s; k != 0 {
			n.B[x] -= k * residual
			row := &n.A[x]
			for y, s := range slope[:x+1] {
				row[y] += k * s
			}
		}
	}
}

// Mirror fills in the matrix's upper half.
func (n *NormalEquations) Mirror() {
	for x := range n.Numbers {
		for y := x + 1; y < n.Numbers; y++ {
			n.A[x][y] = n.A[y][x]
		}
	}
}

// NormalEquations are the normal equations of one Gauss-Newton step.
func (p *Pose) NormalEquations(sights []Correspondence, middle, start Vec3, hold float64) (n NormalEquations) {
	n.Numbers = p.Numbers()
	for i := range sights {
		p.accumulate(&n, &sights[i], middle)
	}
	errors, slopes := p.PlaneResiduals(middle, start, hold)
	for i, e := range errors {
		var j Delta
		for k := range slopes {
			j[k] = slopes[k][i]
		}
		n.Add(e, 1, &j)
	}
	if p.Unmeasured != nil {
		for i, e := range p.PriorResiduals() {
			j := Delta{}
			j[PoseNumbers+i] = 1 / p.Unmeasured.Sigma[i]
			n.Add(e, 1, &j)
		}
	}
	n.Mirror()
	return n
}

// accumulate adds what a sight tells.
func (p *Pose) accumulate(n *NormalEquations, s *Correspondence, middle Vec3) {
	v := p.Camera(s.Col, s.Row, s.Level)
	px, by := p.Cam.ProjectNear(v[0], v[1], v[2])
	if s.Nx == 0 && s.Ny == 0 {
		p.accumulateAlong(n, s, v, middle, px, &by, 1, 0)
		p.accumulateAlong(n, s, v, middle, px, &by, 0, 1)
	} else {
		p.accumulateAlong(n, s, v, middle, px, &by, s.Nx, s.Ny)
	}
}

// accumulateAlong adds what a sight tells along a direction of the picture. v is where it lies in space, px where the picture then shows it, and
// by that place's derivatives.
func (p *Pose) accumulateAlong(n *NormalEquations, s *Correspondence, v, middle Vec3, px engine.Point, by *[2][3]float64, nx, ny float64) {
	nx, ny = nx*s.Weight, ny*s.Weight
	residual := (px.X-s.At.X)*nx + (px.Y-s.At.Y)*ny
	_, weight := GemanMcClure(residual)
	// Spelled out: nothing is called more often.
	x, y, z := by[0][0]*nx+by[1][0]*ny, by[0][1]*nx+by[1][1]*ny, by[0][2]*nx+by[1][2]*ny
	ax, ay, az := v[0]-middle[0], v[1]-middle[1], v[2]-middle[2]
	j := Delta{ay*z - az*y, az*x - ax*z, ax*y - ay*x, x, y, z}
	if p.Unmeasured != nil {
		for i, g := range p.IntrinsicsJacobian(v, middle, s.Level, px, by) {
			j[PoseNumbers+i] = g.X*nx + g.Y*ny
		}
	}
	n.Add(residual, weight, &j)
}

// PlaneResiduals are how far the pose's table is off what is known of it, each of unit variance, and their derivatives by small turns
// about a point and by shifts. Without a ground only its direction is known, and held as strongly as hold says, in 1/radian.
func (p *Pose) PlaneResiduals(middle, start Vec3, hold float64) (errors Vec3, by [6]Vec3) {
	if p.Prior != nil {
		return p.Prior.residuals(p), p.Prior.jacobian(p, middle)
	}
	for k := range 3 {
		var axis Vec3
		axis[k] = 1
		by[k] = start.Cross(axis.Cross(p.Z)).Scale(hold)
	}
	return start.Cross(p.Z).Scale(hold), by
}

// Solve solves the first equations of a symmetric system by Gaussian elimination with pivoting; the system is used up.
func Solve(a *[len(Delta{})]Delta, b Delta, numbers int) (Delta, bool) {
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
