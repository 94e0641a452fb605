package learn

import (
	"iter"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// EdgeExamples are what a locator learns from: the borders of faces seen a little or far off their true place.
type EdgeExamples struct {
	step float64
	x    [][tileface.EdgeNetInputs]float32
	bin  []uint8 // where the edge is; locatorBins: none in reach
}

// NewEdgeExamples is an empty set for a locator with this step between taps, in pitches.
func NewEdgeExamples(step float64) *EdgeExamples { return &EdgeExamples{step: step} }

// Len is the number of examples.
func (e *EdgeExamples) Len() int { return len(e.x) }

// Add takes the examples of one scene, each face seen so many times.
func (e *EdgeExamples) Add(s Scene, times int, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
		truth := camerapose.Pose{Cam: s.Camera, Sizes: camerapose.SizesOf(s.Set), X: s.X, Y: s.Y, Z: s.Z, T: s.Origin, Table: s.Z}
		for range times {
			places := s.places()
			for _, at := range places.Places() { // in order: chance must fall alike in every run
				if level := places[at]; level > 0 {
					e.addFace(r, &truth, at, float64(level), s.Heights, rng)
				} else if rng.IntN(3) == 0 {
					p := e.slip().slipped(&truth, truth.Camera(float64(at.Col), float64(at.Row), 1), rng)
					e.addNone(r, &p, at, 1)
				}
			}
			for _, q := range s.Loose {
				p := under(&truth, q)
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
func (e *EdgeExamples) addFace(r *picture.Raster, truth *camerapose.Pose, at engine.Place, level float64, heights map[engine.Place]int, rng *rand.Rand) {
	p := e.slip().slipped(truth, truth.Camera(float64(at.Col), float64(at.Row), level), rng)
	v := new(tileface.BorderProfile)
	tileface.SampleBorder(r, v, &p, at, level, e.step)
	if v.Outside {
		return
	}
	real := tileface.SquareOf(truth, at, level)
	for side, axes := range tileface.SideAxes {
		taller := heights[at.Add(lattice.SideSteps[side])] > int(level)
		for h := range 2 {
			i := 2*side + h
			bin := tileface.EdgeBins
			if d := offset(v, &real, axes, h); math.Abs(d) < (tileface.EdgeBins/2+0.5)*e.step {
				bin = int(math.Floor(d/e.step+0.5)) + tileface.EdgeBins/2
			}
			if taller && v.Lift[i] < 0 {
				bin = tileface.EdgeBins // hidden
			}
			e.x = append(e.x, *v.Inputs.Half(i))
			e.bin = append(e.bin, uint8(min(max(bin, 0), tileface.EdgeBins)))
		}
	}
}

// offset is how far outward of where half a side is expected it really runs, in pitches.
func offset(v *tileface.BorderProfile, real *tileface.Square, axes [2][2]float64, h int) float64 {
	out, dir := axes[0], axes[1]
	point := func(s *tileface.Square, d, a float64) engine.Point {
		return s.Pixel(d*out[0]+a*dir[0], d*out[1]+a*dir[1])
	}
	from := point(&v.Square, v.Half, tileface.HalfMiddle[h])
	to := point(&v.Square, v.Half+0.01, tileface.HalfMiddle[h])
	a, b := point(real, v.Half, -0.4), point(real, v.Half, 0.4)
	nx, ny := to.X-from.X, to.Y-from.Y
	ex, ey := b.X-a.X, b.Y-a.Y
	return 0.01 * ((a.X-from.X)*ey - (a.Y-from.Y)*ex) / (nx*ey - ny*ex)
}

// addNone is a place where no face is.
func (e *EdgeExamples) addNone(r *picture.Raster, p *camerapose.Pose, at engine.Place, level float64) {
	v := new(tileface.BorderProfile)
	tileface.SampleBorder(r, v, p, at, level, e.step)
	if v.Outside {
		return
	}
	for i := range tileface.HalfSides {
		e.x = append(e.x, *v.Inputs.Half(i))
		e.bin = append(e.bin, tileface.EdgeBins)
	}
}

func (e *EdgeExamples) addBackground(r *picture.Raster, truth *camerapose.Pose, s Scene, rng *rand.Rand) {
	for range 10 {
		p := *truth
		sin, cos := math.Sincos(rng.Float64() * math.Pi / 2)
		p.X = truth.X.Scale(cos).Add(truth.Y.Scale(sin))
		p.Y = p.Z.Cross(p.X)
		p.T = p.T.Add(truth.X.Scale(14 * (2*rng.Float64() - 1) * p.Pitch)).Add(truth.Y.Scale(14 * (2*rng.Float64() - 1) * p.Pitch))
		if s.wrong(truth, &p, engine.Place{}, 1) && s.clear(truth, &p) {
			e.addNone(r, &p, engine.Place{}, 1)
		}
	}
}

// clear says whether no tile lies near the face.
func (s *Scene) clear(truth, p *camerapose.Pose) bool {
	middle, scale := p.Pixel(0, 0, 1), p.Scale(engine.Place{})
	for at, h := range s.Heights {
		if picture.Dist(middle, truth.Pixel(float64(at.Col), float64(at.Row), float64(h))) < 1.4*scale {
			return false
		}
	}
	for _, q := range append(append([]engine.Quad(nil), s.Loose...), s.Stacked...) {
		if picture.Dist(middle, engine.Point{X: (q[0].X + q[2].X) / 2, Y: (q[0].Y + q[2].Y) / 2}) < 1.4*scale {
			return false
		}
	}
	return true
}

// Locator is what was learned.
type Locator struct{ net tileface.EdgeNet }

// Net is the locator's network.
func (l *Locator) Net() *nn.Net { return l.net.Net }

// Rate is the mean error of the edges in reach (in pitches), the share of them that are off by more than two steps or said not to be, and
// the share of what is no edge that is told so.
func (l *Locator) Rate(e *EdgeExamples) (err, lost, none float64) {
	edges, n, good, nones, told := 0, 0, 0, 0, 0
	sum := 0.0
	for i := range e.x {
		var p [tileface.EdgeNetOutputs]float32
		l.net.Net.Forward(e.x[i][:], p[:])
		f := l.net.Found(&p)
		if e.bin[i] == tileface.EdgeBins {
			if nones++; p[tileface.EdgeBins] > 0.5 {
				told++
			}
			continue
		}
		edges++
		d := math.Abs(f.Offset/e.step - float64(int(e.bin[i])-tileface.EdgeBins/2))
		if d <= 2 && f.None < 0.6 {
			good++
			sum += d * e.step
			n++
		}
	}
	return sum / float64(n), 1 - float64(good)/float64(edges), float64(told) / float64(nones)
}

const (
	edgeDecay    = 1e-3 // draws weights towards zero, a little
	edgeVariance = 1e-3 // of an input that hardly ever changes
)

// LearnEdges fits a locator by Adam on the logarithmic loss.
func LearnEdges(e *EdgeExamples, epochs int, rng *rand.Rand) (*Locator, error) {
	shape := tileface.EdgeNetShape
	shape.Normalized = true // while it is fitted
	m := fit.New(shape, 1, 1/math.Sqrt(float64(shape.Hidden)), rng)
	fit.Normalize(m, e.inputs(), edgeVariance)
	pass := fit.NewPass(m)
	run := fit.Schedule{Epochs: epochs, Batch: 64, Rate: fit.Linear(0.002, 0.03, epochs)}
	run.Run(m, &fit.Adam{Decay: edgeDecay}, len(e.x), rng, func(_, i int, g fit.Gradient) {
		fit.Load(pass, m, e.x[i][:])
		pass.Forward(m)
		edgeSlope(pass.Out, int(e.bin[i]))
		g.Add(m, pass, pass.Out)
	})
	net, err := m.Folded().Net()
	if err != nil {
		return nil, err
	}
	net.Constants = map[string][]float32{tileface.StepConstant: {float32(e.step)}}
	return &Locator{tileface.EdgeNet{Step: float32(e.step), Net: net}}, nil
}

// beside is the share of an edge that each neighbor of its bin gets: an edge between two bins belongs to both a little.
const beside = 0.1

// edgeSlope turns outputs into the slope of the loss, smoothed over the neighbors of the right bin.
func edgeSlope(out []float64, bin int) {
	fit.CrossEntropy(out, bin)
	for _, o := range [...]int{bin - 1, bin + 1} {
		if bin < tileface.EdgeBins && o >= 0 && o < tileface.EdgeBins {
			out[o] -= beside
		}
	}
	if bin < tileface.EdgeBins {
		out[bin] += 2 * beside
	}
}

func (e *EdgeExamples) inputs() iter.Seq[[]float32] {
	return func(yield func([]float32) bool) {
		for i := range e.x {
			if !yield(e.x[i][:]) {
				return
			}
		}
	}
}
