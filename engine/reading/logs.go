package reading

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
)

// deepest is how far below the best a log-likelihood may lie, in nats; beyond it the differences say more of
// the arithmetic than of the picture.
const deepest = 25

// LogSumExp is the logarithm of the sum of the exponentials; -Inf for nothing.
func LogSumExp(values []float64) float64 {
	if len(values) == 0 {
		return math.Inf(-1)
	}
	return floats.LogSumExp(values)
}

// LogPosterior turns log-likelihoods and log-priors (nil: all alike) into log-probabilities. What is not a
// number counts as impossible; a vector without any number counts as knowing nothing.
func LogPosterior(likelihoods, priors []float64) []float64 {
	out := make([]float64, len(likelihoods))
	top := highest(likelihoods)
	for i, v := range likelihoods {
		out[i] = lift(v, top)
		if priors != nil {
			out[i] += priors[i]
		}
	}
	total := LogSumExp(out)
	for i := range out {
		out[i] -= total
	}
	return out
}

// highest is the largest number of the vector; 0 if there is none.
func highest(values []float64) float64 {
	top, any := 0.0, false
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) && (!any || v > top) {
			top, any = v, true
		}
	}
	return top
}

// lift bounds v to the range [top-deepest, top].
func lift(v, top float64) float64 {
	if math.IsNaN(v) || v < top-deepest {
		return top - deepest
	}
	return min(v, top)
}

// sigmoid is the probability of log-odds x.
func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// ColorPosterior are the log-probabilities of red, purple, yellow, green.
func ColorPosterior(l engine.ColorLikelihoods) []float64 { return LogPosterior(l[:], nil) }

// heightPriors are how often stacks of 1 to 5 tiles lie on boards in mid-game, as logarithms.
var heightPriors = []float64{math.Log(0.72), math.Log(0.19), math.Log(0.06), math.Log(0.02), math.Log(0.01)}

// HeightPosterior are the log-probabilities of 1 to MaxHeight tiles on a board whose past nobody knows.
func HeightPosterior(l engine.HeightLikelihoods) []float64 { return LogPosterior(l[:], heightPriors) }

// best is the index of the largest value, the first of equals.
func best(values []float64) int {
	at := 0
	for i, v := range values {
		if v > values[at] {
			at = i
		}
	}
	return at
}

// second is the index of the largest value but one, the best, of at least two.
func second(values []float64, best int) int {
	at := (best + 1) % len(values)
	for i, v := range values {
		if i != best && v > values[at] {
			at = i
		}
	}
	return at
}
