package vision

// groundOf is what the edges of a structure tell of the table; false if that is not worth knowing.
func (r *raster) groundOf(s *structure) (*ground, bool) {
	if len(s.cells) < groundTiles || s.edgeLikelihood() < groundEdges*float64(len(s.cells)) {
		return nil, false
	}
	p := s.pose
	p.known, p.free = nil, nil
	middle := s.spaceMiddle()
	info := p.normal(r.borderSights(&p, s.cells, narrowLocator()), middle, p.z, 0).a
	g := &ground{down: p.z, right: p.x, ahead: p.y, height: p.t.dot(p.z), tiles: len(s.cells)}
	var ok bool
	g.root, ok = root3(g.marginal(info, middle))
	return g, ok
}

const (
	groundTiles = 4   // so many tiles tell a ground
	groundEdges = 8.0 // if their edges are so likely on average
	// groundMoved is by how many standard deviations a table is another.
	groundMoved = 6.0
)

// contradicts says whether a structure whose pose settled lies on another table: then the camera was moved.
func (g *ground) contradicts(s *structure) bool {
	return g.misfit(&s.pose) > groundMoved*groundMoved
}
