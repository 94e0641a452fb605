package conv_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/vision/nn/conv"
)

func drawn(t testing.TB, s conv.Shape, seed uint64) *conv.Net {
	r := rand.New(rand.NewPCG(seed, 1))
	w := make([]float32, s.Count())
	for i := range w {
		w[i] = float32(r.NormFloat64() * 0.3)
	}
	n, err := conv.New(s, w)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

var small = conv.Shape{Channels: []int{16, 32}, Depth: []int{1, 2}, Outputs: 16}

func noise(w, h int, seed uint64) *conv.Picture {
	r := rand.New(rand.NewPCG(seed, 2))
	p := &conv.Picture{Width: w, Height: h, RGB: make([]uint8, 3*w*h)}
	for i := range p.RGB {
		p.RGB[i] = uint8(r.IntN(256))
	}
	return p
}

// loss is a weighted sum of the outputs' squares, with its gradient.
func loss(out *conv.Map, g *conv.Map) (sum float64) {
	for y := range out.Height {
		for x := range out.Width {
			for c, v := range out.At(x, y) {
				k := float64((x+2*y+3*c)%5) - 1.5
				sum += k * float64(v) * float64(v)
				if g != nil {
					g.At(x, y)[c] = float32(2 * k * float64(v))
				}
			}
		}
	}
	return sum
}

func TestTheGradientIsTheSlope(t *testing.T) {
	n := drawn(t, small, 1)
	p := n.NewPass(20, 12, 1)
	p.Load(noise(20, 12, 1))
	g := p.NewGradients()
	loss(p.Run(), g.Outputs())
	p.Backward(g)
	r := rand.New(rand.NewPCG(5, 5))
	for range 60 {
		i := r.IntN(len(n.Weights))
		w := n.Weights[i]
		const step = 1e-3
		n.Weights[i] = w + step
		up := loss(p.Run(), nil)
		n.Weights[i] = w - step
		down := loss(p.Run(), nil)
		n.Weights[i] = w
		slope := (up - down) / (2 * step)
		if got := float64(g.Weights[i]); math.Abs(got-slope) > 0.02*math.Abs(slope)+0.05 {
			t.Errorf("weight %d: gradient %g, slope %g", i, got, slope)
		}
	}
}

func TestGoroutinesShareRows(t *testing.T) {
	n := drawn(t, conv.Shape{Channels: []int{16, 16, 16}, Depth: []int{1, 1, 1}, Outputs: 16}, 1)
	for _, size := range [][2]int{{100, 80}, {64, 152}, {40, 184}, {72, 104}} { // halves of odd height among them
		one, some := n.NewPass(size[0], size[1], 1), n.NewPass(size[0], size[1], 3)
		m := noise(size[0], size[1], 3)
		one.Load(m)
		want := one.Run()
		for range 20 {
			some.Load(m)
			for i, v := range some.Run().Data {
				if v != want.Data[i] {
					t.Fatalf("%v: number %d is %g and %g", size, i, v, want.Data[i])
				}
			}
		}
	}
}

func BenchmarkForward(b *testing.B) {
	n := drawn(b, conv.Shape{Channels: []int{16, 32, 48, 64}, Depth: []int{2, 2, 2, 3}, Outputs: 16}, 1)
	p := n.NewPass(640, 360, 1)
	p.Load(noise(640, 360, 1))
	for b.Loop() {
		p.Run()
	}
}

func BenchmarkBackward(b *testing.B) {
	n := drawn(b, conv.Shape{Channels: []int{16, 32, 48, 64}, Depth: []int{2, 2, 2, 3}, Outputs: 16}, 1)
	p := n.NewPass(640, 360, 1)
	p.Load(noise(640, 360, 1))
	g := p.NewGradients()
	loss(p.Run(), g.Outputs())
	for b.Loop() {
		p.Backward(g)
	}
}
