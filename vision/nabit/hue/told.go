package hue

import (
	"math"
	"slices"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// prior is the Gaussian of a plastic's hue about the picture's shift, before any picture.
type prior struct {
	mean       Hue
	covariance matrix
}

// names are the hues that makers give to the names, in the order of engine.PlayerColors: fitted to 4,000 palettes of vision/train/scenes, whose plastics
// are drawn freely around the names.
var names = [len(PlasticHues)]prior{
	{Hue{0.729, -0.075}, matrix{0.118, 0.069, 0.028}},
	{Hue{0.414, 0.512}, matrix{0.062, 0.068, 0.052}},
	{Hue{0.132, -0.682}, matrix{0.010, 0.152, -0.010}},
	{Hue{-0.524, -0.474}, matrix{0.097, 0.099, 0.030}},
}

// Told are the players' hues that a tile set says; nil entries are not known. They are evidence: somebody may have swapped two, or measured other tiles.
type Told [len(PlasticHues)]*Hue

// ToldBy are those of a tile set; none by nil.
func ToldBy(set *calibration.Tileset) (t Told) {
	if set == nil {
		return t
	}
	for i, c := range engine.PlayerColors {
		if rgb, ok := set.Colors[c]; ok {
			h := HueOf(picture.BGR{rgb[2], rgb[1], rgb[0]})
			t[i] = &h
		}
	}
	return t
}

const (
	toldTrust  = 0.9  // the prior that told colors whose names are the likeliest for them are the table's
	toldSpread = 0.08 // standard deviation of a plastic's hue about the told one, each logarithm; of 500 plastics half are within 0.05,
	toldPale   = 0.3  // and a tenth is paler or deeper by more than this share
)

// names are the hues that the names have if the told ones are right.
func (t *Told) names() []prior {
	all := names
	for c, h := range t {
		if h != nil {
			all[c] = prior{*h, spread(toldSpread, toldPale, *h)}
		}
	}
	return all[:]
}

// prior is the probability that the told colors are right, by themselves: names that do not suit their hues are less likely.
func (t *Told) prior() float64 {
	var told []part
	var as []int
	for c, h := range t {
		if h != nil {
			told, as = append(told, part{faces: make([]int, 1), mean: *h}), append(as, c)
		}
	}
	if told == nil {
		return 0
	}
	right, all := math.Inf(-1), math.Inf(-1)
	for _, e := range explained(nil, told, names[:], lampOf(nil), 0, false) {
		if slices.Equal(e.colors, as) {
			right = e.evidence
		}
		if !repeated(e.colors) {
			all = logAdd(all, e.evidence)
		}
	}
	odds := toldTrust / (1 - toldTrust) * math.Exp(right-all)
	return odds / (1 + odds)
}

// repeated says that a color is among them twice.
func repeated(colors []int) bool {
	for i, c := range colors {
		if slices.Contains(colors[:i], c) {
			return true
		}
	}
	return false
}
