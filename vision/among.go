package vision

import (
	"math"

	"tilewatch/engine"
)

// amongLoose looks once more for the structure where what was found may be a rack. A rack's tiles do not touch, and a pose that has them
// touch is wrong, so that the structure beside them is not seen under it. But they all lie on the table, as do those of the other racks:
// one by one they tell it, and how large a tile is seen there, and with that a word's tiles are told from a rack's. none says what is no
// structure.
func (f *finder) amongLoose(s *structure, none func(structure) bool) *structure {
	g, ok := f.groundOfAll(s, f.sizes)
	if !ok || s.sure() && g.misfit(&s.pose) < amongAgrees {
		return s
	}
	f.ground = g
	defer func() { f.ground = nil }()
	own := s.clone()
	own.pose.known = g
	lines := f.structuresOfLines(s, g)
	alone := make([]structure, len(lines))
	for i := range lines {
		alone[i] = lines[i].clone()
	}
	found := f.structuresOf(f.fieldsOf(s.cam, s.marks, careful, nil))
	found = append(append(found[:min(len(found), amongFinished)], lines...), own)
	best, ok := mostTouching(f.each(found, f.finish), none)
	if line, seen := mostTouching(f.each(alone, f.nudge), none); seen && (!ok || best.touching() < amongShare*line.touching()) {
		best, ok = line, true // it was linked with what lies beside it
	}
	if !ok {
		return s
	}
	best.pose.known = nil
	return &best
}

// mostTouching is the structure whose tiles' edges lie best where they should; false if there is none.
func mostTouching(all []structure, none func(structure) bool) (best structure, ok bool) {
	for _, s := range all {
		if len(s.cells) > 1 && !none(s) && (!ok || s.touching() > best.touching()) {
			best, ok = s, true
		}
	}
	return best, ok
}

// amongShare is the share of a line's own that the edges of what grew from it are seen at least.
const amongShare = 0.7

// amongAgrees are the squared standard deviations up to which what is seen well lies on the table that loose tiles tell: tiles err alike.
const amongAgrees = 40.0

// amongFinished is how many structures are finished on the table that loose tiles tell.
const amongFinished = 6

// groundOfAll is the table under the loose tiles around a structure and under its own, each by itself; false if too few are seen.
func (r *raster) groundOfAll(s *structure, sz sizes) (*ground, bool) {
	f := s.field()
	add := func(p pose) {
		one := spot{mark: mark{at: p.pixel(0, 0, 1)}}
		one.at, one.turn = f.placeOf(&p)
		f.spots = append(f.spots, one)
	}
	for _, face := range r.looseFaces(s, s.shift()) {
		if face.level == 1 {
			add(face.pose)
		}
	}
	for _, at := range s.cells.places() {
		add(s.poseAt(float64(at.Col), float64(at.Row), 0))
	}
	for range amongRounds {
		r.settleField(&f)
	}
	r.climbField(&f)
	all, _ := r.outlines(&f, narrowLocator())
	if len(all) < anchorTiles {
		return nil, false
	}
	return f.groundUnder(all, sz.pitch/f.pitch+sz.thickness)
}

// amongRounds is how often the table is brought to where the loose tiles have it.
const amongRounds = 3

// structuresOfLines are the lines that loose tiles form on a table, as if they touched.
func (r *raster) structuresOfLines(s *structure, g *ground) []structure {
	t := planeOf(s.cam, g.down)
	f := spotField{plane: &t, sz: s.sizes, pitch: g.pitchOf(s.sizes)}
	at, _ := t.onTable(s.middle())
	far := structure{pose: f.poseAt(at, 0), marks: s.marks}
	shift := s.shift()
	var all []structure
	for _, c := range r.chains(&far, r.looseFaces(&far, shift), shift) {
		if len(c) > 1 {
			all = append(all, c.structure(&far, g))
		}
	}
	return all
}

// structure is what a line's tiles would be if they touched, on a table.
func (c chain) structure(on *structure, g *ground) structure {
	s := structure{pose: c[0].pose, marks: on.marks, cells: stacks{}}
	s.pose.known = g
	for i := range c {
		to := c[i].t.add(s.t.scale(-1)).scale(1 / s.pitch)
		s.cells[engine.Place{Col: int(math.Round(to.dot(s.x))), Row: int(math.Round(to.dot(s.y)))}] = 1
	}
	s.cells = largestPart(s.cells)
	return s
}
