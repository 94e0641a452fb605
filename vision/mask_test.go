package vision

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"
)

// drawn is a mask from rows of text, in which # is lit.
func drawn(rows ...string) mask {
	m := mask{w: len(rows[0])}
	for _, c := range strings.Join(rows, "") {
		on := uint8(0)
		if c == '#' {
			on = lit
		}
		m.on = append(m.on, on)
	}
	return m
}

func TestParts(t *testing.T) {
	for _, c := range []struct {
		name string
		mask mask
		want []part
	}{
		{"nothing lit is no part", drawn("...", "..."), nil},
		{"pixels that meet at corners are one", drawn("#..#", ".##."), []part{{0, 0, 4, 2, 4}}},
		{"pixels a column apart are two", drawn("#.#", "#.#"), []part{{0, 0, 1, 2, 2}, {2, 0, 1, 2, 2}}},
		{"arms that join below are one", drawn("#.#.#", "#.#.#", "#####"), []part{{0, 0, 5, 3, 11}}},
		{"a part within a ring is its own", drawn("#####", "#...#", "#.#.#", "#...#", "#####"), []part{{0, 0, 5, 5, 16}, {2, 2, 1, 1, 1}}},
		{"the end of a row does not touch the next one's beginning", drawn("..#", "...", "#.."), []part{{2, 0, 1, 1, 1}, {0, 2, 1, 1, 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.mask.parts(); !slices.Equal(got, c.want) {
				t.Errorf("parts are %v, want %v", got, c.want)
			}
		})
	}
}

// OpenCV's connected components are the same ones, at any density.
func TestPartsAreOpenCVs(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for density := 0.02; density < 1; density += 0.07 {
		m := mask{w: 97, on: make([]uint8, 97*61)}
		for i := range m.on {
			if rng.Float64() < density {
				m.on[i] = lit
			}
		}
		got, want := m.parts(), openCVParts(t, m)
		for _, all := range [][]part{got, want} {
			slices.SortFunc(all, func(a, b part) int {
				return slices.Compare([]int{a.x, a.y, a.w, a.h, a.area}, []int{b.x, b.y, b.w, b.h, b.area})
			})
		}
		if !slices.Equal(got, want) {
			t.Errorf("density %.2f: %d parts, OpenCV finds %d", density, len(got), len(want))
		}
	}
}

func openCVParts(t *testing.T, m mask) (all []part) {
	t.Helper()
	bits, err := gocv.NewMatFromBytes(len(m.on)/m.w, m.w, gocv.MatTypeCV8U, m.on)
	if err != nil {
		t.Fatal(err)
	}
	labels, stats, centers := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer bits.Close()
	defer labels.Close()
	defer stats.Close()
	defer centers.Close()
	for i := range gocv.ConnectedComponentsWithStats(bits, &labels, &stats, &centers) {
		if i > 0 {
			at := func(k int) int { return int(stats.GetIntAt(i, k)) }
			all = append(all, part{at(0), at(1), at(2), at(3), at(4)})
		}
	}
	return all
}
