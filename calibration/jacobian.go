package calibration

import "tilewatch/engine"

// ProjectNear is Project, and how the picture's point moves with the point of space: rows are the pixel's x and y, columns
// the derivatives by x, y and z (pixels for each unit of length).
func (c *Camera) ProjectNear(x, y, z float64) (engine.Point, [2][3]float64) {
	at := c.Project(x, y, z)
	xn, yn := x/z, y/z
	k1, k2, p1, p2, k3 := c.Dist[0], c.Dist[1], c.Dist[2], c.Dist[3], c.Dist[4]
	r2 := xn*xn + yn*yn
	radial := 1 + r2*(k1+r2*(k2+r2*k3))
	slope := 2 * (k1 + r2*(2*k2+r2*3*k3)) // of radial by x is slope*x, by y slope*y
	xx := radial + slope*xn*xn + 2*p1*yn + 6*p2*xn
	xy := slope*xn*yn + 2*p1*xn + 2*p2*yn
	yy := radial + slope*yn*yn + 6*p1*yn + 2*p2*xn
	ux, uy := c.K[0][0]*xx+c.K[0][1]*xy, c.K[0][0]*xy+c.K[0][1]*yy
	vx, vy := c.K[1][1]*xy, c.K[1][1]*yy
	return at, [2][3]float64{
		{ux / z, uy / z, -(ux*xn + uy*yn) / z},
		{vx / z, vy / z, -(vx*xn + vy*yn) / z},
	}
}
