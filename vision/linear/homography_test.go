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
	tilted := Homography{50, 3, 700, -4, 45, 300, 0.002, -0.01}
	x, y := tilted.At(7, 9)
	if col, row, ok := tilted.Back(x, y); !ok || math.Abs(col-7) > 1e-9 || math.Abs(row-9) > 1e-9 {
		t.Errorf("column 7, row 9 lie at %v, %v, where the way back leads to %v, %v, %v", x, y, col, row, ok)
	}
	if x, y = tilted.At(0, 200); tilted[7]*200+1 < 0 {
		if _, _, ok := tilted.Back(x, y); ok {
			t.Error("what lies beyond the horizon has a place")
		}
	}
	if _, ok := FitHomography([]Pair{{0, 0, 1, 1, 1}, {1, 0, 2, 1, 1}, {2, 0, 3, 1, 1}}, false); ok {
		t.Error("points in line have a map")
	}
}
