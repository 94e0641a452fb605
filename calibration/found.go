package calibration

import (
	"fmt"
	"math"
	"time"
)

// Found is what games found of a camera and of the tiles before it while nobody had measured them. It is likely, not certain: the next game may be played
// with other tiles.
type Found struct {
	Focal     Estimate `json:"focal,omitzero"`     // the focal length over the picture's longer side
	Thickness Estimate `json:"thickness,omitzero"` // a tile's thickness over the pitch
}

// Estimate is a ratio of lengths. The zero value knows nothing.
type Estimate struct {
	On    time.Time `json:"on"` // when it was found
	Ratio float64   `json:"ratio"`
	Sigma float64   `json:"sigma"` // standard deviation of the ratio's logarithm
}

// Known says whether there is an estimate.
func (e Estimate) Known() bool { return e.Ratio > 0 }

// with is what is found with what is found now, which replaces what was found before.
func (f Found) with(now Found) Found {
	if now.Focal.Known() {
		f.Focal = now.Focal
	}
	if now.Thickness.Known() {
		f.Thickness = now.Thickness
	}
	return f
}

// on is the same, found then.
func (f Found) on(at time.Time) Found {
	f.Focal.On, f.Thickness.On = at.UTC(), at.UTC()
	return f
}

// differs says whether an estimate is another or a surer one than what was kept. Less is not worth a write.
func (e Estimate) differs(kept Estimate) bool {
	return e.Known() && (!kept.Known() || math.Abs(math.Log(e.Ratio/kept.Ratio)) > worthRatio*kept.Sigma || e.Sigma < worthSigma*kept.Sigma)
}

// Hand-set.
const (
	worthRatio = 0.5 // of a standard deviation
	worthSigma = 0.8 // of the standard deviation before
)

// check refuses what no game can have found.
func (f Found) check() error {
	for _, part := range []struct {
		name        string
		at          Estimate
		least, most float64
	}{{"focal", f.Focal, 0.1, 50}, {"thickness", f.Thickness, 0.02, 2}} {
		if e := part.at; e != (Estimate{}) && !(e.Ratio >= part.least && e.Ratio <= part.most && e.Sigma > 0 && e.Sigma <= 1) {
			return fmt.Errorf("found: %s is %v, give or take %v: remove it, and the next game finds it", part.name, e.Ratio, e.Sigma)
		}
	}
	return nil
}
