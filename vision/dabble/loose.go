package dabble

import (
	"math"

	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
	"tilewatch/ocr/glyph"
)

// Tiles in front of a rack lie on the table, turned a little each. How steep racks are differs from set to set, and with it the angle
// between table and lattice: the angles tried.
var slopes = []float64{14, 20, 26, 32, 38, 44, 50}

const (
	tableBelow  = 0.07         // how far the faces of loose tiles lie below the lower edge of the lowest tier's, in tiles
	looseTurn   = math.Pi / 6  // standard deviation of how loose tiles are turned
	mostLoose   = 1.75         // radians
	turnStep    = math.Pi / 36 // of the turns tried
	nearestFace = -0.6         // how far in front of the rack loose tiles lie, in tiles
	furthestOut = 7.0
	widestOut   = 7.5
	looseTone   = 0.45 // how far a loose tile's color may be from the rack's tiles', as a logarithm
	looseHue    = 0.12
	leastEdge   = 0.35 // of a loose tile's sides that is seen
	surelyLoose = 0.5
)

// flat is the table before a rack, in the rack's measures.
type flat struct {
	origin       vec // below the middle of the lowest tier
	right, front vec // along the rack, and out of the table's far side towards the reader
	up           vec
}

// table is the table as a rack stands on it if its lattice rises at that slope.
func (k *rack) table(slope float64) flat {
	s, c := math.Sincos(slope)
	up := k.down.times(-s).add(k.away().times(-c))
	f := k.face(node{k.middle.row, k.middle.col}, usualLean)
	t := flat{right: k.right, up: up, front: k.right.cross(up).times(-1)}
	if t.front.dot(k.down) < 0 {
		t.front = t.front.times(-1)
	}
	t.origin = f.middle.add(f.y.times(0.5)).add(up.times(-tableBelow))
	return t
}

// under is where the ray through a pixel meets the table.
func (t *flat) under(s *scan, at engine.Point) (v vec, ok bool) {
	x, y := s.cam.Normalize(at)
	ray := vec{x, y, 1}
	d := ray.dot(t.up)
	if math.Abs(d) < 1e-6 {
		return v, false
	}
	k := t.origin.dot(t.up) / d
	return ray.times(k), k > 0
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

// loose are the tiles in front of each rack.
func (s *scan) loose(racks []rack) [][]rules.SeenTile {
	found := make([][]rules.SeenTile, len(racks))
	all := s.candidates(racks)
	if len(all) == 0 {
		return found
	}
	best, slope := -1.0, 0.0
	for _, degrees := range slopes {
		sum := 0.0
		for _, c := range all[:min(len(all), 12)] {
			if l, ok := s.lying(&racks[c.rack], c, degrees*math.Pi/180); ok {
				sum += l.edge
			}
		}
		if sum > best {
			best, slope = sum, degrees*math.Pi/180
		}
	}
	for _, c := range all {
		k := &racks[c.rack]
		l, ok := s.lying(k, c, slope)
		if !ok || l.edge < leastEdge {
			continue
		}
		if t, ok := s.tellLoose(k, l); ok {
			found[c.rack] = append(found[c.rack], t)
		}
	}
	return found
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
	for i := range racks {
		k := &racks[i]
		for length := shortest; length <= longest; length++ {
			for n := range length {
				at := k.middle.slot(length, n)
				p := k.pixel(k.node(float64(at.col), float64(at.row)))
				if dist(p, s.marks[m].at) < 0.55*k.h.step(at) {
					return true
				}
			}
		}
	}
	return false
}

// before tells whether a mark may be of a tile that lies before a rack, and how far from where most do.
func (s *scan) before(k *rack, m int) (float64, bool) {
	mk := &s.marks[m]
	if mk.dark != k.dark || mk.ink < 0.4*k.contrast {
		return 0, false
	}
	t := k.table(middleSlope)
	v, ok := t.under(s, mk.at)
	if !ok {
		return 0, false
	}
	d := v.add(t.origin.times(-1))
	x, y := d.dot(t.right), d.dot(t.front)
	if y < nearestFace || y > furthestOut || math.Abs(x) > widestOut || !s.sameSet(k, mk) {
		return 0, false
	}
	one := s.cam.K[0][0] / v[2] // pixels of a tile
	if big := max(mk.w, mk.h) / one; big < 0.3 || big > 1.0 {
		return 0, false
	}
	return math.Hypot(x/3, (y-1.5)/2), true
}

const middleSlope = 36 * math.Pi / 180

// sameSet tells whether the ground of a mark may be the plastic of a rack's tiles, in the light of the table.
func (s *scan) sameSet(k *rack, m *mark) bool {
	ground := s.ground(k, m.at)
	mean, d := 0.0, [3]float64{}
	for ch := range d {
		d[ch] = math.Log((m.plastic[ch] + 8) / (ground[ch] + 8))
		mean += d[ch] / 3
	}
	for ch := range d {
		if math.Abs(d[ch]-mean) > looseHue {
			return false
		}
	}
	return math.Abs(mean) < looseTone
}

// lying is the tile whose letter the mark is, turned as its edges say.
func (s *scan) lying(k *rack, c candidate, slope float64) (looseTile, bool) {
	t := k.table(slope)
	at := s.marks[c.mark].at
	v, ok := t.under(s, at)
	if !ok {
		return looseTile{}, false
	}
	best := looseTile{edge: -1}
	for turn := -math.Pi / 4; turn < math.Pi/4-1e-9; turn += turnStep {
		sin, cos := math.Sincos(turn)
		p := patch{v, t.right.times(faceSide * cos).add(t.front.times(faceSide * sin)), t.front.times(faceSide * cos).add(t.right.times(-faceSide * sin))}
		if e := s.edges(&p); e > best.edge {
			best = looseTile{p, e}
		}
	}
	return best, best.edge >= 0
}

// edges is on how much of a patch's four sides the picture changes.
func (s *scan) edges(p *patch) float64 {
	seen, n := 0.0, 0.0
	for side := range 4 {
		for _, along := range [6]float64{-0.35, -0.21, -0.07, 0.07, 0.21, 0.35} {
			n++
			most := 0.0
			for _, out := range [3]float64{0.46, 0.5, 0.54} {
				a, b := s.across(p, side, along, out-0.05), s.across(p, side, along, out+0.05)
				most = max(most, math.Abs(a-b)/(math.Abs(a)+20))
			}
			seen += min(most/0.25, 1)
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
	v := p.middle.add(p.x.times(x)).add(p.y.times(y))
	return s.r.GrayAt(s.cam.Project(v[0], v[1], v[2]))
}

// tellLoose reads a loose tile: its letter says which way is up.
func (s *scan) tellLoose(k *rack, l looseTile) (rules.SeenTile, bool) {
	c := cut(s.r, s.cam, &l.patch, faceSize, -0.5, -0.5, 0.5, 0.5)
	face, err := glyph.NewFace(c.size, c.pixels)
	if err != nil {
		return rules.SeenTile{}, false
	}
	letters, err := s.letters.Read(face)
	if err != nil {
		return rules.SeenTile{}, false
	}
	best, quarters := math.Inf(-1), 0
	for q := range 4 {
		turned := l.patch.turned(q)
		cos := turned.x.unit().dot(k.right)
		away := math.Acos(min(max(cos, -1), 1))
		if away > mostLoose {
			continue
		}
		class, _ := letters.Best(q)
		if like := letters[q][class] - away*away/(2*looseTurn*looseTurn); class != engine.BlankIndex && like > best {
			best, quarters = like, q
		}
	}
	if math.IsInf(best, -1) {
		return rules.SeenTile{}, false
	}
	p := l.patch.turned(quarters)
	class, _ := letters.Best(quarters)
	if sure := math.Exp(letters[quarters][class]) / 4; sure < surelyLoose/2 {
		return rules.SeenTile{}, false
	}
	t := rules.SeenTile{Quad: p.quad(s.cam), Tile: surely}
	copy(t.Faces[:engine.BlankIndex], letters[quarters][:engine.BlankIndex])
	t.Faces[rules.BlankFace], t.Faces[rules.ApostropheFace] = -surely, -surely
	t.Values = s.value(&p, k.dark)
	return t, true
}

// turned is the patch whose picture is this one's turned clockwise by so many quarter turns.
func (p patch) turned(quarters int) patch {
	for range quarters {
		p.x, p.y = p.y.times(-1), p.x
	}
	return p
}
