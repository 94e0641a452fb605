package heights

import (
	_ "embed"
	"math"
	"sync"

	"tilewatch/vision/nn"
	"tilewatch/vision/tileface"
)

// Thicknesses that can be measured, as shares of the pitch, in bins of equal ratio: from thinner than any set's to thicker.
const (
	leastShare    = 0.085
	mostShare     = 0.56
	ThicknessBins = 24
)

// binRatio is the logarithm of the ratio between neighboring bins.
var binRatio = math.Log(mostShare/leastShare) / ThicknessBins

// BinOf is the bin of a thickness, as a share of the pitch; beyond the ends the nearest.
func BinOf(share float64) int {
	return min(max(int(math.Floor(math.Log(share/leastShare)/binRatio)), 0), ThicknessBins-1)
}

// ShareOf is the middle of a bin.
func ShareOf(bin int) float64 { return leastShare * math.Exp(binRatio*(float64(bin)+0.5)) }

// SideShape is the network's: one score for a foot at one place.
var SideShape = nn.Shape{Inputs: SideInputs, Hidden: 32, Outputs: 1, Activation: nn.TanhTable, Normalized: true}

//go:embed side.bin
var sideFile []byte

// sideNetwork scores where a side ends. Its scores are those of a choice among all bins and none, as often right as any other.
var sideNetwork = sync.OnceValue(func() *nn.Net { return tileface.Embedded("side", sideFile, SideShape) })

// SideLogLikelihoods are a network's log-likelihoods of each bin by a profile, against all bins alike. A profile that shows no foot tells nothing.
func SideLogLikelihoods(n *nn.Net, v *SideProfile) (likely [ThicknessBins]float64) {
	sum := 1.0 // of none
	for k := range likely {
		inputs := v.At(ShareOf(k))
		var score [1]float64
		n.ForwardDouble(inputs[:], score[:])
		likely[k] = math.Exp(min(score[0], mostScore))
		sum += likely[k]
	}
	for k := range likely {
		likely[k] = math.Log((ThicknessBins*likely[k] + 1) / sum)
	}
	return likely
}

// mostScore keeps exponentials finite.
const mostScore = 40
