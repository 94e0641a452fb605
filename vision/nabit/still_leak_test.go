//go:build matprofile

package nabit

import (
	"bytes"
	"image/color"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// TestStillLeavesNoMats runs with the tag matprofile, which makes gocv count the Mats that are not closed.
func TestStillLeavesNoMats(t *testing.T) {
	s := scenetest.LoadScene(t, scenetest.StillsFolder+"/002.json")
	blank := painted(t, color.RGBA{150, 130, 110, 255}, 0)
	reader := NewReader(scenetest.LetterNet(t))
	tracker := NewTracker(reader)
	before := gocv.MatProfile.Count()
	for range 2 {
		if _, err := reader.Still(s.Picture, s.Camera(), s.Set()); err != nil {
			t.Error(err)
		}
		if _, err := tracker.Read(s.Picture, nil, nil, Trusted); err != nil {
			t.Error(err)
		}
		if _, err := reader.Still(blank, nil, nil); err == nil {
			t.Error("a blank table was read")
		}
		if _, err := picture.Decode([]byte("no picture")); err == nil {
			t.Error("a text was read")
		}
	}
	if after := gocv.MatProfile.Count(); after != before {
		var stacks bytes.Buffer
		if err := gocv.MatProfile.WriteTo(&stacks, 1); err != nil {
			t.Error(err)
		}
		t.Errorf("%d Mats before, %d after:\n%s", before, after, stacks.String())
	}
}
