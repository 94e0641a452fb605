package chessboard

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

// corner is a point with two dark and two bright quarters around it.
type corner struct {
	engine.Point
	edge  [2]float64 // directions of its two edges, 0 to pi
	dark  bool       // from edge 0 clockwise to edge 1
	score float64
}

const (
	maxCorners  = 900
	ringSamples = 32
	leastRing   = 18.0 // gray levels between the dark and the bright quarters
	bend        = 0.55 // radians by which opposite edges may be out of line, at so few pixels
)

// corners are the picture's corners, the strongest first.
func (p *plane) corners() []corner {
	smooth := p.blurred()
	peaks := smooth.saddles()
	var all []corner
	for _, at := range peaks {
		if c, ok := smooth.corner(at); ok {
			all = append(all, c)
		}
		if len(all) == maxCorners {
			break
		}
	}
	return all
}

// saddles are the places where the brightness is a saddle, the strongest first.
func (p *plane) saddles() []engine.Point {
	strength := newPlane(p.w, p.h)
	for y := 2; y < p.h-2; y++ {
		for x := 2; x < p.w-2; x++ {
			i := y*p.w + x
			xx := p.px[i-2] - 2*p.px[i] + p.px[i+2]
			yy := p.px[i-2*p.w] - 2*p.px[i] + p.px[i+2*p.w]
			xy := (p.px[i+p.w+1] - p.px[i+p.w-1] - p.px[i-p.w+1] + p.px[i-p.w-1])
			strength.px[i] = xy*xy - xx*yy
		}
	}
	type peak struct {
		engine.Point
		v float32
	}
	var peaks []peak
	const reach = 3
	for y := 6; y < p.h-6; y++ {
		for x := 6; x < p.w-6; x++ {
			v := strength.px[y*p.w+x]
			if v > 30 && strength.highest(x, y, reach, v) {
				peaks = append(peaks, peak{engine.Point{X: float64(x), Y: float64(y)}, v})
			}
		}
	}
	slices.SortFunc(peaks, func(a, b peak) int { return cmp.Compare(b.v, a.v) })
	points := make([]engine.Point, 0, len(peaks))
	for _, k := range peaks[:min(len(peaks), 6*maxCorners)] {
		points = append(points, k.Point)
	}
	return points
}

func (p *plane) highest(x, y, reach int, v float32) bool {
	for dy := -reach; dy <= reach; dy++ {
		row := p.px[(y+dy)*p.w+x-reach : (y+dy)*p.w+x+reach+1]
		for dx, o := range row {
			if o > v || o == v && (dy < 0 || dy == 0 && dx < reach) {
				return false
			}
		}
	}
	return true
}

// corner looks around the point on two rings: dark and bright must take turns, twice, and opposite edges be in line.
func (p *plane) corner(at engine.Point) (corner, bool) {
	at = p.meeting(at, 3)
	if at.X < 8 || at.Y < 8 || at.X > float64(p.w-9) || at.Y > float64(p.h-9) {
		return corner{}, false
	}
	best, found := corner{}, false
	for _, radius := range []float64{4, 6} {
		c, ok := p.ring(at, radius)
		if !ok {
			return best, found
		}
		best, found = c, true
	}
	return best, found
}

func (p *plane) ring(at engine.Point, radius float64) (corner, bool) {
	var v [ringSamples]float64
	low, high := math.Inf(1), math.Inf(-1)
	for k := range v {
		a := 2 * math.Pi * float64(k) / ringSamples
		v[k] = p.at(at.X+radius*math.Cos(a), at.Y+radius*math.Sin(a))
		low, high = min(low, v[k]), max(high, v[k])
	}
	if high-low < leastRing {
		return corner{}, false
	}
	middle := (low + high) / 2
	var turns []float64
	firstRises := false
	for k := range v {
		a, b := v[k]-middle, v[(k+1)%ringSamples]-middle
		if (a < 0) != (b < 0) {
			if len(turns) == 0 {
				firstRises = b >= 0
			}
			turns = append(turns, 2*math.Pi*(float64(k)+a/(a-b))/ringSamples)
		}
	}
	if len(turns) != 4 || math.Abs(turns[2]-turns[0]-math.Pi) > bend || math.Abs(turns[3]-turns[1]-math.Pi) > bend {
		return corner{}, false
	}
	// From the first turn clockwise (y is down) to the second it is bright if the brightness rises there.
	c := corner{Point: at, dark: !firstRises, score: high - low}
	c.edge[0] = (turns[0] + turns[2] - math.Pi) / 2
	c.edge[1] = (turns[1] + turns[3] - math.Pi) / 2
	return c, c.edge[1]-c.edge[0] > 0.15
}
