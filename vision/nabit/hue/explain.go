package hue

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

// Face is what is known of one face's color.
type Face struct {
	Hue   Hue
	Other engine.ColorLikelihoods // what else speaks for the colors, log-likelihoods
	Tile  bool                    // it seems to be a tile's: only those say what the lamp and the plastics are
}

// likely are the log-likelihoods of the face's colors under a shift.
func (f *Face) likely(shift Hue) engine.ColorLikelihoods {
	l := f.Hue.LogLikelihoods(shift)
	for c := range l {
		l[c] += f.Other[c]
	}
	return l
}

// Posteriors are the log-probabilities of the colors of the faces of one picture, up to a constant for each face. Faces of one color share their
// plastic and their lamp, so that each alone would be sure of what all of them get wrong together: the posterior is the mean over the
// explanations of the picture, weighed by their evidence. An explanation gives another color to each group of faces, and at most to one part of
// a group a color of its own: two players' faces that were taken for one player's.
func Posteriors(faces []Face) []engine.ColorLikelihoods {
	parts := partsOf(faces)
	all := explanations(parts)
	most := slices.MaxFunc(all, func(a, b explanation) int { return cmp.Compare(a.evidence, b.evidence) }).evidence
	posteriors := make([]engine.ColorLikelihoods, len(faces))
	for i := range posteriors {
		for c := range posteriors[i] {
			posteriors[i][c] = leastProbability
		}
	}
	for _, e := range all {
		weight := math.Exp(e.evidence - most)
		if weight < leastWeight {
			continue
		}
		for i := range faces {
			if e.moved >= 0 && slices.Contains(parts[e.moved].faces, i) {
				posteriors[i][e.colors[e.moved]] += weight
				continue
			}
			for c, share := range softmax(faces[i].likely(e.shift)) {
				posteriors[i][c] += weight * share
			}
		}
	}
	for i := range posteriors {
		for c := range posteriors[i] {
			posteriors[i][c] = math.Log(posteriors[i][c])
		}
	}
	return posteriors
}

const (
	// faceSpread is the standard deviation of the hues of one color's faces within a picture, in each logarithm.
	faceSpread = 0.1
	// movedPrior is the log prior that a part left its group, for each part and color: two players' faces become one's in none of 222 pictures.
	movedPrior = -4.6
	// leastWeight is the share of the best explanation's weight below which another is left out. It bounds the time.
	leastWeight = 1e-4
	// leastProbability is about the least that a color has, so that its logarithm is finite.
	leastProbability = 1e-12
)

// part is one of the two parts of the faces that look like one color, or the only face of its color.
type part struct {
	group int   // of the same color by their looks
	faces []int // indexes
	mean  Hue
	other engine.ColorLikelihoods // mean over the faces: many of them weigh as much as one
}

// partsOf groups the faces by the color that each seems to have by itself, and divides each group in two.
func partsOf(faces []Face) (parts []part) {
	var hues []Hue
	for i := range faces {
		if faces[i].Tile {
			hues = append(hues, faces[i].Hue)
		}
	}
	shift := CommonShift(hues)
	var groups [len(PlasticHues)][]int
	for i := range faces {
		if faces[i].Tile {
			c := MostLikelyColor(faces[i].likely(shift))
			groups[c] = append(groups[c], i)
		}
	}
	for g, some := range groups {
		for _, half := range divided(faces, some) {
			parts = append(parts, partOf(faces, g, half))
		}
	}
	return parts
}

func partOf(faces []Face, group int, some []int) part {
	p := part{group: group, faces: some}
	n := float64(len(some))
	for _, i := range some {
		for k, h := range faces[i].Hue {
			p.mean[k] += h / n
		}
		for c, l := range faces[i].Other {
			p.other[c] += l / n
		}
	}
	return p
}

// divided divides some faces in two where their hues lie farthest apart: along the line of their largest spread, with the least squares on
// either side (Otsu 1979).
func divided(faces []Face, some []int) [][]int {
	switch len(some) {
	case 0:
		return nil
	case 1:
		return [][]int{some}
	}
	all := partOf(faces, 0, some)
	var xx, yy, xy float64
	for _, i := range some {
		x, y := faces[i].Hue[0]-all.mean[0], faces[i].Hue[1]-all.mean[1]
		xx, yy, xy = xx+x*x, yy+y*y, xy+x*y
	}
	sin, cos := math.Sincos(math.Atan2(2*xy, xx-yy) / 2)
	along := func(i int) float64 { return cos*(faces[i].Hue[0]-all.mean[0]) + sin*(faces[i].Hue[1]-all.mean[1]) }
	slices.SortStableFunc(some, func(a, b int) int { return cmp.Compare(along(a), along(b)) })
	at, most, sum := 1, -1.0, 0.0
	for n := 1; n < len(some); n++ {
		sum += along(some[n-1])
		if between := sum * sum * (1/float64(n) + 1/float64(len(some)-n)); between > most {
			at, most = n, between
		}
	}
	return [][]int{some[:at], some[at:]}
}

// Apart is how far apart hues lie when they are divided in two where they lie farthest apart, from mean to mean, and how many the smaller part has; 0
// for fewer than two.
func Apart(hues []Hue) (apart float64, fewer int) {
	faces, all := make([]Face, len(hues)), make([]int, len(hues))
	for i, h := range hues {
		faces[i].Hue, all[i] = h, i
	}
	halves := divided(faces, all)
	if len(halves) < 2 {
		return 0, 0
	}
	return HueDistance(partOf(faces, 0, halves[0]).mean, partOf(faces, 0, halves[1]).mean), min(len(halves[0]), len(halves[1]))
}

// explanation gives each part a color.
type explanation struct {
	colors   []int
	moved    int     // the part that left its group; -1: none
	shift    Hue     // the likeliest
	evidence float64 // log, over all shifts and all means of the plastics
}

// explanations are all that give the groups different colors, and all of those with one part in another color.
func explanations(parts []part) (all []explanation) {
	add := func(colors []int, moved int) {
		e := explanation{colors: slices.Clone(colors), moved: moved}
		e.weigh(parts)
		all = append(all, e)
	}
	colors := make([]int, len(parts))
	var give func(p int, taken [len(PlasticHues)]bool)
	give = func(p int, taken [len(PlasticHues)]bool) {
		if p == len(parts) {
			add(colors, -1)
			for moved := range parts {
				own := colors[moved]
				for c := range PlasticHues {
					if colors[moved] = c; c != own {
						add(colors, moved)
					}
				}
				colors[moved] = own
			}
			return
		}
		if p > 0 && parts[p].group == parts[p-1].group {
			colors[p] = colors[p-1]
			give(p+1, taken)
			return
		}
		for c := range PlasticHues {
			if !taken[c] {
				now := taken
				colors[p], now[c] = c, true
				give(p+1, now)
			}
		}
	}
	give(0, [len(PlasticHues)]bool{})
	return all
}

// weigh sets the shift and the evidence.
func (e *explanation) weigh(parts []part) {
	sum := gaussian{xx: 1 / (shiftSpread * shiftSpread), yy: 1 / (shiftSpread * shiftSpread)}
	for c := range PlasticHues {
		if slices.Contains(e.colors, c) {
			sum.add(e.colorTerm(c, parts))
		}
	}
	det := sum.xx*sum.yy - sum.xy*sum.xy
	e.shift = Hue{(sum.yy*sum.x - sum.xy*sum.y) / det, (sum.xx*sum.y - sum.xy*sum.x) / det}
	e.evidence = (e.shift[0]*sum.x+e.shift[1]*sum.y-sum.rest)/2 - math.Log(det)/2
	for p := range parts {
		e.evidence += parts[p].other[e.colors[p]]
	}
	if e.moved >= 0 {
		e.evidence += movedPrior
	}
}

// gaussian is a Gaussian function of the shift, in its information form: minus twice its logarithm is
// xx s0² + 2 xy s0 s1 + yy s1² - 2 x s0 - 2 y s1 + rest.
type gaussian struct{ xx, yy, xy, x, y, rest float64 }

func (g *gaussian) add(o gaussian) {
	*g = gaussian{g.xx + o.xx, g.yy + o.yy, g.xy + o.xy, g.x + o.x, g.y + o.y, g.rest + o.rest}
}

// colorTerm is the likelihood of the shift by the parts of a color: their mean lies about the plastic's, they about their mean.
func (e *explanation) colorTerm(color int, parts []part) gaussian {
	const variance = faceSpread * faceSpread
	n, squares := 0.0, 0.0
	var mean Hue
	for p := range parts {
		if e.colors[p] == color {
			h := parts[p].mean
			n++
			squares += h[0]*h[0] + h[1]*h[1]
			mean[0] += h[0]
			mean[1] += h[1]
		}
	}
	mean[0] /= n
	mean[1] /= n
	scatter := squares - n*(mean[0]*mean[0]+mean[1]*mean[1])
	plastic := PlasticHues[color]
	plastic.xx += variance / n
	plastic.yy += variance / n
	det := plastic.det()
	x, y := mean[0]-plastic.Mean[0], mean[1]-plastic.Mean[1]
	g := gaussian{xx: plastic.yy / det, yy: plastic.xx / det, xy: -plastic.xy / det}
	g.x, g.y = g.xx*x+g.xy*y, g.xy*x+g.yy*y
	g.rest = g.x*x + g.y*y + math.Log(det) + scatter/variance + 2*(n-1)*math.Log(variance) + 2*math.Log(n)
	return g
}

// softmax are the probabilities of the colors.
func softmax(l engine.ColorLikelihoods) engine.ColorLikelihoods {
	most, sum := l[MostLikelyColor(l)], 0.0
	for c := range l {
		l[c] = math.Exp(l[c] - most)
		sum += l[c]
	}
	for c := range l {
		l[c] /= sum
	}
	return l
}
