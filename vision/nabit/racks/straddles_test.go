package racks

import (
	"testing"

	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
)

func TestAFaceBetweenTwoTilesIsNone(t *testing.T) {
	s := scenetest.TileFromAbove()
	at := func(col, row float64) hypothesis.LooseFace {
		return hypothesis.LooseFace{Pose: s.PoseAt(col, row, 0), Level: 1}
	}
	row := []hypothesis.LooseFace{at(4, 0), at(5.1, 0)}
	for _, c := range []struct {
		name string
		face hypothesis.LooseFace
		want bool
	}{
		{"half on either", at(4.55, 0.4), true},
		{"the next of the row", at(6.2, 0), false},
		{"beside one, as a stack that hides some of it", at(4, 0.7), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := straddles(&c.face, row); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
