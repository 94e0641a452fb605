package still

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"sync"
)

// Calibration turns a probability as it was read into one that is right as often as it says: the logarithm of its odds is stretched and shifted (Platt 1999).
type Calibration struct {
	Slope  float64 `json:"slope"`
	Offset float64 `json:"offset"`
}

// Calibrations are those of a cell's parts.
type Calibrations struct {
	Tile     Calibration `json:"tile"`
	Color    Calibration `json:"color"`
	Height   Calibration `json:"height"`
	Unlikely Calibration `json:"unlikely"` // of the tile in a place that was read as empty
}

// Settled is the probability from which, and below one less it, nothing is calibrated: there are too few errors to learn from.
const Settled = 0.999

func (c Calibration) of(chance float64) float64 {
	if chance >= Settled || chance <= 1-Settled {
		return chance
	}
	return 1 / (1 + math.Exp(-c.Slope*math.Log(chance/(1-chance))-c.Offset))
}

// Trial is a probability as it was read, and whether it came true.
type Trial struct {
	Chance float64
	Right  bool
}

// Of the fit. The penalty keeps what few trials say near what was read: it weighs as much as some trials.
const (
	calibrationRounds  = 50
	calibrationPenalty = 1.0
	calibrationStep    = 0.5 // a round changes neither number by more
)

// Calibrated is the calibration under which trials are likeliest (logistic regression by Newton's method).
func Calibrated(trials []Trial) Calibration {
	c := Calibration{1, 0}
	for range calibrationRounds {
		g0, g1, h00, h01, h11 := calibrationPenalty*(1-c.Slope), -calibrationPenalty*c.Offset, calibrationPenalty, 0.0, calibrationPenalty
		for _, t := range trials {
			if t.Chance >= Settled || t.Chance <= 1-Settled {
				continue
			}
			x, p, right := math.Log(t.Chance/(1-t.Chance)), c.of(t.Chance), 0.0
			if t.Right {
				right = 1
			}
			g0, g1 = g0+x*(right-p), g1+right-p
			h00, h01, h11 = h00+x*x*p*(1-p), h01+x*p*(1-p), h11+p*(1-p)
		}
		det := h00*h11 - h01*h01
		step := func(v float64) float64 { return min(max(v/det, -calibrationStep), calibrationStep) }
		c.Slope, c.Offset = c.Slope+step(g0*h11-g1*h01), c.Offset+step(g1*h00-g0*h01)
	}
	return c
}

//go:embed calibration.json
var fitted []byte

// calibrations are the fitted ones. go run ./cmd/accuracy -calibrate fits them.
var calibrations = sync.OnceValue(func() (c *Calibrations) {
	if err := json.Unmarshal(fitted, &c); err != nil {
		panic(fmt.Sprintf("calibration.json: %v", err)) // the file is part of the program
	}
	return c
})

// HeightChance is the probability of a stack's height, of that which its faces and borders say.
func HeightChance(said float64) float64 { return calibrations().Height.of(said) }
