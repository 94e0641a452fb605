package tilemap

import (
	"math"
	"testing"
)

func TestProbabilitiesSumToOne(t *testing.T) {
	var logs [4]float32
	LogSoftmax([]float32{800, 799, -5, 798}, logs[:])
	sum := 0.0
	for _, v := range logs {
		sum += math.Exp(float64(v))
	}
	if math.Abs(sum-1) > 1e-4 || math.Abs(float64(logs[0]-logs[1])-1) > 1e-4 {
		t.Errorf("%v sum to %g", logs, sum)
	}
}

func TestLogOddsOfAPoint(t *testing.T) {
	outputs := make([]float32, Outputs)
	for i, p := range []float64{Table: 0.5, Letter: 0.2, Blank: 0.05, Side: 0.1, Loose: 0.05, Bank: 0.1} {
		outputs[i] = float32(math.Log(p)) + 3
	}
	board, tile := odds(outputs)
	if math.Abs(float64(board)-math.Log(0.25/0.75)) > 1e-5 || math.Abs(float64(tile)-math.Log(0.4/0.6)) > 1e-5 {
		t.Errorf("log-odds %.4f and %.4f", board, tile)
	}
	outputs[Letter] = float32(math.Inf(1))
	if board, _ := odds(outputs); math.IsNaN(float64(board)) {
		t.Error("no number")
	}
}
