//go:build matprofile

package nabit

import (
	"bytes"
	"os"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/ocr"
	"tilewatch/vision/picture"
)

// TestMeasuringLeavesNoMats runs with the tag matprofile, as TestStillLeavesNoMats does.
func TestMeasuringLeavesNoMats(t *testing.T) {
	letters, err := ocr.NewClassifier()
	if err != nil {
		t.Fatal(err)
	}
	reader := NewReader(letters)
	before := gocv.MatProfile.Count()
	const path = "../../testdata/nabit/calibration/cam0_0.jpg"
	cam := calibration.Pinhole(1280, 720, 878)
	table, outline := boardIn(t, path, cam, 1)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := picture.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = reader.MeasureTiles(p, cam, table, outline) // there are no tiles
	if err := p.Close(); err != nil {
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
