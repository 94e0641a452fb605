package lattice

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/blob"
)

// Between tiles there are no letters, but a lattice on each second letter of a page has as many between its places as on them.
const (
	leastSize  = 0.62 // of the letters' height: values are smaller
	mostSize   = 1.5  // of the letters' height
	faintCrowd = 0.55 // of the letters' contrast: shadows and cracks read as letters, too
	besideFrom = 0.32 // steps from the nearest place
	mostCrowd  = 0.12 // candidates between places for each one on a place, that cost nothing
	crowdScale = 4.0
	crowdPower = 3.0 // a page of text has many more letters than a board
)

// Isolation is 1 if almost no letters lie between the group's places, and less for print. darkInk is the letters' polarity, height their height in
// steps.
func (l *Lattice) Isolation(g Group, dark bool, high float64) float64 {
	least := faintCrowd * l.medianInk(g)
	on, between := 0.0, 0.0
	for i := range l.Candidates {
		m := &l.Candidates[i]
		x, y, ok := l.Map.Back(m.At)
		if !ok || m.Dark != dark || m.Ink < least {
			continue
		}
		q := engine.Place{Row: int(math.Round(y)), Col: int(math.Round(x))}
		if !g[q] && !l.between(q, x, y, g) {
			continue
		}
		if share := l.Footprint(q).Size(m); share < leastSize*high || share > mostSize*high {
			continue
		}
		if off := max(math.Abs(x-float64(q.Col)), math.Abs(y-float64(q.Row))); off > besideFrom {
			between++
		} else if g[q] {
			on++
		}
	}
	if between <= mostCrowd*on {
		return 1
	}
	return math.Pow(1+crowdScale*(between/max(on, 1)-mostCrowd), -crowdPower)
}

// medianInk is the median contrast of the candidates on the group's places.
func (l *Lattice) medianInk(g Group) float64 {
	var inks []float64
	for p := range g {
		if i, ok := l.Cells[p]; ok {
			inks = append(inks, l.Candidates[i].Ink)
		}
	}
	return blob.UpperMedian(inks)
}

// between reports whether a point near a place lies between it and one of the group.
func (l *Lattice) between(q engine.Place, x, y float64, g Group) bool {
	step := engine.Place{}
	if off := x - float64(q.Col); math.Abs(off) > besideFrom {
		step.Col = int(math.Copysign(1, off))
	}
	if off := y - float64(q.Row); math.Abs(off) > besideFrom {
		step.Row = int(math.Copysign(1, off))
	}
	return g[q.Add(step)]
}
