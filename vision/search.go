package vision

import (
	"cmp"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
)

// care is how much is done to find the structure.
type care int

const (
	usual    care = iota // the plainest marks, under the likeliest planes
	careful              // also those under a lamp's reflection, and again when it is known how the table lies
	thorough             // also what seems to be part of something larger, and under planes from all around
	utmost               // also letters that hardly differ from their tiles in gray
)

// The log-likelihood ratio of a face's edges on average from which a structure is not looked for again: where the pose was wrong it was
// less. What no rack can be is sure with less.
const (
	edgesSure = 7.0
	manySure  = 5.5
	twoSure   = 10.0 // two of a rack's tiles are easily taken for a word
)

// sure says whether the structure is seen so well that there is no reason to look for it with more care.
func (s *structure) sure() bool {
	least := edgesSure
	switch {
	case len(s.cells) > rackLength:
		least = manySure
	case len(s.cells) == 2:
		least = twoSure
	case len(s.cells) < 2:
		return false
	}
	return s.edges > least*float64(len(s.cells))
}

// same says whether both have the same stacks in the picture: what more care showed again, still more among the same marks would, too.
func (s *structure) same(o *structure) bool {
	if len(s.cells) != len(o.cells) {
		return false
	}
	for at, level := range o.cells {
		q := o.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
		reach := sameSight * o.pose.scale(at)
		found := false
		for place, l := range s.cells {
			found = found || l == level && dist(q, s.pose.pixel(float64(place.Col), float64(place.Row), float64(l))) < reach
		}
		if !found {
			return false
		}
	}
	return true
}

// sameSight is how far apart two sights of one stack lie, at most, in pitches.
const sameSight = 0.2

// search looks for the structure in the whole picture, with so much care at most.
func (r *raster) search(gray gocv.Mat, cam *calibration.Camera, sz sizes, most care) (*structure, error) {
	if err := checkLight(r); err != nil {
		return nil, err
	}
	return r.searchPast(gray, cam, sz, usual, most, nil)
}

// searchWhole is what search finds, with all that is linked to it. What was found with little care, and is not sure after all when the
// rest of it is seen, or is much larger than it was taken for, is looked for once more with all of it: it may have settled as one side of
// the structure alone does.
func (r *raster) searchWhole(gray gocv.Mat, cam *calibration.Camera, sz sizes, most care) (*structure, error) {
	s, err := r.search(gray, cam, sz, most)
	if err != nil {
		return nil, err
	}
	whole := r.entire(s)
	if s.with < most && (!whole.sure() || len(whole.cells) > len(s.cells)+fewMore) {
		if s, err = r.searchPast(gray, cam, sz, s.with+1, most, nil); err == nil {
			if again := r.entire(s); len(again.cells) >= len(whole.cells) && again.explained() > whole.explained() {
				return again, nil
			}
		}
	}
	return whole, nil
}

// fewMore is by how many cells a structure may grow and still have been seen as it lies.
const fewMore = 2

// entire is the structure on the table that all around it tells, with all that is linked to it.
func (r *raster) entire(s *structure) *structure {
	return r.witnessed(r.beyond(r.anchored(s), clearly))
}

// searchPast looks for the structure in the whole picture, passing by what is known to be something else (nil: nothing is): first, at the
// least care, as the plainest letters suggest it, and if that is not seen for sure, with more, up to most. Of a short first word a single
// letter may be seen as such: if all else is known, what lies beside such a letter is looked at.
func (r *raster) searchPast(gray gocv.Mat, cam *calibration.Camera, sz sizes, first, most care, known func(*structure) bool) (*structure, error) {
	marks, err := findMarks(r, gray)
	if err != nil {
		return nil, err
	}
	var best, unread *structure
	var fields []spotField
	passed := false
	none := func(s structure) bool { return len(s.cells) == 0 || known != nil && known(&s) }
	with := first
	for ; with <= most; with++ {
		if with == utmost {
			if marks, err = r.withPale(marks); err != nil {
				return nil, err
			}
		}
		fields = r.fieldsOf(cam, marks, sz, with, best)
		all := r.structuresOf(fields)
		found := slices.DeleteFunc(slices.Clone(all), none)
		r.found = found
		if len(found) == 0 {
			passed = passed || len(all) > 0
			continue
		}
		if best != nil && !best.mayBeRack() && best.held(&found[0]) == len(found[0].cells) {
			with = max(with, thorough) // no more is shown; what hardly shows still may. A line that may be a rack is settled by every look.
			continue
		}
		s, cloth := r.boardOrCloth(found)
		if cloth != nil {
			r.cloth = cloth
			marks = r.offCloth(marks)
			with-- // once more, for tiles on it
			continue
		}
		if r.illegible(s) && len(r.refused) < mostRefused {
			r.refused = append(r.refused, fields[0].pitch)
			unread = s
			with-- // once more, for tiles of another size
			continue
		}
		if best != nil {
			if s.same(best) {
				with = max(with, thorough) // what hardly shows may still be another
			}
			*s = bestOf(*best, []structure{*s})
		}
		if best = s; s.sure() {
			break
		}
	}
	if best == nil || len(r.refused) == mostRefused && r.illegible(best) { // none was but what was refused, if there was room for more
		best = cmp.Or(unread, best)
	}
	if best != nil && most == utmost && r.ground == nil && best.mayBeRack() {
		best = r.amongLoose(best, sz, none)
	}
	if best != nil && !none(*best) {
		best.with = with
		return best, nil
	}
	if passed || best != nil {
		if found := slices.DeleteFunc(r.besideLone(fields), none); len(found) > 0 {
			if best = r.finishBest(found); !none(*best) {
				best.with = with
				return best, nil
			}
		}
	}
	return nil, errNoTiles
}

// boardOrCloth is the best structure at its best or, if it is made of a cloth's squares and no cloth is known, the cloth's hues with it. A wide one
// that plainly is need not be brought to its best.
func (r *raster) boardOrCloth(found []structure) (s *structure, cloth []hue) {
	if r.cloth != nil {
		return r.finishBest(found), nil
	}
	if s = &found[0]; len(s.cells) > clothWide {
		if cloth = s.clothOf(clothPlain); cloth != nil {
			return s, cloth
		}
	}
	s = r.finishBest(found)
	return s, s.clothOf(clothShare)
}
