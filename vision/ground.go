package vision

import (
	"math"
	"tilewatch/calibration"
)

// ground is where a camera that stands still has the table, as earlier pictures told it. The lattice of a few tiles tells the
// table's tilt badly, and a stack in it may pass for that tilt; the whole board, once seen, tells it well.
type ground struct {
	down, right, ahead vec3    // straight to the table, and what spans it, in camera space
	height             float64 // of the eye over it, millimetres
	tiles              int     // of the structure that told it
	// root is a root of the information on two small turns, about right and ahead (radians), and on the height (mm): its
	// transpose takes their errors to three of unit variance.
	root [3][3]float64
}

// marginal is the information on the ground alone, from that on a whole pose: how the lattice is turned on the table and shifted
// along it is as it may be.
func (g *ground) marginal(pose [len(motion{})]motion, middle vec3) (info [3][3]float64) {
	arm := g.down.cross(middle)
	// Each row is a change of the pose (turn, shift): of the ground first, then along it.
	rows := [6][2]vec3{
		{g.right, g.down.scale(-g.right.dot(arm))}, {g.ahead, g.down.scale(-g.ahead.dot(arm))}, {{}, g.down},
		{g.down, {}}, {{}, g.right}, {{}, g.ahead},
	}
	at := func(i, k int) float64 { return rows[i][k/3][k%3] }
	var a [6][6]float64
	for i := range a {
		for j := range a {
			for k := range 6 {
				for l := range 6 {
					a[i][j] += at(i, k) * pose[k][l] * at(j, l)
				}
			}
		}
	}
	var along [3][3]float64
	for i := range along {
		for j := range along {
			along[i][j] = a[3+i][3+j]
		}
	}
	for j := range 3 {
		x := solve3(along, [3]float64{a[3][j], a[4][j], a[5][j]})
		for i := range 3 {
			info[i][j] = groundShare * (a[i][j] - a[i][3]*x[0] - a[i][4]*x[1] - a[i][5]*x[2])
		}
	}
	return info
}

// root3 is the lower triangular root of a positive definite matrix; false if it is none.
func root3(a [3][3]float64) (l [3][3]float64, ok bool) {
	for i := range 3 {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if i != j {
				l[i][j] = sum / l[j][j]
				continue
			}
			if !(sum > 0) {
				return l, false
			}
			l[i][i] = math.Sqrt(sum)
		}
	}
	return l, true
}

// errors are how far a pose's table is off, each of unit variance.
func (g *ground) errors(p *pose) vec3 {
	turn := g.down.cross(p.z)
	return g.weighted(turn.dot(g.right), turn.dot(g.ahead), p.t.dot(p.z)-g.height)
}

func (g *ground) weighted(right, ahead, height float64) (w vec3) {
	for i := range w {
		w[i] = g.root[0][i]*right + g.root[1][i]*ahead + g.root[2][i]*height
	}
	return w
}

// slopes are the derivatives of the errors by small turns of the pose about a point and by shifts.
func (g *ground) slopes(p *pose, middle vec3) (by [6]vec3) {
	lift := p.z.cross(middle)
	for k := range 3 {
		var axis vec3
		axis[k] = 1
		turn := g.down.cross(axis.cross(p.z))
		by[k] = g.weighted(turn.dot(g.right), turn.dot(g.ahead), lift[k])
		by[3+k] = g.weighted(0, 0, p.z[k])
	}
	return by
}

// misfit is the squared weighted difference between the ground and a pose's; none if nothing is known.
func (g *ground) misfit(p *pose) float64 {
	if g == nil {
		return 0
	}
	e := g.errors(p)
	return e.dot(e)
}

// pitchOf is how large a pitch is on the plane of the faces of the first level, in the plane's units.
func (g *ground) pitchOf(sz sizes) float64 { return sz.pitch / (g.height - sz.thickness) }

func groundFrom(t *calibration.Table) *ground {
	g := &ground{down: vec3{t.R[0][2], t.R[1][2], t.R[2][2]}, right: vec3{t.R[0][0], t.R[1][0], t.R[2][0]}, ahead: vec3{t.R[0][1], t.R[1][1], t.R[2][1]}, tiles: maxCells}
	g.height = vec3(t.T).dot(g.down)
	g.root = [3][3]float64{{1 / tableTurn}, {0, 1 / tableTurn}, {0, 0, 1 / tableFar}}
	return g
}

// How exactly a calibrated table is known: its direction in radians, its distance in millimetres.
const (
	tableTurn = 0.004
	tableFar  = 1.5
)

// solve3 solves a positive definite system after Cramer.
func solve3(a [3][3]float64, b [3]float64) (x [3]float64) {
	c0, c1, c2 := vec3{a[0][0], a[1][0], a[2][0]}, vec3{a[0][1], a[1][1], a[2][1]}, vec3{a[0][2], a[1][2], a[2][2]}
	d := 1 / c0.dot(c1.cross(c2))
	return [3]float64{vec3(b).dot(c1.cross(c2)) * d, c0.dot(vec3(b).cross(c2)) * d, c0.dot(c1.cross(vec3(b))) * d}
}

// groundShare of what the edges tell counts: tiles that lie a little askew err in every picture alike.
const groundShare = 0.25
