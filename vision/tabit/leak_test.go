//go:build matprofile

package tabit

import (
	"bytes"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/vision/profile"
)

// TestLookingLeavesNoMats runs with the tag matprofile, which makes gocv count the Mats that are not closed.
func TestLookingLeavesNoMats(t *testing.T) {
	eyes := open(t)
	s := scenes(t)[0]
	before := gocv.MatProfile.Count()
	p := s.picture(t)
	for range 2 {
		if _, err := eyes.Look(p, profile.Inputs{}); err != nil {
			t.Error(err)
		}
	}
	p.Close()
	if after := gocv.MatProfile.Count(); after != before {
		var stacks bytes.Buffer
		if err := gocv.MatProfile.WriteTo(&stacks, 1); err != nil {
			t.Error(err)
		}
		t.Errorf("%d Mats before, %d after:\n%s", before, after, stacks.String())
	}
}
