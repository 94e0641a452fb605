package hue

import (
	"cmp"
	"math"
	"slices"
)

// Apart is how far apart hues lie when they are divided in two where they lie farthest apart, from mean to mean, and how many the smaller part has; 0
// for fewer than two. It divides along the line of their largest spread, with the least squares on either side (Otsu 1979).
func Apart(hues []Hue) (apart float64, fewer int) {
	if len(hues) < 2 {
		return 0, 0
	}
	all := meanHue(hues)
	var xx, yy, xy float64
	for _, h := range hues {
		x, y := h[0]-all[0], h[1]-all[1]
		xx, yy, xy = xx+x*x, yy+y*y, xy+x*y
	}
	sin, cos := math.Sincos(math.Atan2(2*xy, xx-yy) / 2)
	along := func(h Hue) float64 { return cos*(h[0]-all[0]) + sin*(h[1]-all[1]) }
	hues = slices.Clone(hues)
	slices.SortStableFunc(hues, func(a, b Hue) int { return cmp.Compare(along(a), along(b)) })
	at, most, sum := 1, -1.0, 0.0
	for n := 1; n < len(hues); n++ {
		sum += along(hues[n-1])
		if between := sum * sum * (1/float64(n) + 1/float64(len(hues)-n)); between > most {
			at, most = n, between
		}
	}
	return HueDistance(meanHue(hues[:at]), meanHue(hues[at:])), min(at, len(hues)-at)
}

func meanHue(hues []Hue) (mean Hue) {
	for _, h := range hues {
		for k := range h {
			mean[k] += h[k] / float64(len(hues))
		}
	}
	return mean
}
