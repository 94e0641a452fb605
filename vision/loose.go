package vision

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

const (
	maxLoose      = 60   // marks looked at
	looseClear    = 1.3  // pitches between a loose tile's middle and that of any stack, at least
	looseKept     = -0.5 // the judge's score from which a face is one
	looseHue      = 30.0 // squared distance, in standard deviations, from the hue of a player's plastic
	looseOverlap  = 0.6  // pitches: nearer than this two faces are one
	looseBeside   = 0.9  // and as near in the picture, along its sides, they cover each other
	looseGrayness = 0.3  // hues nearer to the lamp's own than this are no player's
)

// looseFaces are the faces that marks off the structure suggest, surest first.
func (r *raster) looseFaces(s *structure, shift hue) []looseFace {
	marks := s.looseMarks(shift)
	tried := make([]*looseFace, len(marks))
	onAllCores(len(marks), func(i int) {
		if f, ok := r.looseFace(s, marks[i], shift); ok {
			tried[i] = &f
		}
	})
	var found []looseFace
	for _, f := range tried {
		if f != nil {
			found = append(found, *f)
		}
	}
	slices.SortStableFunc(found, func(a, b looseFace) int { return cmp.Compare(b.score, a.score) })
	var kept []looseFace
	for _, f := range found {
		if !slices.ContainsFunc(kept, func(k looseFace) bool { return f.apart(&k) < looseOverlap }) && !f.between(kept) {
			kept = append(kept, f)
		}
	}
	return kept
}

// looseMarks are the marks off the structure that may be letters of loose tiles, in a player's color and of a letter's size, or
// whole faces on the table's.
func (s *structure) looseMarks(shift hue) []mark {
	var kept []mark
	ends := s.ends()
	for _, m := range s.marks {
		at, ok := s.onLevel(m.at, 1)
		if !ok || !clearOf(ends, at) {
			continue
		}
		ax, bx := s.nearby(m.at)
		size := max(m.w*math.Hypot(ax.X, ax.Y), m.h*math.Hypot(bx.X, bx.Y))
		_, colored := colorOfHue(hueOf(m.plastic), shift)
		letter, whole := colored && size > 1/maxPitch && size < 1/minPitch, size > faceLow && size < faceHigh
		if !letter && !whole || slices.ContainsFunc(kept, func(k mark) bool { return dist(k.at, m.at) < 0.2*max(k.size, m.size) }) {
			continue
		}
		if kept = append(kept, m); len(kept) == maxLoose {
			break
		}
	}
	return kept
}

// What a whole face measures along the picture's axes, pitches.
const (
	faceLow  = 0.95
	faceHigh = 1.65
)

// ends are the points of the first level where stacks stand, and where their tops are seen.
func (s *structure) ends() (all []engine.Point) {
	for place, level := range s.cells {
		all = append(all, engine.Point{X: float64(place.Col), Y: float64(place.Row)})
		if level > 1 {
			top, _ := s.onLevel(s.pixel(float64(place.Col), float64(place.Row), float64(level)), 1)
			all = append(all, top)
		}
	}
	return all
}

// clearOf says whether a point of the first level is far enough from all ends of stacks.
func clearOf(ends []engine.Point, at engine.Point) bool {
	return !slices.ContainsFunc(ends, func(end engine.Point) bool { return dist(at, end) < looseClear })
}

// colorOfHue is the player's color nearest to a hue; false when it is none's.
func colorOfHue(h, shift hue) (engine.Color, bool) {
	best, least := engine.NoColor, looseHue
	if math.Hypot(h[0]-shift[0], h[1]-shift[1]) < looseGrayness {
		return best, false
	}
	for i := range plasticHues {
		if d := plasticHues[i].off(h, shift); d < least {
			best, least = engine.PlayerColors[i], d
		}
	}
	return best, best != engine.NoColor
}

// looseFace looks for the face that a mark is printed on.
func (r *raster) looseFace(s *structure, m mark, shift hue) (looseFace, bool) {
	ax, bx := s.nearby(m.at)
	turns := turnsAround(r, m)
	folds := turns.folds(ax.X, ax.Y, bx.X, bx.Y)
	for _, level := range looseLevels {
		at, _ := s.onLevel(m.at, level)
		f := looseFace{score: looseSeen, level: level}
		for _, turn := range folds {
			p := s.poseAt(at.X, at.Y, turn)
			if v := r.view(&p, engine.Place{}, level); v.inside {
				if score := spotJudge().score(v.features()); score > f.score {
					f.score, f.pose = score, p
				}
			}
		}
		if f.score > looseSeen {
			if f, ok := r.settleLoose(s, &f, shift); ok {
				return f, true
			}
		}
	}
	return looseFace{}, false
}

// looseLevels are where a loose face is looked for: on the table, else on top of a bank.
var looseLevels = []float64{1, 4, 8}

// looseSeen is the judge's score from which a face is brought to its edges.
const looseSeen = -2.5

// settleLoose brings a face to where its edges are and says whether it is one of a player's.
func (r *raster) settleLoose(s *structure, f *looseFace, shift hue) (looseFace, bool) {
	ok := r.settleFace(s, f)
	var colored bool
	f.color, colored = colorOfHue(hueOf(f.plastic), shift)
	return *f, ok && colored
}

// settleFace brings a face to where its edges are and says whether it is one.
func (r *raster) settleFace(s *structure, f *looseFace) bool {
	return r.bringFace(s, f) && f.score >= looseKept
}

// bringFace brings a face to where its edges are and says whether the picture shows all of it, beside the structure.
func (r *raster) bringFace(s *structure, f *looseFace) bool {
	r.settle(&f.pose, f.level, wideLocator())
	r.settle(&f.pose, f.level, wideLocator())
	v := r.view(&f.pose, engine.Place{}, f.level)
	f.plastic = v.plastic
	f.score = spotJudge().score(v.features())
	d := f.t.add(s.t.scale(-1))
	f.col, f.row = d.dot(s.x)/s.pitch, d.dot(s.y)/s.pitch
	f.turn = quarter(math.Atan2(f.x.dot(s.y), f.x.dot(s.x)))
	return v.inside && clearOf(s.ends(), engine.Point{X: f.col, Y: f.row})
}

// between says whether a face would cover two others in the picture: it is seen where the sides of two tiles in a row pass for its own.
func (f *looseFace) between(others []looseFace) bool {
	q := squareOf(&f.pose, engine.Place{}, f.level)
	across := q.strip(sideAxes[1], 0, 0)
	covers := 0
	for i := range others {
		o := &others[i]
		if x, y := across.inverse(o.pixel(0, 0, o.level)); math.Abs(x) < looseBeside && math.Abs(y) < looseBeside {
			covers++
		}
	}
	return covers > 1
}
