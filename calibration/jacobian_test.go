package calibration

import (
	"math"
	"testing"
)

// The derivatives are those that small steps show.
func TestProjectNearAgreesWithSmallSteps(t *testing.T) {
	cam := Camera{Width: 1280, Height: 720, K: [3][3]float64{{900, 0.3, 641}, {0, 890, 355}, {0, 0, 1}},
		Dist: [5]float64{-0.12, 0.04, 0.003, -0.002, 0.01}}
	const step = 1e-4
	for _, p := range [][3]float64{{0, 0, 500}, {210, -120, 480}, {-330, 170, 700}} {
		at, j := cam.ProjectNear(p[0], p[1], p[2])
		if at != cam.Project(p[0], p[1], p[2]) {
			t.Errorf("%v is shown at %v, not %v", p, at, cam.Project(p[0], p[1], p[2]))
		}
		for k := range p {
			q, o := p, p
			q[k] += step
			o[k] -= step
			more, less := cam.Project(q[0], q[1], q[2]), cam.Project(o[0], o[1], o[2])
			for row, want := range [2]float64{(more.X - less.X) / (2 * step), (more.Y - less.Y) / (2 * step)} {
				if math.Abs(j[row][k]-want) > 1e-5 {
					t.Errorf("at %v the derivative of pixel axis %d by axis %d is %g, small steps show %g", p, row, k, j[row][k], want)
				}
			}
		}
	}
}
