package lattice

import (
	"math"
	"slices"

	"tilewatch/engine"
)

// Between tiles there are no letters: a lattice that takes each second letter of printed words, or those of a list, has as many beside
// its places as on them. Values are smaller.
const (
	asLarge    = 0.62 // of a letter's height, a mark that counts
	asLargest  = 1.5
	faintCrowd = 0.55 // of the letters' ink: shadows and cracks read as letters, too
	besideLow  = 0.32 // of a step, from the middle of the nearest place
	mostCrowd  = 0.12 // marks between places for each on one
	crowdWorth = 4.0
	crowdPower = 3.0 // a page of text has many more letters than a board
)

// alone is what it counts that few letters lie between the group's places: 1 where hardly any does, less for print.
func (l *Lattice) Alone(g Group, dark bool, high float64) float64 {
	least := faintCrowd * l.ink(g)
	on, between := 0.0, 0.0
	for i := range l.Marks {
		m := &l.Marks[i]
		x, y, ok := l.H.Back(m.At)
		if !ok || m.Dark != dark || m.Ink < least {
			continue
		}
		q := engine.Place{Row: int(math.Round(y)), Col: int(math.Round(x))}
		if !g[q] && !l.between(q, x, y, g) {
			continue
		}
		if share := l.Scale(q).Share(m); share < asLarge*high || share > asLargest*high {
			continue
		}
		if off := max(math.Abs(x-float64(q.Col)), math.Abs(y-float64(q.Row))); off > besideLow {
			between++
		} else if g[q] {
			on++
		}
	}
	if between <= mostCrowd*on {
		return 1
	}
	return math.Pow(1+crowdWorth*(between/max(on, 1)-mostCrowd), -crowdPower)
}

// ink is that of the marks on the group's places, the median.
func (l *Lattice) ink(g Group) float64 {
	var inks []float64
	for p := range g {
		if i, ok := l.Cells[p]; ok {
			inks = append(inks, l.Marks[i].Ink)
		}
	}
	if len(inks) == 0 {
		return 0
	}
	slices.Sort(inks)
	return inks[len(inks)/2]
}

// between says whether a point near a place lies between it and one of the group.
func (l *Lattice) between(q engine.Place, x, y float64, g Group) bool {
	step := engine.Place{}
	if off := x - float64(q.Col); math.Abs(off) > besideLow {
		step.Col = int(math.Copysign(1, off))
	}
	if off := y - float64(q.Row); math.Abs(off) > besideLow {
		step.Row = int(math.Copysign(1, off))
	}
	return g[q.Add(step)]
}
