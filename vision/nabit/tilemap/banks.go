package tilemap

import (
	"math"

	"tilewatch/engine"
)

// BankPoint is a point of the map that may show a bank.
type BankPoint struct {
	At     engine.Point                      // in the picture
	Colors [len(engine.PlayerColors)]float64 // how likely it shows a bank's tiles of each player
}

// leastBankPoint is how far a bank's output may lie behind the greatest of a point, nats: less likely points are many, and add up to little.
const leastBankPoint = 2

// BankPoints are the points that may show banks; without a map there are none.
func (m *Map) BankPoints() (all []BankPoint) {
	if m == nil {
		return nil
	}
	bank := m.out.Plane(int(Bank))
	for y := range m.Height {
		for x := range m.Width {
			i := y*m.out.Width + x
			p := m.share(0, int(Bank), int(Classes), i, bank[i]+leastBankPoint)
			if p == 0 {
				continue
			}
			at := BankPoint{At: engine.Point{X: (float64(x)+0.5)/m.Scale - 0.5, Y: (float64(y)+0.5)/m.Scale - 0.5}}
			for c := range at.Colors {
				at.Colors[c] = p * m.share(firstColor, c, Colors, i, math.MaxFloat32)
			}
			all = append(all, at)
		}
	}
	return all
}

// share is the probability of one of a group's outputs at a point (softmax); 0 if one of the others exceeds most.
func (m *Map) share(first, one, count, i int, most float32) float64 {
	sum := 0.0
	own := m.out.Plane(first + one)[i]
	for k := range count {
		v := m.out.Plane(first + k)[i]
		if v > most {
			return 0
		}
		sum += math.Exp(float64(v - own))
	}
	return 1 / sum
}

// Area is that of a square of so many pixels a side, in points; without a map one point.
func (m *Map) Area(side float64) float64 {
	if m == nil {
		return 1
	}
	return max(1, side*m.Scale*side*m.Scale)
}
