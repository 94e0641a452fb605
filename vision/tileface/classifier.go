package tileface

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"sync"

	"tilewatch/vision/kernel"
	"tilewatch/vision/nn"
	"tilewatch/vision/picture"
)

// FeatureCount is the length of a face's feature vector: each side's edges, step, strip below, direction and likelihood, and fourteen of
// the face as a whole.
const FeatureCount = 4*(kernel.EdgeTaps+4) + 14

// Features describe a face for the judge, all of about unit size. The sides come in the order far, right of it, near,
// left of it, as the camera looks, so that what is learned in one view holds in every other.
func (v *FaceProfile) Features() [FeatureCount]float32 {
	var f [FeatureCount]float32
	far := 0
	for s := range v.away {
		if v.away[s] > v.away[far] {
			far = s
		}
	}
	// Of the two sides beside it the one that faces away more comes first: a mirror image counts as the same.
	turn := 1
	if v.away[(far+3)%4] > v.away[(far+1)%4] {
		turn = 3
	}
	n := 0
	add := func(x float64) { f[n] = float32(x); n++ }
	var strength [4]float64
	for k := range 4 {
		s := (far + k*turn) % 4
		for _, e := range v.edges[s] {
			add(e)
		}
		add(v.step[s])
		add(v.below[s])
		add(v.away[s])
		add(v.Here[s])
		strength[k] = max(v.edges[s][3], v.edges[s][4], v.edges[s][2], v.edges[s][5])
	}
	slices.Sort(strength[:])
	add(strength[0])
	add(strength[1])
	add(v.Plain)
	add(v.Plain * v.Plain)
	add(picture.Spread(v.Plastic) / 100)
	face := chroma(v.Plastic)
	add(4 * face[0])
	add(4 * face[1])
	add(face[2])
	add(math.Min(v.Ink*4, 1))
	printed := min(v.Ink*10, 1)
	along := v.inkAlong()
	add(printed * along[0] * 8)
	add(printed * along[0] * along[0] * 60)
	add(printed * along[1] * along[1] * 60)
	add(printed * math.Min(picture.ColorGap(v.inkTone, v.Plastic)/100, 1.5))
	add(printed * chroma(v.inkTone)[2])
	return f
}

// inkAlong is the ink's offset from the face's middle in the direction of the lift and across it.
func (v *FaceProfile) inkAlong() [2]float64 {
	lx, ly := v.away[1], v.away[2]
	n := math.Hypot(lx, ly)
	if n < 1e-6 {
		return v.inkAt
	}
	return [2]float64{(v.inkAt[0]*lx + v.inkAt[1]*ly) / n, (v.inkAt[1]*lx - v.inkAt[0]*ly) / n}
}

// Classifier is a small network that says how much a face looks like a tile's top face lying exactly so: a logarithmic
// score in which 0 means as likely a tile as not. Learn makes it.
type Classifier struct{ Net *nn.Net }

// JudgeShape is that of all judges of faces.
var ClassifierShape = nn.Shape{Inputs: FeatureCount, Hidden: 32, Outputs: 1, Activation: nn.TanhTable, Normalized: true}

//go:embed spot.bin
var spotFile []byte

//go:embed coarse.bin
var coarseFile []byte

//go:embed fine.bin
var fineFile []byte

// CandidateClassifier tells a single face from anything else, however rough its pose; coarseJudge finds tiles under a pose that is a
// little off; fineJudge tells levels apart under a fitted pose.
var (
	CandidateClassifier = sync.OnceValue(func() *Classifier { return &Classifier{Embedded("spot", spotFile, ClassifierShape)} })
	CoarseClassifier    = sync.OnceValue(func() *Classifier { return &Classifier{Embedded("coarse", coarseFile, ClassifierShape)} })
	FineClassifier      = sync.OnceValue(func() *Classifier { return &Classifier{Embedded("fine", fineFile, ClassifierShape)} })
)

// Embedded reads a network from a file that is part of the program: one that does not fit is a broken build.
func Embedded(name string, file []byte, shape nn.Shape) *nn.Net {
	n, err := nn.Read(file)
	if err != nil {
		panic(fmt.Sprintf("vision: the embedded %s.bin: %v", name, err))
	}
	if n.Shape != shape {
		panic(fmt.Sprintf("vision: the embedded %s.bin has the shape %+v, not %+v", name, n.Shape, shape))
	}
	return n
}

// Constant is one of an embedded network's.
func Constant(n *nn.Net, name string, length int) []float32 {
	c, err := n.Constant(name, length)
	if err != nil {
		panic(fmt.Sprintf("vision: an embedded network: %v", err))
	}
	return c
}

// Score of one face.
func (j *Classifier) Score(f [FeatureCount]float32) float64 {
	var score [1]float32
	j.Net.Forward(f[:], score[:])
	return float64(score[0])
}
