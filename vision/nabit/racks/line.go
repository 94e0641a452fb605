package racks

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/glyphs"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/occlusion"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

const (
	RackTiles   = 5    // a rack holds no more
	rackNear    = 0.85 // pitches between the middles of neighbors in a rack, at least,
	rackFar     = 1.5  // and at most
	rackTurn    = 16 * math.Pi / 180
	rackOffLine = 0.35 // of its distance: how far a neighbor may lie off the line of a face's sides
)

// Lines sort faces into lines, and complete those of several faces with what shows no letter. A face without a neighbor is
// a chain of its own.
func Lines(r *picture.Raster, s *hypothesis.Hypothesis, faces []hypothesis.LooseFace, shift hue.Hue) []hypothesis.Line {
	var all []hypothesis.Line
	used := make([]bool, len(faces))
	for i := range faces {
		if used[i] {
			continue
		}
		used[i] = true
		c := hypothesis.Line{faces[i]}
		for {
			next := neighbor(c, faces, used)
			if next < 0 {
				break
			}
			used[next] = true
			c = append(c, faces[next])
		}
		sort(c)
		all = append(all, c)
	}
	all = joined(r, s, all, shift)
	for i := range all {
		if len(all[i]) > 1 {
			all[i] = extended(r, s, all[i], faces, shift)
		}
	}
	return all
}

// neighbor is the unused face that goes best with those of a chain; -1 if none does.
func neighbor(c hypothesis.Line, faces []hypothesis.LooseFace, used []bool) int {
	best, bestFar := -1, math.Inf(1)
	for i := range faces {
		if used[i] {
			continue
		}
		for k := range c {
			if far := c[k].Apart(&faces[i]); far < bestFar && far > rackNear && far < rackFar && beside(&c[k], &faces[i]) && inLine(c, &faces[i]) {
				best, bestFar = i, far
			}
		}
	}
	return best
}

// beside says whether two faces on the table are of one color, turned alike, and in line with their sides.
func beside(f *hypothesis.LooseFace, o *hypothesis.LooseFace) bool {
	dx, dy := o.Col-f.Col, o.Row-f.Row
	along := math.Atan2(dy, dx)
	return f.Level == 1 && o.Level == 1 && f.Color == o.Color && math.Abs(camerapose.Quarter(f.Turn-o.Turn)) < rackTurn &&
		math.Abs(math.Sin(camerapose.Quarter(along-f.Turn))) < rackOffLine && math.Abs(math.Sin(camerapose.Quarter(along-o.Turn))) < rackOffLine
}

// inLine says whether a face lies in the line of a chain of two or more.
func inLine(c hypothesis.Line, f *hypothesis.LooseFace) bool {
	if len(c) < 2 {
		return true
	}
	a, b := ends(c)
	dx, dy := b.Col-a.Col, b.Row-a.Row
	return math.Abs((f.Col-a.Col)*dy-(f.Row-a.Row)*dx) < rackOffLine*math.Hypot(dx, dy)
}

// ends are the two faces farthest apart.
func ends(c hypothesis.Line) (a, b *hypothesis.LooseFace) {
	a, b = &c[0], &c[len(c)-1]
	for i := range c {
		for k := range i {
			if c[i].Apart(&c[k]) > a.Apart(b) {
				a, b = &c[k], &c[i]
			}
		}
	}
	return a, b
}

// sort brings the faces in the order of their line.
func sort(c hypothesis.Line) {
	a, b := ends(c)
	from, dx, dy := *a, b.Col-a.Col, b.Row-a.Row
	along := func(f *hypothesis.LooseFace) float64 { return (f.Col-from.Col)*dx + (f.Row-from.Row)*dy }
	slices.SortFunc(c, func(a, b hypothesis.LooseFace) int { return cmp.Compare(along(&a), along(&b)) })
}

// joined puts chains together between which exactly one tile without a letter lies.
func joined(r *picture.Raster, s *hypothesis.Hypothesis, all []hypothesis.Line, shift hue.Hue) []hypothesis.Line {
	for i := 0; i < len(all); i++ {
		for k := 0; k < len(all); k++ {
			if i == k || len(all[i])+len(all[k])+1 > RackTiles {
				continue
			}
			if c, ok := bridge(r, s, all[i], all[k], shift); ok {
				all[i] = c
				all = slices.Delete(all, k, k+1)
				i, k = 0, -1
			}
		}
	}
	return all
}

// bridge looks for the tile between two chains.
func bridge(r *picture.Raster, s *hypothesis.Hypothesis, a, b hypothesis.Line, shift hue.Hue) (hypothesis.Line, bool) {
	from, to := a[len(a)-1], b[0]
	for _, e := range [...][2]hypothesis.LooseFace{{a[0], b[0]}, {a[0], b[len(b)-1]}, {from, b[len(b)-1]}} {
		if e[0].Apart(&e[1]) < from.Apart(&to) {
			from, to = e[0], e[1]
		}
	}
	far := from.Apart(&to)
	if far < 2*rackNear || far > 2*rackFar || !beside(&from, &to) || !inLine(a, &to) || !inLine(b, &from) {
		return nil, false
	}
	f, ok := faceNear(r, s, &from, (from.Col+to.Col)/2, (from.Row+to.Row)/2, shift)
	if !ok {
		return nil, false
	}
	c := append(append(slices.Clone(a), f), b...)
	sort(c)
	return c, true
}

// extended adds tiles without a letter at the ends of a rack.
func extended(r *picture.Raster, s *hypothesis.Hypothesis, c hypothesis.Line, faces []hypothesis.LooseFace, shift hue.Hue) hypothesis.Line {
	for _, last := range []bool{false, true} {
		for len(c) < RackTiles {
			step := 1 / float64(len(c)-1)
			dx, dy := (c[len(c)-1].Col-c[0].Col)*step, (c[len(c)-1].Row-c[0].Row)*step
			end := &c[len(c)-1]
			if !last {
				end, dx, dy = &c[0], -dx, -dy
			}
			f, ok := faceNear(r, s, end, end.Col+dx, end.Row+dy, shift)
			if !ok || slices.ContainsFunc(faces, func(o hypothesis.LooseFace) bool { return o.Apart(&f) < looseOverlap }) {
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
func faceNear(r *picture.Raster, s *hypothesis.Hypothesis, like *hypothesis.LooseFace, col, row float64, shift hue.Hue) (hypothesis.LooseFace, bool) {
	p := s.PoseAt(col, row, like.Turn)
	if v := tileface.SampleFace(r, &p, engine.Place{}, 1); !v.Inside || hue.HueDistance(hue.HueOf(v.Plastic), hue.HueOf(like.Plastic)) > 0.35 {
		return hypothesis.LooseFace{}, false
	}
	f := hypothesis.LooseFace{Pose: p, Level: 1}
	f, ok := alignLoose(r, s, &f, shift)
	return f, ok && f.Color == like.Color && f.Apart(like) > rackNear && f.Apart(like) < rackFar
}

// rack reads the tiles of a chain. All letters of a rack stand the same way, along or against the line, and that is how
// they are read.
func rack(r *picture.Raster, reader ocr.Reader, c hypothesis.Line) engine.Rack {
	align(c)
	letters := make([]ocr.Letters, len(c))
	read := make([]bool, len(c))
	var sum [4]float64
	for i := range c {
		l, err := glyphs.LettersOf(r, reader, &c[i].Pose, engine.Place{}, 1, new(occlusion.Mask), picture.BGR{})
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
	rack := engine.Rack{Color: color(c)}
	for i := range c {
		t := engine.LooseTile{Quad: turnQuad(c[i].Face(engine.Place{}, 1), turn), Color: rack.Color}
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
func align(c hypothesis.Line) {
	for i := range c {
		p := &c[i].Pose
		for range 3 {
			if p.X.Dot(c[0].X) > 0.7 {
				break
			}
			p.X, p.Y = p.Y, p.X.Scale(-1)
		}
	}
}

// color is what most faces of the chain have.
func color(c hypothesis.Line) engine.Color {
	var count [engine.Gray + 1]int
	best := engine.NoColor
	for i := range c {
		count[c[i].Color]++
		if count[c[i].Color] > count[best] {
			best = c[i].Color
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
