package nabittest

import (
	"encoding/json"
	"testing"

	"tilewatch/engine"
)

// The pages' points after each turn of the film agree with the film's truth.
func TestFilmIsReported(t *testing.T) {
	data, err := truth()
	if err != nil {
		t.Fatal(err)
	}
	var film struct {
		States []struct{ Scores map[engine.Color]int }
	}
	if err := json.Unmarshal(data, &film); err != nil {
		t.Fatal(err)
	}
	for i, s := range Game(t)[:len(film.States)] {
		for _, p := range s.Players {
			if want := film.States[i].Scores[p.Color]; p.Total != want {
				t.Errorf("turn %d: %s has %d points, want %d", i, p.Color, p.Total, want)
			}
		}
	}
}
