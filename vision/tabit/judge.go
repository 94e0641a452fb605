package tabit

import (
	"bytes"
	_ "embed" // the judges
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"sync"
)

// Class is what a box may hold.
type Class int

// The classes. Text is a card that says something: Reverse or Exchange, or TABIT.
const (
	Empty Class = iota
	Down
	Letter
	Moon
	Star
	Tree
	Text
	classes
)

const hidden = 64

// net has one hidden layer of rectified units.
type net struct {
	In        [hidden][features]float32
	InBias    [hidden]float32
	Out       [classes][hidden]float32
	OutBias   [classes]float32
	Certainty float32 // what its answers are multiplied with, so that they mean what they say
}

// scores are natural logarithms of how probable each class is.
func (n *net) scores(v *vector) (out [classes]float64) {
	var act [hidden]float32
	for h := range act {
		sum := n.InBias[h]
		row := &n.In[h]
		for i, x := range v {
			sum += row[i] * x
		}
		act[h] = max(sum, 0)
	}
	for c := range out {
		sum := n.OutBias[c]
		for h, a := range act {
			sum += n.Out[c][h] * a
		}
		out[c] = float64(sum * n.Certainty)
	}
	top, sum := math.Inf(-1), 0.0
	for _, s := range out {
		top = max(top, s)
	}
	for _, s := range out {
		sum += math.Exp(s - top)
	}
	for c := range out {
		out[c] -= top + math.Log(sum)
	}
	return out
}

//go:embed kind.bin
var kindFile []byte

//go:embed subject.bin
var subjectFile []byte

// kinds classifies what a box holds, subjects classifies pictures. They are read once; the files are part of the program, so one
// that does not fit is a broken build.
var (
	kinds    = sync.OnceValue(func() *net { return mustRead("kind", kindFile) })
	subjects = sync.OnceValue(func() *net { return mustRead("subject", subjectFile) })
)

func mustRead(name string, file []byte) *net {
	n, err := readNet(file)
	if err != nil {
		panic(fmt.Sprintf("vision/tabit: the embedded %s.bin does not fit this program: %v", name, err))
	}
	return n
}

// layers are the net's numbers, in the order of the file.
func (n *net) layers() [][]float32 {
	var in, out []float32
	for h := range n.In {
		in = append(in, n.In[h][:]...)
	}
	for c := range n.Out {
		out = append(out, n.Out[c][:]...)
	}
	return [][]float32{in, n.InBias[:], out, n.OutBias[:], {n.Certainty}}
}

// write writes numbers of 16 bits: each layer has one scale.
func (n *net) write(w io.Writer) error {
	var b bytes.Buffer
	for _, layer := range n.layers() {
		peak := float32(1e-9)
		for _, x := range layer {
			peak = max(peak, float32(math.Abs(float64(x))))
		}
		_ = binary.Write(&b, binary.LittleEndian, peak) // a buffer takes all
		for _, x := range layer {
			_ = binary.Write(&b, binary.LittleEndian, int16(math.Round(float64(x/peak*32767))))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func readNet(file []byte) (*net, error) {
	n := new(net)
	r := bytes.NewReader(file)
	var read [][]float32
	for _, layer := range n.layers() {
		var peak float32
		raw := make([]int16, len(layer))
		if err := binary.Read(r, binary.LittleEndian, &peak); err != nil {
			return nil, err
		}
		if err := binary.Read(r, binary.LittleEndian, raw); err != nil {
			return nil, err
		}
		numbers := make([]float32, len(raw))
		for i, x := range raw {
			numbers[i] = float32(x) * peak / 32767
		}
		read = append(read, numbers)
	}
	if r.Len() > 0 {
		return nil, fmt.Errorf("%d bytes too many", r.Len())
	}
	n.take(read)
	return n, nil
}

// take is the opposite of layers.
func (n *net) take(layers [][]float32) {
	for h := range n.In {
		copy(n.In[h][:], layers[0][h*features:])
	}
	copy(n.InBias[:], layers[1])
	for c := range n.Out {
		copy(n.Out[c][:], layers[2][c*hidden:])
	}
	copy(n.OutBias[:], layers[3])
	n.Certainty = layers[4][0]
}
