package blob

import (
	"math"
	"slices"
)

// Ring is an ellipse around a blob's box on which the picture is sampled.
type Ring struct {
	Points int     // samples, at most 32
	Phase  float64 // angle of the first sample, in steps from one to the next
	// Square samples a rounded box (a superellipse of the fourth degree) instead, which a corner of the blob does not reach.
	Square   bool
	Gap      float64 // from the box, in the blob's longer side
	LeastGap float64 // the least gap, pixels of the whole picture
}

const mostPoints = 32

// samples are the colors on a ring; turns are their directions, in half sides of the ring's box.
type samples struct {
	colors [mostPoints][3]float64
	turns  [][2]float64
	n      int
}

// directions of the ring's samples from the blob's middle, in half sides of the ring's box.
func (r *Ring) directions() [][2]float64 {
	turns := make([][2]float64, r.Points)
	for i := range turns {
		s, c := math.Sincos(2 * math.Pi * (float64(i) + r.Phase) / float64(r.Points))
		turns[i] = [2]float64{c, s}
		if r.Square {
			long := math.Sqrt(math.Sqrt(math.Pow(c, 4) + math.Pow(s, 4)))
			turns[i] = [2]float64{c / long, s / long}
		}
	}
	return turns
}

// sample samples the picture around a blob; false if the ring leaves the picture. turns are the ring's directions.
func (r *Ring) sample(p *Picture, b *Blob, turns [][2]float64, to *samples) bool {
	gap := max(r.LeastGap, r.Gap*b.Long())
	w, h := b.W/2+gap, b.H/2+gap
	if b.At.X < w+1 || b.At.Y < h+1 || b.At.X+w > float64(p.W-2) || b.At.Y+h > float64(p.H-2) {
		return false
	}
	to.turns, to.n = turns, len(turns)
	for i, t := range turns {
		to.colors[i] = p.color(int(b.At.X+w*t[0]+0.5), int(b.At.Y+h*t[1]+0.5))
	}
	return true
}

// center is the typical color of the samples, channel by channel.
func (s *samples) center(of func(levels []float64) float64) (c [3]float64) {
	var levels [mostPoints]float64
	for k := range c {
		for i := range s.n {
			levels[i] = s.colors[i][k]
		}
		c[k] = of(levels[:s.n])
	}
	return c
}

// plainness is the share of the samples whose color differs from a color by less than a gap in each channel.
func (s *samples) plainness(color [3]float64, gap float64) float64 {
	same := 0
	for i := range s.n {
		if ColorGap(s.colors[i], color) < gap {
			same++
		}
	}
	return float64(same) / float64(s.n)
}

// shadeSteps is how often flatten estimates the slope again without the samples that the estimate before left far off.
const shadeSteps = 3

// flatten takes a linear slope of light over the ring out of the samples, as the reflection of a lamp makes.
func (s *samples) flatten(color [3]float64, gap float64) {
	n := float64(s.n)
	for range shadeSteps {
		var along [2][3]float64
		for i, t := range s.turns {
			for c := range 3 {
				off := min(max(s.colors[i][c]-color[c], -gap), gap)
				along[0][c] += 2 * off * t[0] / n
				along[1][c] += 2 * off * t[1] / n
			}
		}
		for i, t := range s.turns {
			for c := range 3 {
				s.colors[i][c] -= along[0][c]*t[0] + along[1][c]*t[1]
			}
		}
	}
}

// Median is the median of some levels, the mean of the middle two of an even number. It sorts them.
func Median(levels []float64) float64 {
	slices.Sort(levels)
	return (levels[(len(levels)-1)/2] + levels[len(levels)/2]) / 2
}

// UpperMedian is the median of some levels, the larger of the middle two of an even number, and 0 of none. It sorts them.
func UpperMedian(levels []float64) float64 {
	if len(levels) == 0 {
		return 0
	}
	slices.Sort(levels)
	return levels[len(levels)/2]
}

// binShift makes bins of four gray levels.
const binShift = 2

// BinnedMedian is the median of some gray levels (0 to 255), from a histogram with bins of four levels.
func BinnedMedian(levels []float64) float64 {
	var count [256 >> binShift]int
	for _, v := range levels {
		count[int(v)>>binShift]++
	}
	left := len(levels) / 2
	for i, n := range count {
		if left < n {
			return float64(i<<binShift) + (1<<binShift)*(float64(left)+0.5)/float64(n)
		}
		left -= n
	}
	return 0
}

// Ground says how the ground around a blob is measured, and when it is plain enough. The zero Ground measures nothing.
type Ground struct {
	Ring   Ring
	Center func(levels []float64) float64 // the ground's level in a channel, from the ring's samples
	Same   float64                        // gray levels of a channel: samples that differ less have the ground's color
	Least  float64                        // share of the ring that must have the ground's color
	// Between takes the mean color between the strokes, in the blob's own box, for the ground; it accepts any ring. A letter that touches
	// its value reaches the tile's edge, so the ring around both shows no ground.
	Between bool
	// Close is a second, closer ring for a large letter that nearly touches a frame printed around it; no Points: there is none.
	Close      Ring
	CloseLeast float64 // share of the close ring that must have the ground's color
	// Shaded accepts a ring that has one color only after a linear slope of light is taken out.
	Shaded bool
}

// meter measures the grounds of blobs in one picture.
type meter struct {
	*Ground
	p            *Picture
	turns, close [][2]float64
}

func (g *Ground) in(p *Picture) *meter {
	return &meter{g, p, g.Ring.directions(), g.Close.directions()}
}

// measure notes the blob's ground; false if it is not plain.
func (m *meter) measure(b *Blob, l *layer, r *Reduced) bool {
	var s samples
	if !m.Ring.sample(m.p, b, m.turns, &s) {
		return false
	}
	if m.Between {
		b.Ground = l.between(m.p, &b.Component, r)
		b.Plain = s.plainness(b.Ground, m.Same)
		return true
	}
	b.Ground = s.center(m.Center)
	if b.Plain = s.plainness(b.Ground, m.Same); b.Plain >= m.Least || m.measureClose(b) {
		return true
	}
	if !m.Shaded {
		return false
	}
	b.Shaded = true
	s.flatten(b.Ground, m.Same)
	b.Plain = s.plainness(b.Ground, m.Same)
	return b.Plain >= m.Least
}

// measureClose measures the ground on the close ring; false, and no change, if it is not plain either.
func (m *meter) measureClose(b *Blob) bool {
	var s samples
	if m.Close.Points == 0 || !m.Close.sample(m.p, b, m.close, &s) {
		return false
	}
	color := s.center(m.Center)
	plain := s.plainness(color, m.Same)
	if plain < m.CloseLeast {
		return false
	}
	b.Ground, b.Plain = color, plain
	return true
}

// between is the mean color of a component's box without its ink.
func (l *layer) between(p *Picture, c *Component, r *Reduced) (mean [3]float64) {
	n := 0.0
	for y := c.Y0; y < c.Y1; y++ {
		for x := c.X0; x < c.X1; x++ {
			if l.mask.Pix[y*l.mask.Width+x] != 0 {
				continue
			}
			color := p.color(r.Min.X+(l.min.X+x)*r.By+r.By/2, r.Min.Y+(l.min.Y+y)*r.By+r.By/2)
			for k := range mean {
				mean[k] += color[k]
			}
			n++
		}
	}
	for k := range mean {
		mean[k] /= max(n, 1)
	}
	return mean
}
