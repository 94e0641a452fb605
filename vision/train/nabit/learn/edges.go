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

// EdgeExamples are what an edge network learns from: the borders of faces under poses with errors.
type EdgeExamples struct {
	step float64
	x    [][tileface.EdgeNetInputs]float32
	bin  []uint8 // the bin of the edge; EdgeBins: none in reach
}

// NewEdgeExamples makes an empty set for a network with this step between samples, pitches.
func NewEdgeExamples(step float64) *EdgeExamples { return &EdgeExamples{step: step} }

// Len is the number of examples.
func (e *EdgeExamples) Len() int { return len(e.x) }

// Add adds the examples of one scene, so many views of each face.
func (e *EdgeExamples) Add(s Scene, times int, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
		truth := s.pose()
		for range times {
			places := s.labeledPlaces()
			for _, at := range places.Places() { // in order: chance must fall the same way in every run
				if level := places[at]; level > 0 {
					e.addFace(r, &truth, at, float64(level), s.Heights, rng)
				} else if rng.IntN(3) == 0 {
					p := e.noise().perturb(&truth, truth.Camera(float64(at.Col), float64(at.Row), 1), rng)
					e.addNegative(r, &p, at, 1)
				}
			}
			for _, q := range s.Loose {
				p := poseUnder(&truth, q)
				e.addFace(r, &p, engine.Place{}, 1, nil, rng)
			}
			e.addBackground(r, &truth, s, rng)
		}
		return nil
	})
}

// noiseStep is the step between samples for which the numbers of noise hold, pitches.
const noiseStep = 0.02

// noise is the error of the poses: all of the network's reach, and some beyond. Hand-set.
func (e *EdgeExamples) noise() PoseNoise {
	k := e.step / noiseStep
	return PoseNoise{Turn: 0.05 * k, Tilt: 0.06 * k, Shift: 0.09 * k, Depth: 0.02 * k}
}

// addFace adds the half sides of one face under a pose with an error.
func (e *EdgeExamples) addFace(r *picture.Raster, truth *camerapose.Pose, at engine.Place, level float64, heights map[engine.Place]int, rng *rand.Rand) {
	p := e.noise().perturb(truth, truth.Camera(float64(at.Col), float64(at.Row), level), rng)
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
			if d := edgeOffset(v, &real, axes, h); math.Abs(d) < (tileface.EdgeBins/2+0.5)*e.step {
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

// edgeOffset is how far outward of its expected place half a side lies, pitches.
func edgeOffset(v *tileface.BorderProfile, real *tileface.Square, axes [2][2]float64, h int) float64 {
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

// addNegative adds the half sides of a place without a face.
func (e *EdgeExamples) addNegative(r *picture.Raster, p *camerapose.Pose, at engine.Place, level float64) {
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

// edgeBackgroundTries are the poses tried on the background of each view. Hand-set.
const edgeBackgroundTries = 10

// addBackground adds faces where no tile lies near.
func (e *EdgeExamples) addBackground(r *picture.Raster, truth *camerapose.Pose, s Scene, rng *rand.Rand) {
	for range edgeBackgroundTries {
		p := *truth
		sin, cos := math.Sincos(rng.Float64() * math.Pi / 2)
		p.X = truth.X.Scale(cos).Add(truth.Y.Scale(sin))
		p.Y = p.Z.Cross(p.X)
		p.T = p.T.Add(truth.X.Scale(backgroundReach * (2*rng.Float64() - 1) * p.Pitch)).Add(truth.Y.Scale(backgroundReach * (2*rng.Float64() - 1) * p.Pitch))
		if s.isFalse(truth, &p, engine.Place{}, 1) && s.isClear(truth, &p) {
			e.addNegative(r, &p, engine.Place{}, 1)
		}
	}
}

// clearReach is the least distance of background to a tile, in sizes of the face. Hand-set: beyond the diagonal.
const clearReach = 1.4

// isClear says whether no tile lies near a face.
func (s *Scene) isClear(truth, p *camerapose.Pose) bool {
	middle, scale := p.Pixel(0, 0, 1), p.Scale(engine.Place{})
	for at, h := range s.Heights {
		if picture.Dist(middle, truth.Pixel(float64(at.Col), float64(at.Row), float64(h))) < clearReach*scale {
			return false
		}
	}
	for _, q := range append(append([]engine.Quad(nil), s.Loose...), s.Stacked...) {
		if picture.Dist(middle, engine.Point{X: (q[0].X + q[2].X) / 2, Y: (q[0].Y + q[2].Y) / 2}) < clearReach*scale {
			return false
		}
	}
	return true
}

// EdgeModel is a trained edge network.
type EdgeModel struct{ Classifier tileface.EdgeNet }

// Net is the model's network.
func (m *EdgeModel) Net() *nn.Net { return m.Classifier.Net }

// An edge is lost if it is off by more steps than lostAfter, or its likelihood of none is above lostNone. Hand-set.
const (
	lostAfter = 2
	lostNone  = 0.6
)

// Evaluate returns the mean error of the edges found, pitches, the share of edges in reach that it loses, and the share of half sides
// without an edge that it recognizes.
func (m *EdgeModel) Evaluate(e *EdgeExamples) (err, lost, none float64) {
	edges, good, nones, recognized := 0, 0, 0, 0
	sum := 0.0
	for i := range e.x {
		var p [tileface.EdgeNetOutputs]float32
		m.Classifier.Net.Forward(e.x[i][:], p[:])
		f := m.Classifier.Found(&p)
		if e.bin[i] == tileface.EdgeBins {
			if nones++; p[tileface.EdgeBins] > 0.5 {
				recognized++
			}
			continue
		}
		edges++
		d := math.Abs(f.Offset/e.step - float64(int(e.bin[i])-tileface.EdgeBins/2))
		if d <= lostAfter && f.None < lostNone {
			good++
			sum += d * e.step
		}
	}
	return sum / float64(good), 1 - float64(good)/float64(edges), float64(recognized) / float64(nones)
}

const (
	edgeDecay       = 1e-3 // weight decay
	minEdgeVariance = 1e-3 // a floor, for inputs that almost never change
)

// Train fits an edge network: a classifier of the bin in which the edge lies, on the cross-entropy with smoothed labels.
func (e *EdgeExamples) Train(epochs int, rng *rand.Rand) (*EdgeModel, error) {
	shape := tileface.EdgeNetShape
	shape.Normalized = true // while it is fitted
	m := fit.New(shape, 1, 1/math.Sqrt(float64(shape.Hidden)), rng)
	fit.Normalize(m, e.inputs(), minEdgeVariance)
	pass := fit.NewPass(m)
	run := fit.Schedule{Epochs: epochs, Batch: 64, Rate: fit.Linear(0.002, 0.03, epochs)}
	run.Run(m, &fit.Adam{Decay: edgeDecay}, len(e.x), rng, func(_, i int, g fit.Gradient) {
		fit.Load(pass, m, e.x[i][:])
		pass.Forward(m)
		edgeLossGradient(pass.Out, int(e.bin[i]))
		g.Add(m, pass, pass.Out)
	})
	net, err := m.Folded().Net()
	if err != nil {
		return nil, err
	}
	net.Constants = map[string][]float32{tileface.StepConstant: {float32(e.step)}}
	return &EdgeModel{tileface.EdgeNet{Step: float32(e.step), Net: net}}, nil
}

// neighborShare is the share of the label that each neighbor of the right bin gets (label smoothing): an edge between two bins belongs
// a little to both. Hand-set.
const neighborShare = 0.1

// edgeLossGradient turns the outputs into the gradient of the loss with smoothed labels.
func edgeLossGradient(out []float64, bin int) {
	fit.CrossEntropy(out, bin)
	for _, o := range [...]int{bin - 1, bin + 1} {
		if bin < tileface.EdgeBins && o >= 0 && o < tileface.EdgeBins {
			out[o] -= neighborShare
		}
	}
	if bin < tileface.EdgeBins {
		out[bin] += 2 * neighborShare
	}
}

// inputs are those of all examples, for the normalization.
func (e *EdgeExamples) inputs() iter.Seq[[]float32] {
	return func(yield func([]float32) bool) {
		for i := range e.x {
			if !yield(e.x[i][:]) {
				return
			}
		}
	}
}
