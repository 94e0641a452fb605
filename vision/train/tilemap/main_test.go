package main

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/vision/train/scenes"
	"tilewatch/vision/train/scenes/table"
)

// TestRecordsAreWhatTheTrainingReads holds the form that train.py takes apart, and that a scene does not depend on those before it.
func TestRecordsAreWhatTheTrainingReads(t *testing.T) {
	const w, h = 320, 180
	m, err := scenes.NewMaker(scenes.Options{Width: w, Height: h, Crosswords: 0.5, Stacks: 12, Table: func(r *rand.Rand) scenes.Table { return table.DrawTraining(r) }})
	if err != nil {
		t.Fatal(err)
	}
	var all, last bytes.Buffer
	if err := write(&all, m, 0, 3, 5); err != nil {
		t.Fatal(err)
	}
	if err := write(&last, m, 2, 1, 5); err != nil {
		t.Fatal(err)
	}
	const pixels, one = w * h, 5*w*h + w*h/4
	if all.Len() != 3*one || !bytes.Equal(all.Bytes()[2*one:], last.Bytes()) {
		t.Fatalf("%d bytes, want %d of which the last %d are those of the scene alone", all.Len(), 3*one, one)
	}
	class, heat := all.Bytes()[3*pixels:4*pixels], all.Bytes()[5*pixels:one]
	if slices.Max(class) > scenes.ClassBank || slices.Max(heat) < 200 {
		t.Errorf("classes up to %d, heat up to %d", slices.Max(class), slices.Max(heat))
	}
	for i, v := range heat {
		if v > 250 && class[i/(w/2)*2*w+i%(w/2)*2] == scenes.ClassOther {
			t.Errorf("the middle of a face at %d, %d lies on the table", i%(w/2)*2, i/(w/2)*2)
		}
	}
}
