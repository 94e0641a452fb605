package vision

import (
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
)

// A letter is printed in the middle of its face. Among taller neighbors a face's own edges are hidden, and theirs lie where its own would
// be were it as tall: then the letter tells the level.
const (
	centeredCells = 4    // so many letters tell where on the set's faces they are printed
	centeredNear  = 0.04 // pitches from there up to which a letter belongs to a face,
	centeredFar   = 0.08 // and from which it does not
	centeredDoubt = 6.0  // by how much likelier (logarithm) another level may be by its edges
	centeredSure  = 1.0  // and by how much less likely it is then
)

// centered is the structure with the levels that letters tell by where they lie.
func (s *structure) centered() *structure {
	middle, ok := s.printedAt()
	if !ok {
		return s
	}
	c := s.clone()
	c.lines, c.evidence = s.lines, maps.Clone(s.evidence)
	for _, at := range s.cells.places() {
		e := s.evidence[at]
		letter, own := s.letterAt(at, e.best)
		if letter == nil || gap(own, middle) < centeredFar {
			continue
		}
		best, least := 0, centeredNear
		for level := 1; level <= engine.MaxHeight; level++ {
			same, off := s.letterAt(at, level)
			less := e.height[e.best-1] + s.prior(at, e.best) - e.height[level-1] - s.prior(at, level)
			if same == letter && level != e.best && e.height[level-1] > noFace && less < centeredDoubt && gap(off, middle) < least {
				best, least = level, gap(off, middle)
			}
		}
		if best > 0 {
			told := *e
			told.height[e.best-1] = min(e.height[e.best-1], e.height[best-1]-centeredSure)
			told.best, told.whole = best, false
			c.evidence[at], c.cells[at] = &told, best
		}
	}
	return &c
}

// printedAt is where on the faces of the set in play letters are printed, in pitches from the middle; false if too few are seen.
func (s *structure) printedAt() (middle [2]float64, ok bool) {
	var across, down []float64
	for _, at := range s.cells.places() {
		if letter, off := s.letterAt(at, s.cells[at]); letter != nil {
			across, down = append(across, off[0]), append(down, off[1])
		}
	}
	if len(across) < centeredCells {
		return middle, false
	}
	slices.Sort(across)
	slices.Sort(down)
	return [2]float64{across[len(across)/2], down[len(down)/2]}, true
}

// letterAt is the letter-like mark nearest to the middle of a face, nil if there is none, and how far it lies off that, in pitches along
// columns and rows.
func (s *structure) letterAt(at engine.Place, level int) (letter *mark, off [2]float64) {
	q, scale := s.pose.pixel(float64(at.Col), float64(at.Row), float64(level)), s.pose.scale(at)
	nearest := centeredReach * scale
	for i := range s.marks {
		m := &s.marks[i]
		if d := dist(m.at, q); d < nearest && m.letterSized(scale) {
			nearest, letter = d, m
		}
	}
	if letter == nil {
		return nil, off
	}
	face := squareOf(&s.pose, at, float64(level))
	strip := face.strip(sideAxes[1], 0, 0)
	off[0], off[1] = strip.inverse(letter.at)
	return letter, off
}

// centeredReach is how far from a face's middle its letter is looked for, pitches: past that lies its corner's letter, or another's.
const centeredReach = 0.4

func gap(a, b [2]float64) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }
