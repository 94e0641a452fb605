package main

import (
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/body"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/picture"
	"tilewatch/vision/train/scenes"
)

// Kinds of claims.
const (
	byFace   uint8 = iota // about a tile's face
	bySquare              // at a place of the board's lattice, or what is printed there
	byMark                // around a blob that may be a letter
	byGlance              // around the same blobs, as a glance shows them
)

// claim is a claimed tile.
type claim struct {
	face        engine.Quad
	kind, class uint8
}

// Most claims of a scene on squares, places where a plate may be, most claims by marks of each class, and views of each face.
const (
	mostSquares, triedPlates, mostMarks = 20, 60, 45
	views                               = 2
)

// A claim is a body if its middle is about a face's, of which the camera sees enough; what is nearly so is neither.
const (
	bodyOff, otherOff   = 0.2, 0.36 // most distance of the middles, sides of the face
	seenBody, seenOther = 0.6, 0.2  // share of the face that the camera sees
)

// lengths are how long what is claimed is, in sides of the face: from and to where it is right, least and most where it may be.
type lengths struct{ least, from, to, most float64 }

var (
	bodySide   = lengths{1 / 1.6, 1 / 1.3, 1.3, 1.6} // a claimed face's side
	letterLong = lengths{0.22, 0.34, 0.85, 1.05}     // a letter's longer side, in sets of any kind
)

// claims are tiles claimed in a scene, right and wrong ones.
func claims(s *scenes.Scene, r *picture.Raster, gray gocv.Mat, chance *rand.Rand) (all []claim, err error) {
	faces := s.Faces()
	add := func(f engine.Quad, kind uint8) {
		if class, clear := classOf(f, faces); clear {
			all = append(all, claim{f, kind, class})
		}
	}
	for _, f := range faces {
		if f.Visible < seenBody {
			continue
		}
		for range views {
			add(jittered(f.Quad, 0.08, 0.12, 4, chance), byFace)
		}
		add(jittered(f.Quad, 0.6, 0.5, 20, chance), byFace)
	}
	for range mostSquares {
		at := engine.Place{Row: chance.IntN(21) - 6, Col: chance.IntN(21) - 6}
		if q, inside := s.Square(at); inside {
			add(jittered(q, 0.06, 0.1, 4, chance), bySquare)
		}
	}
	for range triedPlates {
		at := engine.Place{Row: chance.IntN(21) - 6, Col: chance.IntN(21) - 6}
		if q, has := s.Plate(at); has {
			add(jittered(q, 0.06, 0.1, 4, chance), bySquare)
		}
	}
	marks, err := candidate.Find(r, gray)
	if err != nil {
		return nil, err
	}
	chance.Shuffle(len(marks), func(i, j int) { marks[i], marks[j] = marks[j], marks[i] })
	turn := direction(s)
	var count [byGlance + 1][2]int
	addMark := func(f engine.Quad, kind, class uint8, clear bool) {
		if clear && count[kind][class] < mostMarks {
			all = append(all, claim{f, kind, class})
			count[kind][class]++
		}
	}
	for i := range marks {
		f := around(&marks[i], turn+chance.NormFloat64()*0.05, chance)
		class, clear := classOf(f, faces)
		addMark(f, byMark, class, clear)
		class, clear = classAt(marks[i].At, marks[i].Long(), letterLong, faces)
		addMark(body.Glanced(marks[i].At, marks[i].Long()), byGlance, class, clear)
	}
	return all, nil
}

// letterHigh is the range of a letter's longer side, sides of a tile.
var letterHigh = [2]float64{0.45, 0.62}

// around is a face whose letter a blob would be.
func around(m *candidate.Candidate, turn float64, chance *rand.Rand) engine.Quad {
	half := m.Long() / (letterHigh[0] + (letterHigh[1]-letterHigh[0])*chance.Float64()) / 2
	if chance.IntN(5) == 0 {
		turn = chance.Float64() * math.Pi / 2
	}
	return geom.Square(m.At, half, turn)
}

// direction is that of the rows of a scene's lattice in the picture.
func direction(s *scenes.Scene) float64 {
	q, _ := s.Square(engine.Place{})
	return math.Atan2(q[1].Y-q[0].Y, q[1].X-q[0].X)
}

// jittered is a quadrilateral as a claim has it: shifted by up to a share of its side, larger or smaller, and turned by degrees.
func jittered(q engine.Quad, shift, scale, degrees float64, chance *rand.Rand) engine.Quad {
	some := func(most float64) float64 { return most * (2*chance.Float64() - 1) }
	h := homography.OfSquare(q)
	dx, dy, k := some(shift), some(shift), math.Exp(some(scale))/2
	sin, cos := math.Sincos(some(degrees) * math.Pi / 180)
	at := func(u, v float64) engine.Point { return h.At(0.5+dx+k*(cos*u-sin*v), 0.5+dy+k*(sin*u+cos*v)) }
	return engine.Quad{at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)}
}

// classOf is 1 for a tile's body and 0 for anything else; false if it is neither.
func classOf(f engine.Quad, faces []scenes.Face) (class uint8, clear bool) {
	return classAt(geom.Middle(f), size(f), bodySide, faces)
}

// classAt is the class of what is as long, in pixels, and lies about a point.
func classAt(middle engine.Point, long float64, of lengths, faces []scenes.Face) (class uint8, clear bool) {
	for i := range faces {
		side := size(faces[i].Quad)
		off, share := geom.Dist(middle, geom.Middle(faces[i].Quad))/side, long/side
		switch {
		case off > otherOff || share < of.least || share > of.most || faces[i].Visible < seenOther:
		case off < bodyOff && share > of.from && share < of.to && faces[i].Visible >= seenBody:
			return 1, true
		default:
			return 0, false
		}
	}
	return 0, true
}

// size is the mean side of a quadrilateral.
func size(q engine.Quad) (sum float64) {
	for i := range q {
		sum += geom.Dist(q[i], q[(i+1)%4]) / 4
	}
	return sum
}
