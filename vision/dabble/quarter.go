package dabble

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/parallel"
)

// quarter is the quarter turn of the picture in which letters stand about upright: their tiers run right, down, left or up in it, to 55 degrees.
type quarter int

// opposite is the quarter of letters that stand upside down.
func (q quarter) opposite() quarter { return (q + 2) % 4 }

// high is a candidate's height as its letter stands, pixels.
func (q quarter) high(m *candidate) float64 {
	if q%2 == 0 {
		return m.H
	}
	return m.W
}

// wide is its width, pixels.
func (q quarter) wide(m *candidate) float64 { return (q + 1).high(m) }

// turn is the angle of a way in the picture to the quarter's tiers, radians.
func (q quarter) turn(d engine.Point) float64 {
	for range q {
		d.X, d.Y = d.Y, -d.X
	}
	return math.Atan2(d.Y, d.X)
}

// sameSet reports whether two candidates may be letters of one rack.
func (q quarter) sameSet(a, b *candidate) bool {
	one, two := q.high(a), q.high(b)
	return a.Dark == b.Dark && one < sameHigh*two && two < sameHigh*one && blob.ColorGap(a.Ground, b.Ground) < sameTone
}

// stance is how a picture's letters stand.
type stance struct {
	straight [][4]float64 // how likely each candidate is a letter in each quarter, as if it stood straight
	quarters []quarter    // in which racks may stand, upright or upside down
}

// stanceOf reads each candidate as if it stood straight. Where the letters are not of one mind, racks may stand along the rows and along the columns.
func stanceOf(marks []candidate, g *classifier) stance {
	s := stance{straight: make([][4]float64, len(marks)), quarters: []quarter{0, 1}}
	parallel.Do(len(marks), func(m int) { s.straight[m] = g.straight(m) })
	var sum [2]float64
	for m := range marks {
		for q := range s.quarters {
			if p := s.either(m, quarter(q)); p > surelyStraight {
				sum[q] += p
			}
		}
	}
	for q := range sum {
		if sum[q] > ofOneMind*(sum[1-q]+1) {
			s.quarters = []quarter{quarter(q)}
			break
		}
	}
	return s
}

// either is how likely a candidate is a letter in a quarter or its opposite.
func (s *stance) either(m int, q quarter) float64 {
	return s.straight[m][q] + s.straight[m][q.opposite()]
}

// possible reports whether a candidate may be a letter in a quarter or its opposite: where letters stand about straight, all look a little like one.
func (s *stance) possible(m int, q quarter) bool {
	return len(s.quarters) > 1 || s.either(m, q) >= leastPlausible
}

// How surely letters say how they are turned. Of 14 scenes with a rack that stands straight, all have 3.7 times as much for their quarter, most 10 times.
const (
	surelyStraight = 0.8
	ofOneMind      = 3.0
	leastPlausible = 0.01 // probability of a letter below which a candidate cannot be one, where racks stand about straight
)
