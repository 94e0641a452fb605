package vision

import "testing"

func TestAPlaneIsAnotherFromSixStandardDeviationsOn(t *testing.T) {
	p, _, _ := levelBoard()
	g := &ground{down: p.z, right: p.x, ahead: p.y, height: p.t.dot(p.z), root: [3][3]float64{{100}, {0, 100}, {0, 0, 0.5}}}
	for _, c := range []struct {
		name    string
		lift    float64 // mm; half a standard deviation each
		another bool
	}{
		{"the same height", 0, false}, {"as much higher as may be", 11.9, false}, {"a little more", 12.1, true}, {"as much lower", -12.1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := structure{pose: p}
			s.pose.t = p.t.add(p.z.scale(c.lift))
			if got := g.contradicts(&s); got != c.another {
				t.Errorf("another table: %v, want %v; it costs %.2f", got, c.another, g.misfit(&s.pose))
			}
		})
	}
}
