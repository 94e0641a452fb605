package vision

import (
	"path/filepath"
	"testing"
)

// TestALensThatNobodyMeasuredIsFoundByTheLattice reads a wide board under a lens that bends straight lines, once as it was measured and
// once without knowing anything of it.
func TestALensThatNobodyMeasuredIsFoundByTheLattice(t *testing.T) {
	s := loadScene(t, filepath.Join(stillsFolder, "031.json"))
	obs, err := NewReader(letterNet(t)).Still(s.picture, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := &cellShares{}
	wrong := compareCells(&stillReading{s, obs, nil}, n)
	n.recall.atLeast(t, "cells found", 0.97)
	n.precision.atLeast(t, "found cells that are there", 0.97)
	t.Log(wrong)
}
