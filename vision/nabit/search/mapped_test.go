package search

import (
	"math/rand/v2"
	"testing"

	"tilewatch/vision/nabit/tilemap"
)

// TestABoardIsOverlooked has maps show a word and racks, and a line found that is one of them, or nothing: the search goes on where the word is on the
// map and not in the line, however little of the word the map is sure of, beyond one tile.
func TestABoardIsOverlooked(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func(from, to float64) float64 { return from + rng.Float64()*(to-from) }
	for range 200 {
		word, rack := foundLine(2+rng.IntN(5), 9), foundLine(2+rng.IntN(4), 9)
		rack.T[1] += draw(60, 120) // below the word
		sure := 0
		var peaks []tilemap.Peak
		for col := range len(word.Cells) {
			p := tilemap.Peak{At: word.Pose.Pixel(float64(col), 0, 1), Board: draw(-2, clearlyOnBoard)}
			if rng.IntN(2) == 0 {
				sure++
				p.Board = draw(clearlyOnBoard, 10)
			}
			peaks = append(peaks, p)
		}
		for col := range len(rack.Cells) {
			peaks = append(peaks, tilemap.Peak{At: rack.Pose.Pixel(float64(col), 0, 1), Board: draw(-10, 2)})
		}
		if want := sure > 1; overlooked(peaks, rack) != want || overlooked(peaks, nil) != want {
			t.Errorf("%d tiles of a word of %d are sure, a rack or nothing was found: overlooked %v, %v", sure, len(word.Cells), overlooked(peaks, rack), overlooked(peaks, nil))
		}
		if overlooked(peaks, word) {
			t.Errorf("the word of %d was found and is overlooked", len(word.Cells))
		}
	}
}
