package vision

import "tilewatch/engine"

// bankFound is a face that may be the top of a bank.
type bankFound struct {
	stackView
	color engine.Color
	face  *looseFace
	odds  float64 // logarithm of how much likelier it is a bank, of any height, than not
}
