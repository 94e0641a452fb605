package fit

import (
	"iter"
	"math"
	"math/rand/v2"

	"tilewatch/vision/nn"
)

// Model is a network while it is fitted. Its weights lie in one row: those of each input, the hidden units' biases, those of each hidden
// unit, the outputs' biases.
type Model struct {
	nn.Shape
	Mean, Scale []float64 // of the inputs, if the shape is normalized; Scale is what they are multiplied by
	Weights     []float64
}

// New is a model of this shape: hidden weights of size 1/sqrt(inputs) times gain, output weights of this size, biases 0.
func New(s nn.Shape, gain, out float64, rng *rand.Rand) *Model {
	m := &Model{Shape: s, Weights: make([]float64, s.Inputs*s.Hidden+s.Hidden+s.Hidden*s.Outputs+s.Outputs)}
	in, _, of, _ := m.layers(m.Weights)
	for i := range in {
		in[i] = gain * rng.NormFloat64() / math.Sqrt(float64(s.Inputs))
	}
	for i := range of {
		of[i] = out * rng.NormFloat64()
	}
	return m
}

// layers are the parts of a row of numbers such as the weights.
func (m *Model) layers(row []float64) (in, bias, out, outBias []float64) {
	a := m.Inputs * m.Hidden
	b := a + m.Hidden
	c := b + m.Hidden*m.Outputs
	return row[:a], row[a:b], row[b:c], row[c:]
}

// Normalize has the model bring such inputs to mean 0 and unit size. An input that almost never changes counts as one of variance least.
func Normalize[T float32 | float64](m *Model, inputs iter.Seq[[]T], least float64) {
	m.Mean, m.Scale = make([]float64, m.Inputs), make([]float64, m.Inputs)
	count := 0.0
	for x := range inputs {
		for k := range x {
			m.Mean[k] += float64(x[k])
			m.Scale[k] += float64(x[k]) * float64(x[k])
		}
		count++
	}
	for k := range m.Mean {
		m.Mean[k] /= count
		m.Scale[k] = 1 / math.Sqrt(max(m.Scale[k]/count-m.Mean[k]*m.Mean[k], least))
	}
}

// Of is a network as a model, to go on with.
func Of(n *nn.Net) *Model {
	w := n.Weights()
	m := &Model{Shape: n.Shape, Mean: double(w.Mean), Scale: double(w.Scale)}
	for _, layer := range [][]float32{w.In, w.Bias, w.Out, w.OutBias} {
		m.Weights = append(m.Weights, double(layer)...)
	}
	return m
}

// Net is the model as a network.
func (m *Model) Net() (*nn.Net, error) {
	in, bias, out, outBias := m.layers(m.Weights)
	w := &nn.Weights{In: single(in), Bias: single(bias), Out: single(out), OutBias: single(outBias)}
	if m.Normalized {
		w.Mean, w.Scale = single(m.Mean), single(m.Scale)
	}
	return nn.New(m.Shape, w)
}

// Folded is the same model for inputs as they come: mean and scale have gone into the first layer.
func (m *Model) Folded() *Model {
	f := &Model{Shape: m.Shape, Weights: append([]float64(nil), m.Weights...)}
	f.Normalized = false
	in, bias, _, _ := f.layers(f.Weights)
	for i, scale := range m.Scale {
		for h := range bias {
			in[i*m.Hidden+h] *= scale
			bias[h] -= in[i*m.Hidden+h] * m.Mean[i]
		}
	}
	return f
}

// Average is one model whose outputs are the mean of those of several, which share shape and inputs. Their hidden units lie side by side.
func Average(models []*Model) *Model {
	first := models[0]
	s := first.Shape
	s.Hidden *= len(models)
	all := &Model{Shape: s, Mean: first.Mean, Scale: first.Scale, Weights: make([]float64, s.Inputs*s.Hidden+s.Hidden+s.Hidden*s.Outputs+s.Outputs)}
	in, bias, out, outBias := all.layers(all.Weights)
	for n, m := range models {
		from := n * m.Hidden
		in1, bias1, out1, outBias1 := m.layers(m.Weights)
		for i := range s.Inputs {
			copy(in[i*s.Hidden+from:], in1[i*m.Hidden:(i+1)*m.Hidden])
		}
		copy(bias[from:], bias1)
		axpy(1/float64(len(models)), out1, out[from*s.Outputs:])
		axpy(1/float64(len(models)), outBias1, outBias)
	}
	return all
}

func double(from []float32) (to []float64) {
	for _, x := range from {
		to = append(to, float64(x))
	}
	return to
}

func single(from []float64) (to []float32) {
	for _, x := range from {
		to = append(to, float32(x))
	}
	return to
}

// axpy adds a times x to y.
func axpy(a float64, x, y []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += a * v
	}
}
