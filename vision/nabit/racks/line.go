package racks

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/visible"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// How tiles lie in a rack. Hand-set; players lay their tiles by hand, nearly edge to edge.
const (
	RackTiles   = 5                  // a rule of the game: a rack holds no more
	minSpacing  = 0.85               // between the middles of neighbors, pitches
	maxSpacing  = 1.5                // the same
	maxTurn     = 16 * math.Pi / 180 // between the orientations of neighbors, radians
	maxOffLine  = 0.35               // sine of the angle between a face's sides and the line to its neighbor
	maxBlankHue = 0.35               // between the hues of a face without a letter and of its neighbor
)

// Lines groups faces into lines, greedily by the nearest neighbor, and adds faces without a letter between and beside those of lines
// with several faces. A face without a neighbor is a line of its own.
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
			next := nearestNeighbor(c, faces, used)
			if next < 0 {
				break
			}
			used[next] = true
			c = append(c, faces[next])
		}
		sortAlong(c)
		all = append(all, c)
	}
	all = joinLines(r, s, all, shift)
	for i := range all {
		if len(all[i]) > 1 {
			all[i] = extendLine(r, s, all[i], faces, shift)
		}
	}
	return all
}

// nearestNeighbor is the index of the unused face nearest to a line that continues it; -1 if none does.
func nearestNeighbor(c hypothesis.Line, faces []hypothesis.LooseFace, used []bool) int {
	best, nearest := -1, math.Inf(1)
	for i := range faces {
		if used[i] {
			continue
		}
		for k := range c {
			if d := c[k].Apart(&faces[i]); d < nearest && d > minSpacing && d < maxSpacing && aligned(&c[k], &faces[i]) && onLine(c, &faces[i]) {
				best, nearest = i, d
			}
		}
	}
	return best
}

// aligned says whether two faces on the table have one color and orientation, and lie along each other's sides.
func aligned(f *hypothesis.LooseFace, o *hypothesis.LooseFace) bool {
	dx, dy := o.Col-f.Col, o.Row-f.Row
	along := math.Atan2(dy, dx)
	return f.Level == 1 && o.Level == 1 && f.Color == o.Color && math.Abs(camerapose.Quarter(f.Turn-o.Turn)) < maxTurn &&
		math.Abs(math.Sin(camerapose.Quarter(along-f.Turn))) < maxOffLine && math.Abs(math.Sin(camerapose.Quarter(along-o.Turn))) < maxOffLine
}

// onLine says whether a face lies on the line of two or more faces.
func onLine(c hypothesis.Line, f *hypothesis.LooseFace) bool {
	if len(c) < 2 {
		return true
	}
	a, b := extremes(c)
	dx, dy := b.Col-a.Col, b.Row-a.Row
	return math.Abs((f.Col-a.Col)*dy-(f.Row-a.Row)*dx) < maxOffLine*math.Hypot(dx, dy)
}

// extremes are the two faces of a line that lie farthest apart.
func extremes(c hypothesis.Line) (a, b *hypothesis.LooseFace) {
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

// sortAlong brings the faces into the order of their line.
func sortAlong(c hypothesis.Line) {
	a, b := extremes(c)
	from, dx, dy := *a, b.Col-a.Col, b.Row-a.Row
	along := func(f *hypothesis.LooseFace) float64 { return (f.Col-from.Col)*dx + (f.Row-from.Row)*dy }
	slices.SortFunc(c, func(a, b hypothesis.LooseFace) int { return cmp.Compare(along(&a), along(&b)) })
}

// joinLines joins lines with exactly one tile without a letter between them.
func joinLines(r *picture.Raster, s *hypothesis.Hypothesis, all []hypothesis.Line, shift hue.Hue) []hypothesis.Line {
	for i := 0; i < len(all); i++ {
		for k := 0; k < len(all); k++ {
			if i == k || len(all[i])+len(all[k])+1 > RackTiles {
				continue
			}
			if c, ok := bridgeGap(r, s, all[i], all[k], shift); ok {
				all[i] = c
				all = slices.Delete(all, k, k+1)
				i, k = 0, -1
			}
		}
	}
	return all
}

// bridgeGap looks for the tile between two lines, and returns all faces as one line.
func bridgeGap(r *picture.Raster, s *hypothesis.Hypothesis, a, b hypothesis.Line, shift hue.Hue) (hypothesis.Line, bool) {
	from, to := a[len(a)-1], b[0]
	for _, e := range [...][2]hypothesis.LooseFace{{a[0], b[0]}, {a[0], b[len(b)-1]}, {from, b[len(b)-1]}} {
		if e[0].Apart(&e[1]) < from.Apart(&to) {
			from, to = e[0], e[1]
		}
	}
	gap := from.Apart(&to)
	if gap < 2*minSpacing || gap > 2*maxSpacing || !aligned(&from, &to) || !onLine(a, &to) || !onLine(b, &from) {
		return nil, false
	}
	f, ok := faceNear(r, s, &from, (from.Col+to.Col)/2, (from.Row+to.Row)/2, shift)
	if !ok {
		return nil, false
	}
	c := append(append(slices.Clone(a), f), b...)
	sortAlong(c)
	return c, true
}

// extendLine adds tiles without a letter at both ends of a rack.
func extendLine(r *picture.Raster, s *hypothesis.Hypothesis, c hypothesis.Line, faces []hypothesis.LooseFace, shift hue.Hue) hypothesis.Line {
	for _, last := range []bool{false, true} {
		for len(c) < RackTiles {
			step := 1 / float64(len(c)-1)
			dx, dy := (c[len(c)-1].Col-c[0].Col)*step, (c[len(c)-1].Row-c[0].Row)*step
			end := &c[len(c)-1]
			if !last {
				end, dx, dy = &c[0], -dx, -dy
			}
			f, ok := faceNear(r, s, end, end.Col+dx, end.Row+dy, shift)
			if !ok || slices.ContainsFunc(faces, func(o hypothesis.LooseFace) bool { return o.Apart(&f) < sameFace }) {
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

// faceNear looks for a face at a place, with the orientation and color of its neighbor.
func faceNear(r *picture.Raster, s *hypothesis.Hypothesis, like *hypothesis.LooseFace, col, row float64, shift hue.Hue) (hypothesis.LooseFace, bool) {
	p := s.PoseAt(col, row, like.Turn)
	if v := tileface.SampleFace(r, &p, engine.Place{}, 1); !v.Inside || hue.HueDistance(hue.HueOf(v.Plastic), hue.HueOf(like.Plastic)) > maxBlankHue {
		return hypothesis.LooseFace{}, false
	}
	f := hypothesis.LooseFace{Pose: p, Level: 1}
	f, ok := refinePlayerFace(r, s, &f, shift)
	return f, ok && f.Color == like.Color && f.Apart(like) > minSpacing && f.Apart(like) < maxSpacing
}

// readRack reads the tiles of a line. All letters of a rack share one orientation, along the line or against it: the one with the
// largest sum of log-likelihoods.
func readRack(r *picture.Raster, reader ocr.Reader, c hypothesis.Line) engine.Rack {
	orientAlike(c)
	letters := make([]ocr.Letters, len(c))
	read := make([]bool, len(c))
	var sum [4]float64
	for i := range c {
		l, err := visible.LettersOf(r, reader, &c[i].Pose, engine.Place{}, 1, new(visible.Mask), picture.BGR{})
		if err != nil {
			continue // a face that nothing can read has no letter
		}
		letters[i], read[i] = l, true
		for k := range sum {
			class, _ := l.Best(k)
			sum[k] += max(l[k][class], minLetter)
		}
	}
	turn := floats.MaxIdx(sum[:])
	rack := engine.Rack{Color: lineColor(c)}
	for i := range c {
		t := engine.LooseTile{Quad: rotateQuad(c[i].Face(engine.Place{}, 1), turn), Color: rack.Color}
		if class, _ := letters[i].Best(turn); read[i] {
			t.Letter = engine.Unsettled
			if class != engine.BlankIndex {
				t.Letter = engine.Letter('A' + class)
			}
		}
		rack.Tiles = append(rack.Tiles, t)
	}
	// The letters may run against the line.
	first, last := rack.Tiles[0].Quad, rack.Tiles[len(rack.Tiles)-1].Quad
	if (last[0].X-first[0].X)*(first[1].X-first[0].X)+(last[0].Y-first[0].Y)*(first[1].Y-first[0].Y) < 0 {
		slices.Reverse(rack.Tiles)
	}
	return rack
}

// minLetter limits how much one face may say against an orientation, log-likelihood. Hand-set.
const minLetter = -40

// sameDirection is a cosine: axes that differ by less than about 45 degrees point the same way, for all differ by right angles.
const sameDirection = 0.7

// orientAlike turns the faces' poses by right angles until their axes point the same way as those of the first face.
func orientAlike(c hypothesis.Line) {
	for i := range c {
		p := &c[i].Pose
		for range 3 {
			if p.X.Dot(c[0].X) > sameDirection {
				break
			}
			p.X, p.Y = p.Y, p.X.Scale(-1)
		}
	}
}

// lineColor is the color of most faces of the line.
func lineColor(c hypothesis.Line) engine.Color {
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

// rotateQuad is a face's outline that begins at the corner that is the top left one after so many clockwise quarter turns of the face.
func rotateQuad(q engine.Quad, quarters int) engine.Quad {
	var t engine.Quad
	for i := range q {
		t[i] = q[(i+4-quarters)%4]
	}
	return t
}
