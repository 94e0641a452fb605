package learn

import (
	"errors"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/picture"
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
	inputs   [heights.StepInputs]float32
	believed int
	truth    int // which of the ways
}

// One of so many views is under another pose than that which is found.
const stepOtherwise = 4

// stepSlip is how wrong the poses are under which steps are learned.
var stepSlip = Slip{Turn: 0.002, Tilt: 0.003, Shift: 0.006, Near: 0.001}

// Add takes the borders of one scene's structure, seen so many times.
func (e *StepExamples) Add(s Scene, kind StepKind, times int, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, gray gocv.Mat) error {
		sz := camerapose.SizesOf(s.Set)
		sz.Unmeasured = camerapose.UnmeasuredOf(s.Camera, false, s.Set, sz)
		f := search.Finder{Raster: r, Gray: gray, Cam: s.Camera, Sizes: sz}
		found, err := f.Search(hypothesis.UtmostEffort)
		if refused := new(picture.Error); errors.As(err, &refused) {
			return nil // nothing can be learned where nothing is found
		} else if err != nil {
			return err
		}
		truth := s.heightsOf(found)
		others := heights.Restarts(r, found)
		for i := range others {
			others[i].Evidence = maps.Clone(found.Evidence)
			heights.Refit(r, &others[i])
		}
		for range times {
			from, levels := found, doubted(truth, rng)
			if len(others) > 0 && rng.IntN(stepOtherwise) == 0 {
				from = &others[rng.IntN(len(others))]
				levels = among(from.Cells, truth)
			}
			slipped := from.Clone()
			slipped.Pose = stepSlip.slipped(&from.Pose, from.SpaceMiddle(), rng)
			e.addViews(r, &slipped, kind, truth, levels)
		}
		return nil
	})
}

// among are those of the stacks that lie at places of others.
func among(c lattice.Levels, others lattice.Levels) lattice.Levels {
	all := lattice.Levels{}
	for at, level := range c {
		if others[at] > 0 {
			all[at] = level
		}
	}
	return all
}

// addViews adds the borders of one kind, as they are seen under the structure's pose, the stacks believed to have such levels.
func (e *StepExamples) addViews(r *picture.Raster, s *hypothesis.Hypothesis, kind StepKind, truth, levels lattice.Levels) {
	if kind == Steps {
		for _, v := range heights.Steps(r, s, levels) {
			e.all = append(e.all, stepExample{v.Inputs, heights.Believed(&v), heights.StepClass(truth[v.From], truth[v.To])})
		}
		return
	}
	for _, v := range heights.Drops(r, s, levels) {
		e.all = append(e.all, stepExample{v.Inputs, heights.Believed(&v), heights.StepClass(truth[v.From], v.High)})
	}
}

// heightsOf are the true heights of those stacks that a structure finds where some are.
func (s *Scene) heightsOf(found *hypothesis.Hypothesis) lattice.Levels {
	truth := camerapose.Pose{Cam: s.Camera, Sizes: camerapose.SizesOf(s.Set), X: s.X, Y: s.Y, Z: s.Z, T: s.Origin, Table: s.Z}
	all := lattice.Levels{}
	for at, level := range found.Cells {
		middle := found.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))
		nearest := foundNear * found.Scale(at)
		for place, height := range s.Heights {
			if off := picture.Dist(middle, truth.Pixel(float64(place.Col), float64(place.Row), float64(height))); off < nearest {
				all[at], nearest = height, off
			}
		}
	}
	return all
}

// foundNear is how far from its true place a face is found, pitches.
const foundNear = 0.3

// doubted are stacks believed to be what they are, or a tile higher or, as is mistaken more often, lower.
func doubted(truth lattice.Levels, rng *rand.Rand) lattice.Levels {
	all := lattice.Levels{}
	for _, at := range truth.Places() { // in order: chance must fall alike in every run
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
type StepJudge struct{ net heights.StepClassifier }

// Net is the judge's network.
func (j *StepJudge) Net() *nn.Net { return j.net.Net }

// Rate is the share of steps whose difference the judge finds.
func (j *StepJudge) Rate(e *StepExamples) float64 {
	right := 0
	for i := range e.all {
		ex := &e.all[i]
		likely := j.net.Outputs(&ex.inputs)
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
	for range heights.StepNets {
		m := fit.New(heights.StepShape, 1, 0.1, rng)
		fit.Normalize(m, e.inputs(), leastVariance)
		pass, scales := fit.NewPass(m), make([]float64, heights.StepInputs)
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
	j := &StepJudge{heights.StepClassifier{Net: net, Usual: e.usual()}}
	var usual []float32
	for b := range j.net.Usual {
		usual = append(usual, j.net.Usual[b][:]...)
	}
	net.Constants = map[string][]float32{heights.UsualConstant: usual}
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
func (e *StepExamples) usual() (usual [heights.StepBelief][heights.StepClasses]float32) {
	var count [heights.StepBelief][heights.StepClasses]float64
	for i := range e.all {
		count[e.all[i].believed][e.all[i].truth]++
	}
	for b := range count {
		sum := float64(heights.StepClasses) // each way was seen once more
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
	part := func(p int) []float64 { return x[p*heights.StepTaps : (p+1)*heights.StepTaps] }
	for p := range heights.StepParts / 2 {
		a, b := part(p), part(heights.StepParts-1-p)
		for k := range a {
			a[k], b[k] = b[k], a[k]
		}
	}
}
