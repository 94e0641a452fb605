package tabit

import (
	"math"
	"slices"

	"tilewatch/engine/tabit"
	"tilewatch/vision/parallel"
)

// Cards with the same picture have the same print. So cards that look alike share their evidence: an unusual drawing or bad light may
// mislead the classifier on one card, but the print is the same on all. The numbers are hand-set.
const (
	sharedWeight    = 0.8  // weight of the evidence of another card that looks the same
	mostShared      = 6.0  // natural logarithm: the bound of the evidence that a card gives to another
	confidentMargin = 3.0  // the same: log-likelihood ratio of a card that helps to set the threshold of a photo
	leastPicture    = -1.5 // log-likelihood of a picture in a box that takes part
	// defaultThreshold is the correlation above which two cards are the same, in a photo without confident cards.
	defaultThreshold  = 0.84
	thresholdSoftness = 0.025 // correlation: scale of the logistic function around the threshold
	thresholdMargin   = 0.03  // correlation: the threshold lies at most this far below the least of equal cards, because other drawings may be more alike
)

// shareEvidence adds to each card's log-likelihoods those of the cards that look like it. views are the crops of the boxes.
func shareEvidence(cards []*tabit.Box, views []*view) {
	var all []int
	for i, c := range cards {
		if c.Picture >= leastPicture {
			all = append(all, i)
		}
	}
	evidence := make([][len(tabit.Pictures)]float64, len(cards))
	for _, i := range all {
		top := slices.Max(cards[i].Pictures[:])
		for k, p := range cards[i].Pictures {
			evidence[i][k] = max(p-top, -mostShared)
		}
	}
	pairs := pairsOf(all, views)
	threshold := sameThreshold(pairs, cards)
	for _, p := range pairs {
		w := sharedWeight / (1 + math.Exp((threshold-p.correlation)/thresholdSoftness))
		for k := range tabit.Pictures {
			cards[p.a].Pictures[k] += w * evidence[p.b][k]
			cards[p.b].Pictures[k] += w * evidence[p.a][k]
		}
	}
}

// pair is two cards and the correlation of their prints, at most 1.
type pair struct {
	a, b        int
	correlation float64
}

func pairsOf(all []int, views []*view) []pair {
	var pairs []pair
	for n, a := range all {
		for _, b := range all[:n] {
			pairs = append(pairs, pair{a: a, b: b})
		}
	}
	parallel.Do(len(pairs), func(i int) { pairs[i].correlation = views[pairs[i].a].correlation(views[pairs[i].b]) })
	return pairs
}

// sameThreshold is the correlation above which two cards show the same picture. It separates the pairs of confident cards with the same
// picture from those with different ones. It depends on the drawings: lines correlate less than areas.
func sameThreshold(pairs []pair, cards []*tabit.Box) float64 {
	var same, other []float64
	for _, p := range pairs {
		a, b := confidentPicture(cards[p.a]), confidentPicture(cards[p.b])
		switch {
		case a < 0 || b < 0:
		case a == b:
			same = append(same, p.correlation)
		default:
			other = append(other, p.correlation)
		}
	}
	if len(same) == 0 || len(other) == 0 {
		return defaultThreshold
	}
	return separatingThreshold(same, other)
}

// separatingThreshold is the threshold with the lowest error rate, in the widest gap if there are several: a confident card may be wrong, too.
func separatingThreshold(same, other []float64) float64 {
	all := slices.Sorted(slices.Values(slices.Concat(same, other)))
	best, least, widest := all[0], math.Inf(1), 0.0
	for i := range all[1:] {
		threshold, gap := (all[i]+all[i+1])/2, all[i+1]-all[i]
		wrong := shareOf(same, func(v float64) bool { return v < threshold }) + shareOf(other, func(v float64) bool { return v > threshold })
		if wrong < least-sameRate || wrong < least+sameRate && gap > widest {
			best, least, widest = max(threshold, all[i+1]-thresholdMargin), wrong, gap
		}
	}
	return best
}

// sameRate is the difference of two error rates that only rounding makes.
const sameRate = 1e-9

// shareOf is the share of the values that meet a condition.
func shareOf(values []float64, holds func(float64) bool) float64 {
	n := 0
	for _, v := range values {
		if holds(v) {
			n++
		}
	}
	return float64(n) / float64(len(values))
}

// confidentPicture is the best picture of a card whose log-likelihood ratio to the second one is large enough; -1 otherwise.
func confidentPicture(c *tabit.Box) int {
	best, second := 0, math.Inf(-1)
	for k := 1; k < len(c.Pictures); k++ {
		if c.Pictures[k] > c.Pictures[best] {
			best, second = k, c.Pictures[best]
		} else {
			second = max(second, c.Pictures[k])
		}
	}
	if c.Pictures[best]-second < confidentMargin {
		return -1
	}
	return best
}

// view is the crop of a card as features, and as small pictures that are compared with other cards.
type view struct {
	features *Vector
	coarse   plane    // the crop in gray
	color    [3]plane // the same in blue, green and red
}

// plane is one channel of a crop at half its size.
type plane [viewWide * viewHigh]float32

const viewWide, viewHigh = cropW / 2, cropH / 2

func viewOf(c *crop) *view {
	v := &view{features: c.features()}
	for i := range v.coarse {
		at := i/viewWide*2*cropW + i%viewWide*2
		for k := range v.color {
			v.color[k][i] = (c[at][k] + c[at+1][k] + c[at+cropW][k] + c[at+cropW+1][k]) / 4
		}
		v.coarse[i] = 0.114*v.color[0][i] + 0.587*v.color[1][i] + 0.299*v.color[2][i]
	}
	return v
}

// strides of the search for the shift between two crops, coarse pixels: first two, then one, so three each way at most.
var strides = [2]int{2, 1}

// correlation is the normalized cross-correlation of two views in color, at the shift where they correlate best in gray. Color counts
// because a moon and a star on round grounds may differ in the grounds' colors only.
func (v *view) correlation(o *view) float64 {
	x, y, best := 0, 0, momentsOf(&v.coarse, &o.coarse, 0, 0).correlation()
	for _, stride := range strides {
		fromX, fromY := x, y
		for d := range 9 {
			dx, dy := fromX+(d%3-1)*stride, fromY+(d/3-1)*stride
			if dx == fromX && dy == fromY {
				continue
			}
			if c := momentsOf(&v.coarse, &o.coarse, dx, dy).correlation(); c > best {
				x, y, best = dx, dy, c
			}
		}
	}
	var all moments
	for k := range v.color {
		all = all.and(momentsOf(&v.color[k], &o.color[k], x, y))
	}
	return all.correlation()
}

// moments are the sums of squares of two planes and of their products, about their means.
type moments struct{ a, b, ab float32 }

// correlation is the correlation coefficient. A variance below 1 counts as 1, so that a plane without a print correlates with none.
func (m moments) correlation() float64 {
	return float64(m.ab) / math.Sqrt(float64(max(m.a, 1))*float64(max(m.b, 1)))
}

func (m moments) and(o moments) moments { return moments{m.a + o.a, m.b + o.b, m.ab + o.ab} }

// momentsOf are those of the overlap of two planes, the second one shifted.
func momentsOf(v, o *plane, dx, dy int) moments {
	var n, sa, sb, saa, sbb, sab float32
	for y := max(0, -dy); y < min(viewHigh, viewHigh-dy); y++ {
		for x := max(0, -dx); x < min(viewWide, viewWide-dx); x++ {
			a, b := v[y*viewWide+x], o[(y+dy)*viewWide+x+dx]
			n, sa, sb, saa, sbb, sab = n+1, sa+a, sb+b, saa+a*a, sbb+b*b, sab+a*b
		}
	}
	return moments{saa - sa*sa/n, sbb - sb*sb/n, sab - sa*sb/n}
}
