package snag

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	rules "tilewatch/engine/snag"
)

// square is one square of the board being judged.
type square struct {
	number   int
	col, row float64
	ground   color   // of its middle, print left out
	ink      color   // of the print
	stroke   float64 // how wide the print's strokes are, pitches
	corners  float64 // how many of its four corners have the ground's color
	off      engine.Point
	printed  bool    // whether off is known: where the number stands from the square's middle, pitches
	tile     float64 // log-likelihood ratio of a tile against the bare print
}

const (
	middlePart = 0.36  // half the side of the middle part, pitches
	middleGrid = 30    // samples a side
	cornerAt   = 0.462 // how far from the middle the corners are looked at: a tile leaves them free, the printed line lies beyond
	cornerWide = 0.012
)

// logColor is a color whose differences are about the same in light and in shade: 100 times natural logarithms.
func logColor(c color) color {
	for i, v := range c {
		c[i] = 100 * math.Log(v+6)
	}
	return c
}

// color is blue, green, red, 0 to 255.
type color [3]float64

func (a color) sub(b color) color { return color{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a color) norm() float64     { return math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2]) }

func plusColor(a, b color) color { return color{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// measure samples the square.
func (s *scene) measure(n int) square {
	at, _ := rules.Square(n)
	q := square{number: n, col: float64(at.Col), row: float64(at.Row)}
	var samples [middleGrid * middleGrid]color
	for i := range samples {
		x, y := (float64(i%middleGrid)+0.5)/middleGrid-0.5, (float64(i/middleGrid)+0.5)/middleGrid-0.5
		samples[i] = color(s.r.At(s.plane.pixel(q.col+x*2*middlePart, q.row+y*2*middlePart)))
	}
	ground := commonest(samples[:])
	ink := farthest(samples[:], ground)
	q.ground, q.ink, q.stroke = logColor(ground), logColor(ink), stroke(samples[:], ground, ink)
	for _, d := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		q.corners += alikeness(s.corner(q.col+cornerAt*d[0], q.row+cornerAt*d[1]).sub(q.ground).norm())
	}
	q.off.X, q.off.Y, q.printed = s.centered(&q)
	return q
}

// farthest is the mean of the twenty-fifth part of the samples that differ most from the ground: the ink.
func farthest(samples []color, ground color) (mean color) {
	byGap := slices.SortedFunc(slices.Values(samples), func(a, b color) int { return cmp.Compare(b.sub(ground).norm(), a.sub(ground).norm()) })
	n := len(samples) / 25
	for _, c := range byGap[:n] {
		mean = plusColor(mean, c)
	}
	return color{mean[0] / float64(n), mean[1] / float64(n), mean[2] / float64(n)}
}

// stroke is how wide the strokes of the print are, in pitches: twice the area of the ink by the length of its edge, which a
// blurred picture leaves as it is.
func stroke(samples []color, ground, ink color) float64 {
	to := ink.sub(ground)
	var covered [middleGrid * middleGrid]float64
	area, edge := 0.0, 0.0
	for i, c := range samples {
		d := c.sub(ground)
		share := (d[0]*to[0] + d[1]*to[1] + d[2]*to[2]) / max(to[0]*to[0]+to[1]*to[1]+to[2]*to[2], 1)
		covered[i] = min(max((share-0.2)/0.7, 0), 1) // noise is no ink, nor must all ink be as dark as the darkest
		area += covered[i]
	}
	for i := range covered[:middleGrid*(middleGrid-1)] {
		if i%middleGrid < middleGrid-1 {
			edge += math.Hypot(covered[i+1]-covered[i], covered[i+middleGrid]-covered[i])
		}
	}
	return 2 * area / max(edge, 1) * 2 * middlePart / middleGrid
}

// commonest is the mean of the samples about the brightness that most have: the ground, however bold the print is.
func commonest(samples []color) (mean color) {
	const wide = 26 // gray levels
	var count [256 + wide]int
	level := func(c color) int { return min(int((c[0]+c[1]+c[2])/3), 255) }
	for _, c := range samples {
		count[level(c)]++
	}
	sum, best, from := 0, 0, 0
	for v := range count {
		sum += count[v]
		if v >= wide {
			sum -= count[v-wide]
		}
		if sum > best {
			best, from = sum, v-wide+1
		}
	}
	for _, c := range samples {
		if v := level(c); v >= from && v < from+wide {
			mean = plusColor(mean, c)
		}
	}
	return color{mean[0] / float64(best), mean[1] / float64(best), mean[2] / float64(best)}
}

// corner is the mean color about a place.
func (s *scene) corner(col, row float64) (c color) {
	for _, d := range [5][2]float64{{0, 0}, {-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		c = plusColor(c, color(s.r.At(s.plane.pixel(col+cornerWide*d[0], row+cornerWide*d[1]))))
	}
	return logColor(color{c[0] / 5, c[1] / 5, c[2] / 5})
}

// alikeness is 1 for colors that are the same, 0 for different ones.
func alikeness(gap float64) float64 { return 1 / (1 + math.Exp((gap-30)/5)) }

// judge says what lies on every square.
func (s *scene) judge() (rules.Look, error) {
	squares := make([]square, len(rules.Numbers))
	_ = shared(len(squares), func(i int) error { // nothing in it fails
		squares[i] = s.measure(rules.Numbers[i])
		return nil
	})
	weigh(squares)
	var tiles []*square
	for i := range squares {
		if squares[i].tile > 0 {
			tiles = append(tiles, &squares[i])
		}
	}
	usual := s.usual(tiles)
	side, err := s.legibleSide(tiles, usual)
	if err != nil {
		return rules.Look{}, err
	}
	look := rules.Look{Squares: make([]rules.Seen, len(squares))}
	err = shared(len(squares), func(i int) (err error) {
		q, seen := &squares[i], &look.Squares[i]
		*seen = rules.Seen{Number: q.number, Tile: q.tile, Quad: s.plane.square(q.col, q.row, 0.5)}
		if q.tile > -doubt {
			seen.Quad, seen.Read, err = s.readTile(q, side, usual)
		}
		return err
	})
	return look, err
}

// legibleSide is the size of this set's tiles. Where most numbers cannot be read with what was found, others are tried: a
// frame that runs along the edge hides it from a poor camera.
func (s *scene) legibleSide(tiles []*square, usual engine.Point) (best float64, err error) {
	most := -1
	some := tiles[:min(len(tiles), 8)]
	for _, side := range []float64{s.sides(tiles), usualTile, 0.93} {
		n := 0
		for _, q := range some {
			_, reads, err := s.readTile(q, side, usual)
			if err != nil {
				return 0, err
			}
			if len(reads) > 0 && reads[0].Number == q.number && reads[0].LogLikelihood >= legible {
				n++
			}
		}
		if n > most {
			most, best = n, side
		}
		if 4*n >= 3*len(some) {
			break
		}
	}
	return best, nil
}

// doubt is how unlikely a tile may be and its number is read all the same.
const doubt = 4.0

// readTile outlines the tile and reads its number; the outline is turned as the number stands. Where the ink that was
// found near the square's middle does not read as its number, the tile is looked for where the others lie on theirs.
func (s *scene) readTile(q *square, side float64, usual engine.Point) (engine.Quad, []rules.Read, error) {
	quad := s.plane.square(q.col+q.off.X, q.row+q.off.Y, side/2)
	pr, err := s.readFace(quad)
	if err != nil {
		return quad, nil, err
	}
	if best := pr.best(q.number); best < legible {
		other := s.plane.square(q.col+usual.X, q.row+usual.Y, side/2)
		again, err := s.readFace(other)
		if err != nil {
			return quad, nil, err
		}
		if again.best(q.number) > best || len(pr.digits) == 0 {
			quad, pr = other, again
		}
	}
	turn := pr.upright(q.number)
	return engine.Quad{quad[(4-turn)%4], quad[(5-turn)%4], quad[(6-turn)%4], quad[(7-turn)%4]}, pr.reads([]int{0, 1, 2, 3}), nil
}

// legible is the log-likelihood of a number that was read without doubt.
const legible = 1.0

func (s *scene) readFace(quad engine.Quad) (print, error) {
	p := s.cut(quad)
	pr := p.find()
	return pr, pr.readDigits(&p, s.eyes.digits)
}

// best is how well the print agrees with a number, whichever way it lies.
func (pr *print) best(number int) float64 {
	best := pr.table[0][number]
	for k := 1; k < 4; k++ {
		best = max(best, pr.table[k][number])
	}
	return best
}

// upright is by how many clockwise quarter turns the patch must be turned for the number to stand upright: by none,
// unless another is clearly likelier.
func (pr *print) upright(number int) int {
	best := 0
	for k := 1; k < 4; k++ {
		least := pr.table[best][number]
		if best == 0 {
			least += 3
		}
		if pr.table[k][number] > least {
			best = k
		}
	}
	return best
}
