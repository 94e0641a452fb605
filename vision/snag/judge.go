package snag

import (
	"tilewatch/engine"
	rules "tilewatch/engine/snag"
)

// classify says what lies on each square.
func (s *scene) classify() (rules.Look, error) {
	squares := make([]square, len(rules.Numbers))
	_ = parallel(len(squares), func(i int) error { // nothing in it fails
		squares[i] = s.measure(rules.Numbers[i])
		return nil
	})
	classifyGroups(squares)
	var tiles []*square
	for i := range squares {
		if squares[i].logOdds > 0 {
			tiles = append(tiles, &squares[i])
		}
	}
	usual := s.medianOffset(tiles)
	side, err := s.tileSide(tiles, usual)
	if err != nil {
		return rules.Look{}, err
	}
	look := rules.Look{Squares: make([]rules.Seen, len(squares))}
	err = parallel(len(squares), func(i int) (err error) {
		q, seen := &squares[i], &look.Squares[i]
		*seen = rules.Seen{Number: q.number, Tile: q.logOdds, Quad: s.plane.square(q.col, q.row, 0.5)}
		if q.logOdds > -readAbove {
			seen.Quad, seen.Read, err = s.readTile(q, side, usual)
		}
		return err
	})
	return look, err
}

// tileSide is the size of this set's tiles. Where most numbers are illegible at the measured size, it tries others: a frame along the edge hides the
// edge from a poor camera.
func (s *scene) tileSide(tiles []*square, usual engine.Point) (best float64, err error) {
	most := -1
	some := tiles[:min(len(tiles), 8)]
	for _, side := range []float64{s.medianTileSide(tiles), usualTile, framedTile} {
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

// framedTile is the side of tiles with a frame along their edge, in pitches.
const framedTile = 0.93

// readAbove: a square's number is read unless its log-odds of a tile are lower than minus this.
const readAbove = 4.0

// readTile outlines the tile and reads its number; the outline is turned as the number stands. Where the ink near the square's middle does
// not read as its number, it tries the place where the other tiles lie on theirs.
func (s *scene) readTile(q *square, side float64, usual engine.Point) (engine.Quad, []rules.Read, error) {
	quad := s.plane.square(q.col+q.numberOffset.X, q.row+q.numberOffset.Y, side/2)
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
		if again.best(q.number) > best || len(pr.Digits) == 0 {
			quad, pr = other, again
		}
	}
	turn := pr.upright(q.number)
	return engine.Quad{quad[(4-turn)%4], quad[(5-turn)%4], quad[(6-turn)%4], quad[(7-turn)%4]}, pr.reads([]int{0, 1, 2, 3}), nil
}

func (s *scene) readFace(quad engine.Quad) (reading, error) {
	return readNumber(s.cut(quad), s.eyes.digits)
}
