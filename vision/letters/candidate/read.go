package candidate

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/blob"
	"tilewatch/vision/kernel"
	"tilewatch/vision/letters/face"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// LeastProbability is that of a letter in the best direction; other candidates are dropped.
const LeastProbability = 0.25

// BarWorth is the weight of a bar, which reads as an I.
const BarWorth = 0.4

// Read reads candidates in all directions.
func Read(r *picture.Raster, reader ocr.Reader, marks []Candidate) error {
	errs := make([]error, len(marks))
	parallel.Do(len(marks), func(i int) { errs[i] = marks[i].readDirections(r, reader) })
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// KeepLetters are the candidates that read as a letter in some direction.
func KeepLetters(marks []Candidate) []Candidate {
	return slices.DeleteFunc(marks, func(m Candidate) bool { return slices.Max(m.Letter[:]) < LeastProbability })
}

// Every third direction is read first, and those beside one only where it reads as a letter at all: the reader tolerates fifteen degrees that much.
const (
	coarse = 3
	faint  = 0.005 // probability of a letter; of 2,173 candidates that are letters two have less
)

// readDirections reads the candidate in the directions in which it may be a letter, without anything around it.
func (m *Candidate) readDirections(r *picture.Raster, reader ocr.Reader) error {
	for a := coarse / 2; a < Directions; a += coarse {
		if err := m.readDirection(r, reader, a); err != nil {
			return err
		}
		if m.Letter[a] < faint {
			continue
		}
		for beside := a - coarse/2; beside <= a+coarse/2; beside++ {
			if beside == a {
				continue
			}
			if err := m.readDirection(r, reader, beside); err != nil {
				return err
			}
		}
	}
	return nil
}

// readDirection reads the candidate in a direction.
func (m *Candidate) readDirection(r *picture.Raster, reader ocr.Reader, a int) error {
	letters, err := reader.Read(m.face(r, angleOf(a), 1))
	if err != nil {
		return err
	}
	sure, line := letterProbability(&letters)
	if sure > slices.Max(m.Letter[:]) {
		m.Bar = line
	}
	m.Letter[a] = sure
	return nil
}

// letterProbability is that of any letter in any quarter turn, and whether most of it is an I's.
func letterProbability(l *ocr.Letters) (sure float64, line bool) {
	bar := 0.0
	for k := range l {
		for c := range engine.BlankIndex {
			p := math.Exp(l[k][c]) / 4
			if c == 'I'-'A' {
				bar += p
			}
			sure += p
		}
	}
	return min(sure-(1-BarWorth)*bar, 1), bar > sure/2
}

// angleOf is a direction in radians, clockwise as the picture shows it.
func angleOf(direction int) float64 { return float64(direction) * math.Pi / 2 / Directions }

// face is one look at the candidate: turned by an angle on a table that leaves a share of its height, for the letter reader; beyond its box there is ground.
func (m *Candidate) face(r *picture.Raster, angle, height float64) glyph.Face {
	r.Look()
	f := glyph.Face{Size: face.FaceSize, Pix: make([]uint8, face.FaceSize*face.FaceSize)}
	ground := uint8(min(max(blob.Luma(m.Ground), 0), 255))
	long := max(m.W, m.H/height)
	s, c := math.Sincos(angle)
	kernel.Turned(r.Gray, r.W, r.H, &kernel.Window{
		X: m.At.X, Y: m.At.Y, Sine: s, Cosine: c, Step: long / face.LetterCap / face.FaceSize, Height: height,
		HalfWide: m.W/2 + 0.08*long, HalfHigh: m.H/2 + 0.08*long*height,
	}, ground, face.FaceSize, f.Pix)
	return f
}

// DirectionOf is the direction in which letters are read on a lattice with these steps.
func DirectionOf(u, v engine.Point) int {
	// The mean of both, each counted four times around so that quarter turns are alike.
	s1, c1 := math.Sincos(4 * math.Atan2(u.Y, u.X))
	s2, c2 := math.Sincos(4 * math.Atan2(v.Y, v.X))
	turn := math.Atan2(s1+s2, c1+c2) / (2 * math.Pi) * Directions
	return (int(math.Floor(turn+0.5)) + Directions) % Directions
}

// BestDirection is that in which the candidate is likeliest a letter.
func (m *Candidate) BestDirection() int {
	best := 0
	for a, sure := range m.Letter {
		if sure > m.Letter[best] {
			best = a
		}
	}
	return best
}

// Turn is the best direction in radians, clockwise as the picture shows it.
func (m *Candidate) Turn() float64 { return angleOf(m.BestDirection()) }

// Side is the longer side of the letter's own box, pixels, which its box in the picture holds turned: a bar is as long as that box's diagonal. Of a box
// that is nearly square the letter's sides are uncertain: they are within limits.
func (m *Candidate) Side() float64 {
	if m.Bar {
		return math.Hypot(m.W, m.H)
	}
	s, c := math.Sincos(m.Turn())
	square := c*c - s*s
	if math.Abs(square) < leastTurn {
		return usualSide * m.Long()
	}
	return min(max((c*m.W-s*m.H)/square, (c*m.H-s*m.W)/square, leastSide*m.Long()), m.Long())
}

const (
	leastTurn = 0.35 // cosine of twice the turn from which on the box says both sides
	leastSide = 0.78 // of the box's longer side: of a square letter half a quarter turned .71
	usualSide = 0.82 // at that turn, of a letter four fifths as wide as high
)

// Score is the weight of a candidate as a letter in a direction.
func (m *Candidate) Score(angle int) float64 { return m.Letter[angle] * m.Letter[angle] }
