package ocr

import (
	"math"
	"testing"

	"tilewatch/vision/native/nativetest"
)

// TestReadingLosesNoMemory reads some hundred prints. A third of a kilobyte lost each time, for the results of a picture, adds up to
// twenty megabytes in a long evening.
func TestReadingLosesNoMemory(t *testing.T) {
	reader, err := NewTesseract(1)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	prints := []Text{printed(t, "S", 60, 240, 20), printed(t, "12", 60, 240, 20)}
	read := func(times int) {
		for i := range times {
			if text, _, err := reader.ReadText(prints[i%2]); err != nil || text == "" {
				t.Fatalf("read %q, %v", text, err)
			}
		}
	}
	const times, most = 400, 40 // kilobytes
	read(40)
	// The allocator keeps small pieces for each thread and counts them as in use, and which threads read is chance: a round may cost
	// what no other does. What leaks costs in each, so one round that costs nothing is enough.
	least := math.MaxInt
	for round := 0; round < 4 && least > most; round++ {
		before := nativetest.Bytes()
		read(times)
		least = min(least, (nativetest.Bytes()-before)>>10)
	}
	if least > most {
		t.Errorf("%d prints cost %d kB for ever, want %d at most", times, least, most)
	}
}
