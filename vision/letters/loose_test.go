package letters

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters/face"
)

// TestLettersOfANameStandCloserThanTiles lays faces in a row, some of them twice: tiles side by side, and the letters of a name.
func TestLettersOfANameStandCloserThanTiles(t *testing.T) {
	row := func(step float64, n int) (frames []*face.Frame) {
		for i := range n {
			at := engine.Point{X: 100 + 40*step*float64(i/2), Y: 100} // each twice
			f := face.FrameOver(geom.Square(at, 20, 0))
			frames = append(frames, &f)
		}
		return frames
	}
	for step, want := range map[float64]bool{0.65: true, 0.75: true, 0.9: true, 1: false, 3: false} {
		if got := crowded(row(step, 14), 0.5); got != want {
			t.Errorf("%v sides apart: crowded is %v", step, got)
		}
	}
	if crowded(row(0.7, 2), 0.5) || crowded(nil, 0.5) {
		t.Error("a face alone, or none, is crowded")
	}
}

func TestTooManyLettersIAreLines(t *testing.T) {
	for of, want := range map[[2]int]bool{{0, 0}: false, {1, 1}: false, {2, 3}: false, {3, 5}: false, {4, 7}: false, {4, 5}: true, {6, 9}: true, {7, 30}: false, {40, 60}: true} {
		if got := areLines(of[0], of[1]); got != want {
			t.Errorf("%d of %d: lines is %v", of[0], of[1], got)
		}
	}
}
