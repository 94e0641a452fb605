//go:build matprofile

package source

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"
)

// TestNoMatLeaksFromPhones runs with the tag matprofile, as TestNoMatLeaks does.
func TestNoMatLeaksFromPhones(t *testing.T) {
	before := gocv.MatProfile.Count()
	for _, src := range []Source{
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
			_, err := src.Next(t.Context())
			var status *Status
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil && !errors.As(err, &status) {
				t.Fatal(err)
			}
		}
		if err := src.Close(); err != nil {
			t.Error(err)
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
