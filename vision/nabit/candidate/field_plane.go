package candidate

import (
	"math"

	"tilewatch/vision/camerapose"
)

// PlaneUnder is the table, near the field's and so many millimetres away, on which the outlines are those of single tiles.
func (f *Field) PlaneUnder(all []Outline, height float64) (*camerapose.PlanePrior, bool) {
	g := f.PlaneAt(height)
	return g, f.FitPlane(g, all)
}

// PlaneAt is the field's table, if it is so many millimetres away.
func (f *Field) PlaneAt(height float64) *camerapose.PlanePrior {
	return &camerapose.PlanePrior{Down: f.Plane.Down, Right: f.Plane.Right, Ahead: f.Plane.Ahead, Height: height}
}

// FitPlane brings a ground to where the outlines are those of single tiles, and measures how well they tell it; false if they do not.
func (f *Field) FitPlane(g *camerapose.PlanePrior, all []Outline) bool {
	step := [3]float64{anchorTurn, anchorTurn, anchorLift * g.Height}
	var info [3][3]float64
	for range anchorSteps {
		cost := func(d camerapose.Vec3) float64 { return f.onPlane(g, d).misfit(all) }
		var slope [3]float64
		here := cost(camerapose.Vec3{})
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
			info[i][k] *= anchorShare
		}
	}
	var ok bool
	g.Root, ok = camerapose.Cholesky3(info)
	return ok
}

// CompassSearch turns and lifts the ground, in ever smaller steps, to where the outlines fit better: a structure of a few tiles may lean so much
// that from there no slope leads to the table.
func CompassSearch(g *camerapose.PlanePrior, f *Field, all []Outline) {
	least := f.onPlane(g, camerapose.Vec3{}).misfit(all)
	for step := anchorFirst; step > anchorTurn/4; step /= 2 {
		for better := true; better; {
			better = false
			for i := range 6 {
				var d camerapose.Vec3
				d[i/2] = step * float64(1-2*(i%2))
				d[2] *= g.Height / 2 // tiles are lifted less than tilted
				if cost := f.onPlane(g, d).misfit(all); cost < least {
					least, better = cost, true
					perturb(g, d)
				}
			}
		}
	}
}

// perturb turns the ground about right and ahead, radians, and lifts it, millimetres.
func perturb(g *camerapose.PlanePrior, d camerapose.Vec3) {
	turn := g.Right.Scale(d[0]).Add(g.Ahead.Scale(d[1]))
	t := camerapose.PlaneOf(nil, g.Down.Add(turn.Cross(g.Down)).Unit())
	g.Down, g.Right, g.Ahead, g.Height = t.Down, t.Right, t.Ahead, g.Height+d[2]
}

// onPlane is the field on a ground that is turned and lifted a little.
func (f *Field) onPlane(g *camerapose.PlanePrior, d camerapose.Vec3) *Field {
	moved := *g
	perturb(&moved, d)
	t := camerapose.PlaneOf(f.Plane.Cam, moved.Down)
	return &Field{Plane: &t, Sizes: f.Sizes, Pitch: moved.PitchOf(f.Sizes)}
}

// How well edges show a table.
const (
	anchorTurn  = 0.01 // steps in which the table is tilted to see how well they tell it, radians,
	anchorLift  = 0.01 // and lifted, as a share of its distance
	anchorSteps = 4
	anchorFirst = 0.06 // first step in which it is sought, radians
	anchorShare = 0.25 // of what their edges tell counts: tiles that lie a little askew err alike
)
