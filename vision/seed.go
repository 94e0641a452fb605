package vision

import (
	"cmp"
	"math"
	"runtime"
	"slices"

	"tilewatch/calibration"
	"tilewatch/engine"
)

const (
	triesSpread = 4 // structures grown from lattices at the same place
	// A neighbor joins from this log-likelihood ratio on while the pose is still rough, if so many of its eight half sides show an
	// edge: what is no tile would pull the pose away.
	spreadAccepted = -1.0
	spreadEdges    = 4.5
)

// structures grows structures from the lattices that spots form, best first.
func (f *finder) structures(all []mark, with effort) []structure {
	return f.structuresOf(f.fieldsOf(f.cam, all, with, nil))
}

// fieldsOf are the spots that the marks may be. found is what was found with less care, if anything was.
func (f *finder) fieldsOf(cam *calibration.Camera, all []mark, with effort, found *structure) []spotField {
	marks := slices.Clone(all)
	if with >= careful {
		slices.SortStableFunc(marks, func(a, b mark) int { return cmp.Compare(b.score, a.score) })
	} else {
		marks = slices.DeleteFunc(marks, func(m mark) bool { return m.uneven })
	}
	marks = onePerSpot(f.raster, marks, with >= thorough)
	turns := make([]edgeTurns, len(marks))
	onAllCores(len(marks), func(i int) { turns[i] = turnsAround(f.raster, marks[i]) })
	anyway := with >= thorough && (found == nil || found.mayBeRack()) // else the table is known well enough
	known := f.known()
	fields := f.fields(known.planes(cam, turns), turns, marks, f.sizes, known, anyway)
	for i := range fields {
		if fields[i].marks = all; with >= careful {
			fields[i] = f.foundAgain(fields[i], turns, marks)
		}
	}
	return fields
}

// structuresOf grows structures from the lattices of the fields, best first.
func (f *finder) structuresOf(fields []spotField) []structure {
	grown := f.grown(fields, linkSlip, keptLattices)
	if !slices.ContainsFunc(grown, func(s structure) bool { return s.fitted() && !s.mayBeRack() }) {
		// A rack that lies beside the structure may have been linked with it, or too many may have been preferred.
		grown = append(grown, f.grown(fields, tightSlip, 2*keptLattices)...)
	}
	preferWords(grown)
	slices.SortStableFunc(grown, func(a, b structure) int { return cmp.Compare(b.worth(), a.worth()) })
	return grown
}

// grown are structures grown from the best lattices of the fields whose spots lie within slip of where their neighbors expect them.
func (f *finder) grown(fields []spotField, slip float64, most int) []structure {
	var linked []structure
	for i := range fields {
		linked = append(linked, f.linked(&fields[i], slip, most, f.ground)...)
		linked = append(linked, f.linkedOtherwise(&fields[i], slip, most, f.ground, linked)...)
	}
	slices.SortStableFunc(linked, func(a, b structure) int { return cmp.Compare(b.score, a.score) })
	return f.spreadAll(linked, most+1)
}

// spreadAll grows the best lattices, a few of each place at most, several at a time.
func (f *finder) spreadAll(linked []structure, most int) []structure {
	var seeds []structure
	for _, s := range linked {
		// Tries at the same place may differ in their poses.
		same := 0
		for k := range seeds {
			if seeds[k].holds(&s) {
				same++
			}
		}
		if same < triesSpread {
			if seeds = append(seeds, s); len(seeds) == most {
				break
			}
		}
	}
	var grown []structure
	for batch := range slices.Chunk(seeds, runtime.NumCPU()) {
		onAllCores(len(batch), func(i int) { f.spread(&batch[i], coarseJudge()) })
		grown = append(grown, batch...)
		if slices.ContainsFunc(batch, func(s structure) bool {
			return len(s.cells) > rackLength && s.fitted() && (s.atRest() || !s.free.anyThickness())
		}) {
			break // that is it
		}
	}
	return slices.DeleteFunc(grown, func(s structure) bool { return len(s.cells) < 2 })
}

// preferWords doubts what may be a rack: one line of at most six tiles of one color. Racks lie around the structure,
// so of several such lines the one in the middle of the others is the word.
func preferWords(all []structure) {
	for i := range all {
		s := &all[i]
		if s.mayBeRack() {
			var others []*structure
			for k := range all {
				o := &all[k]
				if k != i && !o.holds(s) && !slices.ContainsFunc(others, func(n *structure) bool { return n.holds(o) || o.holds(n) }) {
					others = append(others, o)
				}
			}
			off := 0.0
			if len(others) > 2 {
				if off = offMiddle(s, others); off > rimShare {
					s.doubt += math.Log(3)
				}
			}
			// Who sets up a camera points it at the structure.
			half := engine.Point{X: float64(s.cam.Width) / 2, Y: float64(s.cam.Height) / 2}
			off = max(off, 2*dist(s.middle(), half)/math.Hypot(half.X, half.Y))
			s.doubt += math.Log((1 + off) / 0.6)
		}
	}
}

// rimShare is how far from the middle of the others a line lies at least, in their own mean distance from it, if it is one
// of those that lie around.
const rimShare = 1.2

// offMiddle is how far a structure lies from the middle of others, in their mean distance from it.
func offMiddle(s *structure, others []*structure) float64 {
	var middle engine.Point
	for _, o := range others {
		at := o.middle()
		middle.X += at.X / float64(len(others))
		middle.Y += at.Y / float64(len(others))
	}
	spread := 0.0
	for _, o := range others {
		spread += dist(o.middle(), middle) / float64(len(others))
	}
	return dist(s.middle(), middle) / max(spread, 1)
}

// spread adds ring after ring of neighbors that look like tiles, improving the pose after each.
func (f *finder) spread(s *structure, j *judge) {
	const rings = 12
	for range rings {
		before := len(s.cells)
		rim := s.cells.rim()
		seen := f.lookAll(rim, func(at engine.Place) *placeEvidence { return f.look(j, s, at) })
		for _, at := range rim {
			if e := seen[at]; e.tile > spreadAccepted && f.edgesSeen(&s.pose, at, e.best) > spreadEdges {
				s.cells[at] = e.best
			}
		}
		if len(s.cells) == before || len(s.cells) > maxCells {
			break
		}
		f.fitBorders(s, wideLocator(), tableHold)
	}
	f.grow(j, s)
	s.edges = f.borderLikelihood(&s.pose, s.cells)
}
