package search

import (
	"math"

	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// The tiles of racks lie on the table, one high, and all around the structure. Several of them give the table's direction and distance better
// than the structure itself, whose stacks may pass for a tilt. The numbers are hand-set.
const (
	rackTilesLeast  = 3   // tiles of a line that make it a rack
	planeTilesLeast = 6   // tiles that a plane is fitted to, at least
	planeAgrees     = 0.4 // squared Mahalanobis distance up to which the structure already lies on the racks' plane
)

// onRackPlane is the structure on the plane of the racks around it, if that fits it better. It refines several starts on that plane: the
// present pose, a pose fitted to the present middles of the faces, and other levels, since a wrong tilt hides a wrong level well. A known
// or a steeply seen plane stays.
func (f *Finder) onRackPlane(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	if f.Without.Has(RackPlane) || s.Pose.Prior != nil || len(s.Cells) < 2 || s.Z[2] < math.Cos(hypothesis.SteepTilt) {
		return s
	}
	shift := s.Shift()
	s.KeepRackLines(racks.Lines(f.Raster, s, racks.LooseFaces(f.Raster, s, shift), shift))
	g, ok := planeFromRacks(f.Raster, s, s.RackLines)
	if !ok || g.Mahalanobis(&s.Pose) < planeAgrees {
		return s
	}
	held := s.Clone()
	held.Pose.Prior, held.Pose.Unmeasured = g, nil // the plane was fitted under this lens
	restarts := heights.Restarts(f.Raster, &held)
	tries := append(forEach([]hypothesis.Hypothesis{held, refitted(&held)}, f.Refine), f.refineLikely(restarts)...)
	best := tries[0]
	for _, other := range tries[1:] {
		if len(other.Cells) >= len(best.Cells) && other.LogPosterior() > best.LogPosterior() {
			best = other
		}
	}
	if len(best.Cells) < len(s.Cells) {
		return s
	}
	best.Pose.Prior = nil
	return &best
}

// refitted is the structure with a pose and levels that keep its faces' middles in the picture.
func refitted(s *hypothesis.Hypothesis) hypothesis.Hypothesis {
	c, places := s.Clone(), s.Cells.Places()
	var sights []camerapose.Correspondence
	for _, at := range places {
		sights = append(sights, camerapose.Correspondence{
			Col: float64(at.Col), Row: float64(at.Row), Level: float64(s.Cells[at]),
			At:     s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(s.Cells[at])),
			Weight: 1 / (hypothesis.CandidateSigma * s.Pose.Scale(at)),
		})
	}
	c.Pose.FitCenters(sights)
	for i, at := range places {
		c.Put(at, max(1, int(sights[i].Level)))
	}
	return c
}

// planeFromRacks fits a plane to the tiles of the racks around a structure; false if they are too few.
func planeFromRacks(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line) (*camerapose.PlanePrior, bool) {
	f := field(s)
	var all []candidate.Outline
	for _, c := range lines {
		if len(c) < rackTilesLeast || len(c) > racks.RackTiles {
			continue
		}
		for i := range c {
			if o, _, ok := candidate.OutlineOf(r, f.Plane, &c[i].Pose, tileface.NarrowEdgeNet()); ok {
				all = append(all, o)
			}
		}
	}
	if len(all) < planeTilesLeast {
		return nil, false
	}
	g := f.PlaneAt(s.Pose.T.Dot(s.Pose.Z))
	candidate.CompassSearch(g, &f, all)
	return g, f.FitPlane(g, all)
}

// field is an empty field on the plane of the structure.
func field(s *hypothesis.Hypothesis) candidate.Field {
	t := camerapose.PlaneOf(s.Cam, s.Z)
	return candidate.Field{Plane: &t, Sizes: s.Sizes, Map: s.Map, Pitch: s.Pitch / (s.T.Dot(s.Z) - s.Thickness)}
}
