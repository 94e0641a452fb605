package evidence

import "math"

// floor is how far below the best of several log-likelihoods each other one may lie, nats. It keeps a sum of many pictures finite.
const floor = 25

// normalize turns log-likelihoods into log-probabilities, in place. It treats NaN as the unlikeliest value; without any number all
// values become equal.
func normalize(values []float64) {
	top := math.Inf(-1)
	for _, v := range values {
		if v > top && !math.IsInf(v, 1) {
			top = v
		}
	}
	if math.IsInf(top, -1) {
		top = 0
	}
	sum := 0.0
	for i, v := range values {
		if math.IsNaN(v) || v < top-floor {
			v = top - floor
		}
		values[i] = min(v, top) - top
		sum += math.Exp(values[i])
	}
	total := math.Log(sum)
	for i := range values {
		values[i] -= total
	}
}

// bound clamps x to -limit and limit; NaN becomes 0, which is no evidence.
func bound(x, limit float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return max(-limit, min(limit, x))
}

// AddScaled adds the values, so many times, to the sum.
func AddScaled(sum, values []float64, times float64) {
	for i, v := range values {
		sum[i] += times * v
	}
}

// Argmax returns the index of the largest value, the first of equal ones.
func Argmax(v []float64) int {
	best := 0
	for i := range v {
		if v[i] > v[best] {
			best = i
		}
	}
	return best
}

// overlap is the Bhattacharyya coefficient of two distributions given as log-probabilities.
func overlap(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += math.Exp((a[i] + b[i]) / 2)
	}
	return sum
}

// overlapOdds is the Bhattacharyya coefficient of two binary distributions given as log-odds.
func overlapOdds(a, b float64) float64 {
	p, q := 1/(1+math.Exp(-a)), 1/(1+math.Exp(-b))
	return math.Sqrt(p*q) + math.Sqrt((1-p)*(1-q))
}
