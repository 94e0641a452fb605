//go:build matprofile

package vision

import (
	"bytes"
	"image/color"
	"testing"

	"gocv.io/x/gocv"
)

// TestStillLeavesNoMats runs with the tag matprofile, which makes gocv count the Mats that are not closed.
func TestStillLeavesNoMats(t *testing.T) {
	s := loadScene(t, stillsFolder+"/002.json")
	blank := painted(t, color.RGBA{150, 130, 110, 255}, 0)
	reader := NewReader(letterNet(t))
	tracker := NewTracker(reader)
	before := gocv.MatProfile.Count()
	for range 2 {
		if _, err := reader.Still(s.picture, s.camera(), s.set()); err != nil {
			t.Error(err)
		}
		if _, err := tracker.Read(s.picture, nil, nil, Trusted); err != nil {
			t.Error(err)
		}
		if _, err := reader.Still(blank, nil, nil); err == nil {
			t.Error("a blank table was read")
		}
		if _, err := Decode([]byte("no picture")); err == nil {
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
