package linear

import (
	"math"
	"testing"
)

func TestFitHomographyFindsTheMap(t *testing.T) {
	for _, tt := range []struct {
		rule        string
		perspective bool
		want        Homography
	}{
		{"affine", false, Homography{50, 3, 700, -4, 45, 300, 0, 0}},
		{"in perspective", true, Homography{50, 3, 700, -4, 45, 300, 0.002, -0.01}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			var pairs []Pair
			for i := range 12 {
				p := Pair{Col: float64(i % 4), Row: float64(i / 4), Weight: 1}
				p.X, p.Y = tt.want.At(p.Col, p.Row)
				pairs = append(pairs, p)
			}
			got, ok := FitHomography(pairs, tt.perspective)
			if !ok {
				t.Fatal("no map")
			}
			for i := range got {
				if math.Abs(got[i]-tt.want[i]) > 1e-6 {
					t.Errorf("fitted %v, want %v", got, tt.want)
				}
			}
		})
	}
	if _, ok := FitHomography([]Pair{{0, 0, 1, 1, 1}, {1, 0, 2, 1, 1}, {2, 0, 3, 1, 1}}, false); ok {
		t.Error("points in line have a map")
	}
}
