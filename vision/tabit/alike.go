package tabit

import (
	"math"
	"slices"

	"tilewatch/engine/tabit"
	"tilewatch/vision/parallel"
)

// Cards of one picture are printed alike. So a card is also what the other cards of the same photo are that look the same: the drawing
// may be strange, or the light on one of them, but it is the same print on all.
const (
	heard     = 0.8  // weight of what a card says of another that looks the same
	loudest   = 6.0  // natural logarithm: no card says more than that of another
	certain   = 3.0  // the same: cards this sure calibrate how alike cards of one picture are in this photo
	pictureOf = -1.5 // natural logarithm of how probable a box's picture is, for it to have a say
	// usuallySame is the correlation from which on cards are the same, where the photo itself does not tell.
	usuallySame = 0.84
	sharply     = 0.025 // correlation: how sharp that border is
	below       = 0.03  // and how far below that of the same cards it lies at most: the drawings not seen yet may be more alike
)

// liken lets cards that look alike agree on what they show. views are the closer looks at the boxes.
func liken(cards []*tabit.Box, views []*view) {
	var all []int
	for i, c := range cards {
		if c.Picture >= pictureOf {
			all = append(all, i)
		}
	}
	said := make([][len(tabit.Pictures)]float64, len(cards))
	for _, i := range all {
		top := slices.Max(cards[i].Pictures[:])
		for k, p := range cards[i].Pictures {
			said[i][k] = max(p-top, -loudest)
		}
	}
	pairs := pairsOf(all, views)
	border := sameFrom(pairs, cards)
	for _, p := range pairs {
		w := heard / (1 + math.Exp((border-p.alike)/sharply))
		for k := range tabit.Pictures {
			cards[p.a].Pictures[k] += w * said[p.b][k]
			cards[p.b].Pictures[k] += w * said[p.a][k]
		}
	}
}

// pair is two cards and the correlation of their prints, at most 1.
type pair struct {
	a, b  int
	alike float64
}

func pairsOf(all []int, views []*view) []pair {
	var pairs []pair
	for n, a := range all {
		for _, b := range all[:n] {
			pairs = append(pairs, pair{a: a, b: b})
		}
	}
	parallel.Do(len(pairs), func(i int) { pairs[i].alike = views[pairs[i].a].alike(views[pairs[i].b]) })
	return pairs
}

// sameFrom is the correlation from which on two cards show the same: between that of cards which surely do, and of those which
// surely do not. How far apart these are hangs on the drawings: lines correlate less than areas.
func sameFrom(pairs []pair, cards []*tabit.Box) float64 {
	var same, other []float64
	for _, p := range pairs {
		a, b := surely(cards[p.a]), surely(cards[p.b])
		switch {
		case a < 0 || b < 0:
		case a == b:
			same = append(same, p.alike)
		default:
			other = append(other, p.alike)
		}
	}
	if len(same) == 0 || len(other) == 0 {
		return usuallySame
	}
	return between(same, other)
}

// between is the border that leaves the fewest on the wrong side, in the widest gap if several do: even a sure card may be mistaken.
func between(same, other []float64) float64 {
	all := slices.Sorted(slices.Values(slices.Concat(same, other)))
	best, fewest, widest := all[0], math.Inf(1), 0.0
	for i := range all[1:] {
		border, gap := (all[i]+all[i+1])/2, all[i+1]-all[i]
		wrong := share(same, func(v float64) bool { return v < border }) + share(other, func(v float64) bool { return v > border })
		if wrong < fewest-1e-9 || wrong < fewest+1e-9 && gap > widest {
			best, fewest, widest = max(border, all[i+1]-below), wrong, gap
		}
	}
	return best
}

// share is the part of the values of which something holds.
func share(values []float64, holds func(float64) bool) float64 {
	n := 0
	for _, v := range values {
		if holds(v) {
			n++
		}
	}
	return float64(n) / float64(len(values))
}

// surely is the picture of a card that is sure of it by itself; -1 if it is not.
func surely(c *tabit.Box) int {
	best, second := 0, math.Inf(-1)
	for k := 1; k < len(c.Pictures); k++ {
		if c.Pictures[k] > c.Pictures[best] {
			best, second = k, c.Pictures[best]
		} else {
			second = max(second, c.Pictures[k])
		}
	}
	if c.Pictures[best]-second < certain {
		return -1
	}
	return best
}

// view is a closer look at a box.
type view struct {
	look   *Vector
	coarse plane    // the crop in gray
	color  [3]plane // and in blue, green and red
}

// plane is a crop's levels, two of its pixels in one each way.
type plane [viewWide * viewHigh]float32

const viewWide, viewHigh = cropW / 2, cropH / 2

func viewOf(c *crop) *view {
	v := &view{look: c.look()}
	for i := range v.coarse {
		at := i/viewWide*2*cropW + i%viewWide*2
		for k := range v.color {
			v.color[k][i] = (c[at][k] + c[at+1][k] + c[at+cropW][k] + c[at+cropW+1][k]) / 4
		}
		v.coarse[i] = 0.114*v.color[0][i] + 0.587*v.color[1][i] + 0.299*v.color[2][i]
	}
	return v
}

// Two cards may lie differently in their crops: by at most three coarse pixels each way, found in strides of two, then of one.
var strides = [2]int{2, 1}

// alike is the correlation of two views in color, one shifted over the other to where they correlate best in gray: a moon and a star on round grounds
// may differ in little but the grounds' colors.
func (v *view) alike(o *view) float64 {
	x, y, best := 0, 0, correlation(&v.coarse, &o.coarse, 0, 0).share()
	for _, stride := range strides {
		fromX, fromY := x, y
		for d := range 9 {
			dx, dy := fromX+(d%3-1)*stride, fromY+(d/3-1)*stride
			if dx == fromX && dy == fromY {
				continue
			}
			if c := correlation(&v.coarse, &o.coarse, dx, dy).share(); c > best {
				x, y, best = dx, dy, c
			}
		}
	}
	var all moments
	for k := range v.color {
		all = all.and(correlation(&v.color[k], &o.color[k], x, y))
	}
	return all.share()
}

// moments are how two planes vary, and vary together.
type moments struct{ a, b, ab float32 }

// share is their correlation.
func (m moments) share() float64 {
	return float64(m.ab) / math.Sqrt(float64(max(m.a, 1))*float64(max(m.b, 1)))
}

func (m moments) and(o moments) moments { return moments{m.a + o.a, m.b + o.b, m.ab + o.ab} }

// correlation is that of the parts which lie over each other when the other plane is shifted.
func correlation(v, o *plane, dx, dy int) moments {
	var n, sa, sb, saa, sbb, sab float32
	for y := max(0, -dy); y < min(viewHigh, viewHigh-dy); y++ {
		for x := max(0, -dx); x < min(viewWide, viewWide-dx); x++ {
			a, b := v[y*viewWide+x], o[(y+dy)*viewWide+x+dx]
			n, sa, sb, saa, sbb, sab = n+1, sa+a, sb+b, saa+a*a, sbb+b*b, sab+a*b
		}
	}
	return moments{saa - sa*sa/n, sbb - sb*sb/n, sab - sa*sb/n}
}
