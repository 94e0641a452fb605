package nn

import (
	"fmt"
	"slices"
)

// Activation is what a hidden unit makes of its sum.
type Activation int

// The activations. TanhTable interpolates in a table, Tanh goes by a polynomial; they differ in the last digits, so a network keeps the one
// with which it was measured.
const (
	Rectified Activation = iota
	Tanh
	TanhTable
)

var activationNames = [...]string{Rectified: "rectified", Tanh: "tanh", TanhTable: "tanh table"}

func (a Activation) String() string {
	if a < 0 || int(a) >= len(activationNames) {
		return fmt.Sprintf("activation %d", int(a))
	}
	return activationNames[a]
}

// MarshalText writes the activation's name.
func (a Activation) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the activation's name.
func (a *Activation) UnmarshalText(text []byte) error {
	at := slices.Index(activationNames[:], string(text))
	if at < 0 {
		return fmt.Errorf("no activation is called %q", text)
	}
	*a = Activation(at)
	return nil
}

// Shape is a network without its numbers.
type Shape struct {
	Inputs     int        `json:"inputs"`
	Hidden     int        `json:"hidden"`
	Outputs    int        `json:"outputs"`
	Activation Activation `json:"activation"`
	Normalized bool       `json:"normalized,omitempty"` // each input is less its mean and scaled first
	BiasLast   bool       `json:"biasLast,omitempty"`   // sums end with the bias; otherwise they begin with it
	Softmax    bool       `json:"softmax,omitempty"`    // the outputs are probabilities
}

// Limits of what the arithmetic has room for, as in forward.h.
const (
	MaxInputs = 4096
	MaxUnits  = 1024
)

// Check says what is wrong with the shape, if anything.
func (s Shape) Check() error {
	switch {
	case s.Inputs < 1 || s.Inputs > MaxInputs:
		return fmt.Errorf("%d inputs: 1 to %d are possible", s.Inputs, MaxInputs)
	case s.Hidden < 1 || s.Hidden > MaxUnits:
		return fmt.Errorf("%d hidden units: 1 to %d are possible", s.Hidden, MaxUnits)
	case s.Outputs < 1 || s.Outputs > MaxUnits:
		return fmt.Errorf("%d outputs: 1 to %d are possible", s.Outputs, MaxUnits)
	case s.Activation < 0 || int(s.Activation) >= len(activationNames):
		return fmt.Errorf("unknown %v", s.Activation)
	}
	return nil
}

// Weights are a network's numbers by layer, in rows without gaps.
type Weights struct {
	Mean, Scale []float32 // of each input; empty unless the shape is normalized
	In          []float32 // a row for each input, with a weight for each hidden unit
	Bias        []float32 // of each hidden unit
	Out         []float32 // a row for each hidden unit, with a weight for each output
	OutBias     []float32 // of each output
}

// Zeros are weights of this shape, all 0, and scales of 1.
func (s Shape) Zeros() *Weights {
	w := &Weights{
		In: make([]float32, s.Inputs*s.Hidden), Bias: make([]float32, s.Hidden),
		Out: make([]float32, s.Hidden*s.Outputs), OutBias: make([]float32, s.Outputs),
	}
	if s.Normalized {
		w.Mean, w.Scale = make([]float32, s.Inputs), slices.Repeat([]float32{1}, s.Inputs)
	}
	return w
}

// layers are the weights in the order of a file.
func (w *Weights) layers() []*[]float32 {
	return []*[]float32{&w.Mean, &w.Scale, &w.In, &w.Bias, &w.Out, &w.OutBias}
}

// Net is a multilayer perceptron with one hidden layer. It does not change.
type Net struct {
	Shape
	Constants  map[string][]float32
	Provenance Provenance
	numbers    []float32 // as forward.h says
	native     native
}

// New is a network with these weights, which are copied.
func New(s Shape, w *Weights) (*Net, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	for i, want := range s.lengths() {
		if got := len(*w.layers()[i]); got != want {
			return nil, fmt.Errorf("layer %d has %d numbers: the shape wants %d", i, got, want)
		}
	}
	n := &Net{Shape: s, native: nativeOf(s)}
	n.numbers = slices.Concat(w.Mean, w.Scale, withGaps(w.In, s.Hidden), withGaps(w.Bias, s.Hidden), withGaps(w.Out, s.Outputs), withGaps(w.OutBias, s.Outputs))
	return n, nil
}

// Weights are a copy of the network's numbers.
func (n *Net) Weights() *Weights {
	w, left := n.Zeros(), n.numbers
	left = left[copy(w.Mean, left):]
	left = left[copy(w.Scale, left):]
	rows := func(to []float32, row int) {
		for ; len(to) > 0; to, left = to[row:], left[padded(row):] {
			copy(to[:row], left)
		}
	}
	rows(w.In, n.Hidden)
	rows(w.Bias, n.Hidden)
	rows(w.Out, n.Outputs)
	rows(w.OutBias, n.Outputs)
	return w
}

// withGaps pads rows with zeros to a length that the arithmetic wants.
func withGaps(rows []float32, row int) []float32 {
	all := make([]float32, 0, len(rows)/row*padded(row))
	for r := range slices.Chunk(rows, row) {
		all = append(append(all, r...), make([]float32, padded(row)-row)...)
	}
	return all
}

// Constant is one of the network's constants, which must be of this length.
func (n *Net) Constant(name string, length int) ([]float32, error) {
	c, known := n.Constants[name]
	if !known || len(c) != length {
		return nil, fmt.Errorf("the network has no constant %q of %d numbers", name, length)
	}
	return c, nil
}

// lengths are those of the layers in a file.
func (s Shape) lengths() []int {
	inputs := 0
	if s.Normalized {
		inputs = s.Inputs
	}
	return []int{inputs, inputs, s.Inputs * s.Hidden, s.Hidden, s.Hidden * s.Outputs, s.Outputs}
}
