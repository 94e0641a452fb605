package vision

import (
	_ "embed" // what was learned
	"math"
	"slices"
	"sync"

	"tilewatch/vision/nn"
)

const (
	stepNets   = 3  // that are averaged, each
	stepEach   = 40 // so wide
	stepLow    = -2 // from so much lower than the one beside it
	stepHigh   = 3  // to so much higher a stack may be, and more counts like that
	stepWays   = stepHigh - stepLow + 1
	stepBelief = 4 // of how many ways the difference may be that is believed
)

// stepJudge are small networks that say together how much higher a stack is than the one beside it. LearnSteps makes it.
type stepJudge struct {
	net   *nn.Net
	usual [stepBelief][stepWays]float32 // logarithm of how often each was right where it learned, by what was believed
}

// stepShape is that of one of the networks.
var stepShape = nn.Shape{Inputs: stepInputs, Hidden: stepEach, Outputs: stepWays, Activation: nn.TanhTable, Normalized: true}

// usualConstant is the constant of such a network's file that holds what is usual.
const usualConstant = "usual"

func embeddedSteps(name string, file []byte) *stepJudge {
	shape := stepShape
	shape.Hidden *= stepNets
	j := &stepJudge{net: embedded(name, file, shape)}
	for believed, usual := range slices.Collect(slices.Chunk(constant(j.net, usualConstant, stepBelief*stepWays), stepWays)) {
		copy(j.usual[believed][:], usual)
	}
	return j
}

//go:embed step.bin
var stepFile []byte

// stepsJudge is the one that the program comes with.
var stepsJudge = sync.OnceValue(func() *stepJudge { return embeddedSteps("step", stepFile) })

//go:embed drop.bin
var dropFile []byte

// dropsJudge says how much higher a stack beside which the table lies is than it is believed to be.
var dropsJudge = sync.OnceValue(func() *stepJudge { return embeddedSteps("drop", dropFile) })

// tells is how much likelier what is seen makes each difference than it was before (logarithm).
func (j *stepJudge) tells(v *stepView) [stepWays]float64 {
	likely := j.outputs(&v.inputs)
	top, sum := slices.Max(likely[:]), 0.0
	for _, l := range likely {
		sum += math.Exp(l - top)
	}
	for k := range likely {
		likely[k] -= top + math.Log(sum) + float64(j.usual[believed(v)][k])
	}
	return likely
}

// tellAll is what several views tell.
func (j *stepJudge) tellAll(views []stepView) [][stepWays]float64 {
	told := make([][stepWays]float64, len(views))
	onAllCores(len(views), func(i int) { told[i] = j.tells(&views[i]) })
	return told
}

// outputs are the network's, not normed.
func (j *stepJudge) outputs(inputs *[stepInputs]float32) (out [stepWays]float64) {
	j.net.ForwardDouble(inputs[:], out[:])
	return out
}

// believed is what is believed of a step before it is looked at.
func believed(v *stepView) int { return min(v.high-v.low, stepBelief-1) }

// stepWay is which of the judge's differences that of two heights is.
func stepWay(from, to int) int { return min(max(from-to, stepLow), stepHigh) - stepLow }
