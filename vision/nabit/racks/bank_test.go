package racks

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hypothesis"
)

func TestABankLiesAloneOrAtAnEndOfARack(t *testing.T) {
	red := engine.PlayerColors[0]
	rack := hypothesis.Line(facesAt(red, 0, [2]float64{0, 0}, [2]float64{1, 0}, [2]float64{2, 0}))
	alone := hypothesis.Line(facesAt(red, 0, [2]float64{9, 0}))
	tops := topCandidates([]hypothesis.Line{rack, alone})
	if len(tops) != 3 || tops[0] != &rack[0] || tops[1] != &rack[2] || tops[2] != &alone[0] {
		t.Errorf("%d faces may be tops of banks, want both ends of the rack and the face alone", len(tops))
	}
}

func TestARackIsExtendedInItsLine(t *testing.T) {
	red, green := engine.PlayerColors[0], engine.PlayerColors[3]
	rack := hypothesis.Line(facesAt(red, 0, [2]float64{0, 0}, [2]float64{1, 0}, [2]float64{2, 0}))
	full := hypothesis.Line(facesAt(red, 0, [2]float64{0, 0}, [2]float64{1, 0}, [2]float64{2, 0}, [2]float64{3, 0}, [2]float64{4, 0}))
	for _, c := range []struct {
		name string
		rack hypothesis.Line
		face hypothesis.LooseFace
		want bool
	}{
		{"the next tile", rack, facesAt(red, 0, [2]float64{3.1, 0})[0], true},
		{"a tile with one missing between", rack, facesAt(red, 0, [2]float64{4.2, 0})[0], true},
		{"a tile too far away", rack, facesAt(red, 0, [2]float64{6, 0})[0], false},
		{"a tile aside", rack, facesAt(red, 0, [2]float64{3, 1.2})[0], false},
		{"a tile of another color", rack, facesAt(green, 0, [2]float64{3, 0})[0], false},
		{"a full rack", full, facesAt(red, 0, [2]float64{5, 0})[0], false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := extendsRack(c.rack, &c.face); got != c.want {
				t.Errorf("it extends the rack: %v, want %v", got, c.want)
			}
		})
	}
}

func TestABankThatReachesOutOfThePictureIsNotInFrame(t *testing.T) {
	r, s := tableWith()
	for _, c := range []struct {
		name     string
		col, row float64
		want     bool
	}{{"in the middle", 5, 2, true}, {"over the left rim", -4, 0, false}, {"over the lower rim", 5, 9.5, false}} {
		t.Run(c.name, func(t *testing.T) {
			v := bankHypothesis{Pose: s.PoseAt(c.col, c.row, 0.2), level: 6}
			if got := inFrame(r, &v); got != c.want {
				t.Errorf("in the frame: %v, want %v", got, c.want)
			}
		})
	}
}
