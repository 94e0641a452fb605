package tabit

import (
	_ "embed" // the networks' weights
	"fmt"
	"math"
	"sync"

	"tilewatch/vision/nn"
)

// Class is what a box may hold.
type Class int

// The classes. Text is a card with words: Reverse or Exchange, or TABIT.
const (
	Empty Class = iota
	Down
	Letter
	Moon
	Star
	Tree
	Text
	Classes // how many there are
)

// Hidden is the number of hidden units of both networks.
const Hidden = 64

// Shape is that of both networks.
var Shape = nn.Shape{Inputs: Features, Hidden: Hidden, Outputs: int(Classes), Activation: nn.Rectified}

// Net classifies features.
type Net struct {
	*nn.Net
	InverseTemperature float32 // of the softmax: calibrated probabilities (temperature scaling, Guo et al. 2017)
}

// certaintyName is the constant of a net's file that holds its InverseTemperature.
const certaintyName = "certainty"

// StoreTemperature writes the inverse temperature to the network's constants.
func (n *Net) StoreTemperature() {
	n.Constants = map[string][]float32{certaintyName: {n.InverseTemperature}}
}

// Scores are the log-probabilities of the classes (softmax).
func (n *Net) Scores(v *Vector) (out [Classes]float64) {
	var sums [Classes]float32
	n.Forward(v[:], sums[:])
	for c := range out {
		out[c] = float64(sums[c] * n.InverseTemperature)
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
	kinds    = sync.OnceValue(func() *Net { return mustRead("kind", kindFile) })
	subjects = sync.OnceValue(func() *Net { return mustRead("subject", subjectFile) })
)

func mustRead(name string, file []byte) *Net {
	n, err := readNet(file)
	if err != nil {
		panic(fmt.Sprintf("vision/tabit: the embedded %s.bin does not fit this program: %v", name, err))
	}
	return n
}

func readNet(file []byte) (*Net, error) {
	n, err := nn.Read(file)
	if err != nil {
		return nil, err
	}
	if n.Shape != Shape {
		return nil, fmt.Errorf("it has the shape %+v, not %+v", n.Shape, Shape)
	}
	certainty, err := n.Constant(certaintyName, 1)
	if err != nil {
		return nil, err
	}
	return &Net{n, certainty[0]}, nil
}
