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

// Where the top of a bank is looked for whose letter was not seen as one: pitches.
const (
	searchReach   = 12.0 // beside the structure
	gridStep    = 0.3
	topLevel   = 4.0  // of a top
	patchReach   = 0.35 // from its middle to where its color is looked at
	sameHue    = 0.35 // hues nearer than this are one
	distinctHue  = 0.15 // and farther apart than this may be two
	minPatchPoints     = 4    // of 9 points gridStep apart
	minPatchSamples   = 14   // and of 25 on its face that have a color which its player's tiles have
	ringRadius    = 0.85 // from its middle to where its color ends,
	minRingPoints = 3    // in so many of 8 directions on the grid its color ends, as it seems there,
	minRingSamples    = 4    // in so many of 8 directions at least: towards the camera the sides of the stack go on
	maxPlaces    = 150  // places of a color
	maxTries   = 8    // and those looked at closely
	samePlace   = 0.4  // faces nearer than this are looked at once
	bankConfident  = 2.5  // log-odds of a bank from which no other is looked for
	unmarkedBankAccepted    = 0.0  // log-odds of a bank from which one that is found here is told,
	dullBankAccepted    = 0.5  // and of one whose top looks like no face: glare or darkness hides its edges
)

// gridSeen is set where the picture shows a point at all.
const gridSeen = 1 << 7

// topCandidate is a place whose surroundings have a player's color, in columns and rows of bareLevel.
type topCandidate struct {
	at    engine.Point
	color engine.Color
	support   int // samples on it and around it that are as they should be
	face  hypothesis.LooseFace
}

// unmarkedTops are faces beside the structure in the colors of players of whom no bank is sure, where no mark is: the letters of tops may
// be too blurred or dazzled to be seen as such, or be lost among the spots of a cloth.
func unmarkedTops(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, best map[engine.Color]*bankCandidate, shift hue.Hue) (tops []*hypothesis.LooseFace) {
	_, table := s.KnownHues(s.Cells, 0)
	colors := colorModel{plasticHues(s, lines, shift), table, shift}
	places := unmarkedPlaces(r, s, lines, best, &colors)
	parallel.Do(len(places), func(i int) { fitFace(r, s, &places[i]) })
	slices.SortStableFunc(places, func(a, b topCandidate) int { return cmp.Compare(b.face.Score, a.face.Score) })
	var kept []*topCandidate
	tries := map[engine.Color]int{}
	for i := range places {
		p := &places[i]
		if p.face.Score > faceCandidate && tries[p.color] < maxTries &&
			!slices.ContainsFunc(kept, func(k *topCandidate) bool { return k.face.Apart(&p.face) < samePlace }) {
			kept = append(kept, p)
			tries[p.color]++
		}
	}
	faces := make([]*hypothesis.LooseFace, len(kept))
	parallel.Do(len(kept), func(i int) {
		f := &kept[i].face
		if alignToEdges(r, s, f) && colors.matches(kept[i].color, hue.HueOf(f.Plastic)) && !isFound(lines, f) {
			f.Color = kept[i].color
			faces[i] = f
		}
	})
	return slices.DeleteFunc(faces, func(f *hypothesis.LooseFace) bool { return f == nil })
}

// isFound says whether a face is one of a line's.
func isFound(lines []hypothesis.Line, f *hypothesis.LooseFace) bool {
	return slices.ContainsFunc(lines, func(c hypothesis.Line) bool {
		return slices.ContainsFunc(c, func(o hypothesis.LooseFace) bool { return o.Apart(f) < sameFace })
	})
}

// colorModel are the hues that the players' tiles have in a picture.
type colorModel struct {
	plastics  map[engine.Color][]hue.Hue
	table []hue.Hue // and those around the structure
	shift hue.Hue
}

// support says whether a hue may be a player's: as its other tiles are, or as the lamp would show them. A table may be as colored, but not quite:
// what is much nearer to it than to the player's tiles is table.
func (p *colorModel) matches(color engine.Color, h hue.Hue) bool {
	if off := hue.NearestHueDistance(h, p.plastics[color]); off > distinctHue && hue.NearestHueDistance(h, p.table) < off/2 {
		return false
	}
	if slices.ContainsFunc(p.plastics[color], func(seen hue.Hue) bool { return hue.HueDistance(h, seen) < sameHue }) {
		return true
	}
	c, ok := colorOfHue(h, p.shift)
	return ok && c == color
}

// plasticHues are the hues that a player's tiles have, on the structure on average, and in each rack.
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

// unmarkedPlaces are the places beside the structure whose surroundings have the color of a player's tiles, if no bank is sure that is its.
func unmarkedPlaces(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, best map[engine.Color]*bankCandidate, colors *colorModel) []topCandidate {
	var wanted []engine.Color
	for _, color := range engine.PlayerColors {
		if b := best[color]; len(colors.plastics[color]) > 0 && (b == nil || b.odds <= bankConfident) {
			wanted = append(wanted, color)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	b := gridSearch{Raster: r, s: s, stacks: stackPoints(s), wanted: wanted, lines: lines, colors: colors}
	b.scan()
	found := make([][]topCandidate, b.rows)
	parallel.Do(b.rows, func(i int) {
		for k := range b.cols {
			for w, color := range wanted {
				if !b.plausible(i, k, w) {
					continue
				}
				if p, ok := b.candidateAt(b.point(i, k), color); ok {
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

// gridSearch looks for tops of the banks of the players wanted.
type gridSearch struct {
	*picture.Raster
	s      *hypothesis.Hypothesis
	stacks   []engine.Point // of its stacks
	wanted []engine.Color
	lines []hypothesis.Line
	colors *colorModel

	first      engine.Point // of a grid of points gridStep apart,
	rows, cols int
	colorBits       []uint8 // which of the wanted colors they have, a bit for each, and bareSeen
}

// point of the grid.
func (b *gridSearch) point(row, col int) engine.Point {
	return engine.Point{X: b.first.X + gridStep*float64(col), Y: b.first.Y + gridStep*float64(row)}
}

// scan looks at one point after the other: most of what lies on a table has nobody's color.
func (b *gridSearch) scan() {
	low, high := engine.Bounds(maps.Keys(b.s.Cells))
	b.first = engine.Point{X: float64(low.Col) - searchReach, Y: float64(low.Row) - searchReach}
	b.cols = int((float64(high.Col-low.Col)+2*searchReach)/gridStep) + 1
	b.rows = int((float64(high.Row-low.Row)+2*searchReach)/gridStep) + 1
	b.colorBits = make([]uint8, b.rows*b.cols)
	parallel.Do(b.rows, func(i int) {
		for k := range b.cols {
			h, seen := b.sampleHue(b.point(i, k), 0, 0)
			if !seen {
				continue
			}
			here := &b.colorBits[i*b.cols+k]
			*here = gridSeen
			for w, color := range b.wanted {
				if b.colors.matches(color, h) {
					*here |= 1 << w
				}
			}
		}
	})
}

// plausible says whether a wanted color is seen on points of the grid about one, and ends around them: on most of a table that has a player's
// color it does not.
func (b *gridSearch) plausible(row, col, wanted int) bool {
	on, ends := 0, 0
	for _, step := range patchOffsets {
		on += int(b.bitsAt(row+step[0], col+step[1]) >> wanted & 1)
	}
	for _, step := range ringOffsets {
		if seen := b.bitsAt(row+step[0], col+step[1]); seen&gridSeen != 0 && seen>>wanted&1 == 0 {
			ends++
		}
	}
	return on >= minPatchPoints && ends >= minRingPoints
}

// The points of the grid on a face about one, and those that are ringRadius away.
var (
	patchOffsets  = [...][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 0}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}
	ringOffsets = [...][2]int{{-3, 0}, {-2, 2}, {0, 3}, {2, 2}, {3, 0}, {2, -2}, {0, -3}, {-2, -2}}
)

// bitsAt is what a point of the grid was found to have; nothing beyond its rim.
func (b *gridSearch) bitsAt(row, col int) uint8 {
	if row < 0 || col < 0 || row >= b.rows || col >= b.cols {
		return 0
	}
	return b.colorBits[row*b.cols+col]
}

// sampleHue is the hue that is seen so far from a place; false if the picture does not show that.
func (b *gridSearch) sampleHue(at engine.Point, x, y float64) (h hue.Hue, seen bool) {
	p := b.s.Pixel(at.X+x, at.Y+y, topLevel)
	if !b.Inside(p) {
		return h, false
	}
	return hue.HueOf(b.Raster.At(p)), true
}

// candidateAt is a place whose surroundings may be a top of a color; false if they are none.
func (b *gridSearch) candidateAt(at engine.Point, color engine.Color) (p topCandidate, ok bool) {
	if !clearOf(b.stacks, at) {
		return p, false
	}
	const steps = 5
	var face []hue.Hue
	for i := range steps * steps {
		across, along := float64(i/steps)/(steps-1)-0.5, float64(i%steps)/(steps-1)-0.5
		if h, seen := b.sampleHue(at, 2*patchReach*across, 2*patchReach*along); seen {
			face = append(face, h)
		}
	}
	has := func(h hue.Hue) bool { return b.colors.matches(color, h) }
	on := countMatches(face, minPatchSamples, has)
	if on < minPatchSamples || coveredByFace(b.Raster, b.s, b.lines, at) {
		return p, false
	}
	ends := countEdges(func(x, y float64) (hue.Hue, bool) { return b.sampleHue(at, x, y) }, has)
	return topCandidate{at: at, color: color, support: on + ends}, ends >= minRingSamples
}

// coveredByFace says whether a face found hides the table's place under a point of bareLevel.
func coveredByFace(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, at engine.Point) bool {
	here := s.Pixel(at.X, at.Y, topLevel)
	near := 0.9 * picture.Dist(here, s.Pixel(at.X+math.Sqrt2/2, at.Y+math.Sqrt2/2, topLevel))
	return slices.ContainsFunc(lines, func(c hypothesis.Line) bool {
		return slices.ContainsFunc(c, func(f hypothesis.LooseFace) bool { return picture.Dist(f.Pixel(0, 0, f.Level), here) < near })
	})
}

// countMatches is how many samples of a face are of a color; it stops counting when they will not be enough.
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

// countEdges is in how many of 8 directions from the middle of a face its color is seen to end.
func countEdges(look func(x, y float64) (hue.Hue, bool), has func(hue.Hue) bool) (ends int) {
	for k := range 8 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 4)
		if h, seen := look(ringRadius*cos, ringRadius*sin); seen && !has(h) {
			ends++
		}
	}
	return ends
}

// fitFace is the face about a place, turned as the edges around it are, that looks most like one.
func fitFace(r *picture.Raster, s *hypothesis.Hypothesis, p *topCandidate) {
	here := s.Pixel(p.at.X, p.at.Y, topLevel)
	size := picture.Dist(here, s.Pixel(p.at.X+0.5, p.at.Y+0.5, topLevel))
	turns := tableplane.OrientationsAround(r, marks.Mark{At: here, Size: size})
	ax, bx := hypothesis.Nearby(&s.Pose, here)
	p.face = hypothesis.LooseFace{Score: faceCandidate, Level: topLevel, Col: p.at.X, Row: p.at.Y}
	for _, turn := range turns.FoldedPeaks(ax.X, ax.Y, bx.X, bx.Y) {
		q := s.PoseAt(p.at.X, p.at.Y, turn)
		if v := tileface.SampleFace(r, &q, engine.Place{}, topLevel); v.Inside {
			if score := tileface.CandidateClassifier().Score(v.Features()); score > p.face.Score {
				p.face.Score, p.face.Pose = score, q
			}
		}
	}
}
