package unet

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// noise is a map of noise, 0 in the rims and in what only fills a vector.
func (c convolutionShape) noise(r *rand.Rand, w way, pictures, height, width int) *field {
	f := (&rooms{}).field(pictures, height, width, w.padded(c.inputs))
	for i := range pictures * height * width {
		at := f.at(i/width/height, i/width%height, i%width)
		for k := range c.inputs {
			f.numbers[at+k] = float32(r.NormFloat64())
		}
	}
	return f
}

// used is memory that holds what must not be seen.
func used(size int) []float32 { return slices.Repeat([]float32{float32(math.NaN())}, size) }

func (l *layer) byTiles(from *field, cores int) *field {
	to := &field{pictures: from.pictures, height: from.height, width: from.width, channels: l.way.padded(l.outputs)}
	to.numbers = used(to.size())
	to.clearRims()
	l.winograd(from, to, &rooms{spare: [][]float32{used(1 << 20), used(1 << 20)}}, cores)
	return to
}

// picture is one of a field as a blob, with so many channels; the rim about it must be 0.
func (f *field) picture(t *testing.T, picture, channels int) *Blob {
	t.Helper()
	b := newBlob(channels, f.height, f.width)
	for y := -1; y <= f.height; y++ {
		for x := -1; x <= f.width; x++ {
			point := f.numbers[f.at(picture, y, x):][:f.channels]
			if y < 0 || x < 0 || y == f.height || x == f.width {
				if slices.ContainsFunc(point, func(v float32) bool { return v != 0 }) {
					t.Fatalf("the rim holds %v at column %d of row %d", point, x, y)
				}
				continue
			}
			for k := range channels {
				b.Plane(k)[y*f.width+x] = point[k]
			}
		}
	}
	return b
}

// TestTilesComputeWhatIsMeant compares tiles with the arithmetic point by point, for maps smaller than a tile, of whole tiles, and of a point more.
func TestTilesComputeWhatIsMeant(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []convolutionShape{{5, 7, 3, 1, true}, {16, 24, 3, 1, false}, {24, 9, 3, 1, true}} {
		layers := [][]float32{make([]float32, c.weights()), make([]float32, c.outputs)}
		for _, numbers := range layers {
			for i := range numbers {
				numbers[i] = float32(r.NormFloat64())
			}
		}
		for _, size := range [][3]int{{1, 1, 1}, {1, 6, 12}, {1, 7, 13}, {2, 5, 3}, {3, 13, 7}, {40, 4, 5}} {
			for name, w := range ways() {
				t.Run(fmt.Sprintf("%+v, %v, %s", c, size, name), func(t *testing.T) {
					from := c.noise(r, w, size[0], size[1], size[2])
					to := c.laid(w, layers[0], layers[1], &slab{}).byTiles(from, 2)
					for p := range from.pictures {
						n := naive{layers}
						near(t, to.picture(t, p, c.outputs), n.convolved(from.picture(t, p, c.inputs), c.outputs, c.kernel, c.stride, c.rectify))
					}
				})
			}
		}
	}
}

func TestTilesAreTheSameForAnyNumberOfCores(t *testing.T) {
	r, c := rand.New(rand.NewPCG(3, 4)), convolutionShape{16, 16, 3, 1, true}
	weights := make([]float32, c.weights())
	for i := range weights {
		weights[i] = float32(r.NormFloat64())
	}
	for name, w := range ways() {
		l, from := c.laid(w, weights, make([]float32, c.outputs), &slab{}), c.noise(r, w, 2, 31, 50)
		want := l.byTiles(from, 1)
		for _, cores := range []int{2, 3, 4, 7, 64} {
			if got := l.byTiles(from, cores); !slices.Equal(got.numbers, want.numbers) {
				t.Errorf("%s: %d cores compute other numbers than one", name, cores)
			}
		}
	}
}
