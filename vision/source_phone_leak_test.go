//go:build matprofile

package vision

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/ocr"
)

// TestNoMatLeaksFromPhonesAndMeasuring runs with the tag matprofile, as TestNoMatLeaks does.
func TestNoMatLeaksFromPhonesAndMeasuring(t *testing.T) {
	letters, err := ocr.NewClassifier()
	if err != nil {
		t.Fatal(err)
	}
	reader := NewReader(letters)
	before := gocv.MatProfile.Count()
	for _, source := range []Source{
		OpenFeed(&scriptedFeed{script: strings.Fields("p p gone p garbage p")}),
		guarded(newShots("wbbLtsw", time.Second), true),
		Tap(guarded(newShots("ww", time.Second), true), func(f Frame) {
			if _, err := f.Gray(); err != nil {
				t.Error(err)
			}
			f.Picture().Close()
		}),
	} {
		for {
			_, err := source.Next(t.Context())
			var status *Status
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil && !errors.As(err, &status) {
				t.Fatal(err)
			}
		}
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	}
	const path = "../testdata/nabit/calibration/cam0_0.jpg"
	cam := calibration.Pinhole(1280, 720, 878)
	table, outline := boardIn(t, path, cam, 1)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Decode(data)
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
