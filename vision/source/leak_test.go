//go:build matprofile

package source

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"gocv.io/x/gocv"
)

// TestNoMatLeaks runs with the tag matprofile, which makes gocv count the Mats that are not closed.
func TestNoMatLeaks(t *testing.T) {
	film, folder := testFilm(t, 12), testFolder(t, 3)
	before := gocv.MatProfile.Count()
	for _, name := range []string{film, folder, "no.mp4", "97"} {
		src, err := Open(name, Options{})
		if err != nil {
			continue
		}
		for {
			_, err := src.Next(context.Background())
			var status *Status
			if errors.As(err, &status) {
				continue
			}
			if err != nil {
				break
			}
		}
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
	live := scripted(t, 5)
	for range 6 {
		if _, err := live.Next(context.Background()); err != nil {
			break
		}
	}
	if err := live.Close(); err != nil {
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
