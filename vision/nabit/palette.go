package nabit

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
)

// palette is what a tracker knows of the colors on its table. A picture alone tells colors by all its faces together, and one thing that is no tile may turn
// all of them; plastics that were seen before stay what they are.
type palette struct {
	alone     bool     // the picture is the only one
	told      hue.Told // by the tile set, while it may be right
	disproved bool     // it is not: it swaps names, or is another set's
	plastics  hue.Plastics
	seen      []engine.Plastic // in the last picture
	learned   *tilemap.Map     // the last map that it learned from
}

// Hand-set.
const (
	followedWeight = 0.05  // of a face on a map that was learned from before, beside one on a new map: it follows the lamp
	surelyColor    = -0.01 // log-probability from which a face has its color
	saidFaces      = 20    // what a person says of a plastic weighs like so many faces
	leastTold      = 0.1   // probability that the told colors are right, below which they are not: of 178 right ones none had less
)

// see names the faces' plastics, and learns from them what m, the map of the picture, has not said before.
func (p *palette) see(faces []hue.Face, m *tilemap.Map) hue.Naming {
	if p.alone {
		return p.explain(faces)
	}
	for i := range faces {
		for c, l := range p.plastics.LogLikelihoods(faces[i].Hue) {
			faces[i].Other[c] += l
		}
	}
	all := p.explain(faces)
	p.seen = all.Plastics
	fresh := m != p.learned
	p.learned = m
	for i, likely := range all.Faces {
		c := hue.MostLikelyColor(likely)
		switch {
		case !faces[i].Tile || likely[c]-floats.LogSumExp(likely[:]) < surelyColor:
		case fresh:
			p.plastics.Learn(faces[i].Hue, c, 1)
		case !p.plastics.Stranger(faces[i].Hue):
			p.plastics.Learn(faces[i].Hue, c, followedWeight)
		}
	}
	return all
}

// believe takes what a tile set says of its colors, until a picture shows that it is wrong.
func (p *palette) believe(set *calibration.Tileset) {
	if !p.disproved {
		p.told = hue.ToldBy(set)
	}
}

// explain names the plastics. Where they are surely not the told ones, it forgets these, and what was learned by them.
func (p *palette) explain(faces []hue.Face) hue.Naming {
	n := hue.Explain(faces, p.told)
	if p.told == (hue.Told{}) || n.Told >= leastTold {
		return n
	}
	p.told, p.plastics, p.disproved = hue.Told{}, hue.Plastics{}, true
	return hue.Explain(faces, p.told)
}

// rename has two plastics trade names as a person says, and learns how all of them look: that outweighs what the names suggest.
func (p *palette) rename(from, to engine.Color) {
	p.told, p.plastics = hue.Told{}, hue.Plastics{}
	p.seen = engine.Renamed(p.seen, from, to)
	for _, s := range p.seen {
		p.plastics.Learn(hue.HueOf(picture.BGR{float64(s.RGB[2]), float64(s.RGB[1]), float64(s.RGB[0])}), slices.Index(engine.PlayerColors[:], s.Color), saidFaces)
	}
}
