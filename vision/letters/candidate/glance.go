package candidate

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/ocr/glyph"
	"tilewatch/vision"
	"tilewatch/vision/blob"
	"tilewatch/vision/letters/face"
)

// Marks less sure than this to be a letter in any direction are not looked at further.
const LeastLetter = 0.25

// lineWorth is what a bar counts that reads as an I: much else is a bar.
const LineWorth = 0.4

// leaders is how many marks, those with the most ink, are read in all directions, and ways in how many the others are, with those
// beside them: most of what stands on a board stands one way.
const (
	leaders = 260
	ways    = 2
)

// readable are the marks that read as letters in some direction.
func Readable(r *vision.Raster, reader ocr.Reader, marks []Mark) ([]Mark, error) {
	errs := make([]error, len(marks))
	all := make([]bool, Angles)
	for a := range all {
		all[a] = true
	}
	first := min(len(marks), leaders)
	vision.OnAllCores(first, func(i int) { errs[i] = marks[i].glance(r, reader, all) })
	usual := usualAngles(marks[:first])
	vision.OnAllCores(len(marks)-first, func(i int) { errs[first+i] = marks[first+i].glance(r, reader, usual) })
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(marks, func(m Mark) bool { return slices.Max(m.Letter[:]) < LeastLetter }), nil
}

// usualAngles are the directions in which most marks are letters, and those beside them.
func usualAngles(marks []Mark) []bool {
	var sums [Angles]float64
	for i := range marks {
		for a, sure := range marks[i].Letter {
			sums[a] += sure * sure
		}
	}
	usual := make([]bool, Angles)
	for range ways {
		best := 0
		for a := range sums {
			if sums[a] > sums[best] {
				best = a
			}
		}
		sums[best] = -1
		for d := Angles - 1; d <= Angles+1; d++ {
			usual[(best+d)%Angles] = true
		}
	}
	return usual
}

// glance reads the mark in some directions, without anything around it.
func (m *Mark) glance(r *vision.Raster, reader ocr.Reader, in []bool) error {
	for a := range m.Letter {
		if !in[a] {
			continue
		}
		letters, err := reader.Read(m.face(r, float64(a)*math.Pi/2/Angles))
		if err != nil {
			return err
		}
		sure, line := sureness(&letters)
		if sure > slices.Max(m.Letter[:]) {
			m.Line = line
		}
		m.Letter[a] = sure
	}
	return nil
}

// sureness is how surely there is a letter, whichever and however turned, 0 to 1, and whether it would be an I.
func sureness(l *ocr.Letters) (sure float64, line bool) {
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
	return min(sure-(1-LineWorth)*bar, 1), bar > sure/2
}

// face is the mark turned by an angle; what lies outside of its box is ground.
func (m *Mark) face(r *vision.Raster, angle float64) glyph.Face {
	f := glyph.Face{Size: face.FaceSize, Pix: make([]uint8, face.FaceSize*face.FaceSize)}
	ground := uint8(min(max(blob.Luma(m.Ground), 0), 255))
	step := m.Long() / face.LetterCap / face.FaceSize
	s, c := math.Sincos(angle)
	w, h := m.W/2+0.08*m.Long(), m.H/2+0.08*m.Long()
	for i := range f.Pix {
		u, v := (float64(i%face.FaceSize)-(face.FaceSize-1)/2.0)*step, (float64(i/face.FaceSize)-(face.FaceSize-1)/2.0)*step
		x, y := c*u-s*v, s*u+c*v
		f.Pix[i] = ground
		if x > -w && x < w && y > -h && y < h {
			f.Pix[i] = uint8(r.GrayAt(engine.Point{X: m.At.X + x, Y: m.At.Y + y}))
		}
	}
	return f
}

// angleOf is the direction in which a mark is read whose lattice has these steps.
func AngleOf(u, v engine.Point) int {
	// The mean of both, each counted four times around so that quarter turns are alike.
	s1, c1 := math.Sincos(4 * math.Atan2(u.Y, u.X))
	s2, c2 := math.Sincos(4 * math.Atan2(v.Y, v.X))
	turn := math.Atan2(s1+s2, c1+c2) / (2 * math.Pi) * Angles
	return (int(math.Floor(turn+0.5)) + Angles) % Angles
}

// Direction is that in which the mark is likeliest a letter.
func (m *Mark) Direction() int {
	best := 0
	for a, sure := range m.Letter {
		if sure > m.Letter[best] {
			best = a
		}
	}
	return best
}

// Worth is what a mark counts as a letter read in a direction: of what hardly reads as letters there is much.
func (m *Mark) Worth(angle int) float64 { return m.Letter[angle] * m.Letter[angle] }
