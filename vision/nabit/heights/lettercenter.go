package heights

import (
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Thresholds of letters that correct a level. Hand-set; TestALetterCorrectsTheLevelOfItsFace guards them.
const (
	minLetterOffsets = 4    // letters that determine where this set prints them on a face
	letterOnFace     = 0.04 // distance in pitches from there below which a letter belongs to a face,
	letterOffFace    = 0.08 // and from which it does not
	maxLevelLoss     = 6.0  // log-likelihood that the letter's level may lack against the present one, by its edges
	levelMargin      = 1.0  // log-likelihood by which the present level then falls below the letter's
)

// LevelsFromLetterCenters corrects levels by the offset of letters on their faces: a letter is printed in the middle of its face.
// Taller neighbors hide a face's own edges, and theirs lie where its own would lie at their level; then the letter decides the level.
func LevelsFromLetterCenters(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	typical, ok := letterOffset(s)
	if !ok {
		return s
	}
	c := s.Clone()
	c.RackLines, c.Evidence = s.RackLines, maps.Clone(s.Evidence)
	for _, at := range s.Cells.Places() {
		e := s.Evidence[at]
		letter, own := letterAt(s, at, e.Best)
		if letter == nil || distance(own, typical) < letterOffFace {
			continue
		}
		if best := letterLevel(s, at, letter, typical); best > 0 {
			corrected := *e
			corrected.Height[e.Best-1] = min(e.Height[e.Best-1], e.Height[best-1]-levelMargin)
			corrected.Best, corrected.Complete = best, false
			c.Evidence[at], c.Cells[at] = &corrected, best
		}
	}
	return &c
}

// letterLevel is the level other than the present one at which a letter lies nearest to its typical offset on the face; 0 if it lies on none, or
// if the edges speak clearly against that level.
func letterLevel(s *hypothesis.Hypothesis, at engine.Place, letter *marks.Mark, typical [2]float64) (best int) {
	e, least := s.Evidence[at], letterOnFace
	for level := 1; level <= engine.MaxHeight; level++ {
		same, off := letterAt(s, at, level)
		loss := e.Height[e.Best-1] + s.LevelPrior(at, e.Best) - e.Height[level-1] - s.LevelPrior(at, level)
		if same == letter && level != e.Best && e.Height[level-1] > hypothesis.NoFace && loss < maxLevelLoss && distance(off, typical) < least {
			best, least = level, distance(off, typical)
		}
	}
	return best
}

// letterOffset is the median offset of this set's letters from their faces' middles, in pitches; false if too few are visible.
func letterOffset(s *hypothesis.Hypothesis) (typical [2]float64, ok bool) {
	var across, down []float64
	for _, at := range s.Cells.Places() {
		if letter, off := letterAt(s, at, s.Cells[at]); letter != nil {
			across, down = append(across, off[0]), append(down, off[1])
		}
	}
	if len(across) < minLetterOffsets {
		return typical, false
	}
	slices.Sort(across)
	slices.Sort(down)
	return [2]float64{across[len(across)/2], down[len(down)/2]}, true
}

// letterAt is the letter-sized mark nearest to the middle of a face, nil if there is none, and its offset from the middle, in pitches
// along columns and rows.
func letterAt(s *hypothesis.Hypothesis, at engine.Place, level int) (letter *marks.Mark, off [2]float64) {
	q, scale := s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level)), s.Pose.Scale(at)
	nearest := letterReach * scale
	for i := range s.Marks {
		m := &s.Marks[i]
		if d := picture.Dist(m.At, q); d < nearest && m.LetterSized(scale) {
			nearest, letter = d, m
		}
	}
	if letter == nil {
		return nil, off
	}
	face := tileface.SquareOf(&s.Pose, at, float64(level))
	strip := face.Strip(tileface.SideAxes[1], 0, 0)
	off[0], off[1] = strip.Inverse(letter.At)
	return letter, off
}

// letterReach is the search radius for a face's letter, in pitches from its middle; beyond it lie the corner's letter and other tiles'.
// Hand-set.
const letterReach = 0.4

func distance(a, b [2]float64) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }
