// Package letterstest makes candidates on a lattice, for tests of the stages that need some.
package letterstest

import (
	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/candidate"
)

// Standing are candidates at places of a lattice, as a map shows them; each reads as a letter in any direction.
func Standing(h homography.Map, places []engine.Place, size float64) []candidate.Candidate {
	var marks []candidate.Candidate
	for _, p := range places {
		m := candidate.Candidate{Blob: blob.Blob{At: h.At(float64(p.Col), float64(p.Row)), W: 0.8 * size, H: size, Dark: true, Ink: 100}}
		for a := range m.Letter {
			m.Letter[a] = 1
		}
		marks = append(marks, m)
	}
	return marks
}

// Crossing are the places of two words that cross, and of one that hangs on the second.
func Crossing() (places []engine.Place) {
	for i := range 7 {
		places = append(places, engine.Place{Row: 3, Col: i})
		if i != 3 {
			places = append(places, engine.Place{Row: i, Col: 4})
		}
		if i != 4 {
			places = append(places, engine.Place{Row: 6, Col: i})
		}
	}
	return places
}
