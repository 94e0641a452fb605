package tilemap

import (
	"math"

	"tilewatch/engine"
)

// BankAt are the log-odds of a bank's tiles at a point of the picture, and of gray ones against the players' colors.
func (m *Map) BankAt(p engine.Point) (bank, gray float64) {
	i := m.near(p)
	return m.odds(0, int(Bank), int(Classes), i), m.odds(firstColor, Colors-1, Colors, i)
}

// Bank are the same of a face, over its inside.
func (m *Map) Bank(face engine.Quad) (bank, gray float64) {
	for i := range faceSamples {
		v := inset + (1-2*inset)*float64(i)/(faceSamples-1)
		left, right := mix(face[0], face[3], v), mix(face[1], face[2], v)
		for k := range faceSamples {
			b, g := m.BankAt(mix(left, right, inset+(1-2*inset)*float64(k)/(faceSamples-1)))
			bank, gray = bank+b/(faceSamples*faceSamples), gray+g/(faceSamples*faceSamples)
		}
	}
	return bank, gray
}

// odds are the log-odds of one of a group's outputs at a point against the others.
func (m *Map) odds(first, one, count, i int) float64 {
	sum, own := 0.0, m.out.Plane(first + one)[i]
	for k := range count {
		if k != one {
			sum += math.Exp(float64(m.out.Plane(first + k)[i] - own))
		}
	}
	return min(max(-math.Log(sum), -oddsMost), oddsMost)
}

// BankPeaks are the peaks where a bank's log-odds exceed least; without a map there are none.
func (m *Map) BankPeaks(least float64) (all []Peak) {
	for _, p := range m.Peaks() {
		if bank, _ := m.BankAt(p.At); bank > least {
			all = append(all, p)
		}
	}
	return all
}
