package unet

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"tilewatch/vision/nn"
)

// newBlob is a blob of zeros for one picture.
func newBlob(channels, height, width int) *Blob { return NewBlobs(1, channels, height, width) }

// drawn is weights at random, layer by layer as a file has them: each convolution's weights, then its biases.
func drawn(t testing.TB, seed uint64, s Shape) (layers [][]float32) {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	some := func(count int) []float32 {
		layer := make([]float32, count)
		for i := range layer {
			layer[i] = float32(0.3 * r.NormFloat64())
		}
		return layer
	}
	for _, c := range s.convolutions() {
		layers = append(layers, some(c.weights()), some(c.outputs))
	}
	return layers
}

// made is a network of such layers, which computes this way.
func made(s Shape, w way, layers [][]float32) *Net {
	n := &Net{Shape: s}
	for i, c := range s.convolutions() {
		n.layers = append(n.layers, c.laid(w, layers[2*i], layers[2*i+1], &slab{}))
	}
	return n
}

func noise(seed uint64, height, width int) *Blob {
	r, b := rand.New(rand.NewPCG(seed, 1)), newBlob(inputs, height, width)
	for i := range b.Numbers {
		b.Numbers[i] = float32(r.NormFloat64())
	}
	return b
}

// naive is the same arithmetic, point by point.
type naive struct{ layers [][]float32 }

func (n *naive) convolved(in *Blob, outputs, kernel, stride int, rectify bool) *Blob {
	w, bias := n.layers[0], n.layers[1]
	n.layers = n.layers[2:]
	out := newBlob(outputs, (in.Height+stride-1)/stride, (in.Width+stride-1)/stride)
	for o := range outputs {
		for y := range out.Height {
			for x := range out.Width {
				sum := float64(bias[o])
				for c := range in.Channels {
					for i := range kernel {
						for j := range kernel {
							v, u := y*stride+i-kernel/2, x*stride+j-kernel/2
							if v >= 0 && u >= 0 && v < in.Height && u < in.Width {
								sum += float64(w[((o*in.Channels+c)*kernel+i)*kernel+j]) * float64(in.Plane(c)[v*in.Width+u])
							}
						}
					}
				}
				if rectify {
					sum = max(sum, 0)
				}
				out.Plane(o)[y*out.Width+x] = float32(sum)
			}
		}
	}
	return out
}

func (n *naive) run(s *Shape, in *Blob) *Blob {
	var kept []*Blob
	c := s.Channels
	at := n.convolved(in, s.Stem, 3, 2, true)
	if s.Quarter {
		at = n.convolved(n.convolved(at, c[0], 3, 2, true), c[0], 3, 1, true)
	} else {
		at = n.convolved(at, c[0], 3, 1, true)
	}
	for _, channels := range c[1:] {
		kept = append(kept, at)
		at = n.convolved(n.convolved(at, channels, 3, 2, true), channels, 3, 1, true)
	}
	at = n.convolved(n.convolved(at, at.Channels, 3, 1, true), at.Channels, 3, 1, true)
	if s.Encoder {
		return n.convolved(at, s.Outputs, 1, 1, false).within(blind)
	}
	for i := len(c) - 2; i >= 0; i-- {
		coarse, sum := n.convolved(at, c[i], 1, 1, false), newBlob(c[i], kept[i].Height, kept[i].Width)
		for k := range c[i] {
			for j, v := range kept[i].Plane(k) {
				sum.Plane(k)[j] = v + coarse.Plane(k)[j/sum.Width/2*coarse.Width+j%sum.Width/2]
			}
		}
		at = n.convolved(n.convolved(sum, c[i], 3, 1, true), c[i], 3, 1, true)
	}
	if !s.Quarter {
		return n.convolved(at, s.Outputs, 1, 1, false)
	}
	four, out := n.convolved(at, 4*s.Outputs, 1, 1, false), newBlob(s.Outputs, 2*at.Height, 2*at.Width)
	for i := range out.Numbers {
		c, y, x := i/out.Width/out.Height, i/out.Width%out.Height, i%out.Width
		out.Numbers[i] = four.Plane(4*c + 2*(y%2) + x%2)[y/2*four.Width+x/2]
	}
	return out
}

// within is the blob without some points along each border.
func (b *Blob) within(rim int) *Blob {
	in := newBlob(b.Channels, b.Height-2*rim, b.Width-2*rim)
	for i := range in.Numbers {
		c, y, x := i/in.Width/in.Height, i/in.Width%in.Height, i%in.Width
		in.Numbers[i] = b.Plane(c)[(y+rim)*b.Width+x+rim]
	}
	return in
}

// ways are those that this processor has.
func ways() map[string]way {
	all := map[string]way{"portable": portable}
	if fastest != portable {
		all["fastest"] = fastest
	}
	return all
}

// near fails a test if numbers are off by more than a thousandth of the largest one.
func near(t *testing.T, got, want *Blob) {
	t.Helper()
	if got.Pictures != want.Pictures || got.Channels != want.Channels || got.Height != want.Height || got.Width != want.Width {
		t.Fatalf("%d x %d x %d x %d, want %d x %d x %d x %d", got.Pictures, got.Channels, got.Height, got.Width, want.Pictures, want.Channels, want.Height, want.Width)
	}
	off, size := 0.0, 0.0
	for i, v := range want.Numbers {
		off, size = max(off, math.Abs(float64(v-got.Numbers[i]))), max(size, math.Abs(float64(v)))
	}
	if !(off <= 1e-3*size) {
		t.Errorf("off by %g in %g", off, size)
	}
}

func TestTheNetworkComputesWhatIsMeant(t *testing.T) {
	for _, s := range []Shape{{24, []int{32, 48}, 17, false, false}, {16, []int{16, 16, 32}, 3, false, false}, {5, []int{7, 9}, 2, false, false}, {8, []int{8}, 1, false, false}, {8, []int{16, 24, 8}, 2, true, false}, {8, []int{16, 24}, 3, false, true}, {8, []int{16}, 2, true, true}} {
		layers := drawn(t, 3, s)
		pictures := []*Blob{noise(5, 16, 24), noise(6, 8, 88)}
		if s.Encoder {
			pictures = []*Blob{noise(5, 5*s.Cell(), 7*s.Cell()), noise(6, 12*s.Cell(), 9*s.Cell())}
		}
		for _, in := range pictures {
			want := (&naive{layers}).run(&s, in)
			for name, w := range ways() {
				t.Run(fmt.Sprintf("%+v, %d x %d, %s", s, in.Height, in.Width, name), func(t *testing.T) {
					out, err := made(s, w, layers).Run(in)
					if err != nil {
						t.Fatal(err)
					}
					near(t, out, want)
				})
			}
		}
	}
}

// TestAllWaysAgreeOnLargePictures compares the ways of this processor on a network as large as the program's.
func TestAllWaysAgreeOnLargePictures(t *testing.T) {
	s, in := Shape{24, []int{32, 64, 96, 128, 160}, 17, false, false}, noise(7, 96, 160)
	layers := drawn(t, 4, s)
	want, err := made(s, portable, layers).Run(in)
	if err != nil {
		t.Fatal(err)
	}
	for name, w := range ways() {
		t.Run(name, func(t *testing.T) {
			out, err := made(s, w, layers).Run(in)
			if err != nil {
				t.Fatal(err)
			}
			near(t, out, want)
		})
	}
}

// TestMemoryOfOtherPicturesLeavesNoTrace runs pictures of two sizes in turn, in memory that each leaves to the other.
func TestMemoryOfOtherPicturesLeavesNoTrace(t *testing.T) {
	s := Shape{8, []int{16, 24}, 2, false, false}
	layers := drawn(t, 6, s)
	n := made(s, fastest, layers)
	for k, size := range [][2]int{{16, 24}, {8, 12}, {16, 24}, {16, 24}, {24, 16}} {
		in := noise(uint64(k), size[0], size[1])
		got, err := n.Run(in)
		if err != nil {
			t.Fatal(err)
		}
		want, err := made(s, fastest, layers).Run(in)
		if err != nil || !slices.Equal(got.Numbers, want.Numbers) {
			t.Errorf("picture %d is not what it is for a new network, %v", k, err)
		}
	}
}

func TestSeveralPicturesAreRunAsIfEachWereAlone(t *testing.T) {
	for _, s := range []Shape{{8, []int{16, 24}, 2, false, false}, {8, []int{16, 24}, 2, true, false}, {8, []int{16}, 2, false, true}} {
		high, wide := max(8, s.leastSide()), max(12, s.leastSide())
		n, all := made(s, fastest, drawn(t, 5, s)), NewBlobs(3, inputs, high, wide)
		var alone []float32
		for p := range all.Pictures {
			in := noise(uint64(p), high, wide)
			copy(all.Numbers[p*len(in.Numbers):], in.Numbers)
			out, err := n.Run(in)
			if err != nil {
				t.Fatal(err)
			}
			alone = append(alone, out.Numbers...)
		}
		out, err := n.Run(all)
		if err != nil || len(out.Numbers) != len(alone) {
			t.Fatalf("%+v: %d numbers, want %d, %v", s, len(out.Numbers), len(alone), err)
		}
		for i, v := range alone {
			if math.Abs(float64(v-out.Numbers[i])) > 1e-3*(1+math.Abs(float64(v))) {
				t.Fatalf("%+v: number %d is %g, and %g alone", s, i, out.Numbers[i], v)
			}
		}
	}
}

// TestRaceSeveralUseOneNetwork runs a network from several goroutines, with pictures of three sizes.
func TestRaceSeveralUseOneNetwork(t *testing.T) {
	s := Shape{8, []int{16, 16}, 2, false, false}
	n := made(s, fastest, drawn(t, 7, s))
	var group sync.WaitGroup
	for k := range 3 {
		in := noise(uint64(k), 8+4*k, 12)
		first, err := n.Run(in)
		if err != nil {
			t.Fatal(err)
		}
		group.Go(func() {
			for range 10 {
				out, err := n.Run(in)
				if err != nil {
					t.Error(err)
					return
				}
				for i, v := range out.Numbers {
					if v != first.Numbers[i] {
						t.Errorf("picture %d: number %d is %g, and was %g", k, i, v, first.Numbers[i])
						return
					}
				}
			}
		})
	}
	group.Wait()
}

func TestPicturesOfOtherShapesAreRefused(t *testing.T) {
	s := Shape{8, []int{16, 16}, 2, false, false}
	n := made(s, fastest, drawn(t, 1, s))
	for name, in := range map[string]*Blob{"odd": newBlob(3, 6, 8), "four channels": newBlob(4, 8, 8), "nothing": newBlob(3, 0, 8), "numbers missing": {1, 3, 8, 8, make([]float32, 9)}, "no pictures": {0, 3, 8, 8, nil}} {
		if _, err := n.Run(in); err == nil || !strings.Contains(err.Error(), "the network takes pictures") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFiles(t *testing.T) {
	shape := Shape{3, []int{4, 5}, 2, false, false}
	origin := nn.Provenance{Data: "noise", Command: "go test", Commit: "none", Score: "none"}
	layers := drawn(t, 9, shape)
	sealed := func(head header, layers ...[]float32) []byte {
		file, err := nn.Seal(magic, head, head.Encoding, layers...)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	good := sealed(header{shape, nn.Float32, origin}, layers...)
	again, from, err := Read(good)
	if err != nil || from != origin {
		t.Fatalf("%v, %+v", err, from)
	}
	in := noise(2, 8, 8)
	out, err := again.Run(in)
	if err != nil {
		t.Fatal(err)
	}
	near(t, out, (&naive{layers}).run(&shape, in))
	for name, file := range map[string][]byte{
		"a layer too few":  sealed(header{shape, nn.Float32, origin}, layers[1:]...),
		"a layer too many": sealed(header{shape, nn.Float32, origin}, append(layers, layers[0])...),
		"no provenance":    sealed(header{shape, nn.Float32, nn.Provenance{}}, layers...),
		"no levels":        sealed(header{Shape{3, nil, 2, false, false}, nn.Float32, origin}, layers...),
		"far too wide":     sealed(header{Shape{3, []int{1 << 30, 1 << 30}, 2, false, false}, nn.Float32, origin}, layers...),
		"half of it":       good[:len(good)/2],
	} {
		if _, _, err := Read(file); !errors.Is(err, nn.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := Read([]byte("something else altogether")); !errors.Is(err, nn.ErrForeign) {
		t.Errorf("something else: %v", err)
	}
}
