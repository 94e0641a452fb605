//go:build matprofile

package film

import (
	"bytes"
	"testing"

	"tilewatch/engine/nabit/follow"
	"tilewatch/vision/filmtest"
)

// TestAWatchLeavesNoMats watches a whole game. It runs with the tag matprofile, which makes gocv count the Mats that are not closed.
func TestAWatchLeavesNoMats(t *testing.T) {
	before := filmtest.Mats()
	t.Run("watch", func(t *testing.T) {
		const whole = 1225
		w := watched(t, whole)
		first, read := 0, 0
		w.Keep = func(follow.Record) {
			if read++; read == 1 {
				first = filmtest.Mats()
			}
		}
		w.Report = func(any) error { return nil }
		if err := w.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		last := filmtest.Mats()
		t.Logf("%d Mats at the first of %d readings, %d at the end", first, read, last)
		if last > first || read < 100 {
			t.Errorf("%d Mats at the first of %d readings, %d at the end", first, read, last)
		}
	})
	if after := filmtest.Mats(); after != before {
		var stacks bytes.Buffer
		if err := filmtest.WriteMats(&stacks); err != nil {
			t.Error(err)
		}
		t.Errorf("%d Mats before, %d after:\n%s", before, after, stacks.String())
	}
}
