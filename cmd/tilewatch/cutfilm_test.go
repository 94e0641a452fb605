package main

import (
	"encoding/json"
	"os"
	"testing"
)

// filmOf is the film of the game, and by its frames those of the whole one: the one without most of its hands and of its rest, and with
// WHOLEFILM set, in the soak, the whole one.
func filmOf(t *testing.T, game string) (path string, frames []int) {
	t.Helper()
	folder := "../../testdata/" + game + "/live/"
	if os.Getenv("WHOLEFILM") != "" {
		for n := range 2000 {
			frames = append(frames, n)
		}
		return folder + "oblique.mp4", frames
	}
	text, err := os.ReadFile(folder + "cut.json")
	if err != nil {
		t.Fatal(err)
	}
	var cut struct{ Frames []int }
	if err := json.Unmarshal(text, &cut); err != nil {
		t.Fatal(err)
	}
	return folder + "cut.mp4", cut.Frames
}
