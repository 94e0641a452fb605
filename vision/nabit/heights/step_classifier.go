package heights

import (
	_ "embed"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"tilewatch/vision/nn"
	"tilewatch/vision/parallel"
	"tilewatch/vision/tileface"
)

const (
	StepNets    = 3  // networks whose outputs are averaged
	stepHidden  = 40 // hidden units of each
	StepLow     = -2 // lowest difference in height that has a class of its own,
	stepHigh    = 3  // and highest; differences beyond count as these
	StepClasses = stepHigh - StepLow + 1
	StepBelief  = 4 // classes of the believed difference
)

// StepClassifier is a committee of small networks for the difference in height across a border. LearnSteps in vision/train trains it.
type StepClassifier struct {
	Net   *nn.Net
	Usual [StepBelief][StepClasses]float32 // log-prior of each class in the training data, by the believed difference
}

// StepShape is the shape of one network of the committee.
var StepShape = nn.Shape{Inputs: StepInputs, Hidden: stepHidden, Outputs: StepClasses, Activation: nn.TanhTable, Normalized: true}

// UsualConstant names the constant of a network's file that holds Usual.
const UsualConstant = "usual"

// embeddedSteps decodes a classifier from its embedded file.
func embeddedSteps(name string, file []byte) *StepClassifier {
	shape := StepShape
	shape.Hidden *= StepNets
	j := &StepClassifier{Net: tileface.Embedded(name, file, shape)}
	for believed, usual := range slices.Collect(slices.Chunk(tileface.Constant(j.Net, UsualConstant, StepBelief*StepClasses), StepClasses)) {
		copy(j.Usual[believed][:], usual)
	}
	return j
}

//go:embed step.bin
var stepFile []byte

// StepsClassifier is the embedded classifier for borders between stacks.
var StepsClassifier = sync.OnceValue(func() *StepClassifier { return embeddedSteps("step", stepFile) })

//go:embed drop.bin
var dropFile []byte

// DropsClassifier is the embedded classifier for borders to the table: it estimates how much higher the stack is than believed.
var DropsClassifier = sync.OnceValue(func() *StepClassifier { return embeddedSteps("drop", dropFile) })

// LogLikelihoods are the log-likelihood ratios of each difference: the network's posterior against the prior it learned with.
func (c *StepClassifier) LogLikelihoods(v *stepProfile) [StepClasses]float64 {
	likely := c.Outputs(&v.Inputs)
	total := floats.LogSumExp(likely[:])
	for k := range likely {
		likely[k] -= total + float64(c.Usual[Believed(v)][k])
	}
	return likely
}

// logLikelihoodsAll are the log-likelihood ratios of several profiles.
func (c *StepClassifier) logLikelihoodsAll(views []stepProfile) [][StepClasses]float64 {
	all := make([][StepClasses]float64, len(views))
	parallel.Do(len(views), func(i int) { all[i] = c.LogLikelihoods(&views[i]) })
	return all
}

// Outputs are the network's outputs before normalization.
func (c *StepClassifier) Outputs(inputs *[StepInputs]float32) (out [StepClasses]float64) {
	c.Net.ForwardDouble(inputs[:], out[:])
	return out
}

// Believed is the class of the difference that the profile was sampled under.
func Believed(v *stepProfile) int { return min(v.High-v.low, StepBelief-1) }

// StepClass is the classifier's class of the difference between two heights.
func StepClass(from, to int) int { return min(max(from-to, StepLow), stepHigh) - StepLow }
