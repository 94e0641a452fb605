package blob

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"
)

func TestPieces(t *testing.T) {
	for _, c := range []struct {
		rule, drawing string
		want          []Component
	}{
		{"nothing", "..... .....", nil},
		{"all", "##### #####", []Component{{0, 0, 5, 2, 10}}},
		{"what touches at corners is one", "#.... .#... ..#..", []Component{{0, 0, 3, 3, 3}}},
		{"what is joined below is one", "#...# #...# #####", []Component{{0, 0, 5, 3, 9}}},
		{"apart", "##.## ##.## .....", []Component{{0, 0, 2, 2, 4}, {3, 0, 5, 2, 4}}},
		{"one within another", "##### #...# #.#.# #...# #####", []Component{{0, 0, 5, 5, 16}, {2, 2, 3, 3, 1}}},
	} {
		lines := strings.Fields(c.drawing)
		var mask []uint8
		for _, line := range lines {
			for _, p := range line {
				mask = append(mask, map[rune]uint8{'#': Lit, '.': 0}[p])
			}
		}
		if got := (Mask{len(lines[0]), mask}).Components(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.rule, got, c.want)
		}
	}
}

// OpenCV's connected components are the same ones, whatever the mask.
func TestPiecesAreOpenCVs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, full := range []float64{0.1, 0.35, 0.45, 0.7} {
		mask, labels, stats, centers := gocv.NewMatWithSize(97, 131, gocv.MatTypeCV8U), gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
		pix, err := mask.DataPtrUint8()
		if err != nil {
			t.Fatal(err)
		}
		for i := range pix {
			if pix[i] = 0; rng.Float64() < full {
				pix[i] = 255
			}
		}
		got := slices.Clone((Mask{mask.Cols(), pix}).Components())
		var want []Component
		n := gocv.ConnectedComponentsWithStats(mask, &labels, &stats, &centers)
		for i := 1; i < n; i++ {
			s := [5]int{}
			for k := range s {
				s[k] = int(stats.GetIntAt(i, k))
			}
			want = append(want, Component{s[0], s[1], s[0] + s[2], s[1] + s[3], s[4]})
		}
		for _, m := range []*gocv.Mat{&mask, &labels, &stats, &centers} {
			m.Close()
		}
		order := func(a, b Component) int {
			return cmp.Or(a.Y0-b.Y0, a.X0-b.X0, a.Y1-b.Y1, a.X1-b.X1, a.Area-b.Area)
		}
		slices.SortFunc(got, order)
		slices.SortFunc(want, order)
		if !slices.Equal(got, want) {
			t.Errorf("of a mask %.0f %% full there are %d pieces, OpenCV finds %d", 100*full, len(got), len(want))
		}
	}
}
