package tilemap

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"tilewatch/engine"
)

// Signs are what the map shows of a face, log-odds.
type Signs struct {
	Tile   float64 // of a tile's face, wherever it lies, the mean over its inside: any square within tiles has it
	Middle float64 // of the heat at its middle: only a square as large as a tile that lies upon it has it
}

// Weights say what signs are worth beside a classifier's score of a face: the log-likelihood ratio that they add.
type Weights struct {
	Tile    float64 `json:"tile"`    // for each nat of a tile, of those up to
	Most    float64 `json:"most"`    // this: more of them no longer tell a face from a square that lies across tiles
	Middle  float64 `json:"middle"`  // for each nat of the heat, of those up to
	Hottest float64 `json:"hottest"` // this: edges tell better at which level the face lies
	Offset  float64 `json:"offset"`
}

// Of is the log-likelihood ratio that signs add.
func (w Weights) Of(s Signs) float64 {
	return w.Tile*min(s.Tile, w.Most) + w.Middle*min(s.Middle, w.Hottest) + w.Offset
}

// Line says what it is worth that a tile looks less like the board's than the others of its structure do: slope x difference + offset, at most 0.
type Line struct {
	Slope  float64 `json:"slope"`
	Offset float64 `json:"offset"`
}

// Of is the log-likelihood ratio for a difference of log-odds.
func (l Line) Of(less float64) float64 { return min(l.Slope*less+l.Offset, 0) }

// Peaks say how well the heat's peaks are where they should be.
type Peaks struct {
	Sigma float64 `json:"sigma"` // standard deviation of a peak about its face's middle, each way, in pitches
	Face  float64 `json:"face"`  // log-odds that a peak that looks like the board's is a face of it
}

// Evidence are the weights of all that the map says of a face.
type Evidence struct {
	Face  Weights `json:"face"`  // beside the classifier of faces on a lattice
	Spot  Weights `json:"spot"`  // beside the classifier of single candidates
	Apart Line    `json:"apart"` // of a tile that is another structure's, a rack's or a bank's
	Color float64 `json:"color"` // of the log-probabilities of its color, beside the hue
	Peaks Peaks   `json:"peaks"`
}

//go:embed evidence.json
var fitted []byte

// weights are the fitted ones.
var weights = sync.OnceValue(func() (all Evidence) {
	if err := json.Unmarshal(fitted, &all); err != nil {
		panic(fmt.Sprintf("evidence.json: %v", err)) // the file is part of the program
	}
	return all
})

// Face is the log-likelihood ratio of a tile's face at a place of a lattice, beside what the classifier says of its edges and its letter; 0 without
// a map.
func (m *Map) Face(face engine.Quad) float64 {
	if m == nil {
		return 0
	}
	return weights().Face.Of(m.Signs(face))
}

// Spot is that of a single face that may lie anywhere.
func (m *Map) Spot(face engine.Quad) float64 {
	if m == nil {
		return 0
	}
	return weights().Spot.Of(m.Signs(face))
}

// Board are the log-odds that a tile is the board's and not one on a rack, a bank or anywhere else; 0 without a map. The tiles of a rack, or of a board,
// share them, right or wrong: they compare tiles of one picture.
func (m *Map) Board(face engine.Quad) float64 {
	if m == nil {
		return 0
	}
	return m.mean(m.board, face)
}

// BoardOfPart is that of a tile of which these points are seen.
func (m *Map) BoardOfPart(seen []engine.Point) float64 {
	if m == nil {
		return 0
	}
	return m.meanOf(m.board, seen)
}

// OfMost is what most tiles of a structure have, by the log-odds of all: the lower bound of their upper third. It sorts them.
func OfMost(board []float64) float64 {
	slices.Sort(board)
	return board[len(board)*2/3]
}

// Apart is the log-likelihood ratio that a tile belongs to others, by the difference of its log-odds of the board from theirs.
func Apart(less float64) float64 { return weights().Apart.Of(less) }

// PeakSigma is the standard deviation of a peak about its face's middle, each way, in pitches.
func PeakSigma() float64 { return weights().Peaks.Sigma }

// PeakOdds are the log-odds that a peak which looks like the board's is a face of it.
func PeakOdds() float64 { return weights().Peaks.Face }

// Color are the log-likelihoods of the players' colors, in the order of engine.PlayerColors, beside the hue; all 0 without a map.
func (m *Map) Color(face engine.Quad) (l engine.ColorLikelihoods) {
	if m == nil {
		return l
	}
	l = m.ColorOdds(face)
	for c := range l {
		l[c] *= weights().Color
	}
	return l
}
