package search

import (
	"math"

	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// The tiles of racks lie on the table, one high, and all around the structure: where several are seen, they tell the table's direction
// and how far it is better than the structure itself, whose stacks may pass for a tilt.
const (
	anchorRack   = 3   // tiles of a line that make it a rack
	anchorTiles  = 6   // so many of racks tell a table
	anchorAgrees = 0.4 // squared standard deviations up to which the structure's table is that of the racks
)

// onRackPlane is the structure on the table that the racks around it tell, if that explains it better.
func (f *Finder) onRackPlane(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	if s.Pose.Prior != nil || len(s.Cells) < 2 || s.Z[2] < math.Cos(hypothesis.SteepTilt) {
		return s
	}
	shift := s.Shift()
	s.RackLines = racks.Lines(f.Raster, s, racks.LooseFaces(f.Raster, s, shift), shift)
	g, ok := planeFromRacks(f.Raster, s, s.RackLines)
	if !ok || g.Mahalanobis(&s.Pose) < anchorAgrees {
		return s
	}
	stays, moves := s.Clone(), s.Clone()
	stays.Pose.Prior, moves.Pose.Prior = g, g
	stays.Unmeasured, moves.Unmeasured = nil, nil // the table was found under this lens
	var sights []camerapose.Correspondence
	places := s.Cells.Places()
	for _, at := range places {
		sights = append(sights, camerapose.Correspondence{
			Col: float64(at.Col), Row: float64(at.Row), Level: float64(s.Cells[at]),
			At:     s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(s.Cells[at])),
			Weight: 1 / (hypothesis.CandidateSigma * s.Pose.Scale(at)),
		})
	}
	moves.Pose.FitCenters(sights)
	for i, at := range places {
		moves.Cells[at] = max(1, int(sights[i].Level))
	}
	tries := forEach(f.Raster, []hypothesis.Hypothesis{stays, moves}, f.Refine)
	best := tries[0]
	if len(tries[1].Cells) >= len(best.Cells) && tries[1].LogPosterior() > best.LogPosterior() {
		best = tries[1]
	}
	if len(best.Cells) < len(s.Cells) {
		return s
	}
	best.Pose.Prior = nil
	return &best
}

// planeFromRacks is the table under the racks around a structure; false if too few are seen.
func planeFromRacks(r *picture.Raster, s *hypothesis.Hypothesis, chains []hypothesis.Line) (*camerapose.PlanePrior, bool) {
	f := field(s)
	var all []candidate.Outline
	for _, c := range chains {
		if len(c) < anchorRack || len(c) > racks.RackTiles {
			continue
		}
		for i := range c {
			if o, _, ok := candidate.OutlineOf(r, f.Plane, &c[i].Pose, tileface.NarrowEdgeNet()); ok {
				all = append(all, o)
			}
		}
	}
	if len(all) < anchorTiles {
		return nil, false
	}
	g := f.PlaneAt(s.Pose.T.Dot(s.Pose.Z))
	candidate.CompassSearch(g, &f, all)
	return g, f.FitPlane(g, all)
}

// field is a field without spots on the structure's table.
func field(s *hypothesis.Hypothesis) candidate.Field {
	t := camerapose.PlaneOf(s.Cam, s.Z)
	return candidate.Field{Plane: &t, Sizes: s.Sizes, Pitch: s.Pitch / (s.T.Dot(s.Z) - s.Thickness)}
}
