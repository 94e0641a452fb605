package lattice

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/parallel"
)

// Quarter is the quarter turn of the picture in which letters stand about upright: their tiers run right, down, left or up in it, to 55 degrees.
type Quarter int

// opposite is the quarter of letters that stand upside down.
func (q Quarter) opposite() Quarter { return (q + 2) % 4 }

// High is a candidate's height as its letter stands, pixels.
func (q Quarter) High(m *blob.Blob) float64 {
	if q%2 == 0 {
		return m.H
	}
	return m.W
}

// Wide is its width, pixels.
func (q Quarter) Wide(m *blob.Blob) float64 { return (q + 1).High(m) }

// turn is the angle of a way in the picture to the quarter's tiers, radians.
func (q Quarter) turn(d engine.Point) float64 {
	for range q {
		d.X, d.Y = d.Y, -d.X
	}
	return math.Atan2(d.Y, d.X)
}

// SameSet reports whether two candidates may be letters of one rack.
func (q Quarter) SameSet(a, b *blob.Blob) bool {
	one, two := q.High(a), q.High(b)
	return a.Dark == b.Dark && one < sameHigh*two && two < sameHigh*one && blob.ColorGap(a.Ground, b.Ground) < sameTone
}

// stance is how a picture's letters stand.
type stance struct {
	straight [][4]float64 // how likely each candidate is a letter in each quarter, as if it stood straight
	quarters []Quarter    // in which racks may stand, upright or upside down
}

// stanceOf reads each candidate as if it stood straight. Where the letters are not of one mind, racks may stand along the rows and along the columns.
func stanceOf(marks []blob.Blob, g *Classifier) stance {
	s := stance{straight: make([][4]float64, len(marks)), quarters: []Quarter{0, 1}}
	parallel.Do(len(marks), func(m int) { s.straight[m] = g.Straight(m) })
	var sum [2]float64
	for m := range marks {
		for q := range s.quarters {
			if p := s.either(m, Quarter(q)); p > surelyStraight {
				sum[q] += p
			}
		}
	}
	for q := range sum {
		if sum[q] > ofOneMind*(sum[1-q]+1) {
			s.quarters = []Quarter{Quarter(q)}
			break
		}
	}
	return s
}

// either is how likely a candidate is a letter in a quarter or its opposite.
func (s *stance) either(m int, q Quarter) float64 {
	return s.straight[m][q] + s.straight[m][q.opposite()]
}

// possible reports whether a candidate may be a letter in a quarter or its opposite: where letters stand about straight, all look a little like one.
func (s *stance) possible(m int, q Quarter) bool {
	return len(s.quarters) > 1 || s.either(m, q) >= leastPlausible
}

// How surely letters say how they are turned. Of 14 scenes with a rack that stands straight, all have 3.7 times as much for their quarter, most 10 times.
const (
	surelyStraight = 0.8
	ofOneMind      = 3.0
	leastPlausible = 0.01 // probability of a letter below which a candidate cannot be one, where racks stand about straight
)
