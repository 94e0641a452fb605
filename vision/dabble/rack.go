package dabble

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

// rack is a lattice whose letters can be read.
type rack struct {
	lattice
	pose
	sure     map[node]float64 // of each mark: how surely it is a letter
	dark     bool             // ink is darker than plastic
	contrast float64          // of letters, gray levels
	slots    map[node]*slot   // places looked at
	middle   anchor
}

// What a lattice must be like to be a rack's.
const (
	readable = 0.55 // mean of how surely its marks are letters
	fits     = 1.2  // cost of its pose for each letter
	// Heights of the letters on faces, in sides.
	leastLetter, mostLetter = 0.43, 0.68
)

// accept tells whether the lattice's marks are letters that lie as on a rack.
func (s *scan) accept(l *lattice) (rack, bool) {
	p, ok := l.findPose(s.cam, s.marks)
	if !ok {
		return rack{}, false
	}
	seen := l.sightings(s.cam, s.marks)
	if p.cost(seen) > fits*float64(len(seen))+2 {
		return rack{}, false
	}
	k := rack{lattice: *l, pose: p, sure: map[node]float64{}, slots: map[node]*slot{}}
	sum := 0.0
	var highs, contrasts []float64
	for i, at := range l.nodes() {
		f := p.face(at, usualLean)
		c := cut(s.r, s.cam, &f, faceSize, -0.5, -0.5, 0.5, 0.5)
		_, sure := s.read(c)
		m := &s.marks[l.marks[at]]
		k.dark = m.dark
		pr := printOf(&c, m.dark)
		highs, contrasts = append(highs, pr.big.high()), append(contrasts, pr.contrast)
		k.sure[at] = sure
		sum += sure
		if i == 3 && sum < 1.2 {
			return rack{}, false
		}
	}
	high := median(highs)
	k.contrast = median(contrasts)
	return k, sum >= readable*float64(len(l.marks)) && high > leastLetter && high < mostLetter
}

// racks are all racks of the picture.
func (s *scan) racks() []rack {
	var found []rack
	findLattices(s.marks, s.looks, func(l *lattice) bool {
		k, ok := s.accept(l)
		if ok {
			found = append(found, k)
		}
		return ok
	})
	slices.SortStableFunc(found, func(a, b rack) int { return cmp.Compare(len(b.marks), len(a.marks)) })
	for i := range found {
		s.settle(&found[i])
	}
	return found
}

// settle finds where the rack's middle is: the place that holds most marks, and where its empty places look best.
func (s *scan) settle(k *rack) {
	most, best := 0, math.Inf(-1)
	for _, a := range k.anchors() {
		n := 0
		for at := range k.marks {
			if a.holds(at) {
				n++
			}
		}
		if n < most {
			continue
		}
		if n > most {
			most, best = n, math.Inf(-1)
		}
		if e := s.evidence(k, a); e > best {
			best, k.middle = e, a
		}
	}
}

// ground is what the tiles' plastic looks like near a place.
func (s *scan) ground(k *rack, at engine.Point) [3]float64 {
	var sum [3]float64
	total := 0.0
	for n, m := range k.marks {
		d := dist(s.marks[m].at, at) / max(k.h.step(n), 1)
		w := math.Exp(-d*d/4) + 1e-3
		for c := range sum {
			sum[c] += w * s.marks[m].plastic[c]
		}
		total += w
	}
	for c := range sum {
		sum[c] /= total
	}
	return sum
}

// median of some numbers; 0 of none. They are put in order.
func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}
