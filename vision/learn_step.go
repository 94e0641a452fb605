package vision

import (
	"errors"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
)

// StepExamples are what a judge of steps or of drops learns from: the borders of stacks, under the pose that is found, a little slipped, some
// believed to be of other heights; or under another pose that explains the faces, too, by other heights.
type StepExamples struct{ all []stepExample }

// StepKind is which borders are looked across.
type StepKind int

// Steps are between two stacks, drops from a stack to the table.
const (
	Steps StepKind = iota
	Drops
)

type stepExample struct {
	inputs   [stepInputs]float32
	believed int
	truth    int // which of the ways
}

// One of so many views is under another pose than that which is found.
const stepOtherwise = 4

// stepSlip is how wrong the poses are under which steps are learned.
var stepSlip = Slip{Turn: 0.002, Tilt: 0.003, Shift: 0.006, Near: 0.001}

// Add takes the borders of one scene's structure, seen so many times.
func (e *StepExamples) Add(s Scene, kind StepKind, times int, rng *rand.Rand) error {
	return withRaster(s.Picture, func(r *raster, gray gocv.Mat) error {
		sz := sizesOf(s.Set)
		sz.free = freedomOf(s.Camera, false, s.Set, sz)
		f := finder{raster: r, gray: gray, cam: s.Camera, sizes: sz}
		found, err := f.search(utmost)
		if refused := new(Error); errors.As(err, &refused) {
			return nil // nothing can be learned where nothing is found
		} else if err != nil {
			return err
		}
		truth := s.heightsOf(found)
		others := r.begunAnew(found)
		for i := range others {
			others[i].evidence = maps.Clone(found.evidence)
			r.refitted(&others[i])
		}
		for range times {
			from, levels := found, doubted(truth, rng)
			if len(others) > 0 && rng.IntN(stepOtherwise) == 0 {
				from = &others[rng.IntN(len(others))]
				levels = from.cells.among(truth)
			}
			slipped := from.clone()
			slipped.pose = stepSlip.slipped(&from.pose, from.spaceMiddle(), rng)
			e.addViews(r, &slipped, kind, truth, levels)
		}
		return nil
	})
}

// among are those of the stacks that lie at places of others.
func (c stacks) among(others stacks) stacks {
	all := stacks{}
	for at, level := range c {
		if others[at] > 0 {
			all[at] = level
		}
	}
	return all
}

// addViews adds the borders of one kind, as they are seen under the structure's pose, the stacks believed to have such levels.
func (e *StepExamples) addViews(r *raster, s *structure, kind StepKind, truth, levels stacks) {
	if kind == Steps {
		for _, v := range r.steps(s, levels) {
			e.all = append(e.all, stepExample{v.inputs, believed(&v), stepWay(truth[v.from], truth[v.to])})
		}
		return
	}
	for _, v := range r.drops(s, levels) {
		e.all = append(e.all, stepExample{v.inputs, believed(&v), stepWay(truth[v.from], v.high)})
	}
}

// heightsOf are the true heights of those stacks that a structure finds where some are.
func (s *Scene) heightsOf(found *structure) stacks {
	truth := pose{cam: s.Camera, sizes: sizesOf(s.Set), x: s.X, y: s.Y, z: s.Z, t: s.Origin, table: s.Z}
	all := stacks{}
	for at, level := range found.cells {
		middle := found.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
		nearest := foundNear * found.scale(at)
		for place, height := range s.Heights {
			if off := dist(middle, truth.pixel(float64(place.Col), float64(place.Row), float64(height))); off < nearest {
				all[at], nearest = height, off
			}
		}
	}
	return all
}

// foundNear is how far from its true place a face is found, pitches.
const foundNear = 0.3

// doubted are stacks believed to be what they are, or a tile higher or, as is mistaken more often, lower.
func doubted(truth stacks, rng *rand.Rand) stacks {
	all := stacks{}
	for _, at := range truth.places() { // in order: chance must fall alike in every run
		switch level := truth[at]; rng.IntN(8) {
		case 0:
			all[at] = min(level+1, engine.MaxHeight)
		case 1, 2:
			all[at] = max(level-1, 1)
		default:
			all[at] = level
		}
	}
	return all
}

// Len is the number of examples.
func (e *StepExamples) Len() int { return len(e.all) }

// StepJudge is what was learned.
type StepJudge struct{ net stepJudge }

// Net is the judge's network.
func (j *StepJudge) Net() *nn.Net { return j.net.net }

// Rate is the share of steps whose difference the judge finds.
func (j *StepJudge) Rate(e *StepExamples) float64 {
	right := 0
	for i := range e.all {
		ex := &e.all[i]
		likely := j.net.outputs(&ex.inputs)
		if slices.Index(likely[:], slices.Max(likely[:])) == ex.truth {
			right++
		}
	}
	return float64(right) / float64(len(e.all))
}

const (
	stepLeftOut = 0.1  // share of the inputs
	stepDecay   = 0.03 // draws weights towards zero
)

// LearnSteps fits several networks, each by Adam on the logarithmic loss of the choice among differences; what they say is averaged.
func LearnSteps(e *StepExamples, epochs int, rng *rand.Rand) (*StepJudge, error) {
	var models []*fit.Model
	for range stepNets {
		m := fit.New(stepShape, 1, 0.1, rng)
		fit.Normalize(m, e.inputs(), leastVariance)
		pass, scales := fit.NewPass(m), make([]float64, stepInputs)
		run := fit.Schedule{Epochs: epochs, Batch: 128, Rate: fit.Linear(0.002, 0.05, epochs)}
		run.Run(m, &fit.Adam{Decay: stepDecay}, len(e.all), rng, func(_, i int, g fit.Gradient) {
			ex := &e.all[i]
			fit.Load(pass, m, ex.inputs[:])
			fit.LeaveOut(scales, stepLeftOut, rng)
			pass.Multiply(scales)
			if rng.IntN(2) == 0 {
				mirrorStep(pass.X)
			}
			pass.Forward(m)
			fit.CrossEntropy(pass.Out, ex.truth)
			g.Add(m, pass, pass.Out)
		})
		models = append(models, m)
	}
	net, err := fit.Average(models).Net()
	if err != nil {
		return nil, err
	}
	j := &StepJudge{stepJudge{net, e.usual()}}
	var usual []float32
	for b := range j.net.usual {
		usual = append(usual, j.net.usual[b][:]...)
	}
	net.Constants = map[string][]float32{usualConstant: usual}
	return j, nil
}

func (e *StepExamples) inputs() iter.Seq[[]float32] {
	return func(yield func([]float32) bool) {
		for i := range e.all {
			if !yield(e.all[i].inputs[:]) {
				return
			}
		}
	}
}

// usual is the logarithm of how often each difference is right, by what was believed.
func (e *StepExamples) usual() (usual [stepBelief][stepWays]float32) {
	var count [stepBelief][stepWays]float64
	for i := range e.all {
		count[e.all[i].believed][e.all[i].truth]++
	}
	for b := range count {
		sum := float64(stepWays) // each way was seen once more
		for _, c := range count[b] {
			sum += c
		}
		for w, c := range count[b] {
			usual[b][w] = float32(math.Log((c + 1) / sum))
		}
	}
	return usual
}

// mirrorStep turns inputs into those of the mirrored border.
func mirrorStep(x []float64) {
	part := func(p int) []float64 { return x[p*stepTaps : (p+1)*stepTaps] }
	for p := range stepParts / 2 {
		a, b := part(p), part(stepParts-1-p)
		for k := range a {
			a[k], b[k] = b[k], a[k]
		}
	}
}
