package tilemap

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nn/unet"
)

// drawnMap is a map of 8 x 8 points, two pixels each, of a table with a bank's tiles of a color on its right half.
func drawnMap(color int) *Map {
	m := &Map{Width: 8, Height: 8, Scale: 0.5, out: unet.NewBlobs(1, Outputs, 8, 8)}
	for i := range 64 {
		class := Table
		if i%8 > 3 {
			class = Bank
		}
		m.out.Plane(int(class))[i] = 5
		m.out.Plane(firstColor + color)[i] = 3
	}
	m.peaks = []Peak{{At: engine.Point{X: 3, Y: 7}}, {At: engine.Point{X: 12, Y: 7}}}
	return m
}

func TestTheMapShowsBanksAndTheirGrayTiles(t *testing.T) {
	gray, red := drawnMap(Colors-1), drawnMap(0)
	square := func(x float64) engine.Quad {
		return engine.Quad{{X: x, Y: 4}, {X: x + 4, Y: 4}, {X: x + 4, Y: 8}, {X: x, Y: 8}}
	}
	for _, c := range []struct {
		name       string
		m          *Map
		x          float64
		bank, gray float64
	}{
		{"a gray tile", gray, 10, 5 - math.Log(5), 3 - math.Log(4)},
		{"the table", gray, 1, -math.Log(math.Exp(5) + 4), 3 - math.Log(4)},
		{"a red one", red, 10, 5 - math.Log(5), -math.Log(math.Exp(3) + 3)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if bank, gray := c.m.Bank(square(c.x)); math.Abs(bank-c.bank) > 1e-5 || math.Abs(gray-c.gray) > 1e-5 {
				t.Errorf("log-odds %.4f of a bank and %.4f of gray, want %.4f and %.4f", bank, gray, c.bank, c.gray)
			}
		})
	}
	if peaks := gray.BankPeaks(0); len(peaks) != 1 || peaks[0].At.X != 12 {
		t.Errorf("banks peak at %v, want the second peak", peaks)
	}
	if peaks := (*Map)(nil).BankPeaks(0); peaks != nil {
		t.Errorf("without a map banks peak at %v", peaks)
	}
}
