package recognize

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
)

// Structure counts a structure's faces, and the other tiles of its picture.
func Structure(s *hypothesis.Hypothesis) (seen Seen) {
	for _, face := range faces(s) {
		if !seen.count(s.Map, face) {
			seen.Unseen++
		}
	}
	for _, part := range beside(s) {
		seen.count(s.Map, part)
	}
	return seen
}

// Foreign says whether a structure is surely none of the game's: a single tile, which links nothing, or unless its tiles surely have two plastics, tiles of
// which too few are the players', or more of one plastic than one player can have laid. Without a map it is not known.
func Foreign(r *picture.Raster, s *hypothesis.Hypothesis) bool {
	if s.Map == nil {
		return false
	}
	seen := Structure(s)
	odd := seen.foreign() || len(s.Cells) >= severalLaid && onePlastic(r, s)
	return len(s.Cells) < 2 || odd && !twoPlastics(r, s)
}

// twoPlastics says whether the tiles of a structure surely have two plastics, whatever they are called. Those of other games have one, but for what is no
// tile.
func twoPlastics(r *picture.Raster, s *hypothesis.Hypothesis) bool {
	var colors []r3.Vec
	for _, face := range faces(s) {
		if of := (Seen{}); of.count(s.Map, face) {
			c := Plastic(r, face)
			h := hue.HueOf(c)
			colors = append(colors, r3.Vec{X: h[0], Y: h[1], Z: brightShare * hue.Brightness(c)})
		}
	}
	apart, fewer := hue.Apart(colors)
	return fewer >= leastOfEach && apart >= leastApart
}

const (
	// severalLaid is the number of tiles that two players have laid: one has five to begin with.
	severalLaid = 6
	// leastOfEach is the number of tiles of each of two plastics, at least: one may be a stain, or a square of a board.
	leastOfEach = 3
	// leastApart is the distance of two players' hues in one picture, at least: of those 83 tables none has less than .38. Others' have up to .29,
	// where the light changes across the table.
	leastApart = 0.33
	// brightShare is what brightness counts beside a hue: the lamp's and the shadows' part of it is no plastic's. In a lamp's warm light cream and dark green
	// lie .19 apart by hue alone, and .37 so; the tiles of 71 pictures of other games lie up to .18 apart by either.
	brightShare = 0.7
)

// onePlastic says whether all tiles of the picture have one hue.
func onePlastic(r *picture.Raster, s *hypothesis.Hypothesis) bool {
	hues := s.FaceHues()
	for _, part := range beside(s) {
		if of := (Seen{}); of.count(s.Map, part) {
			hues = append(hues, hue.HueOf(Plastic(r, part)))
		}
	}
	colors := make([]r3.Vec, len(hues))
	for i, h := range hues {
		colors[i] = r3.Vec{X: h[0], Y: h[1]}
	}
	apart, _ := hue.Apart(colors)
	return apart < leastApart
}

func faces(s *hypothesis.Hypothesis) (all []engine.Quad) {
	for _, at := range s.Cells.Places() {
		all = append(all, s.Evidence[at].Face[s.Cells[at]-1].Quad)
	}
	return all
}

// beside are the inner parts of the map's tiles that are no faces of the structure.
func beside(s *hypothesis.Hypothesis) []engine.Quad {
	own := faces(s)
	return slices.DeleteFunc(mapped(s.Map), func(part engine.Quad) bool {
		at := geom.Middle(part)
		return slices.ContainsFunc(own, func(face engine.Quad) bool { return geom.Dist(at, geom.Middle(face)) < geom.Dist(face[0], face[1])/2 })
	})
}
