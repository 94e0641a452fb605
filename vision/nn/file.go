package nn

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// A file is, with all numbers little-endian:
//
//	8 bytes   magic: the kind of network
//	uint32    version
//	uint32    length of the header
//	header    JSON: shape, encoding, constants, provenance
//	layers    mean, scale, in, bias, out, outBias
//	uint32    CRC-32 (IEEE) of all before it
const (
	magic   = "TWNNMLP\n"
	version = 1
	prefix  = len(magic) + 8
	maxHead = 1 << 16
)

// Encoding is how a file stores weights.
type Encoding string

// The encodings. Int16 is half as long: each layer begins with its peak, a float32, which 32767 stands for. Its rows are those of the units,
// not of the inputs: each encoding keeps the order that its networks were first written in.
const (
	Float32 Encoding = "float32"
	Int16   Encoding = "int16"
)

// Provenance says where a network comes from.
type Provenance struct {
	Data    string `json:"data"`    // what it learned from
	Command string `json:"command"` // what made it
	Commit  string `json:"commit"`  // the program's version that did
	Score   string `json:"score"`   // how good it was then, on what
}

// NotRecorded stands for what the history of a network does not say.
const NotRecorded = "not recorded"

// Check says what the provenance lacks, if anything.
func (p Provenance) Check() error {
	for name, text := range map[string]string{"data": p.Data, "command": p.Command, "commit": p.Commit, "score": p.Score} {
		if text == "" {
			return fmt.Errorf("the network's provenance lacks its %s", name)
		}
	}
	return nil
}

type header struct {
	Shape
	Encoding   Encoding             `json:"encoding"`
	Constants  map[string][]float32 `json:"constants,omitempty"`
	Provenance Provenance           `json:"provenance"`
}

// Write writes the network's file.
func (n *Net) Write(w io.Writer, e Encoding) error {
	if err := n.Provenance.Check(); err != nil {
		return err
	}
	weights := n.Weights()
	if e == Int16 {
		weights.In, weights.Out = transposed(weights.In, n.Hidden), transposed(weights.Out, n.Outputs)
	}
	var layers [][]float32
	for _, layer := range weights.layers() {
		layers = append(layers, *layer)
	}
	file, err := Seal(magic, header{n.Shape, e, n.Constants, n.Provenance}, e, layers...)
	if err != nil {
		return err
	}
	_, err = w.Write(file)
	return err
}

// Seal is a network's file with this magic: head as JSON, and the layers.
func Seal(magic string, head any, e Encoding, layers ...[]float32) ([]byte, error) {
	text, err := json.MarshalIndent(head, "", " ")
	if err != nil {
		return nil, err
	}
	if len(text) > maxHead {
		return nil, fmt.Errorf("the header of the network's file has %d bytes: at most %d are possible", len(text), maxHead)
	}
	file := append([]byte(magic), binary.LittleEndian.AppendUint32(nil, version)...)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(text)))
	file = append(file, text...)
	for _, layer := range layers {
		if file, err = e.append(file, layer); err != nil {
			return nil, err
		}
	}
	return binary.LittleEndian.AppendUint32(file, crc32.ChecksumIEEE(file)), nil
}

// Errors of Read. They come with more words.
var (
	ErrForeign = errors.New("this is no file of a neural network")
	ErrCorrupt = errors.New("the neural network's file is damaged")
)

// Read reads a network's file.
func Read(file []byte) (*Net, error) {
	var h header
	layers, err := Unseal(magic, file, &h)
	if err != nil {
		return nil, err
	}
	n, err := parse(&h, layers)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return n, nil
}

// Unseal checks a network's file with this magic, reads its header, JSON, into head, and returns its layers.
func Unseal(magic string, file []byte, head any) (layers []byte, err error) {
	if len(file) < prefix+4 || string(file[:len(magic)]) != magic {
		return nil, ErrForeign
	}
	if v := binary.LittleEndian.Uint32(file[len(magic):]); v != version {
		return nil, fmt.Errorf("the neural network's file has version %d: this program reads version %d", v, version)
	}
	body, sum := file[:len(file)-4], binary.LittleEndian.Uint32(file[len(file)-4:])
	if crc32.ChecksumIEEE(body) != sum {
		return nil, fmt.Errorf("%w: its checksum is wrong", ErrCorrupt)
	}
	length := binary.LittleEndian.Uint32(file[prefix-4:])
	if length > maxHead || int(length) > len(body)-prefix {
		return nil, fmt.Errorf("%w: its header of %d bytes is too long", ErrCorrupt, length)
	}
	d := json.NewDecoder(bytes.NewReader(body[prefix : prefix+int(length)]))
	d.DisallowUnknownFields()
	if err := d.Decode(head); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return body[prefix+int(length):], nil
}

// parse reads the layers of a file with this header.
func parse(h *header, layers []byte) (*Net, error) {
	if err := errors.Join(h.Check(), h.Provenance.Check()); err != nil {
		return nil, err
	}
	w := &Weights{}
	for i, length := range h.lengths() {
		var err error
		if *w.layers()[i], layers, err = h.Encoding.Take(nil, layers, length); err != nil {
			return nil, fmt.Errorf("layer %d: %w", i, err)
		}
	}
	if len(layers) > 0 {
		return nil, fmt.Errorf("%d bytes too many", len(layers))
	}
	if h.Encoding == Int16 {
		w.In, w.Out = transposed(w.In, h.Inputs), transposed(w.Out, h.Hidden)
	}
	n, err := New(h.Shape, w)
	if err != nil {
		return nil, err
	}
	n.Constants, n.Provenance = h.Constants, h.Provenance
	return n, nil
}

// transposed turns rows of this length into columns.
func transposed(rows []float32, row int) []float32 {
	columns, height := make([]float32, len(rows)), len(rows)/row
	for i, x := range rows {
		columns[i%row*height+i/row] = x
	}
	return columns
}

// append adds a layer to a file.
func (e Encoding) append(file []byte, layer []float32) ([]byte, error) {
	for _, x := range layer {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return nil, fmt.Errorf("a weight is %v", x)
		}
	}
	switch {
	case e == Float32:
		return binary.Append(file, binary.LittleEndian, layer)
	case e != Int16:
		return nil, fmt.Errorf("unknown encoding %q", e)
	case len(layer) == 0:
		return file, nil
	}
	peak := peakOf(layer)
	file, _ = binary.Append(file, binary.LittleEndian, peak)
	for _, x := range layer {
		file = binary.LittleEndian.AppendUint16(file, uint16(coarse(x, peak)))
	}
	return file, nil
}

// Take reads a layer of some numbers off the front, into the memory that it is given if there is room.
func (e Encoding) Take(into []float32, from []byte, length int) (layer []float32, rest []byte, err error) {
	size := map[Encoding]int{Float32: 4 * length, Int16: 4 + 2*length}[e]
	switch {
	case e != Float32 && e != Int16:
		return nil, nil, fmt.Errorf("unknown encoding %q", e)
	case length == 0:
		return nil, from, nil
	case len(from) < size:
		return nil, nil, errors.New("too short")
	}
	if cap(into) < length {
		into = make([]float32, length)
	}
	layer, rest = into[:length], from[size:]
	if e == Int16 {
		peak := math.Float32frombits(binary.LittleEndian.Uint32(from))
		if most := fine(math.MinInt16, peak); most-most != 0 { // neither a number that is not, nor an infinite one
			return nil, nil, fmt.Errorf("a weight may be %v", most)
		}
		widen(from[4:size], peak, layer)
		return layer, rest, nil
	}
	for i := range layer {
		x := math.Float32frombits(binary.LittleEndian.Uint32(from[4*i:]))
		if x-x != 0 {
			return nil, nil, fmt.Errorf("a weight is %v", x)
		}
		layer[i] = x
	}
	return layer, rest, nil
}

const steps = math.MaxInt16

// coarse and fine turn a weight into 16 bits and back, for a layer with this peak.
func coarse(x, peak float32) int16 {
	return int16(min(max(math.Round(float64(x/peak*steps)), -steps), steps))
}
func fine(x int16, peak float32) float32 { return float32(x) * peak / steps }

const leastPeak = 1e-9 // of a layer of zeros

// peakOf is a layer's largest weight. What was read from 16 bits has a peak of nearly that much that gives the same weights again.
func peakOf(layer []float32) float32 {
	most := float32(leastPeak)
	for _, x := range layer {
		most = max(most, float32(math.Abs(float64(x))))
	}
	peak := math.Nextafter32(math.Nextafter32(most, 0), 0)
	for range 5 {
		if exact(layer, peak) {
			return peak
		}
		peak = math.Nextafter32(peak, math.MaxFloat32)
	}
	return most
}

// exact says whether the layer's weights come through 16 bits unchanged.
func exact(layer []float32, peak float32) bool {
	for _, x := range layer {
		if fine(coarse(x, peak), peak) != x {
			return false
		}
	}
	return true
}
