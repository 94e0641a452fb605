package hue

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// Apart is how far apart colors lie when they are divided in two where they lie farthest apart, from mean to mean, and how many the smaller part has; 0
// for fewer than two. A color is a hue and, as far as that counts, its brightness. It divides along the line of their largest spread, with the least squares
// on either side (Otsu 1979).
func Apart(colors []r3.Vec) (apart float64, fewer int) {
	if len(colors) < 2 {
		return 0, 0
	}
	all, line := mean(colors), axis(colors)
	along := func(c r3.Vec) float64 { return r3.Dot(line, r3.Sub(c, all)) }
	colors = slices.Clone(colors)
	slices.SortStableFunc(colors, func(a, b r3.Vec) int { return cmp.Compare(along(a), along(b)) })
	at, most, sum := 1, -1.0, 0.0
	for n := 1; n < len(colors); n++ {
		sum += along(colors[n-1])
		if between := sum * sum * (1/float64(n) + 1/float64(len(colors)-n)); between > most {
			at, most = n, between
		}
	}
	return r3.Norm(r3.Sub(mean(colors[:at]), mean(colors[at:]))), min(at, len(colors)-at)
}

// axis is the direction in which colors differ most: their first principal component.
func axis(colors []r3.Vec) r3.Vec {
	all, covariance := mean(colors), mat.NewSymDense(3, nil)
	for _, c := range colors {
		d := r3.Sub(c, all)
		covariance.SymRankOne(covariance, 1, mat.NewVecDense(3, []float64{d.X, d.Y, d.Z}))
	}
	var parts mat.EigenSym
	if !parts.Factorize(covariance, true) {
		return r3.Vec{X: 1}
	}
	var v mat.Dense
	parts.VectorsTo(&v)
	return r3.Vec{X: v.At(0, 2), Y: v.At(1, 2), Z: v.At(2, 2)}
}

func mean(colors []r3.Vec) (sum r3.Vec) {
	for _, c := range colors {
		sum = r3.Add(sum, c)
	}
	return r3.Scale(1/float64(len(colors)), sum)
}
