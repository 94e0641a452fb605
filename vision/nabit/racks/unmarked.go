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
	bareReach   = 12.0 // beside the structure
	bareStep    = 0.3
	BareLevel   = 4.0  // of a top
	barePatch   = 0.35 // from its middle to where its color is looked at
	bareLike    = 0.35 // hues nearer than this are one
	bareUnlike  = 0.15 // and farther apart than this may be two
	bareFew     = 4    // of 9 points bareStep apart
	bareShare   = 14   // and of 25 on its face that have a color which its player's tiles have
	bareRing    = 0.85 // from its middle to where its color ends,
	bareFewEnds = 3    // in so many of 8 directions on the grid its color ends, as it seems there,
	bareEnds    = 4    // in so many of 8 directions at least: towards the camera the sides of the stack go on
	bareMost    = 150  // places of a color
	bareTries   = 8    // and those looked at closely
	bareApart   = 0.4  // faces nearer than this are looked at once
	bareEnough  = 2.5  // log-odds of a bank from which no other is looked for
	bareSure    = 0.0  // log-odds of a bank from which one that is found here is told,
	bareDull    = 0.5  // and of one whose top looks like no face: glare or darkness hides its edges
)

// gridSeen is set where the picture shows a point at all.
const gridSeen = 1 << 7

// topPlace is a place whose surroundings have a player's color, in columns and rows of bareLevel.
type topPlace struct {
	at    engine.Point
	color engine.Color
	has   int // samples on it and around it that are as they should be
	face  hypothesis.LooseFace
}

// unmarkedTops are faces beside the structure in the colors of players of whom no bank is sure, where no mark is: the letters of tops may
// be too blurred or dazzled to be seen as such, or be lost among the spots of a cloth.
func unmarkedTops(r *picture.Raster, s *hypothesis.Hypothesis, chains []hypothesis.Line, best map[engine.Color]*bankFound, shift hue.Hue) (tops []*hypothesis.LooseFace) {
	_, table := s.KnownHues(s.Cells, 0)
	colors := playerColors{plastics(s, chains, shift), table, shift}
	places := topPlaces(r, s, chains, best, &colors)
	parallel.Do(len(places), func(i int) { bestFaceAbout(r, s, &places[i]) })
	slices.SortStableFunc(places, func(a, b topPlace) int { return cmp.Compare(b.face.Score, a.face.Score) })
	var kept []*topPlace
	tries := map[engine.Color]int{}
	for i := range places {
		p := &places[i]
		if p.face.Score > looseSeen && tries[p.color] < bareTries &&
			!slices.ContainsFunc(kept, func(k *topPlace) bool { return k.face.Apart(&p.face) < bareApart }) {
			kept = append(kept, p)
			tries[p.color]++
		}
	}
	faces := make([]*hypothesis.LooseFace, len(kept))
	parallel.Do(len(kept), func(i int) {
		f := &kept[i].face
		if bringToEdges(r, s, f) && colors.has(kept[i].color, hue.HueOf(f.Plastic)) && !known(chains, f) {
			f.Color = kept[i].color
			faces[i] = f
		}
	})
	return slices.DeleteFunc(faces, func(f *hypothesis.LooseFace) bool { return f == nil })
}

// known says whether a face is one of a chain's.
func known(chains []hypothesis.Line, f *hypothesis.LooseFace) bool {
	return slices.ContainsFunc(chains, func(c hypothesis.Line) bool {
		return slices.ContainsFunc(c, func(o hypothesis.LooseFace) bool { return o.Apart(f) < looseOverlap })
	})
}

// playerColors are the hues that the players' tiles have in a picture.
type playerColors struct {
	seen  map[engine.Color][]hue.Hue
	table []hue.Hue // and those around the structure
	shift hue.Hue
}

// has says whether a hue may be a player's: as its other tiles are, or as the lamp would show them. A table may be as colored, but not quite:
// what is much nearer to it than to the player's tiles is table.
func (p *playerColors) has(color engine.Color, h hue.Hue) bool {
	if off := hue.NearestHueDistance(h, p.seen[color]); off > bareUnlike && hue.NearestHueDistance(h, p.table) < off/2 {
		return false
	}
	if slices.ContainsFunc(p.seen[color], func(seen hue.Hue) bool { return hue.HueDistance(h, seen) < bareLike }) {
		return true
	}
	c, ok := colorOfHue(h, p.shift)
	return ok && c == color
}

// plastics are the hues that a player's tiles have, on the structure on average, and in each rack.
func plastics(s *hypothesis.Hypothesis, chains []hypothesis.Line, shift hue.Hue) map[engine.Color][]hue.Hue {
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
	for _, c := range chains {
		all[color(c)] = append(all[color(c)], hue.HueOf(c[len(c)/2].Plastic))
	}
	return all
}

// topPlaces are the places beside the structure whose surroundings have the color of a player's tiles, if no bank is sure that is its.
func topPlaces(r *picture.Raster, s *hypothesis.Hypothesis, chains []hypothesis.Line, best map[engine.Color]*bankFound, colors *playerColors) []topPlace {
	var wanted []engine.Color
	for _, color := range engine.PlayerColors {
		if b := best[color]; len(colors.seen[color]) > 0 && (b == nil || b.odds <= bareEnough) {
			wanted = append(wanted, color)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	b := topSearch{Raster: r, s: s, ends: stackPoints(s), wanted: wanted, chains: chains, colors: colors}
	b.sow()
	found := make([][]topPlace, b.rows)
	parallel.Do(b.rows, func(i int) {
		for k := range b.cols {
			for w, color := range wanted {
				if !b.likely(i, k, w) {
					continue
				}
				if p, ok := b.placeAt(b.point(i, k), color); ok {
					found[i] = append(found[i], p)
				}
			}
		}
	})
	all := slices.Concat(found...)
	slices.SortStableFunc(all, func(a, b topPlace) int { return cmp.Compare(b.has, a.has) })
	count := map[engine.Color]int{}
	return slices.DeleteFunc(all, func(p topPlace) bool {
		count[p.color]++
		return count[p.color] > bareMost
	})
}

// topSearch looks for tops of the banks of the players wanted.
type topSearch struct {
	*picture.Raster
	s      *hypothesis.Hypothesis
	ends   []engine.Point // of its stacks
	wanted []engine.Color
	chains []hypothesis.Line
	colors *playerColors

	first      engine.Point // of a grid of points bareStep apart,
	rows, cols int
	sown       []uint8 // which of the wanted colors they have, a bit for each, and bareSeen
}

// point of the grid.
func (b *topSearch) point(row, col int) engine.Point {
	return engine.Point{X: b.first.X + bareStep*float64(col), Y: b.first.Y + bareStep*float64(row)}
}

// sow looks at one point after the other: most of what lies on a table has nobody's color.
func (b *topSearch) sow() {
	low, high := engine.Bounds(maps.Keys(b.s.Cells))
	b.first = engine.Point{X: float64(low.Col) - bareReach, Y: float64(low.Row) - bareReach}
	b.cols = int((float64(high.Col-low.Col)+2*bareReach)/bareStep) + 1
	b.rows = int((float64(high.Row-low.Row)+2*bareReach)/bareStep) + 1
	b.sown = make([]uint8, b.rows*b.cols)
	parallel.Do(b.rows, func(i int) {
		for k := range b.cols {
			h, seen := b.look(b.point(i, k), 0, 0)
			if !seen {
				continue
			}
			here := &b.sown[i*b.cols+k]
			*here = gridSeen
			for w, color := range b.wanted {
				if b.colors.has(color, h) {
					*here |= 1 << w
				}
			}
		}
	})
}

// likely says whether a wanted color is seen on points of the grid about one, and ends around them: on most of a table that has a player's
// color it does not.
func (b *topSearch) likely(row, col, wanted int) bool {
	on, ends := 0, 0
	for _, step := range bareAbout {
		on += int(b.at(row+step[0], col+step[1]) >> wanted & 1)
	}
	for _, step := range bareAround {
		if seen := b.at(row+step[0], col+step[1]); seen&gridSeen != 0 && seen>>wanted&1 == 0 {
			ends++
		}
	}
	return on >= bareFew && ends >= bareFewEnds
}

// The points of the grid on a face about one, and those that are bareRing away.
var (
	bareAbout  = [...][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 0}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}
	bareAround = [...][2]int{{-3, 0}, {-2, 2}, {0, 3}, {2, 2}, {3, 0}, {2, -2}, {0, -3}, {-2, -2}}
)

// at is what a point of the grid was found to have; nothing beyond its rim.
func (b *topSearch) at(row, col int) uint8 {
	if row < 0 || col < 0 || row >= b.rows || col >= b.cols {
		return 0
	}
	return b.sown[row*b.cols+col]
}

// look is the hue that is seen so far from a place; false if the picture does not show that.
func (b *topSearch) look(at engine.Point, x, y float64) (h hue.Hue, seen bool) {
	p := b.s.Pixel(at.X+x, at.Y+y, BareLevel)
	if !b.Inside(p) {
		return h, false
	}
	return hue.HueOf(b.Raster.At(p)), true
}

// placeAt is a place whose surroundings may be a top of a color; false if they are none.
func (b *topSearch) placeAt(at engine.Point, color engine.Color) (p topPlace, ok bool) {
	if !clearOf(b.ends, at) {
		return p, false
	}
	const steps = 5
	var face []hue.Hue
	for i := range steps * steps {
		across, along := float64(i/steps)/(steps-1)-0.5, float64(i%steps)/(steps-1)-0.5
		if h, seen := b.look(at, 2*barePatch*across, 2*barePatch*along); seen {
			face = append(face, h)
		}
	}
	has := func(h hue.Hue) bool { return b.colors.has(color, h) }
	on := countOf(face, bareShare, has)
	if on < bareShare || knownAt(b.Raster, b.s, b.chains, at) {
		return p, false
	}
	ends := endsOf(func(x, y float64) (hue.Hue, bool) { return b.look(at, x, y) }, has)
	return topPlace{at: at, color: color, has: on + ends}, ends >= bareEnds
}

// knownAt says whether a face found hides the table's place under a point of bareLevel.
func knownAt(r *picture.Raster, s *hypothesis.Hypothesis, chains []hypothesis.Line, at engine.Point) bool {
	here := s.Pixel(at.X, at.Y, BareLevel)
	near := 0.9 * picture.Dist(here, s.Pixel(at.X+math.Sqrt2/2, at.Y+math.Sqrt2/2, BareLevel))
	return slices.ContainsFunc(chains, func(c hypothesis.Line) bool {
		return slices.ContainsFunc(c, func(f hypothesis.LooseFace) bool { return picture.Dist(f.Pixel(0, 0, f.Level), here) < near })
	})
}

// countOf is how many samples of a face are of a color; it stops counting when they will not be enough.
func countOf(face []hue.Hue, enough int, has func(hue.Hue) bool) (count int) {
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

// endsOf is in how many of 8 directions from the middle of a face its color is seen to end.
func endsOf(look func(x, y float64) (hue.Hue, bool), has func(hue.Hue) bool) (ends int) {
	for k := range 8 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 4)
		if h, seen := look(bareRing*cos, bareRing*sin); seen && !has(h) {
			ends++
		}
	}
	return ends
}

// bestFaceAbout is the face about a place, turned as the edges around it are, that looks most like one.
func bestFaceAbout(r *picture.Raster, s *hypothesis.Hypothesis, p *topPlace) {
	here := s.Pixel(p.at.X, p.at.Y, BareLevel)
	size := picture.Dist(here, s.Pixel(p.at.X+0.5, p.at.Y+0.5, BareLevel))
	turns := tableplane.OrientationsAround(r, marks.Mark{At: here, Size: size})
	ax, bx := hypothesis.PixelSteps(&s.Pose, here)
	p.face = hypothesis.LooseFace{Score: looseSeen, Level: BareLevel, Col: p.at.X, Row: p.at.Y}
	for _, turn := range turns.FoldedPeaks(ax.X, ax.Y, bx.X, bx.Y) {
		q := s.PoseAt(p.at.X, p.at.Y, turn)
		if v := tileface.SampleFace(r, &q, engine.Place{}, BareLevel); v.Inside {
			if score := tileface.CandidateClassifier().Score(v.Features()); score > p.face.Score {
				p.face.Score, p.face.Pose = score, q
			}
		}
	}
}
