package hypothesis

import (
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// PlanePriorFrom is what the edges of a structure tell of the table; false if that is not worth knowing.
func PlanePriorFrom(r *picture.Raster, s *Hypothesis) (*camerapose.PlanePrior, bool) {
	if len(s.Cells) < PlanePriorTiles || s.EdgesLogLikelihood() < groundEdges*float64(len(s.Cells)) {
		return nil, false
	}
	p := s.Pose
	p.Prior, p.Unmeasured = nil, nil
	middle := s.SpaceMiddle()
	info := p.NormalEquations(tileface.EdgeCorrespondences(r, &p, s.Cells, tileface.NarrowEdgeNet()), middle, p.Z, 0).A
	g := &camerapose.PlanePrior{Down: p.Z, Right: p.X, Ahead: p.Y, Height: p.T.Dot(p.Z), Tiles: len(s.Cells)}
	var ok bool
	g.Root, ok = camerapose.Cholesky3(g.MarginalInformation(info, middle))
	return g, ok
}

const (
	PlanePriorTiles = 4   // so many tiles tell a ground
	groundEdges     = 8.0 // if their edges are so likely on average
	// groundMoved is by how many standard deviations a table is another.
	groundMoved = 6.0
)

// Contradicts says whether a structure whose pose settled lies on another table: then the camera was moved.
func Contradicts(g *camerapose.PlanePrior, s *Hypothesis) bool {
	return g.Mahalanobis(&s.Pose) > groundMoved*groundMoved
}
