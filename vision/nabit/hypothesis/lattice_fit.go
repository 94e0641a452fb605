package hypothesis

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Link makes a hypothesis of each lattice that a field's candidates form, best first.
func Link(r *picture.Raster, field *candidate.Field, slip float64, most int, table *camerapose.PlanePrior) []Hypothesis {
	lattices := candidate.NewLinker(field, slip).Lattices(most)
	fits := make([]Hypothesis, len(lattices))
	parallel.Do(len(lattices), func(i int) { fits[i] = FromLattice(r, field, &lattices[i], table) })
	all := slices.DeleteFunc(fits, func(s Hypothesis) bool { return len(s.Cells) < 2 })
	slices.SortStableFunc(all, func(a, b Hypothesis) int { return cmp.Compare(b.Score, a.Score) })
	return all
}

// CandidateSigma is the standard deviation of a refined candidate's middle about its face's, in pitches.
const CandidateSigma = 0.025

// FromLattice makes a hypothesis of a lattice: it fits a pose to the candidates' middles, then to their edges, and keeps the faces that still
// look like tiles.
func FromLattice(r *picture.Raster, f *candidate.Field, g *candidate.Lattice, table *camerapose.PlanePrior) Hypothesis {
	first := f.Candidates[g.Nodes[0].Candidate]
	s := Hypothesis{Pose: f.PoseAt(first.At, first.Turn), Cells: lattice.Levels{}, Map: f.Map, Marks: f.Marks}
	s.Pose.Prior = table
	scale := s.Pose.Scale(engine.Place{})
	var sights []camerapose.Correspondence
	for _, n := range g.Nodes {
		sights = append(sights, camerapose.Correspondence{
			Col: float64(n.Place.Col), Row: float64(n.Place.Row), Level: float64(n.Level),
			At: f.Plane.Pixel(f.Candidates[n.Candidate].At), Weight: 1 / (CandidateSigma * scale),
		})
	}
	s.Pose.FitCenters(sights)
	for i, n := range g.Nodes {
		s.Cells[n.Place] = int(sights[i].Level)
	}
	classifier := tileface.CoarseClassifier()
	FitEdges(r, &s, tileface.WideEdgeNet(), camerapose.PointsHold)
	FitEdges(r, &s, tileface.WideEdgeNet(), camerapose.PointsHold)
	s.CompareWith(s.Cells)
	for _, at := range s.Cells.Places() {
		v := tileface.SampleFace(r, &s.Pose, at, float64(s.Cells[at]))
		score := classifier.Score(v.Features()) + s.OnMap(v.Quad)
		if !v.Inside || score < leastFitted {
			delete(s.Cells, at)
			continue
		}
		s.Score += candidate.Softplus(score)
	}
	return s
}

// leastFitted is the coarse score below which a face is no tile once the pose is fitted.
const leastFitted = -1.5
