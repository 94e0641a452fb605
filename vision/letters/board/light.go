package board

import (
	"math"
	"slices"

	"tilewatch/vision/blob"
	"tilewatch/vision/linear"
)

// A blank of a wooden set differs from the empty squares around it by less than the light does from one side of the board to the other. So
// lightModel fits both at once: how the light changes over the board, and the one step in color from squares to tiles.
const (
	plainTiles   = 4 // of a sort that the colors are learned from
	plainBare    = 5
	plainSame    = 0.12  // logarithm of a channel: squares of the board's own color, printed ones having others
	plainDensity = 3     // of all bare squares, so many times as many as have the board's own color at least
	plainReach   = 11.0  // squared deviations of a plain square
	plainNoise   = 0.012 // logarithm of a channel, the least deviation
	plainRounds  = 5
	plainFar     = 6.0 // squared deviations from which on a color is neither's
	plainAlike   = 6.0 // deviations between tiles and squares
	plainLight   = 12  // gray levels that no ink and no lens lets through
)

// lightRidge keeps slopes small that few rows or columns determine: the light over a board changes little from square to square.
var lightRidge = [4]float64{1e-6, 4, 4, 1e-6}

// lightModel is the light over a board: the logarithm of each channel as a linear function of row, column, and tile or square.
type lightModel struct {
	channel [3][4]float64 // at the board's origin, for each row, each column, and for a tile
	inverse [3][3]float64 // of what it leaves unexplained, the covariance
}

// logColor are the logarithms of a face's color.
func logColor(c [3]float64) (l [3]float64) {
	for k := range l {
		l[k] = math.Log(c[k] + plainLight)
	}
	return l
}

// fitLight fits the model to a board's tiles and to empty squares, which mostly have the board's color; false if there are too few.
func fitLight(tiles, bare []*Cell) (p lightModel, ok bool) {
	if len(tiles) < plainTiles || len(bare) < plainBare {
		return p, false
	}
	square := bare
	for round := range plainRounds {
		if !p.fit(tiles, square) {
			return p, false
		}
		if round == 0 {
			square = p.densest(bare)
		} else {
			square = slices.Clone(bare)
			square = slices.DeleteFunc(square, func(c *Cell) bool { return p.mahalanobis(c, 0) > plainReach })
		}
		if len(square) < plainBare {
			return p, false
		}
	}
	return p, p.fit(tiles, square)
}

// densest are the empty squares around the most common color, without the light (a mode of their density).
func (p *lightModel) densest(bare []*Cell) (same []*Cell) {
	rests := make([][3]float64, len(bare))
	for i, c := range bare {
		rests[i] = p.residual(c, 0)
	}
	densest, middle := math.Inf(1), 0
	gaps := make([]float64, len(bare))
	for i, a := range rests {
		for j, b := range rests {
			gaps[j] = (a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2])
		}
		slices.Sort(gaps)
		if gap := gaps[len(gaps)/plainDensity]; gap < densest {
			densest, middle = gap, i
		}
	}
	for i, c := range bare {
		if blob.ColorGap(rests[i], rests[middle]) < plainSame {
			same = append(same, c)
		}
	}
	return same
}

// fit fits the light and the step to tiles by least squares with a ridge.
func (p *lightModel) fit(tiles, square []*Cell) bool {
	var normal [3]*linear.Normal // for each channel
	for k := range normal {
		normal[k] = linear.NewNormal(len(lightRidge))
	}
	each := func(visit func(c *Cell, tile float64)) {
		for _, c := range tiles {
			visit(c, 1)
		}
		for _, c := range square {
			visit(c, 0)
		}
	}
	each(func(c *Cell, tile float64) {
		x, l := regressors(c, tile), logColor(c.Ground)
		for k := range l {
			normal[k].Add(x[:], l[k], 1)
		}
	})
	for k := range normal {
		for i, weight := range lightRidge {
			normal[k].AddOne(i, 0, weight)
		}
		solved, ok := normal[k].Solve()
		if !ok {
			return false
		}
		copy(p.channel[k][:], solved)
	}
	var cov [3][3]float64
	each(func(c *Cell, tile float64) {
		r := p.residual(c, tile)
		for i := range r {
			for j := range r {
				cov[i][j] += r[i] * r[j] / float64(len(tiles)+len(square))
			}
		}
	})
	for i := range cov {
		cov[i][i] += plainNoise * plainNoise
	}
	return p.invert(&cov)
}

// invert notes the inverse of the residuals' covariance.
func (p *lightModel) invert(cov *[3][3]float64) bool {
	rows := make([][]float64, len(cov))
	for i := range rows {
		rows[i] = cov[i][:]
	}
	inverse, ok := linear.Inverse(rows)
	for i := range inverse {
		copy(p.inverse[i][:], inverse[i])
	}
	return ok
}

// regressors of a face's color.
func regressors(c *Cell, tile float64) [4]float64 {
	return [4]float64{1, float64(c.Place.Row), float64(c.Place.Col), tile}
}

// residual is the residual of a face's color if it is a tile's (1) or an empty square's (0).
func (p *lightModel) residual(c *Cell, tile float64) (r [3]float64) {
	x := regressors(c, tile)
	r = logColor(c.Ground)
	for k := range r {
		for i, v := range x {
			r[k] -= p.channel[k][i] * v
		}
	}
	return r
}

// mahalanobis is the squared Mahalanobis distance of a face's color from a tile's (1) or an empty square's (0).
func (p *lightModel) mahalanobis(c *Cell, tile float64) (sum float64) {
	r := p.residual(c, tile)
	for i := range r {
		for j := range r {
			sum += r[i] * p.inverse[i][j] * r[j]
		}
	}
	return sum
}

// odds are the log-odds by color of a tile against an empty square; less for a color that fits neither.
func (p *lightModel) odds(c *Cell) float64 {
	square, tile := p.mahalanobis(c, 0), p.mahalanobis(c, 1)
	return (square-tile)/2 - max(min(square, tile)-plainFar, 0)/2
}

// overlap reports whether tiles and squares have nearly one color. Others are separated by their nearest neighbors.
func (p *lightModel) overlap() bool {
	sum := 0.0
	for i := range p.inverse {
		for j := range p.inverse {
			sum += p.channel[i][3] * p.inverse[i][j] * p.channel[j][3]
		}
	}
	return sum < plainAlike*plainAlike
}
