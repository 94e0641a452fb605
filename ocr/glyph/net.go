package glyph

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// Classes are A to Z and blank.
const Classes = 27

// Net is a net with one hidden layer: Features in, Hidden rectified units, Classes out.
type Net struct {
	Hidden int
	W1     []float32 // Hidden rows of Features
	B1     []float32
	W2     []float32 // Classes rows of Hidden
	B2     []float32
	Calibration
}

// Calibration makes the answers of a net mean what they say. Alone multiplies the outputs (the inverse of a temperature)
// where there is only the gray plane, Gray and Chroma where there are both. Doubt is the share of faces that look like no
// letter at all.
type Calibration struct{ Alone, Gray, Chroma, Doubt float32 }

// NewNet is a net of zeros.
func NewNet(hidden int) *Net {
	return &Net{
		Hidden: hidden, W1: make([]float32, hidden*Features), B1: make([]float32, hidden),
		W2: make([]float32, Classes*hidden), B2: make([]float32, Classes),
		Calibration: Calibration{Alone: 1, Gray: 0.6, Chroma: 0.6, Doubt: 1e-3},
	}
}

// Scores are the raw outputs for the four quarter turns. scratch has 4*Hidden places.
func (n *Net) Scores(v *[4]Vector, scratch []float32, out *[4][Classes]float32) {
	for h := range n.Hidden {
		s := Dot4(n.W1[h*Features:(h+1)*Features], v[0][:], v[1][:], v[2][:], v[3][:])
		for k := range s {
			scratch[k*n.Hidden+h] = max(s[k]+n.B1[h], 0)
		}
	}
	s := scratch
	for c := range Classes {
		row := n.W2[c*n.Hidden : (c+1)*n.Hidden]
		d := Dot4(row, s[:n.Hidden], s[n.Hidden:2*n.Hidden], s[2*n.Hidden:3*n.Hidden], s[3*n.Hidden:4*n.Hidden])
		for k := range d {
			out[k][c] = d[k] + n.B2[c]
		}
	}
}

// Dot4 is the product of one row with four vectors: each weight is fetched once.
func Dot4(w, a, b, c, d []float32) [4]float32 {
	a, b, c, d = a[:len(w)], b[:len(w)], c[:len(w)], d[:len(w)]
	var s0, s1, s2, s3 float32
	for i, x := range w {
		s0 += x * a[i]
		s1 += x * b[i]
		s2 += x * c[i]
		s3 += x * d[i]
	}
	return [4]float32{s0, s1, s2, s3}
}

// Posterior is the logarithm of how likely each letter in each quarter turn is, and blank: 105 possibilities, for a face
// that is as likely to be blank as any one letter, and as likely to lie one way as another.
type Posterior struct {
	Letters [4][26]float64
	Blank   float64
}

// Posterior turns outputs into a posterior. The blank's score is the mean of the four turns'.
func (n *Net) Posterior(s *[4][Classes]float32) (p Posterior) {
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

// weightsMagic begins a file of weights; its last byte is the version.
const weightsMagic = "TWGLYPH\x02"

// WriteTo writes the net with weights of 16 bits: each layer has one scale.
func (n *Net) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	b.WriteString(weightsMagic)
	for _, v := range []any{uint32(Features), uint32(n.Hidden), n.Calibration} {
		_ = binary.Write(&b, binary.LittleEndian, v)
	}
	for _, layer := range [][]float32{n.W1, n.B1, n.W2, n.B2} {
		peak := float32(1e-9)
		for _, x := range layer {
			peak = max(peak, float32(math.Abs(float64(x))))
		}
		_ = binary.Write(&b, binary.LittleEndian, peak)
		for _, x := range layer {
			_ = binary.Write(&b, binary.LittleEndian, int16(math.Round(float64(x/peak*32767))))
		}
	}
	return b.WriteTo(w)
}

// ReadNet reads what WriteTo wrote.
func ReadNet(data []byte) (*Net, error) {
	r := bytes.NewReader(data)
	magic := make([]byte, len(weightsMagic))
	if _, err := io.ReadFull(r, magic); err != nil || string(magic) != weightsMagic {
		return nil, fmt.Errorf("weights of the letter net begin with %q, want %q: train them again", magic, weightsMagic)
	}
	var head struct {
		Features, Hidden uint32
		Calibration
	}
	if err := binary.Read(r, binary.LittleEndian, &head); err != nil {
		return nil, fmt.Errorf("weights of the letter net: %w", err)
	}
	if head.Features != Features || head.Hidden == 0 || head.Hidden > 4096 {
		return nil, fmt.Errorf("weights of the letter net are for %d features and %d hidden units, want %d features: train them again", head.Features, head.Hidden, Features)
	}
	n := NewNet(int(head.Hidden))
	n.Calibration = head.Calibration
	for _, layer := range [][]float32{n.W1, n.B1, n.W2, n.B2} {
		if err := readLayer(r, layer); err != nil {
			return nil, fmt.Errorf("weights of the letter net: %w", err)
		}
	}
	return n, nil
}

func readLayer(r io.Reader, layer []float32) error {
	var peak float32
	if err := binary.Read(r, binary.LittleEndian, &peak); err != nil {
		return err
	}
	raw := make([]int16, len(layer))
	if err := binary.Read(r, binary.LittleEndian, raw); err != nil {
		return err
	}
	for i, x := range raw {
		layer[i] = float32(x) * peak / 32767
	}
	return nil
}
