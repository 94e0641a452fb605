package racks

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/tableplane"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

const (
	maxLooseMarks      = 60   // marks looked at
	clearance    = 1.3  // pitches between a loose tile's middle and that of any stack, at least
	faceAccepted     = -0.5 // the judge's score from which a face is one
	maxHueDistance      = 30.0 // squared distance, in standard deviations, from the hue of a player's plastic
	sameFace  = 0.6  // pitches: nearer than this two faces are one
	coverReach   = 0.9  // and as near in the picture, along its sides, they cover each other
	minChroma = 0.3  // hues nearer to the lamp's own than this are no player's
)

// LooseFaces are the faces that marks off the structure suggest, surest first.
func LooseFaces(r *picture.Raster, s *hypothesis.Hypothesis, shift hue.Hue) []hypothesis.LooseFace {
	marks := looseMarks(s, shift)
	tried := make([]*hypothesis.LooseFace, len(marks))
	parallel.Do(len(marks), func(i int) {
		if f, ok := faceAtMark(r, s, marks[i], shift); ok {
			tried[i] = &f
		}
	})
	var found []hypothesis.LooseFace
	for _, f := range tried {
		if f != nil {
			found = append(found, *f)
		}
	}
	slices.SortStableFunc(found, func(a, b hypothesis.LooseFace) int { return cmp.Compare(b.Score, a.Score) })
	var kept []hypothesis.LooseFace
	for _, f := range found {
		if !slices.ContainsFunc(kept, func(k hypothesis.LooseFace) bool { return f.Apart(&k) < sameFace }) && !straddles(&f, kept) {
			kept = append(kept, f)
		}
	}
	return kept
}

// looseMarks are the marks off the structure that may be letters of loose tiles, in a player's color and of a letter's size, or
// whole faces on the table's.
func looseMarks(s *hypothesis.Hypothesis, shift hue.Hue) []marks.Mark {
	var kept []marks.Mark
	ends := stackPoints(s)
	for _, m := range s.Marks {
		at, ok := hypothesis.OnLevel(&s.Pose, m.At, 1)
		if !ok || !clearOf(ends, at) {
			continue
		}
		ax, bx := hypothesis.Nearby(&s.Pose, m.At)
		size := max(m.W*math.Hypot(ax.X, ax.Y), m.H*math.Hypot(bx.X, bx.Y))
		_, colored := colorOfHue(hue.HueOf(m.Plastic), shift)
		letter, whole := colored && size > 1/marks.MaxPitch && size < 1/marks.MinPitch, size > minWholeFace && size < maxWholeFace
		if !letter && !whole || slices.ContainsFunc(kept, func(k marks.Mark) bool { return picture.Dist(k.At, m.At) < 0.2*max(k.Size, m.Size) }) {
			continue
		}
		if kept = append(kept, m); len(kept) == maxLooseMarks {
			break
		}
	}
	return kept
}

// What a whole face measures along the picture's axes, pitches.
const (
	minWholeFace  = 0.95
	maxWholeFace = 1.65
)

// stackPoints are the points of the first level where stacks stand, and where their tops are seen.
func stackPoints(s *hypothesis.Hypothesis) (all []engine.Point) {
	for place, level := range s.Cells {
		all = append(all, engine.Point{X: float64(place.Col), Y: float64(place.Row)})
		if level > 1 {
			top, _ := hypothesis.OnLevel(&s.Pose, s.Pixel(float64(place.Col), float64(place.Row), float64(level)), 1)
			all = append(all, top)
		}
	}
	return all
}

// clearOf says whether a point of the first level is far enough from all ends of stacks.
func clearOf(ends []engine.Point, at engine.Point) bool {
	return !slices.ContainsFunc(ends, func(end engine.Point) bool { return picture.Dist(at, end) < clearance })
}

// colorOfHue is the player's color nearest to a hue; false when it is none's.
func colorOfHue(h, shift hue.Hue) (engine.Color, bool) {
	best, least := engine.NoColor, maxHueDistance
	if math.Hypot(h[0]-shift[0], h[1]-shift[1]) < minChroma {
		return best, false
	}
	for i := range hue.PlasticHues {
		if d := hue.PlasticHues[i].Mahalanobis(h, shift); d < least {
			best, least = engine.PlayerColors[i], d
		}
	}
	return best, best != engine.NoColor
}

// faceAtMark looks for the face that a mark is printed on.
func faceAtMark(r *picture.Raster, s *hypothesis.Hypothesis, m marks.Mark, shift hue.Hue) (hypothesis.LooseFace, bool) {
	ax, bx := hypothesis.Nearby(&s.Pose, m.At)
	turns := tableplane.OrientationsAround(r, m)
	folds := turns.FoldedPeaks(ax.X, ax.Y, bx.X, bx.Y)
	for _, level := range looseLevels {
		at, _ := hypothesis.OnLevel(&s.Pose, m.At, level)
		f := hypothesis.LooseFace{Score: faceCandidate, Level: level}
		for _, turn := range folds {
			p := s.PoseAt(at.X, at.Y, turn)
			if v := tileface.SampleFace(r, &p, engine.Place{}, level); v.Inside {
				if score := tileface.CandidateClassifier().Score(v.Features()); score > f.Score {
					f.Score, f.Pose = score, p
				}
			}
		}
		if f.Score > faceCandidate {
			if f, ok := refinePlayerFace(r, s, &f, shift); ok {
				return f, true
			}
		}
	}
	return hypothesis.LooseFace{}, false
}

// looseLevels are where a loose face is looked for: on the table, else on top of a bank.
var looseLevels = []float64{1, 4, 8}

// faceCandidate is the judge's score from which a face is brought to its edges.
const faceCandidate = -2.5

// refinePlayerFace brings a face to where its edges are and says whether it is one of a player's.
func refinePlayerFace(r *picture.Raster, s *hypothesis.Hypothesis, f *hypothesis.LooseFace, shift hue.Hue) (hypothesis.LooseFace, bool) {
	ok := alignTopFace(r, s, f)
	var colored bool
	f.Color, colored = colorOfHue(hue.HueOf(f.Plastic), shift)
	return *f, ok && colored
}

// alignTopFace brings a face to where its edges are and says whether it is one.
func alignTopFace(r *picture.Raster, s *hypothesis.Hypothesis, f *hypothesis.LooseFace) bool {
	return alignToEdges(r, s, f) && f.Score >= faceAccepted
}

// alignToEdges brings a face to where its edges are and says whether the picture shows all of it, beside the structure.
func alignToEdges(r *picture.Raster, s *hypothesis.Hypothesis, f *hypothesis.LooseFace) bool {
	tileface.AlignFace(r, &f.Pose, f.Level, tileface.WideEdgeNet())
	tileface.AlignFace(r, &f.Pose, f.Level, tileface.WideEdgeNet())
	v := tileface.SampleFace(r, &f.Pose, engine.Place{}, f.Level)
	f.Plastic = v.Plastic
	f.Score = tileface.CandidateClassifier().Score(v.Features())
	d := f.T.Add(s.T.Scale(-1))
	f.Col, f.Row = d.Dot(s.X)/s.Pitch, d.Dot(s.Y)/s.Pitch
	f.Turn = camerapose.Quarter(math.Atan2(f.X.Dot(s.Y), f.X.Dot(s.X)))
	return v.Inside && clearOf(stackPoints(s), engine.Point{X: f.Col, Y: f.Row})
}

// straddles says whether a face would cover two others in the picture: it is seen where the sides of two tiles in a row pass for its own.
func straddles(f *hypothesis.LooseFace, others []hypothesis.LooseFace) bool {
	q := tileface.SquareOf(&f.Pose, engine.Place{}, f.Level)
	across := q.Strip(tileface.SideAxes[1], 0, 0)
	covers := 0
	for i := range others {
		o := &others[i]
		if x, y := across.Inverse(o.Pixel(0, 0, o.Level)); math.Abs(x) < coverReach && math.Abs(y) < coverReach {
			covers++
		}
	}
	return covers > 1
}
