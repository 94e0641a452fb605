package hue

import "tilewatch/engine"

// Plastics are the hues that the players' tiles have on one table, as pictures before showed them: plastics stay as they are while a game goes on. The zero
// value knows none.
type Plastics [len(PlasticHues)]struct {
	mean   Hue
	weight float64 // of the faces that showed it, old ones fading
}

// Hand-set.
const (
	plasticSpread = 0.07  // standard deviation of a face's hue about its plastic's, in each logarithm
	mostFaces     = 40.0  // faces after which older ones fade, so that the lamp may change
	otherPlastic  = -12.0 // log-likelihood of a face far from a plastic, and of one that nobody has shown yet: a stranger's color is told by its hue alone
)

// LogLikelihoods are those of each color by a face's hue.
func (p *Plastics) LogLikelihoods(h Hue) (l engine.ColorLikelihoods) {
	for c := range p {
		d := HueDistance(h, p[c].mean) / plasticSpread
		known := p[c].weight / (p[c].weight + 1)
		l[c] = otherPlastic + known*max(-d*d/2-otherPlastic, 0)
	}
	return l
}

// Stranger says that a hue is none of a plastic that is known.
func (p *Plastics) Stranger(h Hue) bool {
	l := p.LogLikelihoods(h)
	return l[MostLikelyColor(l)] < otherPlastic/2
}

// Learn takes in a face of that color.
func (p *Plastics) Learn(h Hue, color int, weight float64) {
	k := &p[color]
	k.weight = min(k.weight+weight, mostFaces)
	for i := range h {
		k.mean[i] += (h[i] - k.mean[i]) * weight / k.weight
	}
}
