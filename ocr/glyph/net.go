package glyph

import (
	"fmt"
	"math"

	"tilewatch/vision/nn"
)

// Classes are A to Z and blank.
const Classes = 27

// Net scores a face's features in its four quarter turns.
type Net struct {
	*nn.Net
	Calibration
}

// Shape is that of a net with so many hidden units.
func Shape(hidden int) nn.Shape {
	return nn.Shape{Inputs: Features, Hidden: hidden, Outputs: Classes, Activation: nn.Rectified, BiasLast: true}
}

// calibrationName is the constant of a net's file that holds its Calibration, in this order.
const calibrationName = "calibration"

// Calibration makes the answers of a net mean what they say. Alone multiplies the outputs (the inverse of a temperature)
// where there is only the gray plane, Gray and Chroma where there are both. Doubt is the share of faces that look like no
// letter at all.
type Calibration struct{ Alone, Gray, Chroma, Doubt float32 }

// Uncalibrated is where calibrating begins.
var Uncalibrated = Calibration{Alone: 1, Gray: 0.6, Chroma: 0.6, Doubt: 1e-3}

// Keep writes the calibration to the net's constants.
func (n *Net) Keep() {
	n.Constants = map[string][]float32{calibrationName: {n.Alone, n.Gray, n.Chroma, n.Doubt}}
}

// Scores are the raw outputs for the four quarter turns.
func (n *Net) Scores(v *[4]Vector, out *[4][Classes]float32) {
	var inputs [4 * Features]float32
	var outputs [4 * Classes]float32
	for k := range v {
		copy(inputs[k*Features:], v[k][:])
	}
	n.Forward(inputs[:], outputs[:])
	for k := range out {
		copy(out[k][:], outputs[k*Classes:])
	}
}

// Posterior is the logarithm of how likely each letter in each quarter turn is, and blank: 105 possibilities, for a face
// that is as likely to be blank as any one letter, and as likely to lie one way as another.
type Posterior struct {
	Letters [4][26]float64
	Blank   float64
}

// PosteriorOf turns outputs into a posterior. The blank's score is the mean of the four turns'.
func PosteriorOf(s *[4][Classes]float32) (p Posterior) {
	for k := range s {
		for c := range 26 {
			p.Letters[k][c] = float64(s[k][c])
		}
	}
	p.Blank = float64(s[0][26]+s[1][26]+s[2][26]+s[3][26]) / 4
	p.normalize()
	return p
}

// normalize makes the shares sum to one.
func (p *Posterior) normalize() {
	top := p.Blank
	for k := range p.Letters {
		for _, x := range p.Letters[k] {
			top = max(top, x)
		}
	}
	sum := math.Exp(p.Blank - top)
	for k := range p.Letters {
		for _, x := range p.Letters[k] {
			sum += math.Exp(x - top)
		}
	}
	log := top + math.Log(sum)
	p.Blank -= log
	for k := range p.Letters {
		for c := range p.Letters[k] {
			p.Letters[k][c] -= log
		}
	}
}

// pool weighs p by a and adds q weighed by b: the opinions of two witnesses who saw nearly the same.
func (p *Posterior) pool(a float64, q *Posterior, b float64) {
	p.Blank *= a
	for k := range p.Letters {
		for c := range p.Letters[k] {
			p.Letters[k][c] *= a
		}
	}
	if q != nil {
		p.Blank += b * q.Blank
		for k := range p.Letters {
			for c := range p.Letters[k] {
				p.Letters[k][c] += b * q.Letters[k][c]
			}
		}
	}
	p.normalize()
}

// Likelihoods turns the posteriors of a face's gray and chroma planes (nil without one) into likelihoods: the calibrated
// posterior, mixed with the doubt, over the prior.
func (n *Net) Likelihoods(gray Posterior, chroma *Posterior) (l Letters) {
	c := n.Calibration
	if chroma == nil {
		gray.pool(float64(c.Alone), nil, 0)
	} else {
		gray.pool(float64(c.Gray), chroma, float64(c.Chroma))
	}
	doubt := float64(c.Doubt)
	for k := range l {
		for c := range 26 {
			l[k][c] = math.Log(math.Exp(gray.Letters[k][c])*4*(1-doubt) + doubt/27)
		}
		l[k][26] = math.Log(math.Exp(gray.Blank)*(1-doubt) + doubt/27)
	}
	return l
}

// ReadNet reads a net's file.
func ReadNet(file []byte) (*Net, error) {
	n, err := nn.Read(file)
	if err != nil {
		return nil, fmt.Errorf("weights of the letter net: %w", err)
	}
	if n.Shape != Shape(n.Hidden) {
		return nil, fmt.Errorf("weights of the letter net have the shape %+v, want %+v: train them again", n.Shape, Shape(n.Hidden))
	}
	c, err := n.Constant(calibrationName, 4)
	if err != nil {
		return nil, fmt.Errorf("weights of the letter net: %w", err)
	}
	return &Net{n, Calibration{c[0], c[1], c[2], c[3]}}, nil
}
