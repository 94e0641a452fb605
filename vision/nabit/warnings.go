package nabit

import (
	"fmt"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/occlusion"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// warnings are what a person should know of a photo that the cells do not say: tiles that the frame cuts, a row that may be no word,
// heights that nobody could tell from there.
func warnings(r *picture.Raster, s *hypothesis.Hypothesis, obs *engine.Observation) (all []engine.Warning) {
	if n := cutTiles(r, s); n > 0 {
		all = append(all, engine.Warning{Code: "cut_tiles",
			Message: fmt.Sprintf("%d tiles at the picture's edge are cut off and not counted: photograph again with the whole structure in view", n)})
	}
	if s.MayBeRack() && (s.RackPenalty > rackDoubt || !s.Fitted()) {
		all = append(all, engine.Warning{Code: "rack_or_word",
			Message: fmt.Sprintf("the row of %d tiles may be a player's rack and no word: photograph the word with all racks in view, or without any", len(s.Cells))})
	}
	if n := unsureHeights(obs.Cells); n > 0 && steepness(s) < topView {
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
func steepness(s *hypothesis.Hypothesis) float64 {
	return math.Acos(min(1, s.SpaceMiddle().Unit().Dot(s.Z)))
}

// unsureHeights is how many of the stacks may have another height.
func unsureHeights(cells []engine.CellEvidence) (n int) {
	for _, c := range cells {
		h := c.Height
		if slices.Sort(h[:]); c.Tile > hypothesis.TileAccepted && h[len(h)-1]-h[len(h)-2] < unsureLess {
			n++
		}
	}
	return n
}

// removeCut leaves out cells that the frame would cut if their stacks were lower, and that link nothing: a tile that it does cut, by a little, is
// else taken for one on a stack, whose face would be seen wholly. Two of them are left, as a word has.
func removeCut(r *picture.Raster, s *hypothesis.Hypothesis) {
	for _, at := range s.Cells.Places() {
		level := s.Cells[at]
		if len(s.Cells) <= 2 || !cutBelow(r, s, at, level) {
			continue
		}
		if delete(s.Cells, at); s.Cells.JoinsParts(at) {
			s.Cells[at] = level
			continue
		}
		s.Evidence[at].Tile = hypothesis.NoFace
	}
}

// cutBelow says whether the frame cuts a place's face at any level below one.
func cutBelow(r *picture.Raster, s *hypothesis.Hypothesis, at engine.Place, level int) bool {
	for l := 1; l < level; l++ {
		face := s.Pose.Face(at, float64(l))
		if slices.ContainsFunc(face[:], func(corner engine.Point) bool { return !r.Inside(corner) }) {
			return true
		}
	}
	return false
}

// cutTiles is how many tiles beside the structure are only in part in the picture: their letters are not guessed.
func cutTiles(r *picture.Raster, s *hypothesis.Hypothesis) (n int) {
	plastic, table := s.KnownHues(s.Cells, math.Inf(-1))
	if len(plastic) < background.MinHueSamples || len(table) == 0 {
		return 0
	}
	shift := hue.CommonShift(s.FaceHues())
	for i := range hue.PlasticHues { // the cut one may be the only one of its color
		mean := hue.PlasticHues[i].Mean
		plastic = append(plastic, hue.Hue{mean[0] + shift[0], mean[1] + shift[1]})
	}
	for _, at := range s.Cells.Boundary() {
		color, ok := cutColor(r, s, at)
		if !ok {
			continue
		}
		h := hue.HueOf(color)
		is, isNot := hue.NearestHueDistance(h, plastic), hue.NearestHueDistance(h, table)
		if (isNot*isNot-is*is)/(2*tileface.HueSigma*tileface.HueSigma) > cutHue {
			n++
		}
	}
	return n
}

// cutColor is the color of what the picture shows of a face that it does not show wholly; false if that is too little.
func cutColor(r *picture.Raster, s *hypothesis.Hypothesis, at engine.Place) (color picture.BGR, ok bool) {
	hides := s.MaskOf(at, 1)
	q := tileface.SquareOf(&s.Pose, at, 1)
	side, outside := s.Side/s.Pitch, 0
	for i := range hides {
		for j := range hides[i] {
			p := q.Pixel(side*((float64(j)+0.5)/occlusion.MaskGrid-0.5), side*((float64(i)+0.5)/occlusion.MaskGrid-0.5))
			if !r.Inside(p) {
				hides[i][j] = true
				outside++
			}
		}
	}
	if outside == 0 || hides.Visible(1) < cutLeast {
		return color, false
	}
	return occlusion.VisibleColor(r, &s.Pose, at, 1, &hides)
}
