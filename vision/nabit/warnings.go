package nabit

import (
	"fmt"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/nabit/growth"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/visible"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// warnings are what a person should know of a photo that the cells do not say: tiles that the frame cuts, a row that may be a rack,
// and heights that are unsure from above.
func warnings(r *picture.Raster, s *hypothesis.Hypothesis, obs *engine.Observation) (all []engine.Warning) {
	if n := countCutTiles(r, s); n > 0 {
		all = append(all, engine.Warning{Code: "cut_tiles",
			Message: fmt.Sprintf("tiles cut off at the edge of the picture that do not count: %d; take the photo with the whole structure in view", n)})
	}
	if s.MayBeRack() && (s.RackPenalty > rackWarned || !s.Fitted()) {
		all = append(all, engine.Warning{Code: "rack_or_word",
			Message: fmt.Sprintf("the row of %d tiles may be a rack instead of a word: take the photo with all racks in view, or none", len(s.Cells))})
	}
	if n := countUnsureHeights(obs.Cells); n > 0 && viewAngle(s) < topView {
		all = append(all, engine.Warning{Code: "top_view",
			Message: fmt.Sprintf("stacks of uncertain height, because the camera looks straight down: %d; tilt the camera by 25 degrees", n)})
	}
	return all
}

// otherColors says that the tile set's colors are not those that the picture shows.
var otherColors = engine.Warning{Code: "other_colors",
	Message: "the players' tiles have other colors than the tile set says, or two names are swapped: whose they are is found from the picture; measure these tiles, or mend the colors of their set"}

// doubt says that the search's budget of work ended before all was tried: no tile is sure then.
func doubt(obs *engine.Observation) {
	for i := range obs.Cells {
		obs.Cells[i].Tile = min(obs.Cells[i].Tile, unfinishedTile)
	}
	obs.Warnings = append(obs.Warnings, engine.Warning{Code: "low_confidence",
		Message: "this picture is hard to read, and not all that it may show was tried: take the photo again, with the structure larger in it"})
}

// All are hand-set; log-ratios are natural logarithms.
const (
	unfinishedTile = 2.0                // the most log-ratio of a tile where the search did not finish: a probability of 0.88
	rackWarned     = 1.5                // the least log-ratio of a rack to a word, by where the row lies
	topView        = 12 * math.Pi / 180 // the view angle under which stacks show no sides, radians
	sureMargin     = 2.0                // the least log-ratio of a sure height to the next one
	minCutVisible  = 0.2                // the least visible share of a face that shows its color
	cutTileMargin  = 3.0                // the least log-ratio of a tile's color to the table's
)

// viewAngle is the angle between the view and the vertical, radians: 0 from straight above.
func viewAngle(s *hypothesis.Hypothesis) float64 {
	return math.Acos(min(1, s.SpaceMiddle().Unit().Dot(s.Z)))
}

// countUnsureHeights counts the stacks with a second height that is nearly as likely.
func countUnsureHeights(cells []engine.CellEvidence) (n int) {
	for _, c := range cells {
		h := c.Height
		if slices.Sort(h[:]); c.Tile > hypothesis.TileAccepted && h[len(h)-1]-h[len(h)-2] < sureMargin {
			n++
		}
	}
	return n
}

// removeCutCells removes cells that the frame would cut if their stacks were lower, unless they link others: a tile that the frame
// cuts a little looks like one on a stack whose face is wholly in the picture. It leaves at least two cells, as the shortest word has.
func removeCutCells(r *picture.Raster, s *hypothesis.Hypothesis) {
	for _, at := range s.Cells.Places() {
		level := s.Cells[at]
		if len(s.Cells) <= 2 || !cutBelow(r, s, at, level) {
			continue
		}
		if s.Drop(at); s.Cells.JoinsParts(at) {
			s.Put(at, level)
			continue
		}
		s.Evidence[at].Deny(hypothesis.ByFrame)
	}
}

// cutBelow says whether the frame cuts a place's face at any level below the given one.
func cutBelow(r *picture.Raster, s *hypothesis.Hypothesis, at engine.Place, level int) bool {
	for l := 1; l < level; l++ {
		if !r.Shows(s.Pose.Face(at, float64(l))) {
			return true
		}
	}
	return false
}

// countCutTiles counts the tiles beside the structure that are only in part in the picture. Nobody guesses their letters.
func countCutTiles(r *picture.Raster, s *hypothesis.Hypothesis) (n int) {
	plastic, table := s.KnownHues(s.Cells)
	if len(plastic) < growth.MinHueSamples || len(table) == 0 {
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
		toTile, toTable := hue.NearestHueDistance(h, plastic), hue.NearestHueDistance(h, table)
		if (toTable*toTable-toTile*toTile)/(2*tileface.HueSigma*tileface.HueSigma) > cutTileMargin {
			n++
		}
	}
	return n
}

// cutColor is the color of the visible part of a face that reaches out of the picture; false if that is too little, or nothing is cut.
func cutColor(r *picture.Raster, s *hypothesis.Hypothesis, at engine.Place) (color picture.BGR, ok bool) {
	hides := s.MaskOf(at, 1)
	outside := 0
	for i, row := range visible.Middles(&s.Pose, at, 1) {
		for j, p := range row {
			if !r.Inside(p) {
				hides[i][j] = true
				outside++
			}
		}
	}
	if outside == 0 || hides.Visible(1) < minCutVisible {
		return color, false
	}
	return visible.ColorOf(r, &s.Pose, at, 1, &hides)
}
