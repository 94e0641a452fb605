package learn

import (
	"errors"
	"iter"
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

// StepExamples are what the classifiers of steps and drops learn from: the borders of stacks, some of them believed to have other
// heights, under the pose that the search finds, with an error; or under another pose that explains the faces with other heights.
type StepExamples struct{ all []stepExample }

// StepKind is a kind of border.
type StepKind int

// Steps are between two stacks, drops from a stack to the table.
const (
	Steps StepKind = iota
	Drops
)

type stepExample struct {
	inputs   [heights.StepInputs]float32
	believed int
	truth    int // the right difference
}

// otherPoseOneIn: one view in so many is under another pose than the best one. Hand-set.
const otherPoseOneIn = 4

// stepNoise is the error of the poses. Hand-set.
var stepNoise = PoseNoise{Turn: 0.002, Tilt: 0.003, Shift: 0.006, Depth: 0.001}

// Add adds the borders of one scene's structure, so many views of each. A scene without a structure adds none.
func (e *StepExamples) Add(s Scene, kind StepKind, times int, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, gray gocv.Mat) error {
		sz := camerapose.SizesOf(s.Set)
		sz.Unmeasured = camerapose.UnmeasuredOf(s.Camera, false, s.Set, sz)
		f := search.Finder{Raster: r, Gray: gray, Cam: s.Camera, Sizes: sz}
		found, err := f.Search(hypothesis.UtmostEffort, nil)
		if refused := new(picture.Error); errors.As(err, &refused) {
			return nil // no structure, no examples
		} else if err != nil {
			return err
		}
		truth := s.trueLevels(found)
		others := heights.Restarts(r, found)
		for i := range others {
			heights.Refit(r, &others[i])
		}
		for range times {
			from, levels := found, perturbLevels(truth, rng)
			if len(others) > 0 && rng.IntN(otherPoseOneIn) == 0 {
				from = &others[rng.IntN(len(others))]
				levels = knownCells(from.Cells, truth)
			}
			noisy := from.Under(stepNoise.perturb(&from.Pose, from.SpaceMiddle(), rng))
			e.addViews(r, &noisy, kind, truth, levels)
		}
		return nil
	})
}

// knownCells are the cells at places where others have one, too.
func knownCells(c lattice.Levels, others lattice.Levels) lattice.Levels {
	all := lattice.Levels{}
	for at, level := range c {
		if others[at] > 0 {
			all[at] = level
		}
	}
	return all
}

// addViews adds the borders of one kind under a pose, with the believed levels.
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

// trueLevels are the true heights of the stacks that a hypothesis finds.
func (s *Scene) trueLevels(found *hypothesis.Hypothesis) lattice.Levels {
	truth := s.pose()
	all := lattice.Levels{}
	for at, level := range found.Cells {
		middle := found.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))
		nearest := matchDistance * found.Scale(at)
		for place, height := range s.Heights {
			if off := picture.Dist(middle, truth.Pixel(float64(place.Col), float64(place.Row), float64(height))); off < nearest {
				all[at], nearest = height, off
			}
		}
	}
	return all
}

// matchDistance is the largest distance of a found face to the true one, pitches. Hand-set.
const matchDistance = 0.3

// perturbLevels raises one in eight levels by a tile and lowers two in eight: the search more often finds too low ones.
func perturbLevels(truth lattice.Levels, rng *rand.Rand) lattice.Levels {
	all := lattice.Levels{}
	for _, at := range truth.Places() { // in order: chance must fall the same way in every run
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

// StepModel is a trained classifier of steps or drops.
type StepModel struct{ Classifier heights.StepClassifier }

// Net is the model's network.
func (m *StepModel) Net() *nn.Net { return m.Classifier.Net }

// Evaluate is the share of borders whose difference the model finds.
func (m *StepModel) Evaluate(e *StepExamples) float64 {
	right := 0
	for i := range e.all {
		ex := &e.all[i]
		likely := m.Classifier.Outputs(&ex.inputs)
		if slices.Index(likely[:], slices.Max(likely[:])) == ex.truth {
			right++
		}
	}
	return float64(right) / float64(len(e.all))
}

const (
	stepDropout = 0.1  // share of the inputs that are left out at a time
	stepDecay   = 0.03 // weight decay
)

// Train fits an ensemble of networks on the cross-entropy of the choice among differences, half of the views mirrored. The file also
// gets the priors of the differences.
func (e *StepExamples) Train(epochs int, rng *rand.Rand) (*StepModel, error) {
	var models []*fit.Model
	for range heights.StepNets {
		m := fit.New(heights.StepShape, 1, 0.1, rng)
		fit.Normalize(m, e.inputs(), minVariance)
		pass, scales := fit.NewPass(m), make([]float64, heights.StepInputs)
		run := fit.Schedule{Epochs: epochs, Batch: 128, Rate: fit.Linear(0.002, 0.05, epochs)}
		run.Run(m, &fit.Adam{Decay: stepDecay}, len(e.all), rng, func(_, i int, g fit.Gradient) {
			ex := &e.all[i]
			fit.Load(pass, m, ex.inputs[:])
			fit.LeaveOut(scales, stepDropout, rng)
			pass.Multiply(scales)
			if rng.IntN(2) == 0 {
				mirror(pass.X)
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
	model := &StepModel{heights.StepClassifier{Net: net, Usual: e.priors()}}
	var usual []float32
	for b := range model.Classifier.Usual {
		usual = append(usual, model.Classifier.Usual[b][:]...)
	}
	net.Constants = map[string][]float32{heights.UsualConstant: usual}
	return model, nil
}

// inputs are those of all examples, for the normalization.
func (e *StepExamples) inputs() iter.Seq[[]float32] {
	return func(yield func([]float32) bool) {
		for i := range e.all {
			if !yield(e.all[i].inputs[:]) {
				return
			}
		}
	}
}

// priors are the logarithms of how often each difference is right, for each believed one.
func (e *StepExamples) priors() (usual [heights.StepBelief][heights.StepClasses]float32) {
	var count [heights.StepBelief][heights.StepClasses]float64
	for i := range e.all {
		count[e.all[i].believed][e.all[i].truth]++
	}
	for b := range count {
		sum := float64(heights.StepClasses) // add-one smoothing
		for _, c := range count[b] {
			sum += c
		}
		for w, c := range count[b] {
			usual[b][w] = float32(math.Log((c + 1) / sum))
		}
	}
	return usual
}

// mirror turns inputs into those of the mirrored border.
func mirror(x []float64) {
	part := func(p int) []float64 { return x[p*heights.StepTaps : (p+1)*heights.StepTaps] }
	for p := range heights.StepParts / 2 {
		a, b := part(p), part(heights.StepParts-1-p)
		for k := range a {
			a[k], b[k] = b[k], a[k]
		}
	}
}
