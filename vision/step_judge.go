package vision

import (
	_ "embed" // what was learned
	"math"
	"slices"
	"sync"

	"tilewatch/vision/kernel"
)

const (
	stepNets   = 3  // that are averaged, each
	stepEach   = 40 // so wide
	stepHidden = stepNets * stepEach
	stepLow    = -2 // from so much lower than the one beside it
	stepHigh   = 3  // to so much higher a stack may be, and more counts like that
	stepWays   = stepHigh - stepLow + 1
	stepBelief = 4 // of how many ways the difference may be that is believed
)

// stepJudge are small networks that say together how much higher a stack is than the one beside it. LearnSteps makes it.
type stepJudge struct {
	Mean, Scale [stepInputs]float32
	In          [stepInputs * stepHidden]float32 // a row for each input
	Bias        [stepHidden]float32
	Out         [stepWays][stepHidden]float32
	OutBias     [stepWays]float32
	Usual       [stepBelief][stepWays]float32 // logarithm of how often each was right where it learned, by what was believed
}

//go:embed step.bin
var stepFile []byte

// stepsJudge is the one that the program comes with.
var stepsJudge = sync.OnceValue(func() *stepJudge { return embedded[stepJudge](stepFile) })

//go:embed drop.bin
var dropFile []byte

// dropsJudge says how much higher a stack beside which the table lies is than it is believed to be.
var dropsJudge = sync.OnceValue(func() *stepJudge { return embedded[stepJudge](dropFile) })

// tells is how much likelier what is seen makes each difference than it was before (logarithm).
func (j *stepJudge) tells(v *stepView) [stepWays]float64 {
	likely := j.outputs(&v.inputs)
	top, sum := slices.Max(likely[:]), 0.0
	for _, l := range likely {
		sum += math.Exp(l - top)
	}
	for k := range likely {
		likely[k] -= top + math.Log(sum) + float64(j.Usual[believed(v)][k])
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
	var x [stepInputs]float32
	for i := range x {
		x[i] = (inputs[i] - j.Mean[i]) * j.Scale[i]
	}
	for k := range out {
		out[k] = float64(j.OutBias[k])
	}
	units := j.Bias
	kernel.Feed(units[:], x[:], j.In[:])
	for h, a := range units {
		a = tanh32(a)
		for k := range out {
			out[k] += float64(j.Out[k][h] * a)
		}
	}
	return out
}

// believed is what is believed of a step before it is looked at.
func believed(v *stepView) int { return min(v.high-v.low, stepBelief-1) }

// stepWay is which of the judge's differences that of two heights is.
func stepWay(from, to int) int { return min(max(from-to, stepLow), stepHigh) - stepLow }
