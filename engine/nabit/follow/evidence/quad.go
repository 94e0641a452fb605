package evidence

import (
	"math"

	"tilewatch/engine"
)

// center returns the middle of the face in the picture, and the mean length of its edges.
func center(q engine.Quad) (c engine.Point, side float64) {
	for i, p := range q {
		next := q[(i+1)%4]
		c.X, c.Y = c.X+p.X/4, c.Y+p.Y/4
		side += math.Hypot(next.X-p.X, next.Y-p.Y) / 4
	}
	return c, side
}

// heading is the direction of a letter's right in the picture, degrees clockwise.
func heading(q engine.Quad) float64 {
	return math.Atan2(q[1].Y-q[0].Y+q[2].Y-q[3].Y, q[1].X-q[0].X+q[2].X-q[3].X) * 180 / math.Pi
}
