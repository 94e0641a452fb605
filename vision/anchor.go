package vision

import "math"

// The tiles of racks lie on the table, one high, and all around the structure: where several are seen, they tell the table's direction
// and how far it is better than the structure itself, whose stacks may pass for a tilt.
const (
	anchorRack   = 3    // tiles of a line that make it a rack
	anchorTiles  = 6    // so many of racks tell a table
	anchorTurn   = 0.01 // steps in which the table is tilted to see how well they tell it, radians,
	anchorLift   = 0.01 // and lifted, as a share of its distance
	anchorSteps  = 4
	anchorFirst  = 0.06 // first step in which it is sought, radians
	anchorAgrees = 0.4  // squared standard deviations up to which the structure's table is that of the racks
	anchorShare  = 0.25 // of what their edges tell counts: tiles that lie a little askew err alike
)

// anchored is the structure on the table that the racks around it tell, if that explains it better.
func (f *finder) anchored(s *structure) *structure {
	if s.pose.known != nil || len(s.cells) < 2 || s.z[2] < math.Cos(steepTilt) {
		return s
	}
	shift := s.shift()
	s.lines = f.chains(s, f.looseFaces(s, shift), shift)
	g, ok := f.groundOfRacks(s, s.lines)
	if !ok || g.misfit(&s.pose) < anchorAgrees {
		return s
	}
	stays, moves := s.clone(), s.clone()
	stays.pose.known, moves.pose.known = g, g
	stays.free, moves.free = nil, nil // the table was found under this lens
	var sights []sight
	places := s.cells.places()
	for _, at := range places {
		sights = append(sights, sight{
			col: float64(at.Col), row: float64(at.Row), level: float64(s.cells[at]),
			at:     s.pose.pixel(float64(at.Col), float64(at.Row), float64(s.cells[at])),
			weight: 1 / (spotSlip * s.pose.scale(at)),
		})
	}
	moves.pose.fitPoints(sights)
	for i, at := range places {
		moves.cells[at] = max(1, int(sights[i].level))
	}
	tries := f.each([]structure{stays, moves}, f.finish)
	best := tries[0]
	if len(tries[1].cells) >= len(best.cells) && tries[1].explained() > best.explained() {
		best = tries[1]
	}
	if len(best.cells) < len(s.cells) {
		return s
	}
	best.pose.known = nil
	return &best
}

// groundOfRacks is the table under the racks around a structure; false if too few are seen.
func (r *raster) groundOfRacks(s *structure, chains []chain) (*ground, bool) {
	f := s.field()
	var all []outline
	for _, c := range chains {
		if len(c) < anchorRack || len(c) > rackTiles {
			continue
		}
		for i := range c {
			if o, _, ok := r.outlineOf(f.plane, &c[i].pose, narrowLocator()); ok {
				all = append(all, o)
			}
		}
	}
	if len(all) < anchorTiles {
		return nil, false
	}
	g := f.groundAt(s.pose.t.dot(s.pose.z))
	g.seek(&f, all)
	return g, f.tells(g, all)
}

// field is a field without spots on the structure's table.
func (s *structure) field() spotField {
	t := planeOf(s.cam, s.z)
	return spotField{plane: &t, sz: s.sizes, pitch: s.pitch / (s.t.dot(s.z) - s.thickness)}
}

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

// shift is the mean shift of the hues of the structure's faces.
func (s *structure) shift() hue { return meanShift(s.faceHues()) }

// faceHues are the hues of the structure's faces.
func (s *structure) faceHues() (hues []hue) {
	for at, level := range s.cells {
		hues = append(hues, hueOf(s.evidence[at].view[level-1].plastic))
	}
	return hues
}
