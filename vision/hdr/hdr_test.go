package hdr

import (
	"math"
	"testing"

	"gocv.io/x/gocv"
)

// TestWhiteIsWhiteAndGrayStaysGray has the values that ITU-R BT.2408 gives for the usual white: 58 % of PQ, 75 % of HLG.
func TestWhiteIsWhiteAndGrayStaysGray(t *testing.T) {
	for name, c := range map[string]struct {
		transfer byte
		white    float64
	}{"PQ": {PQ, 148}, "HLG": {HLG, 191}} {
		tone := NewTone(c.transfer)
		before := -1.0
		for _, v := range []float64{0, 30, 60, 100, 140, c.white, 220, 255} {
			mat := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(v, v, v, 0), 8, 8, gocv.MatTypeCV8UC3)
			shown, err := tone.Show(mat)
			if err != nil {
				t.Fatal(err)
			}
			got := shown.GetVecbAt(4, 4)
			gray := float64(got[1])
			if math.Abs(float64(got[0])-gray) > 1 || math.Abs(float64(got[2])-gray) > 1 || gray < before || v == 0 && gray != 0 || v >= c.white && gray < 252 {
				t.Errorf("%s: %v is shown as %v, after %v", name, v, got, before)
			}
			before = gray
			mat.Close()
		}
		if err := tone.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestFilmsOfTheUsualRangeStayAsTheyAre(t *testing.T) {
	for _, transfer := range []byte{0, 1, 6, 13, 14} {
		if tone := NewTone(transfer); tone != nil {
			t.Errorf("light that is stored in way %d is changed", transfer)
		}
	}
}
