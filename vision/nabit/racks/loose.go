package racks

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// All are hand-set against the development scenes.
const (
	maxLooseMarks  = 60   // a bound on the work
	clearance      = 1.3  // the least distance of a loose tile's middle to any stack, pitches: tiles of the structure lie nearer
	faceAccepted   = -0.5 // the least log-odds of a refined face, of the candidate classifier
	maxHueDistance = 30.0 // squared Mahalanobis distance to the hue of a player's plastic
	minChroma      = 0.3  // the least distance of a player's hue to the light's
	sameFace       = 0.6  // two faces nearer than this are one, pitches
	sameMark       = 0.2  // two marks nearer than this share of their size are one
	coverReach     = 0.9  // two faces cover each other if both coordinates of their distance in the picture are less than this, pitches
)

// LooseFaces finds the faces at marks off the structure, the surest first, without duplicates (non-maximum suppression).
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

// looseMarks are the marks off the structure that have a player's color and a letter's size, or the size of a whole face.
func looseMarks(s *hypothesis.Hypothesis, shift hue.Hue) []candidate.Mark {
	var kept []candidate.Mark
	stacks := stackPoints(s)
	for _, m := range s.Marks {
		at, ok := hypothesis.OnLevel(&s.Pose, m.At, 1)
		if !ok || !clearOf(stacks, at) {
			continue
		}
		ax, bx := hypothesis.PixelSteps(&s.Pose, m.At)
		size := max(m.W*math.Hypot(ax.X, ax.Y), m.H*math.Hypot(bx.X, bx.Y))
		_, colored := colorOfHue(hue.HueOf(m.Plastic), shift)
		letter, whole := colored && size > 1/candidate.MaxPitch && size < 1/candidate.MinPitch, size > minWholeFace && size < maxWholeFace
		if !letter && !whole || slices.ContainsFunc(kept, func(k candidate.Mark) bool { return picture.Dist(k.At, m.At) < sameMark*max(k.Size, m.Size) }) {
			continue
		}
		if kept = append(kept, m); len(kept) == maxLooseMarks {
			break
		}
	}
	return kept
}

// The size of a mark that is a whole face, along the picture's axes, pitches: a square of nearly a pitch, up to its diagonal and some ink around
// it. Hand-set.
const (
	minWholeFace = 0.95
	maxWholeFace = 1.65
)

// stackPoints are the points of the first level where stacks stand, and those where their tops appear in the picture.
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

// clearOf says whether a point of the first level is far enough from all stacks.
func clearOf(stacks []engine.Point, at engine.Point) bool {
	return !slices.ContainsFunc(stacks, func(p engine.Point) bool { return picture.Dist(at, p) < clearance })
}

// colorOfHue is the player whose plastic is nearest to a hue; false if none is near enough.
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

// faceAtMark looks for the face under a mark: at each level, among the orientations of the edges around it, by the candidate
// classifier's score.
func faceAtMark(r *picture.Raster, s *hypothesis.Hypothesis, m candidate.Mark, shift hue.Hue) (hypothesis.LooseFace, bool) {
	ax, bx := hypothesis.PixelSteps(&s.Pose, m.At)
	turns := candidate.OrientationsAround(r, m)
	folds := turns.FoldedPeaks(ax.X, ax.Y, bx.X, bx.Y)
	for _, level := range looseLevels {
		at, _ := hypothesis.OnLevel(&s.Pose, m.At, level)
		if f := faceTurned(r, s, at, level, folds); f.Score > faceCandidate {
			if f, ok := refinePlayerFace(r, s, &f, shift); ok {
				return f, true
			}
		}
	}
	return hypothesis.LooseFace{}, false
}

// faceTurned is the face at a point of the lattice and a level, turned so that it looks most like a tile's.
func faceTurned(r *picture.Raster, s *hypothesis.Hypothesis, at engine.Point, level float64, turns [candidate.TurnsTried]float64) hypothesis.LooseFace {
	f := hypothesis.LooseFace{Score: math.Inf(-1), Level: level, Col: at.X, Row: at.Y}
	for _, turn := range turns {
		p := s.PoseAt(at.X, at.Y, turn)
		if v := tileface.SampleFace(r, &p, engine.Place{}, level); v.Inside {
			if score := tileface.CandidateClassifier().Score(v.Features()); score > f.Score {
				f.Score, f.Pose = score, p
			}
		}
	}
	return f
}

// looseLevels are the levels at which a loose face may lie: on the table, or on top of a bank, low or high. MeasureTop and the bank
// classifier find its height later.
var looseLevels = []float64{1, 4, 8}

// faceCandidate is the least log-odds of a face that is worth refining. Hand-set.
const faceCandidate = -2.5

// refinePlayerFace aligns a face to its edges and says whether it is a face in a player's color.
func refinePlayerFace(r *picture.Raster, s *hypothesis.Hypothesis, f *hypothesis.LooseFace, shift hue.Hue) (hypothesis.LooseFace, bool) {
	ok := alignToEdges(r, s, f) && f.Score >= faceAccepted
	var colored bool
	f.Color, colored = colorOfHue(hue.HueOf(f.Plastic), shift)
	return *f, ok && colored
}

// alignToEdges aligns a face to its edges, updates what follows from its pose, and says whether the picture shows all of it, clear of
// the structure.
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

// straddles says whether a face covers two others in the picture: the sides of two tiles in a row look like the sides of a face
// between them.
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
