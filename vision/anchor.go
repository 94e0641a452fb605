package vision

import "math"

// The tiles of racks lie on the table, one high, and all around the structure: where several are seen, they tell the table's direction
// and how far it is better than the structure itself, whose stacks may pass for a tilt.
const (
	anchorRack   = 3   // tiles of a line that make it a rack
	anchorTiles  = 6   // so many of racks tell a table
	anchorAgrees = 0.4 // squared standard deviations up to which the structure's table is that of the racks
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
