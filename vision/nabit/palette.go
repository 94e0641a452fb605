package nabit

import (
	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
)

// palette is what a tracker knows of the colors on its table. A picture alone tells colors by all its faces together, and one thing that is no tile may turn
// all of them; plastics that were seen before stay what they are.
type palette struct {
	plastics hue.Plastics
	rests    int // reads before the network is asked again
}

// Hand-set.
const (
	followedWeight = 0.05  // of a face that the network has not seen, beside one that it has: it follows the lamp
	surelyColor    = -0.01 // log-probability from which a face has its color
	paletteRests   = 8     // reads between two questions to the network, which takes as long as several
)

// see tells the posteriors of the faces' colors, and learns from them. Where a tile has the color of none that was seen before, the network looks at the picture, unless it has: mapped.
func (p *palette) see(r *picture.Raster, faces []hue.Face, cells []engine.CellEvidence, mapped bool) ([]engine.ColorLikelihoods, error) {
	if p == nil {
		return hue.Posteriors(faces), nil
	}
	if p.rests--; !mapped && p.rests <= 0 && p.stranger(faces) {
		m, err := tilemap.Of(r)
		if err != nil {
			return nil, err
		}
		for i := range faces {
			faces[i].Other = m.Color(cells[i].Quad)
		}
		mapped, p.rests = true, paletteRests
	}
	for i := range faces {
		for c, l := range p.plastics.LogLikelihoods(faces[i].Hue) {
			faces[i].Other[c] += l
		}
	}
	all := hue.Posteriors(faces)
	for i := range faces {
		c := hue.MostLikelyColor(all[i])
		switch known := !p.plastics.Stranger(faces[i].Hue); {
		case !faces[i].Tile || all[i][c]-floats.LogSumExp(all[i][:]) < surelyColor:
		case mapped:
			p.plastics.Learn(faces[i].Hue, c, 1)
		case known:
			p.plastics.Learn(faces[i].Hue, c, followedWeight)
		}
	}
	return all, nil
}

// stranger says that a tile has the color of none that was seen before.
func (p *palette) stranger(faces []hue.Face) bool {
	for i := range faces {
		if faces[i].Tile && p.plastics.Stranger(faces[i].Hue) {
			return true
		}
	}
	return false
}
