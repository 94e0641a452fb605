package hue

import (
	"math"

	"tilewatch/engine"
)

// part are faces of one hue: they are one observation of their plastic's, however many they are.
type part struct {
	faces []int // indexes
	mean  Hue
	other engine.ColorLikelihoods // mean over the faces: what errs on one of a plastic's faces errs on all
}

const (
	partReach = 0.1 // faces nearer than this are of one part, in each logarithm: of 337 pairs of plastics on a table none lay nearer
	mostParts = 5   // more are merged; it bounds the time
)

// partsOf groups the tiles by their hues: it merges the nearest two parts until they lie apart (agglomerative clustering), and then those whose merging
// moves hues the least (Ward 1963) until there are few.
func partsOf(faces []Face) (parts []part) {
	for i := range faces {
		if faces[i].Tile {
			parts = append(parts, part{faces: []int{i}, mean: faces[i].Hue, other: faces[i].Other})
		}
	}
	for len(parts) > 1 {
		a, b, apart := nearest(parts, func(int, int) float64 { return 1 })
		if apart > partReach {
			if len(parts) <= mostParts {
				break
			}
			a, b, _ = nearest(parts, func(m, n int) float64 { return math.Sqrt(float64(m*n) / float64(m+n)) })
		}
		parts[a].merge(parts[b])
		parts = append(parts[:b], parts[b+1:]...)
	}
	return parts
}

// nearest are the two parts that are the nearest by their distance and a weight for how many they have.
func nearest(parts []part, weight func(m, n int) float64) (a, b int, least float64) {
	least = math.Inf(1)
	for j := range parts {
		for i := range j {
			if d := HueDistance(parts[i].mean, parts[j].mean) * weight(len(parts[i].faces), len(parts[j].faces)); d < least {
				a, b, least = i, j, d
			}
		}
	}
	return a, b, least
}

func (p *part) merge(o part) {
	share := float64(len(o.faces)) / float64(len(p.faces)+len(o.faces))
	for k := range p.mean {
		p.mean[k] += share * (o.mean[k] - p.mean[k])
	}
	for c := range p.other {
		p.other[c] += share * (o.other[c] - p.other[c])
	}
	p.faces = append(p.faces, o.faces...)
}

// Of the hues of one plastic's parts about its mean, each logarithm: of 331 plastics half have less than 0.02, and those that have more are paler or
// deeper, by a haze or the dark. A part of few faces is more often a stray.
const (
	partSpread = 0.05
	partPale   = 0.2 // share of the hue
)

// covariance is that of a part's mean about its plastic's.
func (p *part) covariance() matrix {
	return spread(partSpread, partPale, p.mean).scaled(1 + 1/float64(len(p.faces)))
}
