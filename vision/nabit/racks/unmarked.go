package racks

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/tableplane"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// How tops of banks without a mark are searched for. All are hand-set against the development scenes, which have cloths in players' colors; lengths
// are pitches of topLevel.
const (
	searchReach = 12.0 // beside the structure
	gridStep    = 0.3
	topLevel    = 4.0 // the level that all tops are searched on

	// Of hues.
	sameHue     = 0.35 // hues nearer than this are one
	distinctHue = 0.15 // hues farther apart than this may be two

	// A plausible place, on the grid alone.
	minPatchPoints = 4 // of the 9 points about it that have the color
	minRingPoints  = 3 // of the 8 points around it that do not

	// The same, by finer samples.
	patchReach      = 0.35 // from the middle to the outermost samples
	patchSide       = 5    // samples along each side of the patch
	minPatchSamples = 14   // of these that have the color
	ringRadius      = 0.85 // from the middle to the samples around a face
	minRingSamples  = 4    // of these 8 that do not have the color: towards the camera the sides of the stack still do

	// What is worth its time.
	maxPlaces     = 150 // of each color
	maxTries      = 8   // refined faces of each color
	samePlace     = 0.4 // of two candidate faces nearer than this, one is refined
	bankConfident = 0.1 // probability of no bank below which its color is not searched for

	leastBankPeak = -2.0 // log-odds of a bank at a middle that the map shows: of 220 tops one in twenty has less, and those have a mark
)

// gridSeen is the bit of a grid point that the picture shows.
const gridSeen = 1 << 7

// topCandidate is a place in the color of a player, with the face that fits it best.
type topCandidate struct {
	at      engine.Point
	color   engine.Color
	support int     // samples on and around it that are as a top's are
	least   float64 // log-odds of a face that it must exceed
	face    hypothesis.LooseFace
}

// unmarkedTops finds tops of banks without a mark: their letters are blurred or dazzled, or lost among the spots of a cloth. The map of tiles shows them;
// without a map they are searched for in the colors of players without a confident candidate.
func unmarkedTops(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, found []Candidate, shift hue.Hue) (tops []*hypothesis.LooseFace) {
	_, table := s.KnownHues(s.Cells, 0)
	colors := colorModel{plasticHues(s, lines, shift), table, shift}
	places := mappedPlaces(s, found)
	if s.Map == nil {
		places = unmarkedPlaces(r, s, lines, found, &colors)
	}
	parallel.Do(len(places), func(i int) { fitFace(r, s, &places[i]) })
	kept := bestPlaces(places)
	faces := make([]*hypothesis.LooseFace, len(kept))
	parallel.Do(len(kept), func(i int) {
		f := &kept[i].face
		if !alignToEdges(r, s, f) || isFound(lines, f) {
			return
		}
		if s.Map == nil {
			if !colors.matches(kept[i].color, hue.HueOf(f.Plastic)) {
				return
			}
			f.Color = kept[i].color
		}
		faces[i] = f
	})
	return slices.DeleteFunc(faces, func(f *hypothesis.LooseFace) bool { return f == nil })
}

// mappedPlaces are where the map shows middles of banks' tops, but for those that candidates show.
func mappedPlaces(s *hypothesis.Hypothesis, found []Candidate) (places []topCandidate) {
	for _, peak := range s.Map.BankPeaks(leastBankPeak) {
		at, ok := hypothesis.OnLevel(&s.Pose, peak.At, topLevel)
		near := samePlace * picture.Dist(peak.At, s.Pixel(at.X+1, at.Y, topLevel))
		if ok && !slices.ContainsFunc(found, func(c Candidate) bool { return picture.Dist(c.center(1), peak.At) < near }) {
			places = append(places, topCandidate{at: at, least: math.Inf(-1)})
		}
	}
	return places
}

// bestPlaces are the surest candidates, at most maxTries of each color, without duplicates (non-maximum suppression).
func bestPlaces(places []topCandidate) (kept []*topCandidate) {
	slices.SortStableFunc(places, func(a, b topCandidate) int { return cmp.Compare(b.face.Score, a.face.Score) })
	tries := map[engine.Color]int{}
	for i := range places {
		p := &places[i]
		if p.face.Score > p.least && tries[p.color] < maxTries &&
			!slices.ContainsFunc(kept, func(k *topCandidate) bool { return k.face.Apart(&p.face) < samePlace }) {
			kept = append(kept, p)
			tries[p.color]++
		}
	}
	return kept
}

// isFound says whether a line has a face already.
func isFound(lines []hypothesis.Line, f *hypothesis.LooseFace) bool {
	return slices.ContainsFunc(lines, func(c hypothesis.Line) bool {
		return slices.ContainsFunc(c, func(o hypothesis.LooseFace) bool { return o.Apart(f) < sameFace })
	})
}

// colorModel is what hues the players' tiles have in a picture.
type colorModel struct {
	plastics map[engine.Color][]hue.Hue
	table    []hue.Hue // around the structure
	shift    hue.Hue   // the light
}

// matches says whether a hue may be a player's: it is near the player's other tiles, or near the player's plastic in this light. A
// table may have a similar color: a hue that is much nearer to the table than to the tiles is the table's.
func (m *colorModel) matches(color engine.Color, h hue.Hue) bool {
	if off := hue.NearestHueDistance(h, m.plastics[color]); off > distinctHue && hue.NearestHueDistance(h, m.table) < off/2 {
		return false
	}
	if slices.ContainsFunc(m.plastics[color], func(seen hue.Hue) bool { return hue.HueDistance(h, seen) < sameHue }) {
		return true
	}
	c, ok := colorOfHue(h, m.shift)
	return ok && c == color
}

// plasticHues are the hues of each player's tiles: their mean on the structure, and one of each line.
func plasticHues(s *hypothesis.Hypothesis, lines []hypothesis.Line, shift hue.Hue) map[engine.Color][]hue.Hue {
	sums, counts := map[engine.Color]hue.Hue{}, map[engine.Color]float64{}
	for _, at := range s.Cells.Places() {
		h := hue.HueOf(s.Evidence[at].Face[s.Cells[at]-1].Plastic)
		if color, ok := colorOfHue(h, shift); ok {
			sums[color] = hue.Hue{sums[color][0] + h[0], sums[color][1] + h[1]}
			counts[color]++
		}
	}
	all := map[engine.Color][]hue.Hue{}
	for color, sum := range sums {
		all[color] = append(all[color], hue.Hue{sum[0] / counts[color], sum[1] / counts[color]})
	}
	for _, c := range lines {
		all[lineColor(c)] = append(all[lineColor(c)], hue.HueOf(c[len(c)/2].Plastic))
	}
	return all
}

// unmarkedPlaces are the places beside the structure with the color of a player without a confident bank, the best supported of each
// color first.
func unmarkedPlaces(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, known []Candidate, colors *colorModel) []topCandidate {
	var wanted []engine.Color
	for _, color := range engine.PlayerColors {
		sure := slices.ContainsFunc(known, func(c Candidate) bool { return c.face.Color == color && c.noBank() < bankConfident })
		if len(colors.plastics[color]) > 0 && !sure {
			wanted = append(wanted, color)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	g := gridSearch{Raster: r, s: s, stacks: stackPoints(s), wanted: wanted, lines: lines, colors: colors}
	g.scan()
	found := make([][]topCandidate, g.rows)
	parallel.Do(g.rows, func(i int) {
		for k := range g.cols {
			for w, color := range wanted {
				if !g.plausible(i, k, w) {
					continue
				}
				if p, ok := g.candidateAt(g.point(i, k), color); ok {
					found[i] = append(found[i], p)
				}
			}
		}
	})
	all := slices.Concat(found...)
	slices.SortStableFunc(all, func(a, b topCandidate) int { return cmp.Compare(b.support, a.support) })
	count := map[engine.Color]int{}
	return slices.DeleteFunc(all, func(p topCandidate) bool {
		count[p.color]++
		return count[p.color] > maxPlaces
	})
}

// gridSearch searches a grid around the structure for tops of banks in the wanted colors.
type gridSearch struct {
	*picture.Raster
	s      *hypothesis.Hypothesis
	stacks []engine.Point // stackPoints of s
	wanted []engine.Color
	lines  []hypothesis.Line
	colors *colorModel

	first      engine.Point // the grid's point 0, 0; the others are gridStep apart
	rows, cols int
	colorBits  []uint8 // for each point: a bit for each wanted color that it matches, and gridSeen
}

// point is a point of the grid, in the structure's lattice.
func (g *gridSearch) point(row, col int) engine.Point {
	return engine.Point{X: g.first.X + gridStep*float64(col), Y: g.first.Y + gridStep*float64(row)}
}

// scan samples all points of the grid once: most of a table has no player's color, and needs no closer look.
func (g *gridSearch) scan() {
	low, high := engine.Bounds(maps.Keys(g.s.Cells))
	g.first = engine.Point{X: float64(low.Col) - searchReach, Y: float64(low.Row) - searchReach}
	g.cols = int((float64(high.Col-low.Col)+2*searchReach)/gridStep) + 1
	g.rows = int((float64(high.Row-low.Row)+2*searchReach)/gridStep) + 1
	g.colorBits = make([]uint8, g.rows*g.cols)
	parallel.Do(g.rows, func(i int) {
		for k := range g.cols {
			h, seen := g.sampleHue(g.point(i, k), 0, 0)
			if !seen {
				continue
			}
			here := &g.colorBits[i*g.cols+k]
			*here = gridSeen
			for w, color := range g.wanted {
				if g.colors.matches(color, h) {
					*here |= 1 << w
				}
			}
		}
	})
}

// plausible says whether the grid points about a point have a wanted color and some around them do not. On most of a cloth in a
// player's color, all do.
func (g *gridSearch) plausible(row, col, wanted int) bool {
	on, ends := 0, 0
	for _, step := range patchOffsets {
		on += int(g.bitsAt(row+step[0], col+step[1]) >> wanted & 1)
	}
	for _, step := range ringOffsets {
		if seen := g.bitsAt(row+step[0], col+step[1]); seen&gridSeen != 0 && seen>>wanted&1 == 0 {
			ends++
		}
	}
	return on >= minPatchPoints && ends >= minRingPoints
}

// The offsets of the grid points on a face about a point, and of those about ringRadius away.
var (
	patchOffsets = [...][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 0}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}
	ringOffsets  = [...][2]int{{-3, 0}, {-2, 2}, {0, 3}, {2, 2}, {3, 0}, {2, -2}, {0, -3}, {-2, -2}}
)

// bitsAt are the bits of a grid point; none beyond the grid's rim.
func (g *gridSearch) bitsAt(row, col int) uint8 {
	if row < 0 || col < 0 || row >= g.rows || col >= g.cols {
		return 0
	}
	return g.colorBits[row*g.cols+col]
}

// sampleHue is the hue at an offset from a place; false if the picture does not show it.
func (g *gridSearch) sampleHue(at engine.Point, x, y float64) (h hue.Hue, seen bool) {
	p := g.s.Pixel(at.X+x, at.Y+y, topLevel)
	if !g.Inside(p) {
		return h, false
	}
	return hue.HueOf(g.Raster.At(p)), true
}

// candidateAt samples a place more finely; false if it is no top of that color.
func (g *gridSearch) candidateAt(at engine.Point, color engine.Color) (p topCandidate, ok bool) {
	if !clearOf(g.stacks, at) {
		return p, false
	}
	var face []hue.Hue
	for i := range patchSide * patchSide {
		across, along := float64(i/patchSide)/(patchSide-1)-0.5, float64(i%patchSide)/(patchSide-1)-0.5
		if h, seen := g.sampleHue(at, 2*patchReach*across, 2*patchReach*along); seen {
			face = append(face, h)
		}
	}
	has := func(h hue.Hue) bool { return g.colors.matches(color, h) }
	on := countMatches(face, minPatchSamples, has)
	if on < minPatchSamples || coveredByFace(g.Raster, g.s, g.lines, at) {
		return p, false
	}
	ends := countEdges(func(x, y float64) (hue.Hue, bool) { return g.sampleHue(at, x, y) }, has)
	return topCandidate{at: at, color: color, support: on + ends, least: faceCandidate}, ends >= minRingSamples
}

// coveredReach is how near a face hides a place, in halves of a top's diagonal. Hand-set.
const coveredReach = 0.9

// coveredByFace says whether a face of a line hides a place.
func coveredByFace(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, at engine.Point) bool {
	here := s.Pixel(at.X, at.Y, topLevel)
	near := coveredReach * picture.Dist(here, s.Pixel(at.X+math.Sqrt2/2, at.Y+math.Sqrt2/2, topLevel))
	return slices.ContainsFunc(lines, func(c hypothesis.Line) bool {
		return slices.ContainsFunc(c, func(f hypothesis.LooseFace) bool { return picture.Dist(f.Pixel(0, 0, f.Level), here) < near })
	})
}

// countMatches counts the samples that match. It stops early when enough can no longer be reached.
func countMatches(face []hue.Hue, enough int, has func(hue.Hue) bool) (count int) {
	for i, h := range face {
		if count+len(face)-i < enough {
			break
		}
		if has(h) {
			count++
		}
	}
	return count
}

// countEdges counts in how many of 8 directions from the middle of a face its color ends.
func countEdges(look func(x, y float64) (hue.Hue, bool), has func(hue.Hue) bool) (ends int) {
	for k := range 8 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 4)
		if h, seen := look(ringRadius*cos, ringRadius*sin); seen && !has(h) {
			ends++
		}
	}
	return ends
}

// fitFace finds the orientation, among those of the edges around a place, under which it looks most like a face.
func fitFace(r *picture.Raster, s *hypothesis.Hypothesis, p *topCandidate) {
	here := s.Pixel(p.at.X, p.at.Y, topLevel)
	size := picture.Dist(here, s.Pixel(p.at.X+0.5, p.at.Y+0.5, topLevel))
	turns := tableplane.OrientationsAround(r, marks.Mark{At: here, Size: size})
	ax, bx := hypothesis.PixelSteps(&s.Pose, here)
	p.face = hypothesis.LooseFace{Score: math.Inf(-1), Level: topLevel, Col: p.at.X, Row: p.at.Y}
	for _, turn := range turns.FoldedPeaks(ax.X, ax.Y, bx.X, bx.Y) {
		q := s.PoseAt(p.at.X, p.at.Y, turn)
		if v := tileface.SampleFace(r, &q, engine.Place{}, topLevel); v.Inside {
			if score := tileface.CandidateClassifier().Score(v.Features()); score > p.face.Score {
				p.face.Score, p.face.Pose = score, q
			}
		}
	}
}
