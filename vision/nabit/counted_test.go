package nabit

import (
	"math"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/vision/picture"
	"tilewatch/vision/train/scenes"
)

// TestAGameMeasuresItsTiles draws tables of sets from thin to thick, from one side and from above, and tells the tracker their own set, one half and one twice as
// thick. With the heights that a game has counted, the other sets are disproved or in doubt, the true one never, and the thickness is found; with a record that is
// out of date the true set is not disproved either.
func TestAGameMeasuresItsTiles(t *testing.T) {
	var others, disproofs, doubts, own, wrong, ownDoubts, found int
	off := 0.0
	for i, kind := range []string{"webcam-oblique", "webcam-top"} {
		x := newTables(t, scenes.Options{Kind: kind, Free: true, Stacks: 14, TilePixels: [2]float64{18, 40}, Thickness: [2]float64{0.12, 0.46}})
		for k := range uint64(5) {
			s, err := x.Draw(rand.New(rand.NewPCG(uint64(9500+i), k)))
			if err != nil {
				t.Fatal(err)
			}
			truth, p := s.Truth(), shotOf(t, s)
			for _, by := range []float64{1, 0.5, 2} {
				for _, late := range []int{0, 1} {
					set := &calibration.Tileset{SideMM: s.Set.Side, PitchMM: s.Set.Pitch, ThicknessMM: by * s.Set.Thickness}
					tracker := NewTracker(x.reader)
					obs, err := tracker.Read(p, &s.View.Camera, set, Trusted)
					if err != nil {
						t.Logf("%s %d, %g times as thick: %v", kind, k, by, err)
						continue
					}
					if tracker.disproved { // by sides already
						continue
					}
					for _, c := range obs.Cells {
						height := heightAt(truth, c.Quad)
						if height > 2 {
							height -= late
						}
						if height > 0 && c.Tile > 0 {
							tracker.expected = append(tracker.expected, Stack{c.Quad, height})
						}
					}
					var v verdict
					err = picture.WithRaster(p, func(r *picture.Raster, _ gocv.Mat) error {
						v = tracker.measureByRecord(r)
						return nil
					})
					if err != nil {
						t.Fatal(err)
					}
					switch {
					case by == 1:
						own++
						if v == doubtful {
							ownDoubts++
						}
						if v == disproved {
							wrong++
							t.Logf("%s %d: the own set, %.2f of the pitch thick, is disproved, late %d", kind, k, s.Set.Thickness/s.Set.Pitch, late)
						}
						continue
					case late > 0:
						continue
					case v == disproved:
						disproofs++
					case v == doubtful:
						doubts++
					}
					others++
					if share := tracker.shown.thickness; share.Known() {
						found++
						off += math.Abs(math.Log(share.Ratio * s.Set.Pitch / s.Set.Thickness))
					}
				}
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	off /= float64(max(found, 1))
	t.Logf("of %d other sets that sides do not disprove %d are disproved and %d in doubt, the thickness found off by %.3f of its logarithm; of %d times that the own set is told it is disproved %d times and in doubt %d times", others, disproofs, doubts, off, own, wrong, ownDoubts)
	if disproofs < others*7/10 || off > 0.12 || wrong > 0 || ownDoubts > own/5 {
		t.Errorf("of %d other sets %d are disproved, the thickness found off by %.3f of its logarithm; of %d times that the own set is told it is disproved %d times and in doubt %d times", others, disproofs, off, own, wrong, ownDoubts)
	}
}
