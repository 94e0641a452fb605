// Package foreign tells the tiles of NAB-IT! from another game's and from a board's print. It takes a structure that was found and answers log-odds: where
// players' tiles lie, the map of tiles sees their middles and is sure of the colors that their hues have, too.
//
// weights.json is fitted to made-up scenes whose tables are of families kept back: of NAB-IT!, and of crossword games.
package foreign

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"

	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
)

// Signs are what the faces of a structure show, means of natural logarithms.
type Signs struct {
	Color  float64 // the map's probability of their color
	Middle float64 // the map's odds that a tile's middle lies at theirs
}

// Line gives the log-odds that tiles are the players', by the map's certainty of their colors: slope x mean log-probability + offset.
type Line struct {
	Slope  float64 `json:"slope"`
	Offset float64 `json:"offset"`
}

// Of are the log-odds, where as many structures are of other things.
func (l Line) Of(color float64) float64 { return l.Slope*color + l.Offset }

//go:embed weights.json
var fitted []byte

var line = sync.OnceValue(func() (l Line) {
	if err := json.Unmarshal(fitted, &l); err != nil {
		panic(fmt.Sprintf("weights.json: %v", err)) // the file is part of the program
	}
	return l
})

// SignsOf are the signs of a structure's faces; it has at least one.
func SignsOf(s *hypothesis.Hypothesis) (mean Signs) {
	shift, n := hue.CommonShift(s.FaceHues()), float64(len(s.Cells))
	for _, at := range s.Cells.Places() { // in order: sums must be the same in every run
		face := &s.Evidence[at].Face[s.Cells[at]-1]
		both, seen := hue.HueOf(face.Plastic).LogLikelihoods(shift), s.Map.ColorOdds(face.Quad)
		for c := range both {
			both[c] += seen[c]
		}
		mean.Color += seen[hue.MostLikelyColor(both)] / n
		mean.Middle += s.Map.Signs(face.Quad).Middle / n
	}
	return mean
}

// When a structure is surely of other things. Hand-set: to refuse a game is far worse than to read what is none.
const (
	otherColors = -4.5 // the log-odds by its colors
	noMiddles   = -0.4 // the mean log-odds of middles: true faces that are seen aslant have -0.2
)

// Surely says whether a structure is surely no NAB-IT! one: a single tile, which links nothing; faces where the map sees none; or other colors
// than the players'. Without a map it is not known.
func Surely(s *hypothesis.Hypothesis) bool {
	if s.Map == nil {
		return false
	}
	if len(s.Cells) < 2 {
		return true
	}
	signs := SignsOf(s)
	return signs.Middle < noMiddles || line().Of(signs.Color) < otherColors
}
