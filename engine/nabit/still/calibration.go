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

//go:embed calibration.json
var fitted []byte

// calibrations are the fitted ones. go run ./cmd/accuracy -calibrate fits them.
var calibrations = sync.OnceValue(func() (c *Calibrations) {
	if err := json.Unmarshal(fitted, &c); err != nil {
		panic(fmt.Sprintf("calibration.json: %v", err)) // the file is part of the program
	}
	return c
})
