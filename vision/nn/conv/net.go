package conv

import (
	"fmt"

	"tilewatch/vision/nn"
)

// Shape says how wide and how deep a network is.
type Shape struct {
	Channels []int `json:"channels"` // by level
	Depth    []int `json:"depth"`    // convolutions of the encoder, by level
	Outputs  int   `json:"outputs"`
}

// Inputs are the channels of the first map: 2 x 2 pixels of three colors.
const Inputs = 12

// Check says what is wrong with a shape, if anything.
func (s *Shape) Check() error {
	if len(s.Channels) == 0 || len(s.Channels) > 8 || len(s.Depth) != len(s.Channels) || s.Outputs <= 0 || s.Outputs%Lanes != 0 {
		return fmt.Errorf("a network cannot have the shape %+v", *s)
	}
	for i, c := range s.Channels {
		if c <= 0 || c%Lanes != 0 || c > 1024 || s.Depth[i] < 1 || s.Depth[i] > 8 {
			return fmt.Errorf("level %d cannot have %d channels and depth %d", i, c, s.Depth[i])
		}
	}
	return nil
}

// Cell is the number of pixels that a picture's sides are a multiple of.
func (s *Shape) Cell() int { return 2 << (len(s.Channels) - 1) }

// Kind is what a step of a network does.
type Kind int

// The kinds of steps.
const (
	Convolve Kind = iota // a convolution
	Halve                // the mean of 2 x 2 points
	Join                 // adds what comes from below, spread, to what the encoder kept
)

// Step makes one map of others. Maps have numbers: 0 is the picture.
type Step struct {
	Kind            Kind
	From, To        int
	Kept            int // of a Join: the encoder's map
	Inputs, Outputs int // channels
	Level           int // of the map that it makes
	Single          bool
	Residual        bool // it adds to its input (He and others 2016)
	Rectify         bool // its sums are normalized over the picture, and cut below 0
	Weights, Bias   int  // where they begin
	Gain            int  // of the normalized sums, where they begin
}

// Taps are the points of the input that a point of the output sees.
func (s *Step) Taps() int {
	if s.Single {
		return 1
	}
	return 9
}

// plan lists the steps of a shape, and how many weights they have.
func (s *Shape) plan() (steps []Step, weights int) {
	made := 0
	add := func(t Step) int {
		made++
		t.To = made
		if t.Kind == Convolve {
			t.Weights = weights
			weights += t.Taps() * t.Inputs * t.Outputs
			t.Bias = weights
			weights += t.Outputs
			t.Gain = weights
			if t.Rectify {
				weights += t.Outputs
			}
		}
		steps = append(steps, t)
		return made
	}
	last := len(s.Channels) - 1
	at, channels, kept := 0, Inputs, make([]int, last+1)
	for level, c := range s.Channels {
		if level > 0 {
			at = add(Step{Kind: Halve, From: at, Outputs: channels, Level: level})
		}
		for range s.Depth[level] {
			at = add(Step{Kind: Convolve, From: at, Inputs: channels, Outputs: c, Level: level, Rectify: true, Residual: channels == c})
			channels = c
		}
		kept[level] = at
	}
	for level := last - 1; level >= 0; level-- {
		c := s.Channels[level]
		at = add(Step{Kind: Convolve, From: at, Inputs: channels, Outputs: c, Level: level + 1, Single: true})
		at = add(Step{Kind: Join, From: at, Kept: kept[level], Outputs: c, Level: level})
		at = add(Step{Kind: Convolve, From: at, Inputs: c, Outputs: c, Level: level, Rectify: true, Residual: true})
		channels = c
	}
	add(Step{Kind: Convolve, From: at, Inputs: channels, Outputs: s.Outputs, Single: true})
	return steps, weights
}

// Net is a network. It never changes, so any number of goroutines may use it at a time.
type Net struct {
	Shape
	Provenance nn.Provenance
	Weights    []float32
	Steps      []Step
}

// New makes a network of weights, in the order of its steps: each convolution's by tap, input and output, then its biases, then its gains if it has some.
func New(s Shape, weights []float32) (*Net, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	n := &Net{Shape: s, Weights: weights}
	var count int
	if n.Steps, count = s.plan(); count != len(weights) {
		return nil, fmt.Errorf("a network of the shape %+v has %d weights, not %d", s, count, len(weights))
	}
	return n, nil
}

// Count is how many weights a network of a shape has.
func (s *Shape) Count() int {
	_, n := s.plan()
	return n
}
