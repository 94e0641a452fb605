package camerapose

import (
	"math"

	"tilewatch/calibration"
)

// PlanePrior is where a camera that stands still has the table, as earlier pictures told it. The lattice of a few tiles tells the
// table's tilt badly, and a stack in it may pass for that tilt; the whole board, once seen, tells it well.
type PlanePrior struct {
	Down, Right, Ahead Vec3    // straight to the table, and what spans it, in camera space
	Height             float64 // of the eye over it, millimetres
	Tiles              int     // of the structure that told it
	// root is a root of the information on two small turns, about right and ahead (radians), and on the height (mm): its
	// transpose takes their errors to three of unit variance.
	Root [3][3]float64
}

// MarginalInformation is the information on the ground alone, from that on a whole pose: how the lattice is turned on the table and shifted
// along it is as it may be.
func (g *PlanePrior) MarginalInformation(pose [len(Delta{})]Delta, middle Vec3) (info [3][3]float64) {
	arm := g.Down.Cross(middle)
	// Each row is a change of the pose (turn, shift): of the ground first, then along it.
	rows := [6][2]Vec3{
		{g.Right, g.Down.Scale(-g.Right.Dot(arm))}, {g.Ahead, g.Down.Scale(-g.Ahead.Dot(arm))}, {{}, g.Down},
		{g.Down, {}}, {{}, g.Right}, {{}, g.Ahead},
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
		x := Solve3(along, [3]float64{a[3][j], a[4][j], a[5][j]})
		for i := range 3 {
			info[i][j] = edgeInformation * (a[i][j] - a[i][3]*x[0] - a[i][4]*x[1] - a[i][5]*x[2])
		}
	}
	return info
}

// Cholesky3 is the lower triangular root of a positive definite matrix; false if it is none.
func Cholesky3(a [3][3]float64) (l [3][3]float64, ok bool) {
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

// residuals are how far a pose's table is off, each of unit variance.
func (g *PlanePrior) residuals(p *Pose) Vec3 {
	turn := g.Down.Cross(p.Z)
	return g.whitened(turn.Dot(g.Right), turn.Dot(g.Ahead), p.T.Dot(p.Z)-g.Height)
}

func (g *PlanePrior) whitened(right, ahead, height float64) (w Vec3) {
	for i := range w {
		w[i] = g.Root[0][i]*right + g.Root[1][i]*ahead + g.Root[2][i]*height
	}
	return w
}

// jacobian are the derivatives of the errors by small turns of the pose about a point and by shifts.
func (g *PlanePrior) jacobian(p *Pose, middle Vec3) (by [6]Vec3) {
	lift := p.Z.Cross(middle)
	for k := range 3 {
		var axis Vec3
		axis[k] = 1
		turn := g.Down.Cross(axis.Cross(p.Z))
		by[k] = g.whitened(turn.Dot(g.Right), turn.Dot(g.Ahead), lift[k])
		by[3+k] = g.whitened(0, 0, p.Z[k])
	}
	return by
}

// Mahalanobis is the squared weighted difference between the ground and a pose's; none if nothing is known.
func (g *PlanePrior) Mahalanobis(p *Pose) float64 {
	if g == nil {
		return 0
	}
	e := g.residuals(p)
	return e.Dot(e)
}

// PitchOf is how large a pitch is on the plane of the faces of the first level, in the plane's units.
func (g *PlanePrior) PitchOf(sz Sizes) float64 { return sz.Pitch / (g.Height - sz.Thickness) }

func PlanePriorOf(t *calibration.Table) *PlanePrior {
	g := &PlanePrior{Down: Vec3{t.R[0][2], t.R[1][2], t.R[2][2]}, Right: Vec3{t.R[0][0], t.R[1][0], t.R[2][0]}, Ahead: Vec3{t.R[0][1], t.R[1][1], t.R[2][1]}, Tiles: MaxCells}
	g.Height = Vec3(t.T).Dot(g.Down)
	g.Root = [3][3]float64{{1 / TableTurn}, {0, 1 / TableTurn}, {0, 0, 1 / TableFar}}
	return g
}

// How exactly a calibrated table is known: its direction in radians, its distance in millimetres.
const (
	TableTurn = 0.004
	TableFar  = 1.5
)

// Solve3 solves a positive definite system after Cramer.
func Solve3(a [3][3]float64, b [3]float64) (x [3]float64) {
	c0, c1, c2 := Vec3{a[0][0], a[1][0], a[2][0]}, Vec3{a[0][1], a[1][1], a[2][1]}, Vec3{a[0][2], a[1][2], a[2][2]}
	d := 1 / c0.Dot(c1.Cross(c2))
	return [3]float64{Vec3(b).Dot(c1.Cross(c2)) * d, c0.Dot(Vec3(b).Cross(c2)) * d, c0.Dot(c1.Cross(Vec3(b))) * d}
}

// groundShare of what the edges tell counts: tiles that lie a little askew err in every picture alike.
const edgeInformation = 0.25
