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
	Quarter  bool  `json:"quarter,omitempty"` // the levels begin at a quarter of the picture's size, and each point there gives the outputs of 2 x 2
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
func (s *Shape) Cell() int {
	if s.Quarter {
		return 2 << len(s.Channels)
	}
	return 1 << len(s.Channels)
}

// leastSide is the least side of a picture.
func (s *Shape) leastSide() int {
	if s.Encoder {
		return (2*blind + 1) * s.Cell()
	}
	return s.Cell()
}

// spread is how many points each way get their outputs from one.
func (s *Shape) spread() int {
	if s.Quarter && !s.Encoder {
		return 2
	}
	return 1
}

// convolutionShape is a layer's part of a shape.
type convolutionShape struct {
	inputs, outputs, kernel, stride int
	rectify                         bool
}

func (c *convolutionShape) weights() int { return c.inputs * c.outputs * c.kernel * c.kernel }

// convolutions are the layers, in turn.
func (s *Shape) convolutions() (all []convolutionShape) {
	c := s.Channels
	last := c[len(c)-1]
	wide := func(from, to, stride int) { all = append(all, convolutionShape{from, to, 3, stride, true}) }
	narrow := func(from, to int) { all = append(all, convolutionShape{from, to, 1, 1, false}) }
	wide(inputs, s.Stem, 2)
	if s.Quarter {
		wide(s.Stem, c[0], 2)
		wide(c[0], c[0], 1)
	} else {
		wide(s.Stem, c[0], 1)
	}
	for i := 1; i < len(c); i++ {
		wide(c[i-1], c[i], 2)
		wide(c[i], c[i], 1)
	}
	wide(last, last, 1)
	wide(last, last, 1)
	if s.Encoder {
		narrow(last, s.Outputs)
		return all
	}
	for i := len(c) - 2; i >= 0; i-- {
		narrow(c[i+1], c[i])
		wide(c[i], c[i], 1)
		wide(c[i], c[i], 1)
	}
	narrow(c[0], s.Outputs*s.spread()*s.spread())
	return all
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
	var memory slab
	convolutions, most := n.convolutions(), 0
	for _, c := range convolutions {
		most = max(most, c.weights())
	}
	weights, biases := make([]float32, min(most, len(rest))), []float32(nil) // of one layer after the other
	for i, c := range convolutions {
		if weights, rest, err = h.Encoding.Take(weights, rest, c.weights()); err == nil {
			biases, rest, err = h.Encoding.Take(biases, rest, c.outputs)
		}
		if err != nil {
			return nil, h.Provenance, fmt.Errorf("%w: layer %d: %w", nn.ErrCorrupt, i, err)
		}
		n.layers = append(n.layers, c.laid(fastest, weights, biases, &memory))
	}
	if len(rest) > 0 {
		return nil, h.Provenance, fmt.Errorf("%w: %d bytes too many", nn.ErrCorrupt, len(rest))
	}
	return n, h.Provenance, nil
}
