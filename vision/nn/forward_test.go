package nn_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"tilewatch/vision/nn"
)

// made is a network with these weights.
func made(t testing.TB, s nn.Shape, w *nn.Weights) *nn.Net {
	t.Helper()
	n, err := nn.New(s, w)
	if err != nil {
		t.Fatal(err)
	}
	n.Provenance = nn.Provenance{Data: "chance", Command: "go test", Commit: "none", Score: "none"}
	return n
}

// random is a network of random weights.
func random(t testing.TB, s nn.Shape, rng *rand.Rand) *nn.Net {
	t.Helper()
	w := s.Zeros()
	for _, layer := range [][]float32{w.Mean, w.Scale, w.In, w.Bias, w.Out, w.OutBias} {
		for i := range layer {
			layer[i] = float32(0.5 * rng.NormFloat64())
		}
	}
	return made(t, s, w)
}

// shapes are networks of many sizes, so that rows fall on, below and above what the arithmetic takes at a time.
func shapes() (all []nn.Shape) {
	for _, size := range [][3]int{{1, 1, 1}, {3, 2, 4}, {66, 32, 1}, {120, 48, 22}, {198, 120, 6}, {74, 128, 1}, {360, 144, 27}, {17, 57, 9}} {
		for _, a := range []nn.Activation{nn.Rectified, nn.Tanh, nn.TanhTable} {
			s := nn.Shape{Inputs: size[0], Hidden: size[1], Outputs: size[2], Activation: a}
			all = append(all, s)
			s.Normalized, s.BiasLast, s.Softmax = true, true, true
			all = append(all, s)
		}
	}
	return all
}

// formula is what a network answers in plain arithmetic.
func formula(s nn.Shape, w *nn.Weights, x []float32) []float64 {
	hidden := make([]float64, s.Hidden)
	for h := range hidden {
		sum := float64(w.Bias[h])
		for i := range x {
			in := float64(x[i])
			if s.Normalized {
				in = (in - float64(w.Mean[i])) * float64(w.Scale[i])
			}
			sum += in * float64(w.In[i*s.Hidden+h])
		}
		if hidden[h] = math.Tanh(sum); s.Activation == nn.Rectified {
			hidden[h] = max(sum, 0)
		}
	}
	out, total := make([]float64, s.Outputs), 0.0
	for o := range out {
		out[o] = float64(w.OutBias[o])
		for h := range hidden {
			out[o] += hidden[h] * float64(w.Out[h*s.Outputs+o])
		}
		total += math.Exp(out[o])
	}
	for o := range out {
		if s.Softmax {
			out[o] = math.Exp(out[o]) / total
		}
	}
	return out
}

// TestASmallNetworkAnswersAsWorkedOutByHand: units are max(2 - 3, 0) = 0 and max(4 + 3 + 1, 0) = 8 for the inputs 2 and 3.
func TestASmallNetworkAnswersAsWorkedOutByHand(t *testing.T) {
	s := nn.Shape{Inputs: 2, Hidden: 2, Outputs: 2, Activation: nn.Rectified}
	w := &nn.Weights{In: []float32{1, 2, -1, 1}, Bias: []float32{0, 1}, Out: []float32{5, 7, 0.5, -1}, OutBias: []float32{10, 20}}
	want := []float32{14, 12}
	for _, last := range []bool{false, true} {
		s.BiasLast = last
		got := make([]float32, 2)
		if made(t, s, w).Forward([]float32{2, 3}, got); !slices.Equal(got, want) {
			t.Errorf("bias last %v: %v, want %v", last, got, want)
		}
	}
	// With means 1 and 1 and scales 2 and 3 the inputs 2 and 2 count as 2 and 3.
	s.Normalized, w.Mean, w.Scale = true, []float32{1, 1}, []float32{2, 3}
	got := make([]float32, 2)
	if made(t, s, w).Forward([]float32{2, 2}, got); !slices.Equal(got, want) {
		t.Errorf("normalized: %v, want %v", got, want)
	}
	double := make([]float64, 2)
	if made(t, s, w).ForwardDouble([]float32{2, 2}, double); !slices.Equal(double, []float64{14, 12}) {
		t.Errorf("in double precision: %v, want %v", double, want)
	}
}

func TestNetworksOfAllShapesAnswerAsTheirFormulaSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range shapes() {
		n := random(t, s, rng)
		const count = 5
		x, got := make([]float32, count*s.Inputs), make([]float32, count*s.Outputs)
		for i := range x {
			x[i] = float32(rng.NormFloat64())
		}
		n.Forward(x, got)
		for k := range count {
			for o, want := range formula(s, n.Weights(), x[k*s.Inputs:(k+1)*s.Inputs]) {
				if g := float64(got[k*s.Outputs+o]); math.Abs(g-want) > 2e-4*(1+math.Abs(want)) {
					t.Errorf("%+v, input %d, output %d: %v, want %v", s, k, o, g, want)
				}
			}
		}
	}
}

// One after the other, several at a time, and in several goroutines: the answers are the same to the last bit.
func TestAnswersDoNotHangOnHowManyAreAskedAtATime(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, s := range shapes() {
		n := random(t, s, rng)
		const count = 7
		x, one := make([]float32, count*s.Inputs), make([]float32, count*s.Outputs)
		for i := range x {
			x[i] = float32(rng.NormFloat64())
		}
		for k := range count {
			n.Forward(x[k*s.Inputs:(k+1)*s.Inputs], one[k*s.Outputs:(k+1)*s.Outputs])
		}
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				all := make([]float32, count*s.Outputs)
				if n.Forward(x, all); !slices.Equal(all, one) {
					t.Errorf("%+v: all at a time %v, one by one %v", s, all, one)
				}
			})
		}
		wait.Wait()
	}
}

func TestExtremeInputsStayWithinBounds(t *testing.T) {
	s := nn.Shape{Inputs: 1, Hidden: 1, Outputs: 1}
	w := &nn.Weights{In: []float32{1}, Bias: []float32{0}, Out: []float32{1}, OutBias: []float32{0}}
	inf := float32(math.Inf(1))
	for _, s.Activation = range []nn.Activation{nn.Tanh, nn.TanhTable} {
		n := made(t, s, w)
		for x, want := range map[float32]float32{-inf: -1, -1e30: -1, 0: 0, 1e30: 1, inf: 1} {
			var got [1]float32
			if n.Forward([]float32{x}, got[:]); math.Abs(float64(got[0]-want)) > 1e-6 {
				t.Errorf("%v of %v: %v, want %v", s.Activation, x, got[0], want)
			}
		}
		var got [1]float32
		n.Forward([]float32{float32(math.NaN())}, got[:]) // it must not lead out of memory
	}
	s.Softmax, s.Outputs = true, 2
	w.Out, w.OutBias = []float32{1, -1}, []float32{1e30, -1e30}
	var p [2]float32
	if made(t, s, w).Forward([]float32{1}, p[:]); p[0] != 1 || p[1] > 1e-30 {
		t.Errorf("probabilities %v, want all on the first", p)
	}
}

func TestInputsThatDoNotFitAreRefused(t *testing.T) {
	n := random(t, nn.Shape{Inputs: 3, Hidden: 2, Outputs: 2}, rand.New(rand.NewPCG(5, 6)))
	n.Forward(nil, nil) // none is no mistake
	for name, call := range map[string]func(){
		"part of a vector": func() { n.Forward(make([]float32, 4), make([]float32, 2)) },
		"too few outputs":  func() { n.Forward(make([]float32, 6), make([]float32, 2)) },
		"no outputs":       func() { n.ForwardDouble(make([]float32, 3), nil) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("took them")
				}
			}()
			call()
		})
	}
}

func TestShapesThatAreNoneAreRefused(t *testing.T) {
	good := nn.Shape{Inputs: 3, Hidden: 2, Outputs: 2}
	for name, change := range map[string]func(*nn.Shape){
		"no inputs":          func(s *nn.Shape) { s.Inputs = 0 },
		"too many inputs":    func(s *nn.Shape) { s.Inputs = nn.MaxInputs + 1 },
		"no hidden units":    func(s *nn.Shape) { s.Hidden = -1 },
		"too many outputs":   func(s *nn.Shape) { s.Outputs = nn.MaxUnits + 1 },
		"unknown activation": func(s *nn.Shape) { s.Activation = 9 },
	} {
		s := good
		if change(&s); s.Check() == nil {
			t.Errorf("%s: taken", name)
		}
	}
	w := good.Zeros()
	w.Bias = w.Bias[1:]
	if _, err := nn.New(good, w); err == nil {
		t.Error("a bias too few: taken")
	}
}

// BenchmarkForward has the shapes of the program's networks, asked as the program asks them.
func BenchmarkForward(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name  string
		shape nn.Shape
		count int
	}{
		{"faces", nn.Shape{Inputs: 66, Hidden: 32, Outputs: 1, Activation: nn.TanhTable, Normalized: true}, 1},
		{"edges", nn.Shape{Inputs: 120, Hidden: 48, Outputs: 22, Activation: nn.Tanh, Softmax: true}, 8},
		{"stacks", nn.Shape{Inputs: 74, Hidden: 128, Outputs: 1, Activation: nn.TanhTable, Normalized: true}, 10},
		{"letters", nn.Shape{Inputs: 360, Hidden: 128, Outputs: 27, BiasLast: true}, 4},
		{"cards", nn.Shape{Inputs: 675, Hidden: 64, Outputs: 7}, 1},
	} {
		b.Run(c.name, func(b *testing.B) {
			n := random(b, c.shape, rng)
			x, out := make([]float32, c.count*c.shape.Inputs), make([]float32, c.count*c.shape.Outputs)
			for b.Loop() {
				n.Forward(x, out)
			}
		})
	}
}
