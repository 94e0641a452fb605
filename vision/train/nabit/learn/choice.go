package learn

import (
	"math"

	"tilewatch/vision/linear"
)

// choice is one of several options, of which each has its signs, or none of them.
type choice struct {
	options []option
	truth   int // the right one's index, or none
}

// none is the truth where no option is right.
const none = -1

// option is what speaks for one of them.
type option struct {
	x     []float64
	prior float64 // log-prior
}

// odds are an option's log-odds against none.
func (o *option) odds(w []float64) float64 {
	sum := o.prior
	for i, x := range o.x {
		sum += w[i] * x
	}
	return sum
}

// choices are what a conditional logit (McFadden 1974) is fitted to.
type choices []choice

// fit are the weights under which the right options are likeliest, by Newton's method. The penalty keeps them small where examples say little.
func (all choices) fit(weights int, penalty float64) []float64 {
	w := make([]float64, weights)
	for range fitRounds {
		n := linear.NewNormal(weights)
		for i := range w {
			n.AddOne(i, -w[i], penalty)
		}
		for i := range all {
			all[i].addTo(n, w)
		}
		step, ok := n.Solve()
		if !ok {
			break
		}
		for i := range step {
			w[i] += step[i]
		}
	}
	return w
}

// chances are those of the options, and last of none.
func (c *choice) chances(w []float64) []float64 {
	chances, sum := make([]float64, len(c.options)+1), 1.0
	for i := range c.options {
		chances[i] = math.Exp(min(c.options[i].odds(w), oddsMost))
		sum += chances[i]
	}
	chances[len(c.options)] = 1
	for i := range chances {
		chances[i] /= sum
	}
	return chances
}

// oddsMost bounds log-odds, so that their exponentials are numbers.
const oddsMost = 40

// addTo adds the example to the normal equations of a step from weights.
func (c *choice) addTo(n *linear.Normal, w []float64) {
	chances := c.chances(w)
	mean := make([]float64, len(w))
	for i, o := range c.options {
		for k, x := range o.x {
			mean[k] += chances[i] * x
		}
	}
	row := make([]float64, len(w))
	for i, chance := range chances {
		for k := range row {
			if row[k] = -mean[k]; i < len(c.options) {
				row[k] += c.options[i].x[k]
			}
		}
		right := i == c.truth || i == len(c.options) && c.truth == none
		chance = max(chance, ridge)
		n.Add(row, (float64(one(right))-chance)/chance, chance)
	}
}
