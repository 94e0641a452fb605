package dabble

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
	"tilewatch/vision"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
)

// Tiles in front of a rack lie on the table, turned a little each. How steep racks are differs from set to set, and with it the angle
// between table and lattice: the angles tried.
var slopes = []float64{14, 20, 26, 32, 38, 44, 50}

const (
	tableBelow    = 0.07 // how far the faces of loose tiles lie below the lower edge of the lowest tier's, in tiles
	nearestFace   = -0.6 // how far in front of the rack loose tiles lie, in tiles
	furthestOut   = 7.0
	widestOut     = 7.5
	looseTone     = 0.95 // how far a loose tile's color may be from the rack's tiles', as a logarithm
	looseHue      = 0.2
	leastInkOfSet = 0.3 // of the contrast of letters on the rack
)

// flat is the table before a rack, in the rack's measures.
type flat struct {
	origin       geom.Vec // below the middle of the lowest tier
	right, front geom.Vec // along the rack, and out of the table's far side towards the reader
	up           geom.Vec
}

// table is the table as a rack stands on it if its lattice rises at that slope.
func (k *rack) table(slope float64) flat {
	s, c := math.Sincos(slope)
	up := k.down.Times(-s).Plus(k.away().Times(-c))
	f := k.face(node{k.middle.row, k.middle.col})
	t := flat{right: k.right, up: up, front: k.right.Cross(up).Times(-1)}
	if t.front.Dot(k.down) < 0 {
		t.front = t.front.Times(-1)
	}
	t.origin = f.middle.Plus(f.y.Times(0.5)).Plus(up.Times(-tableBelow))
	return t
}

// under is where the ray through a pixel meets the table.
func (t *flat) under(s *scan, at engine.Point) (v geom.Vec, ok bool) {
	x, y := s.cam.Normalize(at)
	ray := geom.Vec{x, y, 1}
	d := ray.Dot(t.up)
	if math.Abs(d) < 1e-6 {
		return v, false
	}
	k := t.origin.Dot(t.up) / d
	return ray.Times(k), k > 0
}

// candidate is a mark that may be the letter of a loose tile.
type candidate struct {
	rack int
	mark int
}

// looseTile is a loose tile under some slope.
type looseTile struct {
	patch
	edge float64 // how much of its sides is seen, 0 to 1
}

// loose are the tiles in front of each rack; free is how many of a player's tiles are not on each.
func (s *scan) loose(racks []rack, free []int) [][]rules.SeenTile {
	found := make([][]rules.SeenTile, len(racks))
	all := s.likeliest(racks)
	if len(all) == 0 {
		return found
	}
	slope := s.slope(racks, all)
	told := make([]spotted, len(all))
	vision.OnAllCores(len(all), func(i int) {
		k := &racks[all[i].rack]
		ways := s.lying(k, all[i], slope)
		for n := range ways {
			s.center(&ways[n], blob.Luma(s.marks[all[i].mark].Ground))
		}
		told[i] = s.tellLoose(k, all[i], ways)
	})
	read := apart(slices.DeleteFunc(told, func(t spotted) bool { return t.score <= leastSpotted }))
	s.share(racks, read, free)
	tiles := make([]rules.SeenTile, len(read))
	vision.OnAllCores(len(read), func(i int) { tiles[i] = s.looseTile(&racks[read[i].read], &read[i]) })
	for i, t := range read {
		found[t.rack] = append(found[t.rack], tiles[i])
	}
	return found
}

// apart keeps, of tiles that would lie on each other, the one that was read best.
func apart(all []spotted) []spotted {
	slices.SortStableFunc(all, func(a, b spotted) int { return cmp.Compare(b.score, a.score) })
	var kept []spotted
	for _, t := range all {
		if !slices.ContainsFunc(kept, func(o spotted) bool { return overlap(&o.quad, &t.quad) }) {
			kept = append(kept, t)
		}
	}
	slices.SortStableFunc(kept, func(a, b spotted) int { return cmp.Compare(a.quad[0].X, b.quad[0].X) })
	return kept
}

// overlap tells whether the middles of two tiles are nearer than half a side.
func overlap(a, b *engine.Quad) bool {
	return geom.Dist(middle(a), middle(b)) < geom.Dist(a[0], a[1])/2
}

func middle(q *engine.Quad) (p engine.Point) {
	for _, c := range q {
		p = geom.Add(p, geom.Scale(c, 0.25))
	}
	return p
}

// share gives tiles that lie between racks to those that have room: nobody has more tiles than a rack holds.
func (s *scan) share(racks []rack, read []spotted, free []int) {
	left := slices.Clone(free)
	for _, t := range read {
		left[t.rack]--
	}
	for range read {
		tile, to, least := -1, -1, math.Inf(1)
		for i, t := range read {
			if left[t.rack] >= 0 {
				continue
			}
			here, _ := s.before(&racks[t.rack], t.mark)
			for r := range racks {
				if d, ok := s.before(&racks[r], t.mark); ok && left[r] > 0 && d-here < least {
					tile, to, least = i, r, d-here
				}
			}
		}
		if tile < 0 {
			return
		}
		left[read[tile].rack]++
		left[to]--
		read[tile].rack = to
	}
}

// slope is the angle between table and lattice under which the loose tiles look most like tiles: by how much of their edges is seen, and how many
// can be read.
func (s *scan) slope(racks []rack, all []candidate) float64 {
	some := all[:min(len(all), slopeTiles)]
	ways := make([][]looseTile, len(slopes)*len(some))
	vision.OnAllCores(len(ways), func(i int) {
		c := some[i%len(some)]
		ways[i] = s.lying(&racks[c.rack], c, slopes[i/len(some)]*math.Pi/180)
	})
	edges, order := make([]float64, len(slopes)), make([]int, len(slopes))
	for n := range slopes {
		order[n] = n
		for _, w := range ways[n*len(some) : (n+1)*len(some)] {
			if len(w) > 0 {
				edges[n] += w[0].edge
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(edges[b], edges[a]) })
	best, most := 0, -1.0
	for _, n := range order {
		if edges[n]+float64(len(some)) < most { // however many can be read
			break
		}
		read := make([]float64, len(some))
		vision.OnAllCores(len(some), func(i int) {
			if w := ways[n*len(some)+i]; len(w) > 0 && s.tellLoose(&racks[some[i].rack], some[i], w[:1]).score > leastSpotted {
				read[i] = 1
			}
		})
		if worth := edges[n] + sumOf(read); worth > most {
			best, most = n, worth
		}
	}
	return slopes[best] * math.Pi / 180
}

// slopeTiles is how many tiles are looked at to tell the slope.
const slopeTiles = 9

// likeliest are the candidates that read as letters.
func (s *scan) likeliest(racks []rack) []candidate {
	all := s.candidates(racks)
	likely := make([]bool, len(all))
	vision.OnAllCores(len(all), func(i int) { likely[i] = s.likely(&racks[all[i].rack], all[i]) })
	var kept []candidate
	for i, c := range all {
		if likely[i] {
			kept = append(kept, c)
		}
	}
	return kept
}

// likely tells whether a candidate reads as a letter if the rack is steep, or if it is not.
func (s *scan) likely(k *rack, c candidate) bool {
	for _, slope := range [2]float64{lowSlope, highSlope} {
		for _, l := range s.lying(k, c, slope) {
			if _, ok := s.upright(k, &l); ok {
				return true
			}
		}
	}
	return false
}

// candidates are the marks that may be letters of loose tiles, each with the rack it lies before.
func (s *scan) candidates(racks []rack) []candidate {
	taken := map[int]bool{}
	for i := range racks {
		for _, m := range racks[i].marks {
			taken[m] = true
		}
	}
	var all []candidate
	for m := range s.marks {
		if taken[m] {
			continue
		}
		best, least := -1, math.Inf(1)
		for i := range racks {
			if d, ok := s.before(&racks[i], m); ok && d < least {
				best, least = i, d
			}
		}
		if best >= 0 && !s.onRack(racks, m) {
			all = append(all, candidate{best, m})
		}
	}
	return all
}

// onRack tells whether the mark lies within some place of a rack.
func (s *scan) onRack(racks []rack, m int) bool {
	return slices.ContainsFunc(racks, func(k rack) bool { return k.covers(s.marks[m].At) })
}

// before tells whether a mark may be of a tile that lies before a rack, and how far from where most do.
func (s *scan) before(k *rack, m int) (float64, bool) {
	mk := &s.marks[m]
	if mk.Dark != k.dark || mk.Ink < leastInkOfSet*k.contrast {
		return 0, false
	}
	t := k.table(middleSlope)
	v, ok := t.under(s, mk.At)
	if !ok {
		return 0, false
	}
	d := v.Plus(t.origin.Times(-1))
	x, y := d.Dot(t.right), d.Dot(t.front)
	if y < nearestFace || y > furthestOut || math.Abs(x) > widestOut || !s.sameSet(k, mk) {
		return 0, false
	}
	one := s.cam.K[0][0] / v[2] // pixels of a tile
	if big := max(mk.W, mk.H) / one; big < 0.3 || big > 1.0 {
		return 0, false
	}
	return math.Hypot(x/3, (y-1.5)/2), true
}

const (
	lowSlope    = 20 * math.Pi / 180
	middleSlope = 36 * math.Pi / 180
	highSlope   = 44 * math.Pi / 180
)

// sameSet tells whether the ground of a mark may be the plastic of a rack's tiles, in the light of the table.
func (s *scan) sameSet(k *rack, m *mark) bool {
	ground := s.ground(k, m.At)
	mean, d := 0.0, [3]float64{}
	for ch := range d {
		d[ch] = math.Log((m.Ground[ch] + 8) / (ground[ch] + 8))
		mean += d[ch] / 3
	}
	for ch := range d {
		if math.Abs(d[ch]-mean) > looseHue {
			return false
		}
	}
	return math.Abs(mean) < looseTone
}

// lying are the ways in which the tile whose letter the mark is may lie, as its edges say: the best few, the best first.
func (s *scan) lying(k *rack, c candidate, slope float64) []looseTile {
	t := k.table(slope)
	m := &s.marks[c.mark]
	v, ok := t.under(s, m.At)
	if !ok {
		return nil
	}
	const steps = 18
	var all [steps]looseTile
	for i := range all {
		sin, cos := math.Sincos(-math.Pi/4 + math.Pi/2*float64(i)/steps)
		x, y := t.right.Times(cos).Plus(t.front.Times(sin)), t.front.Times(cos).Plus(t.right.Times(-sin))
		all[i].patch = patch{v, x.Times(faceSide), y.Times(faceSide)}
		all[i].patch.middle = v.Plus(all[i].x.Times(letterLeft)).Plus(all[i].y.Times(letterLeft))
		all[i].edge = s.edges(&all[i].patch, blob.Luma(m.Ground))
	}
	var best []looseTile
	for i := range all {
		if all[i].edge >= all[(i+1)%steps].edge && all[i].edge >= all[(i+steps-1)%steps].edge {
			best = append(best, all[i])
		}
	}
	slices.SortStableFunc(best, func(a, b looseTile) int { return cmp.Compare(b.edge, a.edge) })
	most := slices.IndexFunc(best, func(l looseTile) bool { return l.edge < best[0].edge-muchLess })
	if most < 0 {
		most = len(best)
	}
	return best[:min(most, mostWays)]
}

// A tile may lie in as many ways, of which no one's edges may be seen that much less than the best one's.
const (
	mostWays = 3
	muchLess = 0.15
)

// center moves a loose tile to where its edges are seen best: not every letter stands in the middle.
func (s *scan) center(l *looseTile, ground float64) {
	start := *l
	for _, dx := range [5]float64{0, -0.04, 0.04, -0.08, 0.08} {
		for _, dy := range [5]float64{0, -0.04, 0.04, -0.08, 0.08} {
			p := start.patch
			p.middle = p.middle.Plus(p.x.Times(dx)).Plus(p.y.Times(dy))
			if e := s.edges(&p, ground) - 0.3*(math.Abs(dx)+math.Abs(dy)); e > l.edge {
				*l = looseTile{p, e}
			}
		}
	}
}

// edgePoints are where along a side edges are looked for, and edgeStep how far the gray levels there must be apart, in the ground's.
var edgePoints = [6]float64{-0.39, -0.25, -0.08, 0.08, 0.25, 0.39}

const edgeStep = 0.18

// edges is how well a patch's outline is a tile's: plastic inside of it, up to the corners, and something else outside.
func (s *scan) edges(p *patch, ground float64) float64 {
	seen, n := 0.0, 0.0
	for side := range 4 {
		for _, along := range edgePoints {
			n++
			inside := s.across(p, side, along, 0.42)
			most := 0.0
			for _, out := range [3]float64{0.5, 0.54, 0.6} {
				most = max(most, math.Abs(s.across(p, side, along, out)-inside)/(ground+10))
			}
			if math.Abs(inside-ground) < 0.2*(ground+10) {
				seen += min(most/edgeStep, 1)
			}
		}
	}
	return seen / n
}

// outline is how well the upper and lower edges of a patch are those of a face, to a twentieth of a side: 0 to 1. What stands beside a face on
// a rack is another one.
func (s *scan) outline(p *patch, ground float64) float64 {
	seen, n := 0.0, 0.0
	for _, side := range [2]int{0, 2} {
		for _, along := range [6]float64{-0.42, -0.36, -0.25, 0.0, 0.25, 0.42} {
			n++
			inside, outside := s.across(p, side, along, 0.42), s.across(p, side, along, 0.51)
			if math.Abs(inside-ground) < 0.2*(ground+10) {
				seen += min(math.Abs(outside-inside)/(edgeStep*(ground+10)), 1)
			}
		}
	}
	return seen / n
}

// across is the gray level at a point near a side.
func (s *scan) across(p *patch, side int, along, out float64) float64 {
	x, y := along, out
	switch side {
	case 1:
		x, y = out, along
	case 2:
		y = -out
	case 3:
		x, y = -out, along
	}
	v := p.middle.Plus(p.x.Times(x)).Plus(p.y.Times(y))
	return s.r.GrayAt(s.cam.Project(v[0], v[1], v[2]))
}
