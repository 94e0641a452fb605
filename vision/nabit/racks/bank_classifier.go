package racks

import (
	_ "embed"
	"math"
	"sync"

	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nn"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

const (
	// HeightHypotheses is the number of heights that a bank may have.
	HeightHypotheses = highestBank - LowestBank + 1
	// referenceLevel is the level at which the size of a top face is measured; its size on other levels follows from the pose.
	referenceLevel = 4
)

// sideDepths are the depths at which the sides of a bank are sampled, in tiles below the lower edge of its gray tile, if the bank is as high as the
// hypothesis says: those under -1 lie on colored tiles, those from -1 to 0 on the gray tile, and those above 0 on the table before it. They are
// densest around the gray tile. Hand-set; the networks were trained with them.
var sideDepths = [...]float64{-4.2, -3.5, -2.8, -2.3, -1.95, -1.65, -1.4, -1.15, -0.85, -0.6, -0.4, -0.15, 0.15, 0.4, 0.7, 1.05, 1.5}

// BankInputs are four inputs for each of sideDepths, five of all sides together, three of the table, fifteen of the top face and its place, and what
// the map of tiles shows.
const BankInputs = 4*len(sideDepths) + 23 + MapInputs

// BankClassifier scores the hypothesis that a bank of so many tiles stands under a face. A score is a log-odds against no bank at
// all. Package learn trains it (go run ./vision/train/nabit -banks); stack.md has its provenance.
type BankClassifier struct{ Net *nn.Net }

// BankShape is the classifier's.
var BankShape = nn.Shape{Inputs: BankInputs, Hidden: 128, Outputs: 1, Activation: nn.TanhTable, Normalized: true}

//go:embed stack.bin
var bankWeights []byte

// BanksClassifier is the classifier that comes with the program.
var BanksClassifier = sync.OnceValue(func() *BankClassifier {
	return &BankClassifier{tileface.Embedded("stack", bankWeights, BankShape)}
})

// TrustConstant are two of the network's constants: what a nat of its scores is worth where the tiles' thickness was measured, and where it was not. Under
// a wrong thickness it is as sure of a wrong count.
const TrustConstant = "trust"

// Scores are the log-odds of each height, from LowestBank, against no bank at all.
func (c *BankClassifier) Scores(x *[HeightHypotheses][BankInputs]float32, thickness Thickness) (scores [HeightHypotheses]float32) {
	scores = c.Raw(x)
	trust := tileface.Constant(c.Net, TrustConstant, int(thicknesses))[thickness]
	for l := range scores {
		scores[l] *= trust
	}
	return scores
}

// Raw are the scores as the network gives them.
func (c *BankClassifier) Raw(x *[HeightHypotheses][BankInputs]float32) (scores [HeightHypotheses]float32) {
	var inputs [HeightHypotheses * BankInputs]float32
	for l := range x {
		copy(inputs[l*BankInputs:], x[l][:])
	}
	c.Net.Forward(inputs[:], scores[:])
	return scores
}

// Thickness says how the tiles' thickness is known.
type Thickness int

// The ways.
const (
	Measured Thickness = iota
	Estimated
	thicknesses
)

// ThicknessOf is that of a structure.
func ThicknessOf(s *hypothesis.Hypothesis) Thickness {
	if s.Unmeasured.ThicknessUnknown() {
		return Estimated
	}
	return Measured
}

// relativeTint is a color relative to the light and the tile: its hue along the line from the light's to the plastic's (0 is the
// light, 1 the plastic), its hue across that line, and the logarithm of its brightness relative to the face.
func (t *TopFace) relativeTint(c picture.BGR) (f [3]float64) {
	tile, h := hue.HueOf(t.plastic), hue.HueOf(c)
	x, y := tile[0]-t.shift[0], tile[1]-t.shift[1]
	n := max(math.Hypot(x, y), minPlasticChroma)
	dx, dy := h[0]-t.shift[0], h[1]-t.shift[1]
	f[0] = min(max((dx*x+dy*y)/(n*n), -1), 2)
	f[1] = min(max((dy*x-dx*y)/n, -1), 1)
	f[2] = min(max(math.Log((c[0]+c[1]+c[2]+20)/(t.plastic[0]+t.plastic[1]+t.plastic[2]+20)), -2.5), 1.5)
	return f
}

// BankFeatures are the classifier's inputs for one height: the colors down the sides that a bank of that height would show and how uneven they are, the
// table's color, and the size and place of the top face.
func BankFeatures(r *picture.Raster, s *hypothesis.Hypothesis, t *TopFace, level int) (f [BankInputs]float32, v bankHypothesis) {
	at, _ := hypothesis.OnLevel(&s.Pose, t.At, float64(level))
	v = bankHypothesis{Pose: s.PoseAt(at.X, at.Y, t.Turn), level: level}
	sides, visible := v.visibleSides()
	n := 0
	add := func(x float64) { f[n] = float32(x); n++ }
	for _, d := range sideDepths {
		tint, spread := [3]float64{1, 0, 0}, 0.0
		if depth := max(float64(level)+d, minDepth); len(sides) > 0 {
			var color picture.BGR
			color, spread = sideColor(r, &v, sides, float64(level)-depth)
			tint = t.relativeTint(color)
		}
		for _, x := range tint {
			add(x)
		}
		add(spread)
	}
	addSideStatistics(r, &v, sides, t, add)
	for _, x := range t.relativeTint(t.table) {
		add(x)
	}
	t.addTopFeatures(&v, visible, add)
	addMapFeatures(s.Map, &v, sides, add)
	return f, v
}

// The units and limits of the inputs. All are hand-set; the networks in stack.bin were trained with them, so a change needs a new training.
const (
	minPlasticChroma = 0.15 // the least distance of a plastic's hue from the light's
	minDepth         = 0.2  // tiles below the top face
	sizeUnit         = 0.01 // pitches
	sizeLimit        = 6.0  // of sizeUnit
	sideFloor        = 0.3  // pixels: keeps the logarithm finite where no side is seen
	sideLimit        = 6.0  // pixels per tile
)

// The depths at which addSideStatistics samples the sides, tiles below the top face. Trained with them, as above.
const (
	firstDepth    = 0.35
	depthStep     = 0.25
	depthsLeftOut = 1.2 // the gray tile, and some of the one on it
)

// addTopFeatures adds what the top face says of a height: above all, whether it is as large as a face at that height would be. visible
// is the height of a tile's visible sides, pixels.
func (t *TopFace) addTopFeatures(v *bankHypothesis, visible float64, add func(float64)) {
	_, _, eye := v.Eye()
	level := float64(v.level)
	larger := v.Side / v.Pitch / 2 * ((eye-referenceLevel)/(eye-level) - 1)
	for _, off := range [...]float64{t.Size - larger, t.Size - t.tableSize - larger} {
		off = min(max(off/sizeUnit, -sizeLimit), sizeLimit) * t.sizeWeight
		add(off)
		add(math.Abs(off))
	}
	add(t.sizeWeight)
	add(t.tableSizes)
	add(math.Log(visible + sideFloor))
	add(min(visible, sideLimit))
	add(math.Log(visible*level + sideFloor))
	add(math.Log(eye))
	add(t.faceScore)
	add(t.candidateScore)
	add(min(t.inLine, RackTiles))
	add(t.rackDistance)
	add(level)
}
