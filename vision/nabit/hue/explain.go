package hue

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// Face is what is known of one face's color.
type Face struct {
	Hue    Hue
	Seen   picture.BGR             // the color itself
	Other  engine.ColorLikelihoods // what else speaks for the colors, log-likelihoods
	Tile   bool                    // it seems to be a tile's: only those say what the lamp and the plastics are
	Beside bool                    // it lies beside the structure: a plastic that lies only there is not told of
	Gray   bool                    // it is a gray tile's, which is nobody's: its hue is the lamp's
}

// likely are the log-likelihoods of the face's colors under a shift.
func (f *Face) likely(shift Hue) engine.ColorLikelihoods {
	l := f.Hue.LogLikelihoods(shift)
	for c := range l {
		l[c] += f.Other[c]
	}
	return l
}

// Naming says which names the plastics of a picture have.
type Naming struct {
	Faces    []engine.ColorLikelihoods // of each face, log-probabilities
	Plastics []engine.Plastic          // of the structure, by the likeliest explanation
	Told     float64                   // probability that the told colors are those of this table

	parts []part
	all   []explanation // those that weigh anything
}

// Explain names the plastics of one picture. Faces of one hue share their plastic and their lamp, and two players' plastics cannot have one name: an
// explanation gives each part of the faces a name, and parts of one name are one plastic. The posterior is the mean over the explanations, weighed by
// their evidence: over all lamps, and all hues that makers give to a name. told are the colors that somebody measured, or thinks so.
func Explain(faces []Face, told Told) Naming {
	parts := partsOf(faces)
	n := Naming{Faces: make([]engine.ColorLikelihoods, len(faces)), parts: parts}
	all := explanations(parts, told, lampOf(faces))
	total, best := math.Inf(-1), 0
	for i := range all {
		total = logAdd(total, all[i].evidence)
		if all[i].evidence > all[best].evidence {
			best = i
		}
	}
	names := make([]engine.ColorLikelihoods, len(parts)) // probabilities
	for i := range all {
		e := &all[i]
		e.weight = math.Exp(e.evidence - total)
		for p, c := range e.colors[:len(parts)] {
			names[p][c] += e.weight
		}
		if e.told {
			n.Told += e.weight
		}
		if e.weight >= leastWeight {
			n.all = append(n.all, *e)
		}
	}
	for i := range faces {
		if !faces[i].Tile {
			n.Faces[i] = n.Of(faces[i].Hue, faces[i].Other)
		}
	}
	for p := range parts {
		for _, i := range parts[p].faces {
			n.Faces[i] = softmax(faces[i].likely(all[best].shift))
			for c := range n.Faces[i] {
				n.Faces[i][c] = strayShare*n.Faces[i][c] + (1-strayShare)*names[p][c]
			}
			n.Faces[i] = logs(n.Faces[i])
		}
	}
	n.Plastics = plastics(faces, parts, names, all[best].colors)
	return n
}

const (
	// strayShare is the share of tiles whose hue is not their plastic's: of 2,099 faces six had another one's by a glare or a shadow.
	strayShare = 0.005
	// leastWeight is the weight below which an explanation does not change what a face beside the tiles is. It bounds the time.
	leastWeight = 1e-4
	// graySpread is how far gray tiles are from gray, in each logarithm.
	graySpread = 0.07
	// leastProbability is about the least that a color has, so that its logarithm is finite.
	leastProbability = 1e-12
)

// Of are the log-probabilities of the colors of a face that is not among the tiles that were named: a plastic that they show, or one that they do not. other
// is what else speaks for the colors.
func (n *Naming) Of(h Hue, other engine.ColorLikelihoods) engine.ColorLikelihoods {
	var p engine.ColorLikelihoods
	for i := range n.all {
		for c, share := range softmax(n.under(&n.all[i], h, other)) {
			p[c] += n.all[i].weight * share
		}
	}
	return logs(p)
}

// under are the log-likelihoods of a hue's colors under an explanation.
func (n *Naming) under(e *explanation, h Hue, other engine.ColorLikelihoods) (l engine.ColorLikelihoods) {
	for c := range l {
		l[c] = unshown + e.names[c].under(h, e.shift)
	}
	for k := range n.parts {
		c := e.colors[k]
		mean := n.parts[k].mean
		if shown := (&prior{mean, spread(besideSpread, besidePale, mean)}).under(h, Hue{}); !slices.Contains(e.colors[:k], c) || shown > l[c] {
			l[c] = shown
		}
	}
	for c := range l {
		l[c] += other[c]
	}
	return l
}

// under is the log-likelihood of a hue under a shift, with heavy tails.
func (p *prior) under(h, shift Hue) float64 {
	d := p.covariance.inverse().quadratic(h.plus(shift, -1).plus(p.mean, -1))
	return -0.5*d/(1+d/farHue) - 0.5*math.Log(p.covariance.det())
}

// Of faces beside the tiles that were named: 392 tops of banks in 131 pictures with plastics in any hues had a hue within .03 of the board's tiles (half of
// them), .13 (nine in ten) and .4 (all but one in a hundred), mostly paler or deeper; one in seven was of a plastic that the board does not show.
const (
	besideSpread = 0.05
	besidePale   = 0.25 // share of the hue
	unshown      = -1.0 // log-prior of a plastic that the tiles do not show
)

// plastics are those of the likeliest explanation, each as sure as all explanations together make its largest part: other parts of the name are faces in
// glare or shadow, which say little of it.
func plastics(faces []Face, parts []part, names []engine.ColorLikelihoods, colors []int) (all []engine.Plastic) {
	for c := range PlasticHues {
		largest, most := -1, 0
		for p := range parts {
			own := 0
			for _, i := range parts[p].faces {
				if !faces[i].Beside {
					own++
				}
			}
			if colors[p] == c && own > most {
				largest, most = p, own
			}
		}
		if largest < 0 {
			continue
		}
		var seen picture.BGR
		for _, i := range parts[largest].faces {
			for k, v := range faces[i].Seen {
				seen[k] += v / float64(len(parts[largest].faces))
			}
		}
		name := names[largest]
		p := engine.Plastic{Color: engine.PlayerColors[c], Confidence: name[c]}
		for k := range p.RGB {
			p.RGB[k] = int(math.Round(seen[2-k]))
		}
		name[c] = -1
		p.Or = engine.PlayerColors[MostLikelyColor(name)]
		all = append(all, p)
	}
	return all
}

// explanation gives each part a color.
type explanation struct {
	colors   []int
	names    []prior // the hues that the names have
	told     bool    // the told colors are those of this table
	shift    Hue     // the likeliest
	evidence float64 // log, over all shifts and all means of the plastics
	weight   float64 // its share of all evidence
}

// explanations are all, with the told colors and with those that makers give to the names.
func explanations(parts []part, told Told, lamp gaussian) (all []explanation) {
	right := told.prior()
	all = explained(nil, parts, names[:], lamp, math.Log(1-right), false)
	if right > 0 {
		all = explained(all, parts, told.names(), lamp, math.Log(right), true)
	}
	return all
}

// explained appends the explanations by what hues the names have.
func explained(all []explanation, parts []part, names []prior, lamp gaussian, evidence float64, told bool) []explanation {
	terms := make([][]gaussian, len(names))
	for c := range names {
		terms[c] = names[c].terms(parts)
	}
	count := 1
	for range parts {
		count *= len(names)
	}
	colors := make([]int, count*len(parts))
	for k := range count {
		e := explanation{colors: colors[k*len(parts) : (k+1)*len(parts)], names: names, told: told, evidence: evidence}
		var sets [len(PlasticHues)]int
		for p, rest := 0, k; p < len(parts); p, rest = p+1, rest/len(names) {
			c := rest % len(names)
			e.colors[p] = c
			sets[c] |= 1 << p
			e.evidence += otherWeight * parts[p].other[c]
		}
		sum := lamp
		for c, set := range sets {
			if set != 0 {
				sum = sum.times(terms[c][set])
			}
		}
		e.shift = sum.peak()
		e.evidence += sum.integral()
		all = append(all, e)
	}
	return all
}

// lampOf is what is known of the lamp's shift before any plastic has a name: lamps are mostly white, and gray tiles, which every set has, show this one.
func lampOf(faces []Face) gaussian {
	var mean Hue
	count := 0.0
	for i := range faces {
		if faces[i].Gray {
			mean = mean.plus(faces[i].Hue, 1)
			count++
		}
	}
	lamp := about(Hue{}, matrix{shiftSpread * shiftSpread, shiftSpread * shiftSpread, 0})
	if count == 0 {
		return lamp
	}
	each := graySpread * graySpread * (1 + 1/count) // a maker's gray has a tint, and each tile its shade
	return lamp.times(about(Hue{mean[0] / count, mean[1] / count}, matrix{each, each, 0}))
}

// otherWeight is what else speaks for a plastic's name, for each nat that it says: fitted on half of 131 pictures with plastics in any hues, on whose
// other half the names are as often right as said (0.5 and 1 are worse).
const otherWeight = 0.75

// terms are the likelihoods of the lamp's shift by each set of parts, if they are the plastic of that name. Sets are bits.
func (p *prior) terms(parts []part) []gaussian {
	all := make([]gaussian, 1<<len(parts))
	for set := 1; set < len(all); set++ {
		mean := gaussian{} // of the plastic under the lamp
		for i := range parts {
			if set&(1<<i) != 0 {
				mean = mean.times(about(parts[i].mean, parts[i].covariance()))
			}
		}
		at, covariance := mean.peak(), mean.info.inverse()
		all[set] = about(at.plus(p.mean, -1), p.covariance.plus(covariance))
		all[set].rest += mean.rest - at.dot(mean.at) - math.Log(covariance.det())
	}
	return all
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

func logs(p engine.ColorLikelihoods) engine.ColorLikelihoods {
	for c := range p {
		p[c] = math.Log(p[c] + leastProbability)
	}
	return p
}

// logAdd is the logarithm of the sum of two numbers given by their logarithms.
func logAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	return a + math.Log1p(math.Exp(b-a))
}
