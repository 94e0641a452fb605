package engine

import (
	"encoding/json"
	"time"
)

// Point is a place in the picture as given, in pixels: x right, y down, the first pixel's center at 0, 0.
type Point struct{ X, Y float64 }

// Quad is a face's outline in the picture: top-left, top-right, bottom-right, bottom-left as its letter is read.
type Quad [4]Point

// Likelihoods are natural logarithms of how well the picture agrees with each possibility, up to a
// constant shared by the possibilities of one vector: only differences mean anything.
type (
	// ColorLikelihoods are for red, purple, yellow, green, in the order of PlayerColors.
	ColorLikelihoods [4]float64
	// HeightLikelihoods are for 1 to MaxHeight tiles.
	HeightLikelihoods [MaxHeight]float64
	// LetterLikelihoods are for A to Z, and last for a blank face.
	LetterLikelihoods [27]float64
)

// BlankIndex is the place of a blank face in LetterLikelihoods.
const BlankIndex = 26

// CellEvidence is what one picture says of one lattice place that holds a tile, or might.
type CellEvidence struct {
	Place Place
	Quad  Quad // the face at its likeliest height
	// Tile is the log-likelihood ratio of a tile lying there against none.
	Tile float64
	// Visible is the share of the face that nothing hides, 0 to 1.
	Visible float64
	Color   ColorLikelihoods
	Height  HeightLikelihoods
	// Letter[k] is for the reading that is upright once the lattice has been turned clockwise by k quarter
	// turns (Place.Turn(k) says where the cell is then). They share one constant: the four together say which
	// way is up.
	Letter [4]LetterLikelihoods
	Why    *Why // nil: nobody asked
}

// Why is what a cell's evidence rests on, in nats (natural logarithms of likelihood ratios).
type Why struct {
	Face        HeightLikelihoods // by the face's edges and its print: of a face at each height against none
	Map         HeightLikelihoods // the same by the network that sees the whole picture
	Color       ColorLikelihoods  // by that network
	Corrections []Correction      // of CellEvidence.Tile
}

// Correction is what somebody who looks beyond a place's own face added to the log-likelihood ratio of a tile there.
type Correction struct {
	By   string
	Nats float64
}

// LooseTile is a tile that lies on the table, outside the structure.
type LooseTile struct {
	Quad   Quad
	Color  Color
	Letter Letter // 0: not read
}

// Rack is a player's row of loose tiles, left to right as the letters are read.
type Rack struct {
	Color Color
	Tiles []LooseTile
}

// Letters spells the rack: a blank is ?, and a tile that could not be read -.
func (r Rack) Letters() string {
	letters := make([]byte, len(r.Tiles))
	for i, t := range r.Tiles {
		if letters[i] = byte(t.Letter); t.Letter != Unsettled && (t.Letter < 'A' || t.Letter > 'Z') {
			letters[i] = '-'
		}
	}
	return string(letters)
}

// Bank is a gray bank tile with what is stacked on it.
type Bank struct {
	Color  Color // of the banked tiles; NoColor when there are none
	Tiles  int   // without the gray one
	Center Point // zero where nobody knows the place
	// Chances are those of each count, or all zero where nobody measured them.
	Chances BankChances
}

// BankChances are how likely a player has banked 0 to 10 tiles, which is the most.
type BankChances [11]float64

// Observation is what one picture says of the table. Nothing in it is decided: the engine does that.
type Observation struct {
	Frame int           // number of the picture in its film or stream, from 0
	Time  time.Duration // since the stream's first picture
	// Cells are the structure's places and their doubtful neighbors. Place is in lattice coordinates of this
	// picture alone: origin and quarter turn are arbitrary.
	Cells    []CellEvidence
	Racks    []Rack
	Banks    []Bank
	Plastics []Plastic
	NoBanks  []Bank // of the other players in the picture: likelier none, with the chances of what a bank may hold
	Warnings []Warning
}

// Warning is something a person should know about a reading.
type Warning struct {
	Code    string `json:"code"` // one of the contract's warning codes
	Message string `json:"message"`
	// Reads and Of are the pictures a second that a computer reads and its camera gives, where the warning is of those that are skipped.
	Reads float64 `json:"reads,omitempty"`
	Of    float64 `json:"of,omitempty"`
	// Events are what the warning is about, where that is events of the game.
	Events []json.RawMessage `json:"events,omitempty"`
}
