package conv

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"tilewatch/vision/nn"
)

const magic = "TWNNCONV"

type header struct {
	Shape
	Encoding   nn.Encoding   `json:"encoding"`
	Provenance nn.Provenance `json:"provenance"`
}

// Read reads a network's file, in the form of package nn's with another magic; its layers are, for each convolution, weights, biases and gains.
func Read(file []byte) (*Net, error) {
	var h header
	rest, err := nn.Unseal(magic, file, &h)
	if err != nil {
		return nil, err
	}
	n, err := parse(&h, rest)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", nn.ErrCorrupt, err)
	}
	return n, nil
}

func parse(h *header, rest []byte) (*Net, error) {
	if err := errors.Join(h.Check(), h.Provenance.Check()); err != nil {
		return nil, err
	}
	var weights, layer []float32
	var err error
	steps, _ := h.plan()
	for _, s := range steps {
		for _, length := range s.lengths() {
			if layer, rest, err = h.Encoding.Take(rest, length); err != nil {
				return nil, err
			}
			weights = append(weights, layer...)
		}
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%d bytes too many", len(rest))
	}
	n, err := New(h.Shape, weights)
	if err != nil {
		return nil, err
	}
	n.Provenance = h.Provenance
	return n, nil
}

// lengths are how many weights and biases a step has.
func (s *Step) lengths() []int {
	if s.Kind != Convolve {
		return nil
	}
	if s.Rectify {
		return []int{s.Bias - s.Weights, s.Outputs, s.Outputs}
	}
	return []int{s.Bias - s.Weights, s.Outputs}
}

// Save writes NAME.bin, the network's file, and NAME.md beside it, its provenance for people. file ends with ".bin".
func (n *Net) Save(file string, e nn.Encoding) error {
	if err := n.Provenance.Check(); err != nil {
		return err
	}
	var layers [][]float32
	for _, s := range n.Steps {
		at := s.Weights
		for _, length := range s.lengths() {
			layers = append(layers, n.Weights[at:at+length])
			at += length
		}
	}
	sealed, err := nn.Seal(magic, header{n.Shape, e, n.Provenance}, e, layers...)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, sealed, 0o644); err != nil {
		return err
	}
	p := n.Provenance
	page := fmt.Sprintf("# %s\n\n- Shape: channels %v, depth %v, outputs %d, %d weights\n- Data: %s\n- Command: %s\n- Commit: %s\n- Score: %s\n",
		file[strings.LastIndexByte(file, '/')+1:], n.Channels, n.Depth, n.Outputs, len(n.Weights), p.Data, p.Command, p.Commit, p.Score)
	return os.WriteFile(strings.TrimSuffix(file, ".bin")+".md", []byte(page), 0o644)
}
