package search

import (
	"cmp"
	"math"
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
	seedsPerPlace = 4 // hypotheses that grow from lattices at the same place; hand-set, bounds the time
	seedsAtOnce   = 2 // hypotheses that grow before one of them may end the growth; fixed, so that the answer does not depend on the number of cores
	// A neighbor joins a rough pose from this log-likelihood ratio on, if so many of its eight half sides show an edge. Hand-set: with less,
	// other things pull the pose away.
	ringAccepted = -1.0
	ringEdges    = 4.5
	maxRings     = 12  // rings of neighbors that growRings adds at most
	middleOff    = 0.6 // scale of the penalty for the distance from the middle: an off of 0 gains log(1/0.6), an off of 1 loses log(2/0.6); hand-set
)

// Hypotheses grows hypotheses from the lattices that the marks form, best first.
func (f *Finder) Hypotheses(all []marks.Mark, with hypothesis.Effort) []hypothesis.Hypothesis {
	return f.hypothesesFrom(f.fieldsFrom(f.Cam, all, with))
}

// fieldsFrom detects candidates among the marks, one field per plane.
func (f *Finder) fieldsFrom(cam *calibration.Camera, all []marks.Mark, with hypothesis.Effort) []candidate.Field {
	kept := f.chosen(all, with)
	if len(kept) < 2 {
		return nil
	}
	turns := make([]tableplane.Orientations, len(kept))
	parallel.Do(len(kept), func(i int) { turns[i] = tableplane.OrientationsAround(f.Raster, kept[i]) })
	known := f.prior()
	fields := candidate.Fields(f.Raster, known.Planes(cam, turns), turns, kept, f.Sizes, known)
	for i := range fields {
		if fields[i].Marks = all; with >= hypothesis.UtmostEffort {
			fields[i] = candidate.Redetect(f.Raster, fields[i], turns, kept)
		}
	}
	return fields
}

// chosen are the marks that an attempt looks at.
func (f *Finder) chosen(all []marks.Mark, with hypothesis.Effort) []marks.Mark {
	kept := slices.Clone(all)
	switch with {
	case hypothesis.MapEffort:
		return f.mapMarks()
	case hypothesis.UtmostEffort:
		slices.SortStableFunc(kept, func(a, b marks.Mark) int { return cmp.Compare(b.Score, a.Score) })
	default:
		kept = slices.DeleteFunc(kept, func(m marks.Mark) bool { return m.Uneven })
	}
	return marks.SuppressDuplicates(f.Raster, kept, with == hypothesis.UtmostEffort)
}

// hypothesesFrom grows hypotheses from the lattices of the fields, best first. If none of them settles as a structure that cannot be a
// rack, it links again with a tighter slip.
func (f *Finder) hypothesesFrom(fields []candidate.Field) []hypothesis.Hypothesis {
	grown := f.grown(fields, candidate.LinkSlip, candidate.KeptLattices)
	if !slices.ContainsFunc(grown, func(s hypothesis.Hypothesis) bool { return s.Fitted() && !s.MayBeRack() }) {
		// A rack beside the structure may be linked with it, or the lattices of racks may be the only ones kept.
		grown = append(grown, f.grown(fields, candidate.TightSlip, 2*candidate.KeptLattices)...)
	}
	preferWords(grown)
	slices.SortStableFunc(grown, func(a, b hypothesis.Hypothesis) int { return cmp.Compare(b.Rank(), a.Rank()) })
	return grown
}

// grown links the fields into lattices and grows the best of them. Candidates link if they lie within slip pitches of where their neighbors
// expect them.
func (f *Finder) grown(fields []candidate.Field, slip float64, most int) []hypothesis.Hypothesis {
	var linked []hypothesis.Hypothesis
	for i := range fields {
		linked = append(linked, hypothesis.Link(f.Raster, &fields[i], slip, most, f.Ground)...)
	}
	slices.SortStableFunc(linked, func(a, b hypothesis.Hypothesis) int { return cmp.Compare(b.Score, a.Score) })
	return f.growAll(linked, most+1)
}

// growAll grows the best lattices in parallel, at most seedsPerPlace at each place. It stops after a batch with a hypothesis that is larger
// than a rack and has settled.
func (f *Finder) growAll(linked []hypothesis.Hypothesis, most int) []hypothesis.Hypothesis {
	var seeds []hypothesis.Hypothesis
	for _, s := range linked {
		// Lattices at the same place may differ in their poses.
		same := 0
		for k := range seeds {
			if seeds[k].Covers(&s) {
				same++
			}
		}
		if same < seedsPerPlace {
			if seeds = append(seeds, s); len(seeds) == most {
				break
			}
		}
	}
	var grown []hypothesis.Hypothesis
	for batch := range slices.Chunk(seeds, seedsAtOnce) {
		parallel.Do(len(batch), func(i int) { f.growRings(&batch[i], tileface.CoarseClassifier()) })
		grown = append(grown, batch...)
		if slices.ContainsFunc(batch, func(s hypothesis.Hypothesis) bool {
			return len(s.Cells) > hypothesis.RackLength && s.Fitted() && (s.Converged() || !s.Unmeasured.ThicknessUnknown())
		}) {
			break // larger than a rack, and its pose has settled
		}
	}
	return slices.DeleteFunc(grown, func(s hypothesis.Hypothesis) bool { return len(s.Cells) < 2 })
}

// preferWords adds a penalty to what may be a rack: one short line of one color. Racks lie around the structure, so of several such lines
// the one in the middle is the word.
func preferWords(all []hypothesis.Hypothesis) {
	most := math.Inf(-1)
	for i := range all {
		most = max(most, all[i].OnBoard)
	}
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
					s.Suspect(math.Log(rimOdds))
				}
			}
			// People point the camera at the structure.
			half := engine.Point{X: float64(s.Cam.Width) / 2, Y: float64(s.Cam.Height) / 2}
			off = max(off, 2*picture.Dist(s.Middle(), half)/math.Hypot(half.X, half.Y))
			s.Suspect(math.Log((1+off)/middleOff) + lessOnBoard*(most-s.OnBoard))
		}
	}
}

// lessOnBoard is the log-odds of a rack for each nat by which a line looks less like the board on the map than another. Hand-set.
const lessOnBoard = 0.3

// rimShare is from where on a line lies on the rim of the others: its distance from their middle, in their mean distance from it. Hand-set.
const rimShare = 1.2

// rimOdds is how much seldomer a line on the rim of the others is a word. Hand-set.
const rimOdds = 3

// offMiddle is the distance of a structure from the middle of the others, in their mean distance from it.
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

// growRings adds ring after ring of neighbors that look like tiles, and fits the pose after each.
func (f *Finder) growRings(s *hypothesis.Hypothesis, j *tileface.Classifier) {
	for range maxRings {
		before := len(s.Cells)
		rim := s.Cells.Boundary()
		seen := hypothesis.EvaluateAll(f.Raster, rim, func(at engine.Place) *hypothesis.Evidence { return hypothesis.Evaluate(f.Raster, j, s, at) })
		for _, at := range rim {
			if e := seen[at]; e.Tile > ringAccepted && tileface.VisibleEdges(f.Raster, &s.Pose, at, e.Best) > ringEdges {
				s.Put(at, e.Best)
			}
		}
		if len(s.Cells) == before || len(s.Cells) > camerapose.MaxCells {
			break
		}
		hypothesis.FitEdges(f.Raster, s, tileface.WideEdgeNet(), camerapose.TableHold)
	}
	f.grow(j, s)
	s.MeasureEdges(f.Raster)
}
