package vision

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
)

// Where the top of a bank is looked for whose letter was not seen as one: pitches.
const (
	bareReach   = 12.0 // beside the structure
	bareStep    = 0.3
	bareLevel   = 4.0  // of a top
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

// bareSeen is set where the picture shows a point at all.
const bareSeen = 1 << 7

// barePlace is a place whose surroundings have a player's color, in columns and rows of bareLevel.
type barePlace struct {
	at    engine.Point
	color engine.Color
	has   int // samples on it and around it that are as they should be
	face  looseFace
}

// bareTops are faces beside the structure in the colors of players of whom no bank is sure, where no mark is: the letters of tops may
// be too blurred or dazzled to be seen as such, or be lost among the spots of a cloth.
func (r *raster) bareTops(s *structure, chains []chain, best map[engine.Color]*bankFound, shift hue) (tops []*looseFace) {
	_, table := s.hues(s.cells, 0)
	colors := playerColors{s.plastics(chains, shift), table, shift}
	places := r.barePlaces(s, chains, best, &colors)
	onAllCores(len(places), func(i int) { r.bareFace(s, &places[i]) })
	slices.SortStableFunc(places, func(a, b barePlace) int { return cmp.Compare(b.face.score, a.face.score) })
	var kept []*barePlace
	tries := map[engine.Color]int{}
	for i := range places {
		p := &places[i]
		if p.face.score > looseSeen && tries[p.color] < bareTries &&
			!slices.ContainsFunc(kept, func(k *barePlace) bool { return k.face.apart(&p.face) < bareApart }) {
			kept = append(kept, p)
			tries[p.color]++
		}
	}
	faces := make([]*looseFace, len(kept))
	onAllCores(len(kept), func(i int) {
		f := &kept[i].face
		if r.bringFace(s, f) && colors.has(kept[i].color, hueOf(f.plastic)) && !known(chains, f) {
			f.color = kept[i].color
			faces[i] = f
		}
	})
	return slices.DeleteFunc(faces, func(f *looseFace) bool { return f == nil })
}

// known says whether a face is one of a chain's.
func known(chains []chain, f *looseFace) bool {
	return slices.ContainsFunc(chains, func(c chain) bool {
		return slices.ContainsFunc(c, func(o looseFace) bool { return o.apart(f) < looseOverlap })
	})
}

// playerColors are the hues that the players' tiles have in a picture.
type playerColors struct {
	seen  map[engine.Color][]hue
	table []hue // and those around the structure
	shift hue
}

// has says whether a hue may be a player's: as its other tiles are, or as the lamp would show them. A table may be as colored, but not quite:
// what is much nearer to it than to the player's tiles is table.
func (p *playerColors) has(color engine.Color, h hue) bool {
	if off := nearestHue(h, p.seen[color]); off > bareUnlike && nearestHue(h, p.table) < off/2 {
		return false
	}
	if slices.ContainsFunc(p.seen[color], func(seen hue) bool { return colorGapOfHues(h, seen) < bareLike }) {
		return true
	}
	c, ok := colorOfHue(h, p.shift)
	return ok && c == color
}

// plastics are the hues that a player's tiles have, on the structure on average, and in each rack.
func (s *structure) plastics(chains []chain, shift hue) map[engine.Color][]hue {
	sums, counts := map[engine.Color]hue{}, map[engine.Color]float64{}
	for _, at := range s.cells.places() {
		h := hueOf(s.evidence[at].view[s.cells[at]-1].plastic)
		if color, ok := colorOfHue(h, shift); ok {
			sums[color] = hue{sums[color][0] + h[0], sums[color][1] + h[1]}
			counts[color]++
		}
	}
	all := map[engine.Color][]hue{}
	for color, sum := range sums {
		all[color] = append(all[color], hue{sum[0] / counts[color], sum[1] / counts[color]})
	}
	for _, c := range chains {
		all[c.color()] = append(all[c.color()], hueOf(c[len(c)/2].plastic))
	}
	return all
}

// barePlaces are the places beside the structure whose surroundings have the color of a player's tiles, if no bank is sure that is its.
func (r *raster) barePlaces(s *structure, chains []chain, best map[engine.Color]*bankFound, colors *playerColors) []barePlace {
	var wanted []engine.Color
	for _, color := range engine.PlayerColors {
		if b := best[color]; len(colors.seen[color]) > 0 && (b == nil || b.odds <= bareEnough) {
			wanted = append(wanted, color)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	b := bareSearch{raster: r, s: s, ends: s.ends(), wanted: wanted, chains: chains, colors: colors}
	b.sow()
	found := make([][]barePlace, b.rows)
	onAllCores(b.rows, func(i int) {
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
	slices.SortStableFunc(all, func(a, b barePlace) int { return cmp.Compare(b.has, a.has) })
	count := map[engine.Color]int{}
	return slices.DeleteFunc(all, func(p barePlace) bool {
		count[p.color]++
		return count[p.color] > bareMost
	})
}

// bareSearch looks for tops of the banks of the players wanted.
type bareSearch struct {
	*raster
	s      *structure
	ends   []engine.Point // of its stacks
	wanted []engine.Color
	chains []chain
	colors *playerColors

	first      engine.Point // of a grid of points bareStep apart,
	rows, cols int
	sown       []uint8 // which of the wanted colors they have, a bit for each, and bareSeen
}

// point of the grid.
func (b *bareSearch) point(row, col int) engine.Point {
	return engine.Point{X: b.first.X + bareStep*float64(col), Y: b.first.Y + bareStep*float64(row)}
}

// sow looks at one point after the other: most of what lies on a table has nobody's color.
func (b *bareSearch) sow() {
	low, high := engine.Bounds(maps.Keys(b.s.cells))
	b.first = engine.Point{X: float64(low.Col) - bareReach, Y: float64(low.Row) - bareReach}
	b.cols = int((float64(high.Col-low.Col)+2*bareReach)/bareStep) + 1
	b.rows = int((float64(high.Row-low.Row)+2*bareReach)/bareStep) + 1
	b.sown = make([]uint8, b.rows*b.cols)
	onAllCores(b.rows, func(i int) {
		for k := range b.cols {
			h, seen := b.look(b.point(i, k), 0, 0)
			if !seen {
				continue
			}
			here := &b.sown[i*b.cols+k]
			*here = bareSeen
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
func (b *bareSearch) likely(row, col, wanted int) bool {
	on, ends := 0, 0
	for _, step := range bareAbout {
		on += int(b.at(row+step[0], col+step[1]) >> wanted & 1)
	}
	for _, step := range bareAround {
		if seen := b.at(row+step[0], col+step[1]); seen&bareSeen != 0 && seen>>wanted&1 == 0 {
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
func (b *bareSearch) at(row, col int) uint8 {
	if row < 0 || col < 0 || row >= b.rows || col >= b.cols {
		return 0
	}
	return b.sown[row*b.cols+col]
}

// look is the hue that is seen so far from a place; false if the picture does not show that.
func (b *bareSearch) look(at engine.Point, x, y float64) (h hue, seen bool) {
	p := b.s.pixel(at.X+x, at.Y+y, bareLevel)
	if !b.inside(p) {
		return h, false
	}
	return hueOf(b.raster.at(p)), true
}

// placeAt is a place whose surroundings may be a top of a color; false if they are none.
func (b *bareSearch) placeAt(at engine.Point, color engine.Color) (p barePlace, ok bool) {
	if !clearOf(b.ends, at) {
		return p, false
	}
	const steps = 5
	var face []hue
	for i := range steps * steps {
		across, along := float64(i/steps)/(steps-1)-0.5, float64(i%steps)/(steps-1)-0.5
		if h, seen := b.look(at, 2*barePatch*across, 2*barePatch*along); seen {
			face = append(face, h)
		}
	}
	has := func(h hue) bool { return b.colors.has(color, h) }
	on := countOf(face, bareShare, has)
	if on < bareShare || b.knownAt(b.s, b.chains, at) {
		return p, false
	}
	ends := endsOf(func(x, y float64) (hue, bool) { return b.look(at, x, y) }, has)
	return barePlace{at: at, color: color, has: on + ends}, ends >= bareEnds
}

// knownAt says whether a face found hides the table's place under a point of bareLevel.
func (r *raster) knownAt(s *structure, chains []chain, at engine.Point) bool {
	here := s.pixel(at.X, at.Y, bareLevel)
	near := 0.9 * dist(here, s.pixel(at.X+math.Sqrt2/2, at.Y+math.Sqrt2/2, bareLevel))
	return slices.ContainsFunc(chains, func(c chain) bool {
		return slices.ContainsFunc(c, func(f looseFace) bool { return dist(f.pixel(0, 0, f.level), here) < near })
	})
}

// countOf is how many samples of a face are of a color; it stops counting when they will not be enough.
func countOf(face []hue, enough int, has func(hue) bool) (count int) {
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
func endsOf(look func(x, y float64) (hue, bool), has func(hue) bool) (ends int) {
	for k := range 8 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 4)
		if h, seen := look(bareRing*cos, bareRing*sin); seen && !has(h) {
			ends++
		}
	}
	return ends
}

// bareFace is the face about a place, turned as the edges around it are, that looks most like one.
func (r *raster) bareFace(s *structure, p *barePlace) {
	here := s.pixel(p.at.X, p.at.Y, bareLevel)
	size := dist(here, s.pixel(p.at.X+0.5, p.at.Y+0.5, bareLevel))
	turns := turnsAround(r, mark{at: here, size: size})
	ax, bx := s.nearby(here)
	p.face = looseFace{score: looseSeen, level: bareLevel, col: p.at.X, row: p.at.Y}
	for _, turn := range turns.folds(ax.X, ax.Y, bx.X, bx.Y) {
		q := s.poseAt(p.at.X, p.at.Y, turn)
		if v := r.view(&q, engine.Place{}, bareLevel); v.inside {
			if score := spotJudge().score(v.features()); score > p.face.score {
				p.face.score, p.face.pose = score, q
			}
		}
	}
}
