package letters

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/body"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
)

// seeMarks looks for a body around each candidate, of the size that most tiles have around such a letter.
func (s *search) seeMarks(marks []candidate.Candidate) error {
	claims := make([]engine.Quad, len(marks))
	for i := range marks {
		claims[i] = claimOf(&marks[i])
	}
	ratios, err := body.LogRatios(s.r, claims)
	for i := range ratios {
		marks[i].Body = ratios[i]
	}
	return err
}

// claimOf is the face whose letter a candidate would be.
func claimOf(m *candidate.Candidate) engine.Quad {
	sin, cos := math.Sincos(float64(m.BestDirection()) * math.Pi / 2 / candidate.Directions)
	half := m.Long() / longestLetter / 2
	x, y := engine.Point{X: half * cos, Y: half * sin}, engine.Point{X: -half * sin, Y: half * cos}
	return engine.Quad{geom.Sub(geom.Sub(m.At, x), y), geom.Sub(geom.Add(m.At, x), y), geom.Add(geom.Add(m.At, x), y), geom.Add(geom.Sub(m.At, x), y)}
}

// longestLetter is the usual longer side of a letter's box, sides of a tile, as in vision/train/bodies.
const longestLetter = 0.53

// guessedHalves are the half sides that a loose tile may have, in those of its frame: its letter alone says how large it is, and sets differ.
var guessedHalves = []float64{0.5, 0.43, 0.36}

// seeCells looks for the bodies of cells that may be tiles: in the second pass of all, as blanks show nothing else.
func (s *search) seeCells(cells []*board.Cell) error {
	halves := []float64{0.5}
	if s.sizeGuessed {
		halves = guessedHalves
	}
	var claims []engine.Quad
	var of []*board.Cell
	for _, c := range cells {
		if c.Lettered || s.supersampling > 1 {
			of = append(of, c)
			for _, half := range halves {
				claims = append(claims, c.Frame.Quad(half))
			}
		}
	}
	ratios, err := body.LogRatios(s.r, claims)
	for i, ratio := range ratios {
		if c := of[i/len(halves)]; !c.BodyKnown || ratio > c.Body {
			c.Body, c.BodyKnown = ratio, true
		}
	}
	return err
}
