package reading

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

// Dictionary distinguishes words, written in capitals, from other runs of letters.
type Dictionary interface {
	Has(word string) bool
}

// Face is one way to read a tile's face. Score is its log-probability by the picture alone. A blank is one face
// for each letter it may stand for, all with the blank's score: its player chose the letter that fits.
type Face struct {
	Letter engine.Letter
	Blank  bool
	Score  float64
}

// Fixed is the face of a tile whose reading is settled; an unsettled blank may still become any letter.
func Fixed(letter engine.Letter, blank bool) []Face {
	if letter == engine.Unsettled || letter == 0 {
		return blankFaces(nil, 0)
	}
	return []Face{{Letter: letter, Blank: blank}}
}

const (
	faceRange  = 11   // nats below the best at which a reading is not worth trying
	maxFaces   = 26   // printed readings kept for a tile: of a hidden one any may be right
	blankShare = 0.04 // one tile of 25 is blank
	// priorWeight tempers the letters' frequencies: nobody knows how a set divides its letters.
	priorWeight = 0.4
)

// letterShares are per mille of letters on tiles in running games.
var letterShares = [26]float64{105, 14, 30, 43, 136, 10, 18, 17, 55, 2, 11, 49, 30, 59, 85, 33, 2, 77, 90, 73, 29, 10, 10, 3, 14, 3}

var facePriors = logFacePriors()

func logFacePriors() []float64 {
	priors := make([]float64, engine.BlankIndex+1)
	for i, share := range letterShares {
		priors[i] = priorWeight * math.Log(share/1000*26)
	}
	priors[engine.BlankIndex] = priorWeight * math.Log(blankShare*26)
	return priors
}

// Faces are the ways to read a face worth trying, likeliest first.
func Faces(l engine.LetterLikelihoods) []Face {
	posterior := LogPosterior(l[:], facePriors)
	top := slices.Max(posterior)
	var faces []Face
	for i, score := range posterior[:engine.BlankIndex] {
		if score > top-faceRange {
			faces = append(faces, Face{Letter: engine.Letter('A' + i), Score: score})
		}
	}
	slices.SortStableFunc(faces, func(a, b Face) int { return cmp.Compare(b.Score, a.Score) })
	faces = faces[:min(len(faces), maxFaces)]
	if score := posterior[engine.BlankIndex]; score > top-faceRange {
		faces = blankFaces(faces, score)
		slices.SortStableFunc(faces, func(a, b Face) int { return cmp.Compare(b.Score, a.Score) })
	}
	return faces
}

func blankFaces(faces []Face, score float64) []Face {
	for l := engine.Letter('A'); l <= 'Z'; l++ {
		faces = append(faces, Face{Letter: l, Blank: true, Score: score})
	}
	return faces
}
