package hypothesis

import (
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// PlanePriorFrom is the plane prior that a hypothesis' edges give, with the information of the pose's normal equations after all other
// parameters are marginalized out; false if the hypothesis is too small or too uncertain.
func PlanePriorFrom(r *picture.Raster, s *Hypothesis) (*camerapose.PlanePrior, bool) {
	if len(s.Cells) < PlanePriorTiles || s.EdgesLogLikelihood() < planeEdges*float64(len(s.Cells)) {
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
	PlanePriorTiles = 4   // fewest tiles that give a plane prior,
	planeEdges      = 8.0 // and their least mean edge score, as for Converged
	planeMoved      = 6.0 // standard deviations between two planes from which they are different ones
)

// Contradicts says whether a hypothesis whose pose settled lies on another plane than the prior's: then the camera has moved.
func Contradicts(g *camerapose.PlanePrior, s *Hypothesis) bool {
	return g.Mahalanobis(&s.Pose) > planeMoved*planeMoved
}
