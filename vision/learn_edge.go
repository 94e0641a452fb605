package vision

import (
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/kernel"
)

// EdgeExamples are what a locator learns from: the borders of faces seen a little or far off their true place.
type EdgeExamples struct {
	step float64
	x    [][locatorInputs]float32
	bin  []uint8 // where the edge is; locatorBins: none in reach
}

// NewEdgeExamples is an empty set for a locator with this step between taps, in pitches.
func NewEdgeExamples(step float64) *EdgeExamples { return &EdgeExamples{step: step} }

// Len is the number of examples.
func (e *EdgeExamples) Len() int { return len(e.x) }

// Add takes the examples of one scene, each face seen so many times.
func (e *EdgeExamples) Add(s Scene, times int, rng *rand.Rand) error {
	return withRaster(s.Picture, func(r *raster, _ gocv.Mat) error {
		truth := pose{cam: s.Camera, sizes: sizesOf(s.Set), x: s.X, y: s.Y, z: s.Z, t: s.Origin, table: s.Z}
		for range times {
			places := s.places()
			for _, at := range places.places() { // in order: chance must fall alike in every run
				if level := places[at]; level > 0 {
					e.addFace(r, &truth, at, float64(level), s.Heights, rng)
				} else if rng.IntN(3) == 0 {
					p := e.slip().slipped(&truth, truth.space(float64(at.Col), float64(at.Row), 1), rng)
					e.addNone(r, &p, at, 1)
				}
			}
			for _, q := range s.Loose {
				p := truth.under(q)
				e.addFace(r, &p, engine.Place{}, 1, nil, rng)
			}
			e.addBackground(r, &truth, s, rng)
		}
		return nil
	})
}

// slip is how far off the examples are: all of the locator's reach, and some beyond.
func (e *EdgeExamples) slip() Slip {
	k := e.step / 0.02
	return Slip{Turn: 0.05 * k, Tilt: 0.06 * k, Shift: 0.09 * k, Near: 0.02 * k}
}

// addFace is a face seen off its place.
func (e *EdgeExamples) addFace(r *raster, truth *pose, at engine.Place, level float64, heights map[engine.Place]int, rng *rand.Rand) {
	p := e.slip().slipped(truth, truth.space(float64(at.Col), float64(at.Row), level), rng)
	v := new(borderView)
	r.border(v, &p, at, level, e.step)
	if v.outside {
		return
	}
	real := squareOf(truth, at, level)
	for side, axes := range sideAxes {
		taller := heights[at.Add(sideSteps[side])] > int(level)
		for h := range 2 {
			i := 2*side + h
			bin := locatorBins
			if d := v.offset(&real, axes, h); math.Abs(d) < (locatorBins/2+0.5)*e.step {
				bin = int(math.Floor(d/e.step+0.5)) + locatorBins/2
			}
			if taller && v.lift[i] < 0 {
				bin = locatorBins // hidden
			}
			e.x = append(e.x, v.inputs[i])
			e.bin = append(e.bin, uint8(min(max(bin, 0), locatorBins)))
		}
	}
}

// offset is how far outward of where half a side is expected it really runs, in pitches.
func (v *borderView) offset(real *square, axes [2][2]float64, h int) float64 {
	out, dir := axes[0], axes[1]
	point := func(s *square, d, a float64) engine.Point { return s.pixel(d*out[0]+a*dir[0], d*out[1]+a*dir[1]) }
	from := point(&v.square, v.half, halfMiddle[h])
	to := point(&v.square, v.half+0.01, halfMiddle[h])
	a, b := point(real, v.half, -0.4), point(real, v.half, 0.4)
	nx, ny := to.X-from.X, to.Y-from.Y
	ex, ey := b.X-a.X, b.Y-a.Y
	return 0.01 * ((a.X-from.X)*ey - (a.Y-from.Y)*ex) / (nx*ey - ny*ex)
}

// addNone is a place where no face is.
func (e *EdgeExamples) addNone(r *raster, p *pose, at engine.Place, level float64) {
	v := new(borderView)
	r.border(v, p, at, level, e.step)
	if v.outside {
		return
	}
	for i := range v.inputs {
		e.x = append(e.x, v.inputs[i])
		e.bin = append(e.bin, locatorBins)
	}
}

func (e *EdgeExamples) addBackground(r *raster, truth *pose, s Scene, rng *rand.Rand) {
	for range 10 {
		p := *truth
		sin, cos := math.Sincos(rng.Float64() * math.Pi / 2)
		p.x = truth.x.scale(cos).add(truth.y.scale(sin))
		p.y = p.z.cross(p.x)
		p.t = p.t.add(truth.x.scale(14 * (2*rng.Float64() - 1) * p.pitch)).add(truth.y.scale(14 * (2*rng.Float64() - 1) * p.pitch))
		if s.wrong(truth, &p, engine.Place{}, 1) && s.clear(truth, &p) {
			e.addNone(r, &p, engine.Place{}, 1)
		}
	}
}

// clear says whether no tile lies near the face.
func (s *Scene) clear(truth, p *pose) bool {
	middle, scale := p.pixel(0, 0, 1), p.scale(engine.Place{})
	for at, h := range s.Heights {
		if dist(middle, truth.pixel(float64(at.Col), float64(at.Row), float64(h))) < 1.4*scale {
			return false
		}
	}
	for _, q := range append(append([]engine.Quad(nil), s.Loose...), s.Stacked...) {
		if dist(middle, engine.Point{X: (q[0].X + q[2].X) / 2, Y: (q[0].Y + q[2].Y) / 2}) < 1.4*scale {
			return false
		}
	}
	return true
}

// Locator is what was learned.
type Locator struct{ net locator }

// Save writes the form that the program embeds.
func (l *Locator) Save(w io.Writer) error { return binary.Write(w, binary.LittleEndian, &l.net) }

// Rate is the mean error of the edges in reach (in pitches), the share of them that are off by more than two steps or said not to be, and
// the share of what is no edge that is told so.
func (l *Locator) Rate(e *EdgeExamples) (err, lost, none float64) {
	edges, n, good, nones, told := 0, 0, 0, 0, 0
	sum := 0.0
	for i := range e.x {
		_, p := l.net.answer(&e.x[i])
		f := l.net.found(&p)
		if e.bin[i] == locatorBins {
			if nones++; p[locatorBins] > 0.5 {
				told++
			}
			continue
		}
		edges++
		d := math.Abs(f.offset/e.step - float64(int(e.bin[i])-locatorBins/2))
		if d <= 2 && f.none < 0.6 {
			good++
			sum += d * e.step
			n++
		}
	}
	return sum / float64(n), 1 - float64(good)/float64(edges), float64(told) / float64(nones)
}

// LearnEdges fits a locator by Adam on the logarithmic loss.
func LearnEdges(e *EdgeExamples, epochs int, rng *rand.Rand) *Locator {
	t := newEdgeTrainer(e, rng)
	schedule{epochs, 64, 0.002, 0.03}.learn(len(e.x), rng, func(i int) { t.backward(&e.x[i], int(e.bin[i])) }, t.step)
	return &Locator{t.locator()}
}

// answer are the hidden units and the probabilities for one half side.
func (l *locator) answer(x *[locatorInputs]float32) ([locatorHidden]float32, [kernel.Bins]float32) {
	in := [1][locatorInputs]float32{*x}
	var hidden [1][locatorHidden]float32
	var p [1][kernel.Bins]float32
	l.Likelihoods(in[:], hidden[:], p[:])
	return hidden[0], p[0]
}

// edgeTrainer holds a locator of inputs brought to mean 0 and unit size, its gradient, and Adam's running moments.
type edgeTrainer struct {
	mean, scale     [locatorInputs]float32
	net, grad, m, v locator
	steps           int
}

// locator is what was learned, for inputs as they come.
func (t *edgeTrainer) locator() locator {
	l := t.net
	for i := range t.scale {
		for h, w := range l.inRow(i) {
			l.inRow(i)[h] = w * t.scale[i]
			l.Bias[h] -= w * t.scale[i] * t.mean[i]
		}
	}
	return l
}

func newEdgeTrainer(e *EdgeExamples, rng *rand.Rand) *edgeTrainer {
	t := new(edgeTrainer)
	t.net.Step = float32(e.step)
	n := float64(len(e.x))
	for k := range locatorInputs {
		mean, square := 0.0, 0.0
		for i := range e.x {
			mean += float64(e.x[i][k]) / n
			square += float64(e.x[i][k]) * float64(e.x[i][k]) / n
		}
		t.mean[k], t.scale[k] = float32(mean), float32(1/math.Sqrt(max(square-mean*mean, 1e-3)))
	}
	for k := range t.net.In {
		t.net.In[k] = float32(rng.NormFloat64() / math.Sqrt(locatorInputs))
	}
	for k := range t.net.Out {
		t.net.Out[k] = float32(rng.NormFloat64() / math.Sqrt(locatorHidden))
	}
	return t
}

// backward adds one example's gradient.
func (t *edgeTrainer) backward(f *[locatorInputs]float32, bin int) {
	var x [locatorInputs]float32
	for i := range x {
		x[i] = (f[i] - t.mean[i]) * t.scale[i]
	}
	hidden, p := t.net.answer(&x)
	var back [locatorHidden]float32
	for o := range p {
		d := p[o]
		// An edge between two bins belongs to both a little: the loss is smoothed over the neighbors.
		switch {
		case o == bin && bin == locatorBins:
			d--
		case o == bin:
			d -= 0.8
		case bin < locatorBins && o < locatorBins && (o == bin-1 || o == bin+1):
			d -= 0.1
		}
		t.grad.OutBias[o] += d
		for h := range hidden {
			t.grad.outRow(h)[o] += d * hidden[h]
			back[h] += d * t.net.outRow(h)[o]
		}
	}
	for h := range hidden {
		back[h] *= 1 - hidden[h]*hidden[h]
		t.grad.Bias[h] += back[h]
	}
	for i := range x {
		row := t.grad.inRow(i)
		for h := range back {
			row[h] += back[h] * x[i]
		}
	}
}

// step moves along the gradient, with a little weight decay.
func (t *edgeTrainer) step(by, n float64) {
	t.steps++
	rate := float32(by)
	c1 := float32(1 - math.Pow(0.9, float64(t.steps)))
	c2 := float32(1 - math.Pow(0.999, float64(t.steps)))
	move := func(w, g, m, v []float32) {
		for i := range w {
			d := g[i] / float32(n)
			m[i] = 0.9*m[i] + 0.1*d
			v[i] = 0.999*v[i] + 0.001*d*d
			w[i] -= rate * (m[i]/c1/(float32(math.Sqrt(float64(v[i]/c2)))+1e-8) + 1e-3*w[i])
			g[i] = 0
		}
	}
	move(t.net.In[:], t.grad.In[:], t.m.In[:], t.v.In[:])
	move(t.net.Bias[:], t.grad.Bias[:], t.m.Bias[:], t.v.Bias[:])
	move(t.net.Out[:], t.grad.Out[:], t.m.Out[:], t.v.Out[:])
	move(t.net.OutBias[:], t.grad.OutBias[:], t.m.OutBias[:], t.v.OutBias[:])
}
