// Package hdr shows pictures of high dynamic range (ITU-R BT.2100), as phones film them, like those of others: their white is the others' white,
// what is brighter is white, too, and colors are as strong as they were. A decoder that hands their values on as they are shows pale colors.
package hdr

import (
	"errors"
	"math"

	"gocv.io/x/gocv"
)

// How the light of a film is stored, by the numbers of ITU-T H.273.
const (
	PQ  = 16 // perceptual quantizer (SMPTE ST 2084)
	HLG = 18 // hybrid log-gamma (ARIB STD-B67)
)

// Tone shows the pictures of one film. Whoever makes it closes it.
type Tone struct {
	table   gocv.Mat // of a value, how much light it is; its square root is the other pictures' value, 0 to 1
	primary gocv.Mat // the light of the wide primaries (BT.2020) by that of the usual ones (BT.709)
	light   gocv.Mat
	shown   gocv.Mat // lent to the caller
}

// NewTone is the tone of films whose light is stored so; nil for those of the usual range.
func NewTone(transfer byte) *Tone {
	light := map[byte]func(float64) float64{PQ: pq, HLG: hlg}[transfer]
	if light == nil {
		return nil
	}
	t := &Tone{gocv.NewMatWithSize(1, 256, gocv.MatTypeCV32F), gocv.NewMatWithSize(3, 3, gocv.MatTypeCV32F), gocv.NewMat(), gocv.NewMat()}
	for v := range 256 {
		usual := math.Pow(light(float64(v)/255), 1/gamma)
		t.table.SetFloatAt(0, v, float32(usual*usual)) // so that a root, which is quick, makes the value
	}
	for i, weight := range [9]float32{ // BGR (ITU-R BT.2087)
		1.1187, -0.1006, -0.0182,
		-0.0083, 1.1329, -0.1246,
		-0.0728, -0.5876, 1.6605,
	} {
		t.primary.SetFloatAt(i/3, i%3, weight)
	}
	return t
}

// gamma is that of a screen of the usual range (ITU-R BT.1886); system is by how much more a screen of HLG bends the light of the scene.
const gamma, system = 2.4, 1.2

// white is the light of the usual range's white: of PQ in candela a square metre, of HLG by the brightest (ITU-R BT.2408).
const (
	whitePQ  = 203
	whiteHLG = 0.265
)

// pq is the light of a value, by the usual white.
func pq(v float64) float64 {
	const m1, m2, c1, c2, c3 = 0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875
	p := math.Pow(v, 1/m2)
	return 10000 / whitePQ * math.Pow(max(p-c1, 0)/(c2-c3*p), 1/m1)
}

// hlg is the light of a value, by the usual white.
func hlg(v float64) float64 {
	const a, b, c = 0.17883277, 0.28466892, 0.55991073
	scene := v * v / 3
	if v > 0.5 {
		scene = (math.Exp((v-c)/a) + b) / 12
	}
	return math.Pow(scene/whiteHLG, system)
}

// Show is the picture as others are. It is lent until the next call.
func (t *Tone) Show(mat gocv.Mat) (gocv.Mat, error) {
	err := errors.Join(gocv.LUT(mat, t.table, &t.light), gocv.Transform(t.light, &t.light, t.primary))
	gocv.Threshold(t.light, &t.light, 0, 0, gocv.ThresholdToZero) // a root of less is none
	return t.shown, errors.Join(err, gocv.Pow(t.light, 0.5, &t.light), t.light.ConvertToWithParams(&t.shown, gocv.MatTypeCV8UC3, 255, 0))
}

// Close frees the tone; nil has nothing to free.
func (t *Tone) Close() error {
	if t == nil {
		return nil
	}
	return errors.Join(t.table.Close(), t.primary.Close(), t.light.Close(), t.shown.Close())
}
