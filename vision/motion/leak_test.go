//go:build matprofile

package motion

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/source"
)

// TestAGateLeavesNoMats runs with the tag matprofile, which makes gocv count the Mats that are not closed.
func TestAGateLeavesNoMats(t *testing.T) {
	before := gocv.MatProfile.Count()
	film, err := source.Open(scenetest.GateFilmPath+".mp4", source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	gate := NewGate()
	for range 60 {
		frame, err := film.Next(context.Background())
		if err != nil {
			break
		}
		if _, err := gate.See(frame); err != nil {
			t.Error(err)
		}
		gate.Hold()
		gate.Accept()
		gate.Changed()
	}
	if err := errors.Join(gate.Close(), film.Close()); err != nil {
		t.Error(err)
	}
	if after := gocv.MatProfile.Count(); after != before {
		var stacks bytes.Buffer
		if err := gocv.MatProfile.WriteTo(&stacks, 1); err != nil {
			t.Error(err)
		}
		t.Errorf("%d Mats before, %d after:\n%s", before, after, stacks.String())
	}
}
