package search

import (
	"cmp"
	"math"
	"runtime"
	"slices"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/tableplane"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

const (
	triesSpread = 4 // structures grown from lattices at the same place
	// A neighbor joins from this log-likelihood ratio on while the pose is still rough, if so many of its eight half sides show an
	// edge: what is no tile would pull the pose away.
	spreadAccepted = -1.0
	spreadEdges    = 4.5
)

// Hypotheses grows structures from the lattices that spots form, best first.
func (f *Finder) Hypotheses(all []marks.Mark, with hypothesis.Effort) []hypothesis.Hypothesis {
	return f.hypothesesFrom(f.fieldsFrom(f.Cam, all, with, nil))
}

// fieldsFrom are the spots that the marks may be. found is what was found with less care, if anything was.
func (f *Finder) fieldsFrom(cam *calibration.Camera, all []marks.Mark, with hypothesis.Effort, found *hypothesis.Hypothesis) []candidate.Field {
	marks0 := slices.Clone(all)
	if with >= hypothesis.CarefulEffort {
		slices.SortStableFunc(marks0, func(a, b marks.Mark) int { return cmp.Compare(b.Score, a.Score) })
	} else {
		marks0 = slices.DeleteFunc(marks0, func(m marks.Mark) bool { return m.Uneven })
	}
	marks0 = marks.SuppressDuplicates(f.Raster, marks0, with >= hypothesis.ThoroughEffort)
	turns := make([]tableplane.Orientations, len(marks0))
	parallel.Do(len(marks0), func(i int) { turns[i] = tableplane.OrientationsAround(f.Raster, marks0[i]) })
	anyway := with >= hypothesis.ThoroughEffort && (found == nil || found.MayBeRack()) // else the table is known well enough
	known := f.known()
	fields := candidate.Fields(f.Raster, known.Planes(cam, turns), turns, marks0, f.Sizes, known, anyway)
	for i := range fields {
		if fields[i].Marks = all; with >= hypothesis.CarefulEffort {
			fields[i] = candidate.Redetect(f.Raster, fields[i], turns, marks0)
		}
	}
	return fields
}

// hypothesesFrom grows structures from the lattices of the fields, best first.
func (f *Finder) hypothesesFrom(fields []candidate.Field) []hypothesis.Hypothesis {
	grown := f.grown(fields, candidate.LinkSlip, candidate.KeptLattices)
	if !slices.ContainsFunc(grown, func(s hypothesis.Hypothesis) bool { return s.Fitted() && !s.MayBeRack() }) {
		// A rack that lies beside the structure may have been linked with it, or too many may have been preferred.
		grown = append(grown, f.grown(fields, candidate.TightSlip, 2*candidate.KeptLattices)...)
	}
	preferWords(grown)
	slices.SortStableFunc(grown, func(a, b hypothesis.Hypothesis) int { return cmp.Compare(b.Rank(), a.Rank()) })
	return grown
}

// grown are structures grown from the best lattices of the fields whose spots lie within slip of where their neighbors expect them.
func (f *Finder) grown(fields []candidate.Field, slip float64, most int) []hypothesis.Hypothesis {
	var linked []hypothesis.Hypothesis
	for i := range fields {
		linked = append(linked, hypothesis.Link(f.Raster, &fields[i], slip, most, f.Ground)...)
		linked = append(linked, hypothesis.LinkWithOtherThickness(f.Raster, &fields[i], slip, most, f.Ground, linked)...)
	}
	slices.SortStableFunc(linked, func(a, b hypothesis.Hypothesis) int { return cmp.Compare(b.Score, a.Score) })
	return f.growAll(linked, most+1)
}

// growAll grows the best lattices, a few of each place at most, several at a time.
func (f *Finder) growAll(linked []hypothesis.Hypothesis, most int) []hypothesis.Hypothesis {
	var seeds []hypothesis.Hypothesis
	for _, s := range linked {
		// Tries at the same place may differ in their poses.
		same := 0
		for k := range seeds {
			if seeds[k].Covers(&s) {
				same++
			}
		}
		if same < triesSpread {
			if seeds = append(seeds, s); len(seeds) == most {
				break
			}
		}
	}
	var grown []hypothesis.Hypothesis
	for batch := range slices.Chunk(seeds, runtime.NumCPU()) {
		parallel.Do(len(batch), func(i int) { f.growRings(&batch[i], tileface.CoarseClassifier()) })
		grown = append(grown, batch...)
		if slices.ContainsFunc(batch, func(s hypothesis.Hypothesis) bool {
			return len(s.Cells) > hypothesis.RackLength && s.Fitted() && (s.Converged() || !s.Unmeasured.ThicknessUnknown())
		}) {
			break // that is it
		}
	}
	return slices.DeleteFunc(grown, func(s hypothesis.Hypothesis) bool { return len(s.Cells) < 2 })
}

// preferWords doubts what may be a rack: one line of at most six tiles of one color. Racks lie around the structure,
// so of several such lines the one in the middle of the others is the word.
func preferWords(all []hypothesis.Hypothesis) {
	for i := range all {
		s := &all[i]
		if s.MayBeRack() {
			var others []*hypothesis.Hypothesis
			for k := range all {
				o := &all[k]
				if k != i && !o.Covers(s) && !slices.ContainsFunc(others, func(n *hypothesis.Hypothesis) bool { return n.Covers(o) || o.Covers(n) }) {
					others = append(others, o)
				}
			}
			off := 0.0
			if len(others) > 2 {
				if off = offMiddle(s, others); off > rimShare {
					s.RackPenalty += math.Log(3)
				}
			}
			// Who sets up a camera points it at the structure.
			half := engine.Point{X: float64(s.Cam.Width) / 2, Y: float64(s.Cam.Height) / 2}
			off = max(off, 2*picture.Dist(s.Middle(), half)/math.Hypot(half.X, half.Y))
			s.RackPenalty += math.Log((1 + off) / 0.6)
		}
	}
}

// rimShare is how far from the middle of the others a line lies at least, in their own mean distance from it, if it is one
// of those that lie around.
const rimShare = 1.2

// offMiddle is how far a structure lies from the middle of others, in their mean distance from it.
func offMiddle(s *hypothesis.Hypothesis, others []*hypothesis.Hypothesis) float64 {
	var middle engine.Point
	for _, o := range others {
		at := o.Middle()
		middle.X += at.X / float64(len(others))
		middle.Y += at.Y / float64(len(others))
	}
	spread := 0.0
	for _, o := range others {
		spread += picture.Dist(o.Middle(), middle) / float64(len(others))
	}
	return picture.Dist(s.Middle(), middle) / max(spread, 1)
}

// growRings adds ring after ring of neighbors that look like tiles, improving the pose after each.
func (f *Finder) growRings(s *hypothesis.Hypothesis, j *tileface.Classifier) {
	const rings = 12
	for range rings {
		before := len(s.Cells)
		rim := s.Cells.Boundary()
		seen := hypothesis.EvaluateAll(f.Raster, rim, func(at engine.Place) *hypothesis.Evidence { return hypothesis.Evaluate(f.Raster, j, s, at) })
		for _, at := range rim {
			if e := seen[at]; e.Tile > spreadAccepted && tileface.VisibleEdges(f.Raster, &s.Pose, at, e.Best) > spreadEdges {
				s.Cells[at] = e.Best
			}
		}
		if len(s.Cells) == before || len(s.Cells) > camerapose.MaxCells {
			break
		}
		hypothesis.FitEdges(f.Raster, s, tileface.WideEdgeNet(), camerapose.TableHold)
	}
	f.grow(j, s)
	s.EdgeScore = tileface.EdgeLogLikelihood(f.Raster, &s.Pose, s.Cells)
}
