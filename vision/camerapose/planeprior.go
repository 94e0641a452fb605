package camerapose

import (
	"tilewatch/calibration"
)

// PlanePrior is the table's plane in the camera space of a fixed camera, from earlier pictures or a calibration.
// A few tiles determine the tilt badly, and a stack among them looks like a tilt; a whole board determines it
// well.
type PlanePrior struct {
	Down, Right, Ahead Vec3    // unit vectors in camera space: down to the table, and two that span it
	Height             float64 // of the eye over the table, millimeters
	Tiles              int     // of the hypothesis it comes from
	// Root is a square root of the information on two small turns, about Right and Ahead (radians), and on the
	// height (millimeters). Its transpose whitens them: it makes their errors three of unit variance.
	Root [3][3]float64
}

// MarginalInformation is the information on the plane alone, from that on a whole pose: the Schur complement
// over the pose's turn and shift within the plane.
func (g *PlanePrior) MarginalInformation(pose [len(Delta{})]Delta, middle Vec3) (info [3][3]float64) {
	arm := g.Down.Cross(middle)
	// Each row is a change of the pose (turn, shift): three that move the plane, then three within it.
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

// residuals are the errors of a pose's plane, each of unit variance.
func (g *PlanePrior) residuals(p *Pose) Vec3 {
	turn := g.Down.Cross(p.Z)
	return g.whitened(turn.Dot(g.Right), turn.Dot(g.Ahead), p.T.Dot(p.Z)-g.Height)
}

// whitened are the errors in units of their standard deviations.
func (g *PlanePrior) whitened(right, ahead, height float64) (w Vec3) {
	for i := range w {
		w[i] = g.Root[0][i]*right + g.Root[1][i]*ahead + g.Root[2][i]*height
	}
	return w
}

// jacobian holds the derivatives of the residuals by small turns of the pose about a point and by shifts.
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

// Mahalanobis is the squared Mahalanobis distance of a pose's plane from the prior; 0 without a prior.
func (g *PlanePrior) Mahalanobis(p *Pose) float64 {
	if g == nil {
		return 0
	}
	e := g.residuals(p)
	return e.Dot(e)
}

// PitchOf is the size of a pitch on the plane of the first level's faces, in the plane's units.
func (g *PlanePrior) PitchOf(sz Sizes) float64 { return sz.Pitch / (g.Height - sz.Thickness) }

// PlanePriorOf is the prior from a calibrated table.
func PlanePriorOf(t *calibration.Table) *PlanePrior {
	g := &PlanePrior{Down: Vec3{t.R[0][2], t.R[1][2], t.R[2][2]}, Right: Vec3{t.R[0][0], t.R[1][0], t.R[2][0]}, Ahead: Vec3{t.R[0][1], t.R[1][1], t.R[2][1]}, Tiles: MaxCells}
	g.Height = Vec3(t.T).Dot(g.Down)
	g.Root = [3][3]float64{{1 / TableTurn}, {0, 1 / TableTurn}, {0, 0, 1 / TableFar}}
	return g
}

// Standard deviations of a calibrated table, hand-set.
const (
	TableTurn = 0.004 // of its direction, radians
	TableFar  = 1.5   // of its distance, millimeters
)

// edgeInformation is the share of the edges' information that counts; hand-set. Tiles that lie askew err alike
// in every picture, so their errors are not independent.
const edgeInformation = 0.25
