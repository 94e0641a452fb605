package review_test

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/follow/evidence"
	"tilewatch/engine/follow/hypothesis"
	"tilewatch/engine/follow/record"
	"tilewatch/engine/follow/review"
)

func TestALetterThatWasNeverSeenWhereItLiesStaysAsTold(t *testing.T) {
	s := hypothesis.State{Ledger: &record.Ledger{Players: []engine.Color{engine.Red}}}
	at := engine.Place{}
	likes := evidence.Letters{}
	for i := range likes {
		likes[i] = -20
	}
	likes['Q'-'A'] = 0
	m := evidence.Mean{Look: evidence.Look{Tile: 8, Visible: 1}, Share: 1, Tiles: [5]float64{-9, 0, -9, -20, -20}}
	m.Letter[0] = likes
	v := evidence.View{Looks: map[engine.Place]evidence.Mean{at: m}, Weight: 1}
	for _, test := range []struct {
		rule   string
		height int
		want   engine.Letter
	}{
		{"of a face seen a level higher nothing is known: the letter stays", 1, 'S'},
		{"of the face seen the letter is what is seen", 2, 'Q'},
	} {
		faces := review.Faces(s, v, at, engine.Cell{Letter: 'S', Color: engine.Red, Height: test.height})
		if len(faces) == 0 || faces[0].Letter != test.want {
			t.Errorf("%s: %v", test.rule, faces)
		}
	}
}
