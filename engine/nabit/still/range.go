package still

import "math"

// Sure is the probability from which something is said, not asked: one in twenty is wrong at most.
const Sure = 0.95

// Range is how sure a number is.
type Range struct {
	Confidence float64 `json:"confidence"` // that it is right
	Low        int     `json:"low"`        // the smallest range about it that holds it with a probability of Sure
	High       int     `json:"high"`
}

// chanceUnit rounds chances to four decimals.
const chanceUnit = 1e4

// rangeOf is how sure a number is, given the chances of all.
func rangeOf(n int, chances []float64) Range {
	at := func(i int) float64 {
		if i < 0 || i >= len(chances) {
			return 0
		}
		return chances[i]
	}
	r := Range{math.Round(at(n)*chanceUnit) / chanceUnit, n, n}
	for sum := r.Confidence; sum < Sure && (r.Low > 0 || r.High < len(chances)); {
		if r.Low == 0 || r.High < len(chances) && at(r.High+1) >= at(r.Low-1) {
			r.High++
			sum += at(r.High)
		} else {
			r.Low--
			sum += at(r.Low)
		}
	}
	return r
}
