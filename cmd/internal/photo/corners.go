package photo

import (
	"math"
	"time"

	"tilewatch/engine"
)

// Corners are a face's outline in pixels: top-left, top-right, bottom-right, bottom-left as the letter is read.
type Corners [4][2]float64

// CornersOf are a quadrilateral's, as JSON has them.
func CornersOf(q engine.Quad) Corners {
	return Corners{Pair(q[0]), Pair(q[1]), Pair(q[2]), Pair(q[3])}
}

// Pair is a point as JSON has it, to a hundredth of a pixel.
func Pair(p engine.Point) [2]float64 { return [2]float64{Round(p.X, 2), Round(p.Y, 2)} }

// Round keeps so many decimals; NaN and infinity become 0, which JSON can write.
func Round(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	if r := math.Round(v*scale) / scale; !math.IsNaN(r) && !math.IsInf(r, 0) {
		return r
	}
	return 0
}

// Milliseconds are those of a duration, to a tenth.
func Milliseconds(d time.Duration) float64 { return Round(float64(d)/1e6, 1) }

// Beside is a point so far right of a face's middle and below it as the picture is seen, in sides.
func (c Corners) Beside(right, down float64) (x, y float64) {
	side := c.Side()
	return (c[0][0]+c[2][0])/2 + right*side, (c[0][1]+c[2][1])/2 + down*side
}

// Side is the length of a face's left edge.
func (c Corners) Side() float64 { return math.Hypot(c[3][0]-c[0][0], c[3][1]-c[0][1]) }
