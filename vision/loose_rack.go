package vision

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/ocr"
)

const (
	rackTiles   = 5    // a rack holds no more
	rackNear    = 0.85 // pitches between the middles of neighbors in a rack, at least,
	rackFar     = 1.5  // and at most
	rackTurn    = 16 * math.Pi / 180
	rackKept    = -1.0 // the judge's score from which a face is added between or beside those of a rack
	rackOffLine = 0.35 // of its distance: how far a neighbor may lie off the line of a face's sides
)

// chains sort faces into lines, and complete those of several faces with what shows no letter. A face without a neighbor is
// a chain of its own.
func (r *raster) chains(s *structure, faces []looseFace, shift hue) []chain {
	var all []chain
	used := make([]bool, len(faces))
	for i := range faces {
		if used[i] {
			continue
		}
		used[i] = true
		c := chain{faces[i]}
		for {
			next := c.neighbor(faces, used)
			if next < 0 {
				break
			}
			used[next] = true
			c = append(c, faces[next])
		}
		c.sort()
		all = append(all, c)
	}
	all = r.joined(s, all, shift)
	for i := range all {
		if len(all[i]) > 1 {
			all[i] = r.extended(s, all[i], faces, shift)
		}
	}
	return all
}

// neighbor is the unused face that goes best with those of a chain; -1 if none does.
func (c chain) neighbor(faces []looseFace, used []bool) int {
	best, bestFar := -1, math.Inf(1)
	for i := range faces {
		if used[i] {
			continue
		}
		for k := range c {
			if far := c[k].apart(&faces[i]); far < bestFar && far > rackNear && far < rackFar && c[k].beside(&faces[i]) && c.inLine(&faces[i]) {
				best, bestFar = i, far
			}
		}
	}
	return best
}

// beside says whether two faces on the table are of one color, turned alike, and in line with their sides.
func (f *looseFace) beside(o *looseFace) bool {
	dx, dy := o.col-f.col, o.row-f.row
	along := math.Atan2(dy, dx)
	return f.level == 1 && o.level == 1 && f.color == o.color && math.Abs(quarter(f.turn-o.turn)) < rackTurn &&
		math.Abs(math.Sin(quarter(along-f.turn))) < rackOffLine && math.Abs(math.Sin(quarter(along-o.turn))) < rackOffLine
}

// inLine says whether a face lies in the line of a chain of two or more.
func (c chain) inLine(f *looseFace) bool {
	if len(c) < 2 {
		return true
	}
	a, b := c.ends()
	dx, dy := b.col-a.col, b.row-a.row
	return math.Abs((f.col-a.col)*dy-(f.row-a.row)*dx) < rackOffLine*math.Hypot(dx, dy)
}

// ends are the two faces farthest apart.
func (c chain) ends() (a, b *looseFace) {
	a, b = &c[0], &c[len(c)-1]
	for i := range c {
		for k := range i {
			if c[i].apart(&c[k]) > a.apart(b) {
				a, b = &c[k], &c[i]
			}
		}
	}
	return a, b
}

// sort brings the faces in the order of their line.
func (c chain) sort() {
	a, b := c.ends()
	from, dx, dy := *a, b.col-a.col, b.row-a.row
	along := func(f *looseFace) float64 { return (f.col-from.col)*dx + (f.row-from.row)*dy }
	slices.SortFunc(c, func(a, b looseFace) int { return cmp.Compare(along(&a), along(&b)) })
}

// joined puts chains together between which exactly one tile without a letter lies.
func (r *raster) joined(s *structure, all []chain, shift hue) []chain {
	for i := 0; i < len(all); i++ {
		for k := 0; k < len(all); k++ {
			if i == k || len(all[i])+len(all[k])+1 > rackTiles {
				continue
			}
			if c, ok := r.bridge(s, all[i], all[k], shift); ok {
				all[i] = c
				all = slices.Delete(all, k, k+1)
				i, k = 0, -1
			}
		}
	}
	return all
}

// bridge looks for the tile between two chains.
func (r *raster) bridge(s *structure, a, b chain, shift hue) (chain, bool) {
	from, to := a[len(a)-1], b[0]
	for _, e := range [...][2]looseFace{{a[0], b[0]}, {a[0], b[len(b)-1]}, {from, b[len(b)-1]}} {
		if e[0].apart(&e[1]) < from.apart(&to) {
			from, to = e[0], e[1]
		}
	}
	far := from.apart(&to)
	if far < 2*rackNear || far > 2*rackFar || !from.beside(&to) || !a.inLine(&to) || !b.inLine(&from) {
		return nil, false
	}
	f, ok := r.faceNear(s, &from, (from.col+to.col)/2, (from.row+to.row)/2, shift)
	if !ok {
		return nil, false
	}
	c := append(append(slices.Clone(a), f), b...)
	c.sort()
	return c, true
}

// extended adds tiles without a letter at the ends of a rack.
func (r *raster) extended(s *structure, c chain, faces []looseFace, shift hue) chain {
	for _, last := range []bool{false, true} {
		for len(c) < rackTiles {
			step := 1 / float64(len(c)-1)
			dx, dy := (c[len(c)-1].col-c[0].col)*step, (c[len(c)-1].row-c[0].row)*step
			end := &c[len(c)-1]
			if !last {
				end, dx, dy = &c[0], -dx, -dy
			}
			f, ok := r.faceNear(s, end, end.col+dx, end.row+dy, shift)
			if !ok || slices.ContainsFunc(faces, func(o looseFace) bool { return o.apart(&f) < looseOverlap }) {
				break
			}
			if last {
				c = append(c, f)
			} else {
				c = slices.Insert(c, 0, f)
			}
		}
	}
	return c
}

// faceNear looks for a face like another about a place.
func (r *raster) faceNear(s *structure, like *looseFace, col, row float64, shift hue) (looseFace, bool) {
	p := s.poseAt(col, row, like.turn)
	if v := r.view(&p, engine.Place{}, 1); !v.inside || colorGapOfHues(hueOf(v.plastic), hueOf(like.plastic)) > 0.35 {
		return looseFace{}, false
	}
	f := looseFace{pose: p, level: 1}
	f, ok := r.settleLoose(s, &f, shift)
	return f, ok && f.color == like.color && f.score > rackKept && f.apart(like) > rackNear && f.apart(like) < rackFar
}

// rack reads the tiles of a chain. All letters of a rack stand the same way, along or against the line, and that is how
// they are read.
func (r *raster) rack(reader ocr.Reader, c chain) engine.Rack {
	c.align()
	letters := make([]ocr.Letters, len(c))
	read := make([]bool, len(c))
	var sum [4]float64
	for i := range c {
		l, err := r.lettersOf(reader, &c[i].pose, engine.Place{}, 1, new(cover), rgb{})
		if err != nil {
			continue // a face that cannot be read has no letter
		}
		letters[i], read[i] = l, true
		for k := range sum {
			class, _ := l.Best(k)
			sum[k] += max(l[k][class], -40)
		}
	}
	turn := 0
	for k := range sum {
		if sum[k] > sum[turn] {
			turn = k
		}
	}
	rack := engine.Rack{Color: c.color()}
	for i := range c {
		t := engine.LooseTile{Quad: turnQuad(c[i].face(engine.Place{}, 1), turn), Color: rack.Color}
		if class, _ := letters[i].Best(turn); read[i] {
			t.Letter = engine.Unsettled
			if class != engine.BlankIndex {
				t.Letter = engine.Letter('A' + class)
			}
		}
		rack.Tiles = append(rack.Tiles, t)
	}
	// The letters may run against the chain's order.
	first, last := rack.Tiles[0].Quad, rack.Tiles[len(rack.Tiles)-1].Quad
	if (last[0].X-first[0].X)*(first[1].X-first[0].X)+(last[0].Y-first[0].Y)*(first[1].Y-first[0].Y) < 0 {
		slices.Reverse(rack.Tiles)
	}
	return rack
}

// align turns the faces' poses by right angles until all look the way of the first.
func (c chain) align() {
	for i := range c {
		p := &c[i].pose
		for range 3 {
			if p.x.dot(c[0].x) > 0.7 {
				break
			}
			p.x, p.y = p.y, p.x.scale(-1)
		}
	}
}

// color is what most faces of the chain have.
func (c chain) color() engine.Color {
	var count [engine.Gray + 1]int
	best := engine.NoColor
	for i := range c {
		count[c[i].color]++
		if count[c[i].color] > count[best] {
			best = c[i].color
		}
	}
	return best
}

// turnQuad is a face's outline beginning with the corner that is top-left once the face is turned clockwise by so many quarter
// turns.
func turnQuad(q engine.Quad, quarters int) engine.Quad {
	var t engine.Quad
	for i := range q {
		t[i] = q[(i+4-quarters)%4]
	}
	return t
}
