package evidence

import (
	"math"

	"tilewatch/engine"
	"tilewatch/engine/reading"
)

// View is the evidence that hypotheses are scored with: means over a window, each attribute as log-probabilities.
type View struct {
	Looks  map[engine.Place]Mean
	Weight float64 // how many independent pictures the window is worth
}

// Mean is the mean look at one place.
type Mean struct {
	Look
	Share float64                           // of the pictures that report the place
	Read  Letters                           // log-probabilities of the letters, upright as the game lies
	Tiles [engine.MaxHeight]float64         // of the heights
	Hue   [len(engine.PlayerColors)]float64 // of the colors
}

const (
	// colorWeight is how much more a color counts than its likelihood: the color of a real tile is almost never in doubt, and a color
	// between the players' colors is the table seen between tiles. Hand-set; TestTheTableBetweenTilesIsNoBlank exercises it.
	colorWeight = 2.0
	// A letter that leads all others by clearLetter nats makes a tile likelier by letterBonus nats: cloth may look like a tile, or
	// faintly like a letter, but rarely like a clear one. Hand-set; TestAClearLetterMakesATileLikelier exercises them.
	clearLetter, letterBonus = 8.0, 2.0
)

// Visible shares of a face, 0 to 1, hand-set; TestALetterSeenBadlyIsTrustedLittle exercises the last two.
const (
	illegibleShare = 0.4  // below, the face shows nothing of its letter
	LeastSeen      = 0.6  // below, no letter is learned from it
	WholeSeen      = 0.97 // from here on, the face counts as seen whole
)

// Thresholds for a tile that most pictures of a window show. Hand-set.
const (
	SurelyLay = 3.0 // log-odds of the tile
	MostSeen  = 0.6 // share of the pictures
	// KnownGap is the log-odds from which a tile cannot be overlooked.
	KnownGap = 2
	// SurelyNone is the log-odds below which no tile lies there.
	SurelyNone = -2.5
)

// Cell returns the log-likelihood ratio of the cell lying at p against nothing lying there, from the pictures that report the place.
// face and color are the log-likelihoods of the cell's letter and color. An occluded letter leaves the tile itself as likely as before.
func (v View) Cell(p engine.Place, c engine.Cell, face, color float64) float64 {
	m, reported := v.Looks[p]
	if c.Height == 0 || !reported {
		return 0
	}
	there := bound(m.Tile+m.lettered(), TileBound) + m.Legible()*face + colorWeight*color + max(m.at(c.Height), -heightBound)
	return v.Weight * m.Share * m.Clear() * there
}

// lettered returns how much likelier (nats) the letter read from the face makes a tile.
func (m Mean) lettered() float64 {
	first, second := engine.BlankIndex, math.Inf(-1)
	for i, x := range m.Read {
		switch {
		case x > m.Read[first]:
			first, second = i, m.Read[first]
		case i != first:
			second = max(second, x)
		}
	}
	if first == engine.BlankIndex {
		return 0
	}
	return letterBonus * m.Legible() * min(1, (m.Read[first]-second)/clearLetter)
}

// LetterOf returns the bounded log-probability of the cell's face.
func (m Mean) LetterOf(c engine.Cell) float64 { return max(m.Read[Face(c)], -LetterBound) }

// ColorOf returns the bounded log-probability of the color.
func (m Mean) ColorOf(c engine.Color) float64 {
	if int(c) < 1 || int(c) > len(m.Hue) {
		return -colorBound
	}
	return max(m.Hue[c-1], -colorBound)
}

// Likeliest returns the likeliest color of the tile.
func (m Mean) Likeliest() engine.Color {
	best := 0
	for i, x := range m.Hue {
		if x > m.Hue[best] {
			best = i
		}
	}
	return engine.Color(best + 1)
}

// at returns the log-probability of that height.
func (m Mean) at(height int) float64 { return m.Tiles[min(height, engine.MaxHeight)-1] }

// Trust returns how much the letter evidence counts for a tile of a stack of that height, from 0 to 1. A face that is partly occluded,
// or was rectified one level too low, gives the same wrong letter in every picture: a few whole pictures must outweigh many of those.
func (m Mean) Trust(height int) float64 {
	if m.Tile <= 0 || m.Visible < LeastSeen {
		return 0
	}
	seen := min(1, (m.Visible-LeastSeen)/(WholeSeen-LeastSeen))
	return seen * seen * math.Exp(m.at(height))
}

// Legible returns how much the letter evidence counts for a partly occluded tile, from 0 to 1.
func (m Mean) Legible() float64 {
	return max(0, min(1, (m.Visible-illegibleShare)/(LeastSeen-illegibleShare)))
}

// Clear returns how much of all evidence counts, from 0 to 1: a mostly occluded face says little.
func (m Mean) Clear() float64 { return math.Min(1, m.Visible/LeastSeen) }

// Explained reports whether the board is exactly what the view shows: every clear tile in its place, in its color, with its letter.
func (v View) Explained(b engine.Board) bool {
	for p, c := range b {
		if _, seen := v.Looks[p]; !seen && c.Height > 0 {
			return false
		}
	}
	for p, m := range v.Looks {
		c, there := b[p]
		if m.Tile > KnownGap != there || there && m.alike(c) < sameNats {
			return false
		}
	}
	return true
}

// Upright returns the log-likelihood of all letters on the lattice turned clockwise by j quarter turns.
func (v View) Upright(j int) float64 {
	total := 0.0
	for _, m := range v.Looks {
		if m.Tile > 0 {
			total += v.Weight * m.Share * math.Max(reading.LogSumExp(m.Letter[j][:]), -LetterBound)
		}
	}
	return total
}

// Observation returns the view as if one picture had given it.
func (v View) Observation() engine.Observation {
	const halfThePictures = 0.5
	var obs engine.Observation
	for p, m := range v.Looks {
		e := engine.CellEvidence{Place: p, Quad: m.Quad, Tile: m.Tile, Visible: m.Visible}
		for i := range e.Color {
			e.Color[i] = v.Weight * m.Color[i]
		}
		for i := range e.Height {
			e.Height[i] = v.Weight * m.Height[i]
		}
		for j := range e.Letter {
			for i := range e.Letter[j] {
				e.Letter[j][i] = v.Weight * m.Letter[j][i]
			}
		}
		if m.Share < halfThePictures {
			e.Tile = -TileBound
		}
		obs.Cells = append(obs.Cells, e)
	}
	return obs
}
