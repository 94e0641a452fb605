package recognize

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/body"
	"tilewatch/vision/geom"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
)

// Seen are the numbers of tiles by the players' colors, in the order of engine.PlayerColors.
type Seen [len(hue.PlasticHues)]int

// Tiles of other colors than the commonest, and of all, from which on a picture surely shows the game.
const (
	leastOthers = 3
	leastTotal  = 6
)

// Sure says whether these are surely tiles of the game.
func (s Seen) Sure() bool {
	total := s.total()
	return total-slices.Max(s[:]) >= leastOthers && total >= leastTotal
}

// More says whether there are tiles enough to be linked, and more than others see: where those find no board, the game's eyes may look for it.
func (s Seen) More(others int) bool { return s.total() > max(others, 1) }

func (s Seen) total() (n int) {
	for _, of := range s {
		n += of
	}
	return n
}

// Tiles are the tiles that a picture surely shows, and the map of it; nil: no tiles, and the network was not asked.
func Tiles(r *picture.Raster) (seen Seen, m *tilemap.Map, err error) {
	if !colored(r) {
		return seen, nil, nil
	}
	if m, err = tilemap.Of(r); err != nil {
		return seen, nil, err
	}
	seen, err = count(r, agreed(r, m))
	return seen, m, err
}

// Alone are the tiles that a picture shows in which no other eyes find a board, and the map of it. Map and body are enough there: hues are asked for because
// of other sets, and in a lamp's reflection plastic has none.
func Alone(r *picture.Raster) (seen Seen, m *tilemap.Map, err error) {
	if m, err = tilemap.Of(r); err != nil {
		return seen, nil, err
	}
	seen, err = count(r, mapped(m))
	return seen, m, err
}

// count counts the faces with bodies by color.
func count(r *picture.Raster, faces []face) (seen Seen, err error) {
	bodies, err := areBodies(r, faces)
	for i, is := range bodies {
		if is {
			seen[faces[i].color]++
		}
	}
	return seen, err
}

// face is a tile's face whose turn nobody knows.
type face struct {
	at    engine.Point
	side  float64
	color int
}

// What map and hue must say of a tile.
const (
	mostSide   = 1.3  // of the faces' typical distance: a tile by itself is as large as the others
	inside     = 0.34 // half side of the part that is asked, in sides
	leastTile  = 4.0  // log-odds of a tile by the map
	leastColor = -math.Ln2
)

// agreed are the tiles of which map and hue say the same color.
func agreed(r *picture.Raster, m *tilemap.Map) []face {
	return slices.DeleteFunc(mapped(m), func(f face) bool {
		part := f.part()
		return m.ColorOdds(part)[f.color] <= leastColor || !vivid(hue.HueOf(Plastic(r, part)), f.color)
	})
}

// part is the inner part of a face, which lies on it at any turn.
func (f *face) part() engine.Quad { return geom.Square(f.at, inside*f.side, 0) }

// mapped are the tiles that the map sees, in their likeliest colors.
func mapped(m *tilemap.Map) (faces []face) {
	peaks := m.Peaks()
	typical := tilemap.TypicalNear(peaks)
	for _, p := range peaks {
		f := face{at: p.At, side: min(p.Near, mostSide*typical)}
		part := f.part()
		f.color = hue.MostLikelyColor(m.ColorOdds(part))
		if f.side > 0 && m.Signs(part).Tile > leastTile {
			faces = append(faces, f)
		}
	}
	return faces
}

// turns are the quarters of a right angle at which a face is looked at: the network allows for a few degrees.
const turns = 4

// leastBody is the log-likelihood ratio of a body.
const leastBody = 0.0

// areBodies says which of the faces have bodies.
func areBodies(r *picture.Raster, faces []face) ([]bool, error) {
	var claims []engine.Quad
	for _, f := range faces {
		for turn := range turns {
			claims = append(claims, geom.Square(f.at, f.side/2, float64(turn)*math.Pi/2/turns))
		}
	}
	ratios, err := body.LogRatios(r, claims)
	if err != nil {
		return nil, err
	}
	are := make([]bool, len(faces))
	for i := range faces {
		are[i] = slices.Max(ratios[turns*i:turns*(i+1)]) > leastBody
	}
	return are, nil
}
