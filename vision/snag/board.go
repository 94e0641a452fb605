package snag

import (
	"math"
	"slices"

	"tilewatch/engine"
	rules "tilewatch/engine/snag"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/pointgrid"
)

// numberReach is half the side of the patch around a number, in pitches.
const numberReach = 0.44

// locate finds the board among the lattices.
func (s *scene) locate(lattices []*lattice) (best layout, of *lattice, err error) {
	best.score = math.Inf(-1)
	for n, l := range lattices {
		if l.twoDigits < leastSquares || n >= 3 {
			break
		}
		found, err := s.bestLayout(l)
		if err != nil {
			return best, nil, err
		}
		if found.score > best.score {
			best, of = found, l
		}
		if found.score > convincing*float64(len(l.Cells)) {
			break
		}
	}
	if of == nil {
		return best, nil, errNoBoard
	}
	return best, of, nil
}

// bestLayout is the likeliest layout of a lattice.
func (s *scene) bestLayout(l *lattice) (layout, error) {
	prints, err := s.prints(l)
	if err != nil {
		return layout{}, err
	}
	best := layout{score: math.Inf(-1)}
	for _, a := range layouts(l) {
		a.score = a.fit
		for _, p := range l.Places() {
			pr := prints[p]
			if number := rules.Number(a.at(p)); number > 0 {
				a.score += pr.logGain(number, a.turns)
			}
		}
		if a.score > best.score {
			best = a
		}
	}
	return best, nil
}

// isNumber reports whether a number of two digits can be read at a point, between the steps to its neighbors.
func (s *scene) isNumber(at, u, v engine.Point) bool {
	var q engine.Quad
	for c, d := range [4][2]float64{{-numberReach, -numberReach}, {numberReach, -numberReach}, {numberReach, numberReach}, {-numberReach, numberReach}} {
		q[c] = s.plane.distorted(engine.Point{X: at.X + d[0]*u.X + d[1]*v.X, Y: at.Y + d[0]*u.Y + d[1]*v.Y})
	}
	p := s.cut(q)
	f := find(p)
	if len(f.digits) < 2 {
		return false
	}
	r, err := f.read(p, s.eyes.digits)
	return err == nil && slices.ContainsFunc(rules.Numbers, func(n int) bool { return r.best(n) >= legible })
}

// prints are the numbers on the lattice, read.
func (s *scene) prints(l *lattice) (map[engine.Place]*reading, error) {
	places := l.Places()
	read := make([]reading, len(places))
	err := parallel(len(places), func(i int) (err error) {
		x, y := float64(places[i].Col), float64(places[i].Row)
		shift := geom.Sub(s.numerals[l.Cells[places[i]]].undistorted, l.Map.At(x, y))
		var q engine.Quad
		for c, d := range [4][2]float64{{-numberReach, -numberReach}, {numberReach, -numberReach}, {numberReach, numberReach}, {-numberReach, numberReach}} {
			q[c] = s.plane.distorted(geom.Add(l.Map.At(x+d[0], y+d[1]), shift))
		}
		read[i], err = readNumber(s.cut(q), s.eyes.digits)
		return err
	})
	list := map[engine.Place]*reading{}
	for i, p := range places {
		list[p] = &read[i]
	}
	return list, err
}

// logGain is by how much (natural logarithm) the print agrees better with this number in this turn than with the mean of all numbers in all turns;
// a wrong number limits it.
func (r *reading) logGain(number, turns int) float64 {
	if len(r.Digits) == 0 {
		return 0
	}
	const most = 8
	return min(max(r.table[turns][number]-r.mean, -most), most)
}

// How numerals fix the plane, in pitches.
const (
	fitReach   = 0.25 // between a numeral and its square's middle
	placeSigma = 0.02 // standard deviation of where numerals stand
)

// fitPlane fits the plane to the numbers of the layout, then to all numerals near a number's square.
func (s *scene) fitPlane(l *lattice, a layout, lens bool) {
	var pairs []homography.Pair
	for _, p := range l.Places() {
		i := l.Cells[p]
		if at := a.at(p); rules.OnBoard(at) {
			pairs = append(pairs, pair(at, s.numerals[i].undistorted))
		}
	}
	if h, ok := homography.Fit(pairs, true); ok {
		s.plane.h = h
	}
	s.near = pointgrid.New(len(s.numerals), 60, func(i int) engine.Point { return s.numerals[i].at })
	for range 2 {
		var sights []observation
		for _, n := range rules.Numbers {
			at, _ := rules.Square(n)
			x, y := float64(at.Col), float64(at.Row)
			pitch := s.plane.pitch(x, y)
			if i := s.near.Nearest(s.plane.pixel(x, y), fitReach*pitch, func(i int) bool { return s.numerals[i].twoDigits == (n > 9) }); i >= 0 {
				sights = append(sights, observation{x: x, y: y, at: s.numerals[i].at, weight: 1 / (placeSigma * pitch)})
			}
		}
		s.plane.fit(sights, lens, 20)
	}
}
