package unet

import (
	"errors"
	"fmt"

	"tilewatch/vision/nn"
)

const (
	inputs  = 3
	magic   = "TWNNUNET"
	widest  = 4096
	deepest = 8
)

// Shape says how wide and how deep a network is.
type Shape struct {
	Stem     int   `json:"stem"`     // channels of the first convolution
	Channels []int `json:"channels"` // by level, from half the picture's size on
	Outputs  int   `json:"outputs"`
	Encoder  bool  `json:"encoder,omitempty"` // it ends after the middle
}

// Check says what is wrong with a shape, if anything.
func (s *Shape) Check() error {
	if len(s.Channels) < 1 || len(s.Channels) > deepest {
		return fmt.Errorf("a network cannot have %d levels", len(s.Channels))
	}
	for _, c := range append([]int{s.Stem, s.Outputs}, s.Channels...) {
		if c < 1 || c > widest {
			return fmt.Errorf("a network cannot have the shape %+v", *s)
		}
	}
	return nil
}

// Cell is the number of pixels that a picture's sides are a multiple of.
func (s *Shape) Cell() int { return 1 << len(s.Channels) }

// step is how many pixels a point of the outputs takes each way.
func (s *Shape) step() int {
	if s.Encoder {
		return s.Cell()
	}
	return 2
}

// layers are the numbers of weights and of biases of each convolution, in turn.
func (s *Shape) layers() (lengths []int) {
	add := func(from, to, points int) { lengths = append(lengths, from*to*points, to) }
	c := s.Channels
	add(inputs, s.Stem, 9)
	add(s.Stem, c[0], 9)
	for i := 1; i < len(c); i++ {
		add(c[i-1], c[i], 9)
		add(c[i], c[i], 9)
	}
	last := c[len(c)-1]
	add(last, last, 9)
	add(last, last, 9)
	if s.Encoder {
		add(last, s.Outputs, 1)
		return lengths
	}
	for i := len(c) - 2; i >= 0; i-- {
		add(c[i+1], c[i], 1)
		add(c[i], c[i], 9)
		add(c[i], c[i], 9)
	}
	add(c[0], s.Outputs, 1)
	return lengths
}

type header struct {
	Shape
	Encoding   nn.Encoding   `json:"encoding"`
	Provenance nn.Provenance `json:"provenance"`
}

// Read reads a network's file, in the form of package nn's with another magic; its layers are each convolution's weights, by output, input, row and
// column, then its biases.
func Read(file []byte) (*Net, nn.Provenance, error) {
	var h header
	rest, err := nn.Unseal(magic, file, &h)
	if err != nil {
		return nil, nn.Provenance{}, err
	}
	n := &Net{Shape: h.Shape}
	if err := errors.Join(h.Check(), h.Provenance.Check()); err != nil {
		return nil, h.Provenance, fmt.Errorf("%w: %w", nn.ErrCorrupt, err)
	}
	for i, length := range n.layers() {
		var layer []float32
		if layer, rest, err = h.Encoding.Take(rest, length); err != nil {
			return nil, h.Provenance, fmt.Errorf("%w: layer %d: %w", nn.ErrCorrupt, i, err)
		}
		n.weights = append(n.weights, layer...)
	}
	if len(rest) > 0 {
		return nil, h.Provenance, fmt.Errorf("%w: %d bytes too many", nn.ErrCorrupt, len(rest))
	}
	return n, h.Provenance, nil
}
