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
	// Sharpness multiplies the outputs (the inverse of a temperature), Doubt is the share of faces that are not
	// what any letter looks like: together they make the answers calibrated.
	Sharpness, Doubt float32
}

// NewNet is a net of zeros.
func NewNet(hidden int) *Net {
	return &Net{
		Hidden: hidden, W1: make([]float32, hidden*Features), B1: make([]float32, hidden),
		W2: make([]float32, Classes*hidden), B2: make([]float32, Classes), Sharpness: 1, Doubt: 1e-3,
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

// Posterior is the share of each letter in each quarter turn, and of blank: 105 numbers that sum to one, for a
// face that is as likely to be blank as any one letter, and as likely to lie one way as another. The blank's
// score is the mean of the four turns'.
func (n *Net) Posterior(s *[4][Classes]float32) (letters [4][26]float64, blank float64) {
	top := float32(math.Inf(-1))
	for k := range s {
		for _, x := range s[k][:26] {
			top = max(top, x)
		}
	}
	b := (s[0][26] + s[1][26] + s[2][26] + s[3][26]) / 4
	top = max(top, b)
	sharp := float64(n.Sharpness)
	blank = math.Exp(sharp * float64(b-top))
	sum := blank
	for k := range s {
		for c := range 26 {
			p := math.Exp(sharp * float64(s[k][c]-top))
			letters[k][c] = p
			sum += p
		}
	}
	for k := range s {
		for c := range 26 {
			letters[k][c] /= sum
		}
	}
	return letters, blank / sum
}

// Likelihoods turns outputs into likelihoods: the posterior, mixed with the doubt, over the prior.
func (n *Net) Likelihoods(s *[4][Classes]float32) (l Letters) {
	letters, blank := n.Posterior(s)
	doubt := float64(n.Doubt)
	for k := range l {
		for c := range 26 {
			l[k][c] = math.Log(letters[k][c]*4*(1-doubt) + doubt/27)
		}
		l[k][26] = math.Log(blank*(1-doubt) + doubt/27)
	}
	return l
}

// weightsMagic begins a file of weights; its last byte is the version.
const weightsMagic = "TWGLYPH\x01"

// WriteTo writes the net with weights of 16 bits: each layer has one scale.
func (n *Net) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	b.WriteString(weightsMagic)
	for _, v := range []any{uint32(Features), uint32(n.Hidden), n.Sharpness, n.Doubt} {
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
		Sharpness, Doubt float32
	}
	if err := binary.Read(r, binary.LittleEndian, &head); err != nil {
		return nil, fmt.Errorf("weights of the letter net: %w", err)
	}
	if head.Features != Features || head.Hidden == 0 || head.Hidden > 4096 {
		return nil, fmt.Errorf("weights of the letter net are for %d features and %d hidden units, want %d features: train them again", head.Features, head.Hidden, Features)
	}
	n := NewNet(int(head.Hidden))
	n.Sharpness, n.Doubt = head.Sharpness, head.Doubt
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
