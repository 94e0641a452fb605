package candidate

import (
	"math"

	"tilewatch/vision/camerapose"
)

// PlaneAt is the field's plane at a distance in millimeters, without any certainty.
func (f *Field) PlaneAt(height float64) *camerapose.PlanePrior {
	return &camerapose.PlanePrior{Down: f.Plane.Down, Right: f.Plane.Right, Ahead: f.Plane.Ahead, Height: height}
}

// FitPlane moves a plane prior to where the outlines are those of single tiles (Newton's method) and sets its certainty from the curvature of
// the misfit there. It returns false if the outlines do not fix a plane.
func (f *Field) FitPlane(g *camerapose.PlanePrior, all []Outline) bool {
	step := [3]float64{stepTurn, stepTurn, stepLift * g.Height}
	var info [3][3]float64
	for range newtonRounds {
		var slope [3]float64
		var here float64
		here, slope, info = f.curvature(g, step, all)
		if _, ok := camerapose.Cholesky3(info); !ok {
			return false
		}
		move := camerapose.Vec3(camerapose.Solve3(info, slope))
		if next := f.onPlane(g, move); math.IsNaN(move[0]) || next.misfit(all) > here {
			break
		}
		perturb(g, move)
	}
	for i := range info {
		for k := range info[i] {
			info[i][k] *= independentShare
		}
	}
	var ok bool
	g.Root, ok = camerapose.Cholesky3(info)
	return ok
}

// curvature is the misfit of the outlines on a plane, the negative of half its gradient and half its Hessian, by central differences over a step
// of each coordinate. A loss is two negative log-likelihoods, so half the Hessian is the information.
func (f *Field) curvature(g *camerapose.PlanePrior, step [3]float64, all []Outline) (here float64, slope [3]float64, info [3][3]float64) {
	cost := func(d camerapose.Vec3) float64 { return f.onPlane(g, d).misfit(all) }
	here = cost(camerapose.Vec3{})
	for i := range step {
		var d camerapose.Vec3
		d[i] = step[i]
		up, down := cost(d), cost(d.Scale(-1))
		slope[i] = (down - up) / (4 * step[i])
		info[i][i] = (up + down - 2*here) / (2 * step[i] * step[i])
		for k := range i {
			a, b := d, d
			a[k], b[k] = step[k], -step[k]
			info[i][k] = (cost(a) - cost(b) - cost(b.Scale(-1)) + cost(a.Scale(-1))) / (8 * step[i] * step[k])
			info[k][i] = info[i][k]
		}
	}
	return here, slope, info
}

const (
	stepTurn         = 0.01 // step of the differences in tilt, radians,
	stepLift         = 0.01 // and in distance, as a share of it
	newtonRounds     = 4
	independentShare = 0.25 // share of the information that counts: the errors of tiles that lie a little askew are correlated
)

// CompassSearch moves a plane prior to where the outlines fit better (compass search). A structure of a few tiles may lean so much that
// Newton's method does not converge from its plane.
func CompassSearch(g *camerapose.PlanePrior, f *Field, all []Outline) {
	least := f.onPlane(g, camerapose.Vec3{}).misfit(all)
	for step := compassFirst; step > compassLast; step /= 2 {
		for better := true; better; {
			better = false
			for i := range 6 {
				var d camerapose.Vec3
				d[i/2] = step * float64(1-2*(i%2))
				d[2] *= g.Height / 2 // the distance takes smaller steps than the tilt
				if cost := f.onPlane(g, d).misfit(all); cost < least {
					least, better = cost, true
					perturb(g, d)
				}
			}
		}
	}
}

// First step of the compass search and the bound for the last, radians.
const (
	compassFirst = 0.06
	compassLast  = stepTurn / 4
)

// perturb tilts a plane prior about right and ahead, radians, and moves it away, millimeters.
func perturb(g *camerapose.PlanePrior, d camerapose.Vec3) {
	turn := g.Right.Scale(d[0]).Add(g.Ahead.Scale(d[1]))
	t := camerapose.PlaneOf(nil, g.Down.Add(turn.Cross(g.Down)).Unit())
	g.Down, g.Right, g.Ahead, g.Height = t.Down, t.Right, t.Ahead, g.Height+d[2]
}

// onPlane is the field, without candidates, on a perturbed plane.
func (f *Field) onPlane(g *camerapose.PlanePrior, d camerapose.Vec3) *Field {
	moved := *g
	perturb(&moved, d)
	t := camerapose.PlaneOf(f.Plane.Cam, moved.Down)
	return &Field{Plane: &t, Sizes: f.Sizes, Pitch: moved.PitchOf(f.Sizes)}
}
