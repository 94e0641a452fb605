package racks

import (
	"tilewatch/engine"
	"tilewatch/vision/nabit/hypothesis"
)

// bankCandidate is a face that may be the top of a bank.
type bankCandidate struct {
	bankHypothesis
	color engine.Color
	face  *hypothesis.LooseFace
	odds  float64 // logarithm of how much likelier it is a bank, of any height, than not
}
