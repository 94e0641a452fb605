package recognize

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
)

// Seen are the numbers of what was taken for tiles.
type Seen struct {
	Named   [len(hue.PlasticHues)]int // tiles whose plastic is a player's, by the likeliest color in the order of engine.PlayerColors
	Unnamed int                       // tiles of any other plastic
	Unseen  int                       // where a structure has tiles and the map none
}

// Tiles of other colors than the commonest, and of all, from which on a picture surely shows the game: sets of one color look alike.
const (
	leastOthers = 3
	leastTotal  = 6
)

// Sure says whether these are surely tiles of the game.
func (s *Seen) Sure() bool {
	named := s.named()
	return named-slices.Max(s.Named[:]) >= leastOthers && named >= leastTotal
}

// More says whether there are tiles enough to be linked, and more than others see: where those find no board, the game's eyes may look for it.
func (s *Seen) More(others int) bool { return s.named() > 1 && s.total() > others && !s.foreign() }

// leastNamed is the share of named tiles that tables of the game have at least. A half is added to either count (Jeffreys' prior), so that three tiles
// show too little. Most tables have .21 or more, see the package's figures, and other games seldom .1.
const leastNamed = 0.11

// foreign says whether too few of the tiles are the players', or where none is, too few are seen at all. The tiles of a first word are one player's: that
// none of them is named says no more than that one plastic has no name.
func (s *Seen) foreign() bool {
	named, total := s.named(), s.total()
	if named == 0 && 2*s.Unseen >= total {
		return true
	}
	return total >= severalLaid && float64(named)+0.5 < leastNamed*float64(total+1)
}

func (s *Seen) named() (n int) {
	for _, of := range s.Named {
		n += of
	}
	return n
}

func (s *Seen) total() int { return s.named() + s.Unnamed + s.Unseen }

// Tiles are the tiles that a picture shows, and the map of it; nil: no tiles, and the network was not asked.
func Tiles(r *picture.Raster) (seen Seen, m *tilemap.Map, err error) {
	if !colored(r) {
		return seen, nil, nil
	}
	return Alone(r)
}

// Alone are the tiles that a picture shows in which no other eyes find a board, and the map of it. The cheap look for hues is left out: in a lamp's
// reflection plastic has none.
func Alone(r *picture.Raster) (seen Seen, m *tilemap.Map, err error) {
	if m, err = tilemap.Of(r); err != nil {
		return seen, nil, err
	}
	for _, t := range mapped(m) {
		seen.count(m, t)
	}
	return seen, m, nil
}

// What the map must say of a tile, chosen on 130 pictures.
const (
	leastTile   = 3.0 // log-odds, over its inside
	leastMiddle = 0.3 // log-odds of the heat at its middle
	leastNews   = 0.5 // what it knows of its color, nats; of four colors ln 4 at most
)

// count counts a face, and says whether the map sees a tile there.
func (s *Seen) count(m *tilemap.Map, face engine.Quad) bool {
	signs, colors := m.Signs(face), m.ColorOdds(face)
	switch {
	case signs.Tile < leastTile || signs.Middle < leastMiddle:
		return false
	case news(colors) < leastNews:
		s.Unnamed++
	default:
		s.Named[hue.MostLikelyColor(colors)]++
	}
	return true
}

// news is what colors' log-probabilities say more than that it is one of them, nats: their entropy's distance from the most there is.
func news(colors engine.ColorLikelihoods) float64 {
	sum := math.Log(float64(len(colors)))
	for _, l := range colors {
		sum += math.Exp(l) * l
	}
	return sum
}

const (
	mostSide = 1.3  // of the faces' typical distance: a tile by itself is as large as the others
	inside   = 0.34 // half side of the part that is asked, in sides: it lies on the face at any turn
)

// mapped are the inner parts of the faces about the map's peaks.
func mapped(m *tilemap.Map) (parts []engine.Quad) {
	peaks := m.Peaks()
	typical := tilemap.TypicalNear(peaks)
	for _, p := range peaks {
		if side := min(p.Near, mostSide*typical); side > 0 {
			parts = append(parts, geom.Square(p.At, inside*side, 0))
		}
	}
	return parts
}
