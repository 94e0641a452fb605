package vision

import (
	"bytes"
	_ "embed" // the judges
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"tilewatch/vision/kernel"
)

// featureCount is the length of a face's feature vector: each side's edges, step, strip below, direction and likelihood, and fourteen of
// the face as a whole.
const featureCount = kernel.Features

// features describe a face for the judge, all of about unit size. The sides come in the order far, right of it, near,
// left of it, as the camera looks, so that what is learned in one view holds in every other.
func (v *faceView) features() [featureCount]float64 {
	var f [featureCount]float64
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
	add := func(x float64) { f[n] = x; n++ }
	var strength [4]float64
	for k := range 4 {
		s := (far + k*turn) % 4
		for _, e := range v.edges[s] {
			add(e)
		}
		add(v.step[s])
		add(v.below[s])
		add(v.away[s])
		add(v.here[s])
		strength[k] = max(v.edges[s][3], v.edges[s][4], v.edges[s][2], v.edges[s][5])
	}
	slices.Sort(strength[:])
	add(strength[0])
	add(strength[1])
	add(v.plain)
	add(v.plain * v.plain)
	add(spread(v.plastic) / 100)
	face := chroma(v.plastic)
	add(4 * face[0])
	add(4 * face[1])
	add(face[2])
	add(math.Min(v.ink*4, 1))
	printed := min(v.ink*10, 1)
	along := v.inkAlong()
	add(printed * along[0] * 8)
	add(printed * along[0] * along[0] * 60)
	add(printed * along[1] * along[1] * 60)
	add(printed * math.Min(colorGap(v.inkTone, v.plastic)/100, 1.5))
	add(printed * chroma(v.inkTone)[2])
	return f
}

// inkAlong is the ink's offset from the face's middle in the direction of the lift and across it.
func (v *faceView) inkAlong() [2]float64 {
	lx, ly := v.away[1], v.away[2]
	n := math.Hypot(lx, ly)
	if n < 1e-6 {
		return v.inkAt
	}
	return [2]float64{(v.inkAt[0]*lx + v.inkAt[1]*ly) / n, (v.inkAt[1]*lx - v.inkAt[0]*ly) / n}
}

const judgeHidden = kernel.Units

// judge is a small network that says how much a face looks like a tile's top face lying exactly so: a logarithmic
// score in which 0 means as likely a tile as not. Learn makes it.
type judge struct {
	kernel.Layer
	Out     [judgeHidden]float32
	OutBias float32
}

//go:embed spot.bin
var spotFile []byte

//go:embed coarse.bin
var coarseFile []byte

//go:embed fine.bin
var fineFile []byte

// spotJudge tells a single face from anything else, however rough its pose; coarseJudge finds tiles under a pose that is a
// little off; fineJudge tells levels apart under a fitted pose.
var (
	spotJudge   = sync.OnceValue(func() *judge { return embedded[judge](spotFile) })
	coarseJudge = sync.OnceValue(func() *judge { return embedded[judge](coarseFile) })
	fineJudge   = sync.OnceValue(func() *judge { return embedded[judge](fineFile) })
)

// embedded reads what was learned from a file that is part of the program: one that does not fit is a broken build.
func embedded[T any](file []byte) *T {
	learned := new(T)
	if err := binary.Read(bytes.NewReader(file), binary.LittleEndian, learned); err != nil {
		panic(fmt.Sprintf("vision: the embedded %T does not fit this program: %v", learned, err))
	}
	return learned
}

// score of one face.
func (j *judge) score(f [featureCount]float64) float64 {
	sum := j.OutBias
	for h, unit := range j.Units(&f) {
		sum += j.Out[h] * tanh32(unit)
	}
	return float64(sum)
}

// tanh32 interpolates in a table; the hidden units are most of a judge's work.
func tanh32(a float32) float32 {
	x := (a + tanhRange) * (tanhSteps / (2 * tanhRange))
	switch {
	case x <= 0:
		return -1
	case x >= tanhSteps:
		return 1
	}
	k := int(x)
	f := x - float32(k)
	return tanhTable[k]*(1-f) + tanhTable[k+1]*f
}

const (
	tanhRange = 6
	tanhSteps = 3072
)

var tanhTable = func() (table [tanhSteps + 2]float32) {
	for i := range table {
		table[i] = float32(math.Tanh(2*tanhRange*float64(i)/tanhSteps - tanhRange))
	}
	return table
}()
