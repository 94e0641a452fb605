package vision

import "math"

// groundUnder is the table, near the field's and so many millimetres away, on which the outlines are those of single tiles.
func (f *spotField) groundUnder(all []outline, height float64) (*ground, bool) {
	g := f.groundAt(height)
	return g, f.tells(g, all)
}

// groundAt is the field's table, if it is so many millimetres away.
func (f *spotField) groundAt(height float64) *ground {
	return &ground{down: f.plane.down, right: f.plane.right, ahead: f.plane.ahead, height: height}
}

// tells brings a ground to where the outlines are those of single tiles, and measures how well they tell it; false if they do not.
func (f *spotField) tells(g *ground, all []outline) bool {
	step := [3]float64{anchorTurn, anchorTurn, anchorLift * g.height}
	var info [3][3]float64
	for range anchorSteps {
		cost := func(d vec3) float64 { return f.on(g, d).misfit(all) }
		var slope [3]float64
		here := cost(vec3{})
		for i := range step {
			var d vec3
			d[i] = step[i]
			up, down := cost(d), cost(d.scale(-1))
			slope[i] = (down - up) / (4 * step[i])
			info[i][i] = (up + down - 2*here) / (2 * step[i] * step[i])
			for k := range i {
				a, b := d, d
				a[k], b[k] = step[k], -step[k]
				info[i][k] = (cost(a) - cost(b) - cost(b.scale(-1)) + cost(a.scale(-1))) / (8 * step[i] * step[k])
				info[k][i] = info[i][k]
			}
		}
		if _, ok := root3(info); !ok {
			return false
		}
		move := vec3(solve3(info, slope))
		if next := f.on(g, move); math.IsNaN(move[0]) || next.misfit(all) > here {
			break
		}
		g.turnBy(move)
	}
	for i := range info {
		for k := range info[i] {
			info[i][k] *= anchorShare
		}
	}
	var ok bool
	g.root, ok = root3(info)
	return ok
}

// seek turns and lifts the ground, in ever smaller steps, to where the outlines fit better: a structure of a few tiles may lean so much
// that from there no slope leads to the table.
func (g *ground) seek(f *spotField, all []outline) {
	least := f.on(g, vec3{}).misfit(all)
	for step := anchorFirst; step > anchorTurn/4; step /= 2 {
		for better := true; better; {
			better = false
			for i := range 6 {
				var d vec3
				d[i/2] = step * float64(1-2*(i%2))
				d[2] *= g.height / 2 // tiles are lifted less than tilted
				if cost := f.on(g, d).misfit(all); cost < least {
					least, better = cost, true
					g.turnBy(d)
				}
			}
		}
	}
}

// turnBy turns the ground about right and ahead, radians, and lifts it, millimetres.
func (g *ground) turnBy(d vec3) {
	turn := g.right.scale(d[0]).add(g.ahead.scale(d[1]))
	t := planeOf(nil, g.down.add(turn.cross(g.down)).unit())
	g.down, g.right, g.ahead, g.height = t.down, t.right, t.ahead, g.height+d[2]
}

// on is the field on a ground that is turned and lifted a little.
func (f *spotField) on(g *ground, d vec3) *spotField {
	moved := *g
	moved.turnBy(d)
	t := planeOf(f.plane.cam, moved.down)
	return &spotField{plane: &t, sz: f.sz, pitch: moved.pitchOf(f.sz)}
}

// How well edges show a table.
const (
	anchorTurn  = 0.01 // steps in which the table is tilted to see how well they tell it, radians,
	anchorLift  = 0.01 // and lifted, as a share of its distance
	anchorSteps = 4
	anchorFirst = 0.06 // first step in which it is sought, radians
	anchorShare = 0.25 // of what their edges tell counts: tiles that lie a little askew err alike
)
