package vision

import (
	"fmt"
	"math"
	"slices"

	"tilewatch/engine"
)

// cautions are what a person should know of a photo that the cells do not say: tiles that the frame cuts, a row that may be no word,
// heights that nobody could tell from there.
func (r *raster) cautions(s *structure, obs *engine.Observation) (all []engine.Warning) {
	if n := r.cutTiles(s); n > 0 {
		all = append(all, engine.Warning{Code: "cut_tiles",
			Message: fmt.Sprintf("%d tiles at the picture's edge are cut off and not counted: photograph again with the whole structure in view", n)})
	}
	if s.mayBeRack() && (s.doubt > rackDoubt || !s.fitted()) {
		all = append(all, engine.Warning{Code: "rack_or_word",
			Message: fmt.Sprintf("the row of %d tiles may be a player's rack and no word: photograph the word with all racks in view, or without any", len(s.cells))})
	}
	if n := unsureHeights(obs.Cells); n > 0 && s.steepness() < topView {
		all = append(all, engine.Warning{Code: "top_view",
			Message: fmt.Sprintf("from straight above the height of %d stacks cannot be told for sure: tilt the camera by 25 degrees", n)})
	}
	return all
}

const (
	rackDoubt  = 1.5                // logarithm of how much likelier a row is a rack, by where it lies, from which that is told
	topView    = 12 * math.Pi / 180 // seen at less than this angle, stacks show no sides
	unsureLess = 2.0                // a height this much likelier (logarithm) than the next is sure
	cutLeast   = 0.2                // so much of a face tells its color
	cutHue     = 3.0                // logarithm of how much likelier a tile's color is than the table's
)

// steepness is the angle at which the structure is seen, from straight above, radians.
func (s *structure) steepness() float64 { return math.Acos(min(1, s.spaceMiddle().unit().dot(s.z))) }

// unsureHeights is how many of the stacks may have another height.
func unsureHeights(cells []engine.CellEvidence) (n int) {
	for _, c := range cells {
		h := c.Height
		if slices.Sort(h[:]); c.Tile > tileAccepted && h[len(h)-1]-h[len(h)-2] < unsureLess {
			n++
		}
	}
	return n
}

// leaveCut leaves out cells that the frame would cut if their stacks were lower, and that link nothing: a tile that it does cut, by a little, is
// else taken for one on a stack, whose face would be seen wholly. Two of them are left, as a word has.
func (r *raster) leaveCut(s *structure) {
	for _, at := range s.cells.places() {
		level := s.cells[at]
		if len(s.cells) <= 2 || !r.cutBelow(s, at, level) {
			continue
		}
		if delete(s.cells, at); s.cells.links(at) {
			s.cells[at] = level
			continue
		}
		s.evidence[at].tile = noFace
	}
}

// cutBelow says whether the frame cuts a place's face at any level below one.
func (r *raster) cutBelow(s *structure, at engine.Place, level int) bool {
	for l := 1; l < level; l++ {
		face := s.pose.face(at, float64(l))
		if slices.ContainsFunc(face[:], func(corner engine.Point) bool { return !r.inside(corner) }) {
			return true
		}
	}
	return false
}

// cutTiles is how many tiles beside the structure are only in part in the picture: their letters are not guessed.
func (r *raster) cutTiles(s *structure) (n int) {
	plastic, table := s.hues(s.cells, math.Inf(-1))
	if len(plastic) < holeTiles || len(table) == 0 {
		return 0
	}
	shift := commonShift(s.faceHues())
	for i := range plasticHues { // the cut one may be the only one of its color
		mean := plasticHues[i].mean
		plastic = append(plastic, hue{mean[0] + shift[0], mean[1] + shift[1]})
	}
	for _, at := range s.cells.rim() {
		color, ok := r.cutColor(s, at)
		if !ok {
			continue
		}
		h := hueOf(color)
		is, isNot := nearestHue(h, plastic), nearestHue(h, table)
		if (isNot*isNot-is*is)/(2*holeSpread*holeSpread) > cutHue {
			n++
		}
	}
	return n
}

// cutColor is the color of what the picture shows of a face that it does not show wholly; false if that is too little.
func (r *raster) cutColor(s *structure, at engine.Place) (color rgb, ok bool) {
	hides := s.coverOf(at, 1)
	q := squareOf(&s.pose, at, 1)
	side, outside := s.side/s.pitch, 0
	for i := range hides {
		for j := range hides[i] {
			p := q.pixel(side*((float64(j)+0.5)/coverGrid-0.5), side*((float64(i)+0.5)/coverGrid-0.5))
			if !r.inside(p) {
				hides[i][j] = true
				outside++
			}
		}
	}
	if outside == 0 || hides.visible(1) < cutLeast {
		return color, false
	}
	return r.seenColor(&s.pose, at, 1, &hides)
}
