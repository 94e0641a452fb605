package thickness

import (
	_ "embed"
	"math"
	"sync"

	"tilewatch/vision/nn"
	"tilewatch/vision/tileface"
)

// Thicknesses that can be measured, as shares of the pitch, in bins of equal ratio: from thinner than any set's to thicker.
const (
	least = 0.085
	most  = 0.56
	Bins  = 24
)

// binRatio is the logarithm of the ratio between neighboring bins.
var binRatio = math.Log(most/least) / Bins

// BinOf is the bin of a thickness, as a share of the pitch; beyond the ends the nearest.
func BinOf(share float64) int {
	return min(max(int(math.Floor(math.Log(share/least)/binRatio)), 0), Bins-1)
}

// ShareOf is the middle of a bin.
func ShareOf(bin int) float64 { return least * math.Exp(binRatio*(float64(bin)+0.5)) }

// Shape is the network's: one score for a foot at one place.
var Shape = nn.Shape{Inputs: Inputs, Hidden: 32, Outputs: 1, Activation: nn.TanhTable, Normalized: true}

//go:embed side.bin
var sideFile []byte

// network scores where a side ends. Its scores are those of a choice among all bins and none, as often right as any other.
var network = sync.OnceValue(func() *nn.Net { return tileface.Embedded("side", sideFile, Shape) })

// LogLikelihoods are a network's log-likelihoods of each bin by a profile, against all bins alike. A profile that shows no foot tells nothing.
func LogLikelihoods(n *nn.Net, v *Profile) (likely [Bins]float64) {
	sum := 1.0 // of none
	for k := range likely {
		inputs := v.At(ShareOf(k))
		var score [1]float64
		n.ForwardDouble(inputs[:], score[:])
		likely[k] = math.Exp(min(score[0], mostScore))
		sum += likely[k]
	}
	for k := range likely {
		likely[k] = math.Log((Bins*likely[k] + 1) / sum)
	}
	return likely
}

// mostScore keeps exponentials finite.
const mostScore = 40
