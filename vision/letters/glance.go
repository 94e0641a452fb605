package letters

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/ocr/glyph"
	"tilewatch/vision"
	"tilewatch/vision/blob"
)

// angles is how many directions a mark is read in, over a quarter turn: the reader bears a few degrees.
const angles = 9

// Marks less sure than this to be a letter in any direction are not looked at further.
const leastLetter = 0.25

// lineWorth is what a bar counts that reads as an I: much else is a bar.
const lineWorth = 0.4

// leaders is how many marks, those with the most ink, are read in all directions, and ways in how many the others are, with those
// beside them: most of what stands on a board stands one way.
const (
	leaders = 260
	ways    = 2
)

// readable are the marks that read as letters in some direction.
func readable(r *vision.Raster, reader ocr.Reader, marks []mark) ([]mark, error) {
	errs := make([]error, len(marks))
	all := make([]bool, angles)
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
	return slices.DeleteFunc(marks, func(m mark) bool { return slices.Max(m.letter[:]) < leastLetter }), nil
}

// usualAngles are the directions in which most marks are letters, and those beside them.
func usualAngles(marks []mark) []bool {
	var sums [angles]float64
	for i := range marks {
		for a, sure := range marks[i].letter {
			sums[a] += sure * sure
		}
	}
	usual := make([]bool, angles)
	for range ways {
		best := 0
		for a := range sums {
			if sums[a] > sums[best] {
				best = a
			}
		}
		sums[best] = -1
		for d := angles - 1; d <= angles+1; d++ {
			usual[(best+d)%angles] = true
		}
	}
	return usual
}

// glance reads the mark in some directions, without anything around it.
func (m *mark) glance(r *vision.Raster, reader ocr.Reader, in []bool) error {
	for a := range m.letter {
		if !in[a] {
			continue
		}
		letters, err := reader.Read(m.face(r, float64(a)*math.Pi/2/angles))
		if err != nil {
			return err
		}
		sure, line := sureness(&letters)
		if sure > slices.Max(m.letter[:]) {
			m.line = line
		}
		m.letter[a] = sure
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
	return min(sure-(1-lineWorth)*bar, 1), bar > sure/2
}

// face is the mark turned by an angle; what lies outside of its box is ground.
func (m *mark) face(r *vision.Raster, angle float64) glyph.Face {
	f := glyph.Face{Size: faceSize, Pix: make([]uint8, faceSize*faceSize)}
	ground := uint8(min(max(blob.Luma(m.Ground), 0), 255))
	step := m.Long() / letterCap / faceSize
	s, c := math.Sincos(angle)
	w, h := m.W/2+0.08*m.Long(), m.H/2+0.08*m.Long()
	for i := range f.Pix {
		u, v := (float64(i%faceSize)-(faceSize-1)/2.0)*step, (float64(i/faceSize)-(faceSize-1)/2.0)*step
		x, y := c*u-s*v, s*u+c*v
		f.Pix[i] = ground
		if x > -w && x < w && y > -h && y < h {
			f.Pix[i] = uint8(r.GrayAt(engine.Point{X: m.At.X + x, Y: m.At.Y + y}))
		}
	}
	return f
}

// angleOf is the direction in which a mark is read whose lattice has these steps.
func angleOf(u, v engine.Point) int {
	// The mean of both, each counted four times around so that quarter turns are alike.
	s1, c1 := math.Sincos(4 * math.Atan2(u.Y, u.X))
	s2, c2 := math.Sincos(4 * math.Atan2(v.Y, v.X))
	turn := math.Atan2(s1+s2, c1+c2) / (2 * math.Pi) * angles
	return (int(math.Floor(turn+0.5)) + angles) % angles
}
