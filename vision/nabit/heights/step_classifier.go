package heights

import (
	_ "embed"
	"math"
	"slices"
	"sync"

	"tilewatch/vision/nn"
	"tilewatch/vision/parallel"
	"tilewatch/vision/tileface"
)

const (
	StepNets   = 3  // that are averaged, each
	stepEach   = 40 // so wide
	StepLow    = -2 // from so much lower than the one beside it
	stepHigh   = 3  // to so much higher a stack may be, and more counts like that
	StepClasses   = stepHigh - StepLow + 1
	StepBelief = 4 // of how many ways the difference may be that is believed
)

// StepClassifier are small networks that say together how much higher a stack is than the one beside it. LearnSteps makes it.
type StepClassifier struct {
	Net   *nn.Net
	Usual [StepBelief][StepClasses]float32 // logarithm of how often each was right where it learned, by what was believed
}

// StepShape is that of one of the networks.
var StepShape = nn.Shape{Inputs: StepInputs, Hidden: stepEach, Outputs: StepClasses, Activation: nn.TanhTable, Normalized: true}

// UsualConstant is the constant of such a network's file that holds what is usual.
const UsualConstant = "usual"

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

// StepsClassifier is the one that the program comes with.
var StepsClassifier = sync.OnceValue(func() *StepClassifier { return embeddedSteps("step", stepFile) })

//go:embed drop.bin
var dropFile []byte

// DropsClassifier says how much higher a stack beside which the table lies is than it is believed to be.
var DropsClassifier = sync.OnceValue(func() *StepClassifier { return embeddedSteps("drop", dropFile) })

// LogLikelihoods is how much likelier what is seen makes each difference than it was before (logarithm).
func (j *StepClassifier) LogLikelihoods(v *stepProfile) [StepClasses]float64 {
	likely := j.Outputs(&v.Inputs)
	top, sum := slices.Max(likely[:]), 0.0
	for _, l := range likely {
		sum += math.Exp(l - top)
	}
	for k := range likely {
		likely[k] -= top + math.Log(sum) + float64(j.Usual[Believed(v)][k])
	}
	return likely
}

// logLikelihoodsAll is what several views tell.
func (j *StepClassifier) logLikelihoodsAll(views []stepProfile) [][StepClasses]float64 {
	told := make([][StepClasses]float64, len(views))
	parallel.Do(len(views), func(i int) { told[i] = j.LogLikelihoods(&views[i]) })
	return told
}

// Outputs are the network's, not normed.
func (j *StepClassifier) Outputs(inputs *[StepInputs]float32) (out [StepClasses]float64) {
	j.Net.ForwardDouble(inputs[:], out[:])
	return out
}

// Believed is what is believed of a step before it is looked at.
func Believed(v *stepProfile) int { return min(v.High-v.low, StepBelief-1) }

// StepWay is which of the judge's differences that of two heights is.
func StepClass(from, to int) int { return min(max(from-to, StepLow), stepHigh) - StepLow }
